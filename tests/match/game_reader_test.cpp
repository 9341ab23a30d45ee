#include "match/game_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "rules/variants.hpp"
#include "support/as_found.hpp"

namespace crownhead {
namespace {

#ifdef CROWNHEAD_SANITIZED
constexpr int games_of_a_file = 10;
#else
constexpr int games_of_a_file = 40;
#endif

struct ReadFile {
    std::vector<Replay> games{};
    std::optional<Recognised> recognised{};
};

ReadFile read_file(const std::string& text, const Variant* chosen = nullptr) {
    ReadFile out;
    const auto games = pdn::read(text);
    EXPECT_TRUE(games) << games.error().message;
    if (!games) return out;
    GameReader reader(chosen);
    for (const pdn::Game& game : *games) reader.look_at(game);
    out.recognised = reader.recognised();
    for (const pdn::Game& game : *games) out.games.push_back(reader.read(game));
    return out;
}

std::string name_of(const ReadFile& file) {
    return file.recognised ? std::string(file.recognised->variant->name) : "-";
}

std::string last_position(const Replay& replay) {
    return fen::write(*replay.record.variant, game_at_end(replay.record)->placement());
}

// Every variant as files are found: numbers and letters, with and without positions, signs that say nothing.
TEST(GameReader, FilesAsTheyAreFoundComeBack) {
    Random random(2026);
    std::size_t notes = 0;
    std::size_t passed = 0;
    std::size_t other_rules = 0;
    for (const Variant& v : variants)
        for (const bool letters : {false, true})
            for (const bool with_position : {false, true}) {
                std::string text;
                std::vector<FoundGame> written;
                for (int i = 0; i < games_of_a_file; ++i) {
                    written.push_back(game_as_found(v, letters, with_position, random));
                    text += written.back().text;
                }
                const ReadFile found = read_file(text);
                ASSERT_TRUE(found.recognised) << v.name;
                // Where other rules explain every game as well, they may mean something else by the same text.
                const Variant& rules = *found.recognised->variant;
                const bool same_rules = rules.board == v.board && rules.move == v.move;
                other_rules += same_rules ? 0U : 1U;
                const ReadFile file = same_rules ? found : read_file(text, &v);
                ASSERT_EQ(file.games.size(), written.size()) << v.name;
                for (std::size_t i = 0; i < written.size(); ++i) {
                    ASSERT_FALSE(found.games[i].error) << v.name << " as " << name_of(found);
                    const Replay& read = file.games[i];
                    const GameRecord& meant = written[i].record;
                    ASSERT_FALSE(read.error) << v.name << " as " << name_of(file) << ": " << read.error->message << "\n"
                                             << written[i].text;
                    const auto is = [](RecordNote::Kind kind) {
                        return [kind](const RecordNote& note) { return note.kind == kind; };
                    };
                    passed += static_cast<std::size_t>(
                        std::ranges::count_if(read.record.notes, is(RecordNote::Kind::DrawNotClaimed)));
                    // Where nothing decides between two captures, a note says so.
                    if (std::ranges::any_of(read.record.notes, is(RecordNote::Kind::PathNotCertain))) {
                        ++notes;
                        continue;
                    }
                    ASSERT_TRUE(std::ranges::equal(read.record.moves, meant.moves, same_effect))
                        << v.name << " as " << name_of(file) << "\n"
                        << written[i].text;
                    const std::unique_ptr<Game> end = game_at_end(read.record);
                    ASSERT_EQ(end->placement(), game_at_end(meant)->placement()) << written[i].text;
                }
            }
    EXPECT_GT(passed, 20U);
    EXPECT_LT(other_rules, variants.size() * 4 / 10);
    EXPECT_LT(notes, variants.size() * games_of_a_file / 10);
    RecordProperty("path_not_certain", static_cast<int>(notes));
    RecordProperty("draws_not_claimed", static_cast<int>(passed));
}

// The names of the players are in four encodings.
TEST(GameReader, NamesComeBackInEveryEncoding) {
    Random random(3);
    for (const auto& [bytes, name] : std::vector<std::pair<std::string, std::string>>{
             {"\u0411\u043b\u0438\u043d\u0434\u0435\u0440", "\u0411\u043b\u0438\u043d\u0434\u0435\u0440"},
             {"\xc1\xeb\xe8\xed\xe4\xe5\xf0", "\u0411\u043b\u0438\u043d\u0434\u0435\u0440"},
             {"\x81\xab\xa8\xad\xa4\xa5\xe0", "\u0411\u043b\u0438\u043d\u0434\u0435\u0440"},
             {"J\xe9r\xf4me", "J\u00e9r\u00f4me"}}) {
        std::string text;
        for (int i = 0; i < 5; ++i) text += game_as_found(list::russian, true, false, random).text;
        for (std::size_t at = text.find("\"A\""); at != std::string::npos; at = text.find("\"A\""))
            text.replace(at, 3, "\"" + bytes + "\"");
        for (const Replay& game : read_file(text).games) {
            ASSERT_FALSE(game.error);
            EXPECT_EQ(tag(game.record, "White"), name);
        }
    }
}

// One Czech game can be Russian as well; the file cannot.
TEST(GameReader, TheFileDecidesWhereAGameCannot) {
    const std::string either = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n\n";
    // In Russian draughts a man captures backward: g5-h4 here would leave e3xg5 compulsory.
    EXPECT_EQ(name_of(read_file(either)), "russian");
    Random random(7);
    std::string text = either;
    for (int i = 0; i < 20; ++i) text += game_as_found(list::czech, true, false, random).text;
    const ReadFile file = read_file(text);
    EXPECT_EQ(name_of(file), "czech");
    EXPECT_EQ(file.games.front().record.variant->name, "czech");
    EXPECT_EQ(file.recognised->explained, file.recognised->games);
    EXPECT_GT(file.recognised->confidence, 0.99);
    EXPECT_LE(read_file(either).recognised->confidence, 0.99) << "one short game proves little";
    // What the user says wins, tags win over that.
    EXPECT_EQ(read_file(either, &list::brazilian).games.front().record.variant->name, "brazilian");
    EXPECT_FALSE(read_file(either, &list::brazilian).recognised);
    EXPECT_EQ(read_file("[GameType \"29\"] " + either, &list::brazilian).games.front().record.variant->name, "czech");
}

TEST(GameReader, MixedFilesAreReadGameByGame) {
    const ReadFile file = read_file(
        "1. 11-15 23-19 2. 8-11 *\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 11-16 24-19 *\n\n"
        "[GameType \"25\"]\n1. c3-d4 *\n\n1. 11-15 22-17 *\n");
    ASSERT_EQ(file.games.size(), 5U);
    std::string names;
    for (const Replay& game : file.games) {
        EXPECT_FALSE(game.error) << game.error->message;
        names += std::string(game.record.variant->name) + " ";
    }
    EXPECT_EQ(names, "english international english russian english ");
    EXPECT_EQ(file.recognised->games, 4U);
    EXPECT_EQ(file.recognised->explained, 3U);
}

TEST(GameReader, SignsAreHints) {
    for (const std::string_view text :
         {"1. 11-15 22-18 2. 15-22 25-18 *", "1. 11x15 22x18 2. 15x22 25x18 *", "1. 11:15 22:18 2. 15-22 25:18 *"}) {
        const ReadFile file = read_file("[GameType \"21\"] " + std::string(text));
        ASSERT_FALSE(file.games.front().error) << file.games.front().error->message;
        EXPECT_EQ(last_position(file.games.front()), "B:W18,21,23,24,26-32:B1-10,12") << text;
    }
}

// 2x25 takes three, four, five or seven men on ten ways; only one of them leaves a piece where White moves next.
TEST(GameReader, WhatFollowsDecidesBetweenCaptures) {
    const std::string position = "[GameType \"21\"][FEN \"B:W6,7,8,14,15,16,22,23,24:BK2\"] ";
    const ReadFile file = read_file(position + "1... 2x25 2. 14-10 25-30 3. 8-4 *");
    const Replay& game = file.games.front();
    ASSERT_FALSE(game.error) << game.error->message;
    const std::vector<std::uint8_t> captured = game.record.moves.front().captured();
    EXPECT_EQ(std::ranges::count(captured, 14), 0) << "it moves afterwards";
    EXPECT_EQ(std::ranges::count(captured, 8), 0);
    // Nothing decides: a note says so, and the game is read all the same.
    const ReadFile open = read_file(position + "1... 2x25 *");
    ASSERT_FALSE(open.games.front().error);
    ASSERT_EQ(open.games.front().record.notes.size(), 1U);
    EXPECT_EQ(open.games.front().record.notes.front().kind, RecordNote::Kind::PathNotCertain);
    EXPECT_TRUE(open.games.front().record.notes.front().text.starts_with("2x25 may also be 2x"))
        << open.games.front().record.notes.front().text;
}

TEST(GameReader, DrawsThatNobodyClaimedAreMarked) {
    std::string moves;
    for (int i = 0; i < 4; ++i) moves += "1-6 32-27 6-1 27-32 ";
    const ReadFile file = read_file("[GameType \"21\"][FEN \"B:WK32,30:BK1,12\"] " + moves + "12-16 1-0");
    const Replay& game = file.games.front();
    ASSERT_FALSE(game.error) << game.error->message;
    EXPECT_EQ(game.record.moves.size(), 17U);
    ASSERT_FALSE(game.record.notes.empty());
    EXPECT_EQ(game.record.notes.front().kind, RecordNote::Kind::DrawNotClaimed);
    EXPECT_EQ(game.record.notes.front().ply, 8U);
    EXPECT_EQ(game.record.winner, Side::White);
    // A board that goes through it goes on as well, back and forth.
    const std::unique_ptr<Game> board = game_at_end(game.record);
    EXPECT_EQ(board->played().size(), 17U);
    while (board->undo()) {
    }
    std::size_t plies = 0;
    while (board->redo()) ++plies;
    EXPECT_EQ(plies, 17U);
    EXPECT_EQ(to_pdn(game.record).moves.size(), 17U);
    // Given as won in the position of the claim: nobody made it.
    const ReadFile won =
        read_file("[GameType \"21\"][FEN \"B:WK32,30:BK1,12\"] 1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-0");
    EXPECT_EQ(won.games.front().record.winner, Side::White);
    const ReadFile unknown =
        read_file("[GameType \"21\"][FEN \"B:WK32,30:BK1,12\"] 1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 *");
    EXPECT_TRUE(unknown.games.front().record.finished);
    EXPECT_FALSE(unknown.games.front().record.winner);
}

TEST(GameReader, PositionsThatCannotAriseAreShownAsTheyAre) {
    const ReadFile file = read_file("[GameType \"21\"][FEN \"W:W3,18:B5,K30\"] 1. 18-15 *");
    const Replay& game = file.games.front();
    ASSERT_FALSE(game.error) << game.error->message;
    ASSERT_EQ(game.record.notes.size(), 1U);
    EXPECT_EQ(game.record.notes.front().kind, RecordNote::Kind::CannotArise);
    EXPECT_EQ(fen::write(list::english, game.record.start), "W:W3,18:B5,K30");
    EXPECT_EQ(game.record.moves.size(), 1U);
}

TEST(GameReader, TheOtherSideMayBegin) {
    // Unified pool checkers: White begins, and squares have names.
    const ReadFile file = read_file("[GameType \"23,W,8,8,A0,0\"] 1. c3-d4 d6-c5 *");
    ASSERT_FALSE(file.games.front().error) << file.games.front().error->message;
    EXPECT_EQ(file.games.front().record.variant->name, "pool");
    EXPECT_EQ(file.games.front().record.start.turn, Side::White);
}

TEST(GameReader, NumbersAndLettersMayBeMixed) {
    const ReadFile numbers =
        read_file("[FEN \"W:W21-32:B1-12.\"] 1. c3-d4 d6-c5 *\n\n[FEN \"W:Wa1,c3:Bd6\"] 1. 22-18 *");
    EXPECT_EQ(name_of(numbers), "russian");
    for (const Replay& game : numbers.games) EXPECT_FALSE(game.error) << game.error->message;
    EXPECT_EQ(last_position(numbers.games.back()), "B:W18,29:B10");
}

}  // namespace
}  // namespace crownhead
