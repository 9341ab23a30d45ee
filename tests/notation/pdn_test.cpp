#include "notation/pdn/pdn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/variants.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

using pdn::Game;
using pdn::GameResult;
using pdn::Move;

using Strings = std::vector<std::string>;

std::string file(const std::string& name) {
    std::ifstream in(std::string(CROWNHEAD_TEST_DATA) + "/pdn/" + name, std::ios::binary);
    EXPECT_TRUE(in) << name;
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Findings {
    std::vector<Game> games{};
    Strings errors{};
};

Findings read_all(std::string_view text, std::size_t piece = 1 << 16, pdn::ReaderLimits limits = {}) {
    pdn::Reader reader(text_source(text, piece), limits);
    Findings findings;
    for (;;) {
        auto game = reader.next();
        if (!game)
            findings.errors.push_back(game.error().message);
        else if (!*game)
            return findings;
        else
            findings.games.push_back(std::move(**game));
        if (findings.games.size() + findings.errors.size() > text.size() + 1) {
            ADD_FAILURE() << "the reader does not get on";
            return findings;
        }
    }
}

Game only_game(std::string_view text) {
    Findings found = read_all(text);
    EXPECT_TRUE(found.errors.empty()) << found.errors.front();
    EXPECT_EQ(found.games.size(), 1u) << text;
    return found.games.empty() ? Game{} : std::move(found.games.front());
}

// The moves of a game as they are written, on one line.
std::string movetext(Game game) {
    game.tags.clear();
    std::string text = pdn::write(game);
    text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

Strings movetexts(std::string_view text) {
    Strings texts;
    const Findings found = read_all(text);
    for (const std::string& error : found.errors) ADD_FAILURE() << error;
    for (const Game& game : found.games) texts.push_back(movetext(game));
    return texts;
}

std::string only_error(std::string_view text, pdn::ReaderLimits limits = {}) {
    const Findings found = read_all(text, 1 << 16, limits);
    EXPECT_EQ(found.errors.size(), 1u) << text;
    return found.errors.empty() ? "" : found.errors.front();
}

constexpr std::array<const char*, 19> files{"standard.pdn", "english_old.pdn",    "typographic.pdn",   "latin1.pdn",
                                            "windows.pdn",  "bom_crlf.pdn",       "no_terminator.pdn", "tags.pdn",
                                            "moves.pdn",    "results.pdn",        "russian.pdn",       "setups.pdn",
                                            "marks.pdn",    "nested_braces.pdn",  "bad_games.pdn",     "free_marks.pdn",
                                            "goes.pdn",     "results_inside.pdn", "file_names.pdn"};

TEST(Pdn, ReadsAGame) {
    const std::vector<Game> games = read_all(file("standard.pdn")).games;
    ASSERT_EQ(games.size(), 2u);
    const Game& game = games.front();
    ASSERT_EQ(game.tags.size(), 8u);
    EXPECT_EQ(game.tags[0], (pdn::Tag{"Event", "Clubkampioenschap"}));
    EXPECT_EQ(pdn::tag(game, "black"), "Vries, K. de");
    EXPECT_EQ(pdn::tag(game, "Opening"), std::nullopt);
    EXPECT_EQ(game.result, "2-0");
    EXPECT_EQ(game.place.line, 1u);
    EXPECT_EQ(games[1].place.line, 13u);

    ASSERT_EQ(game.moves.size(), 6u);
    EXPECT_EQ(game.moves[0].text, "32-28");
    EXPECT_EQ(game.moves[0].before, Strings{"The first game."});
    EXPECT_EQ(game.moves[0].place.line, 10u);
    EXPECT_EQ(game.moves[0].place.column, 22u);
    EXPECT_EQ(game.moves[3].after, Strings{"[%clk 0:49:10] as usual"});
    EXPECT_EQ(pdn::command(game.moves[3], "clk"), "0:49:10");
    EXPECT_EQ(pdn::command(game.moves[3], "emt"), std::nullopt);
    EXPECT_EQ(pdn::command(game.moves[2], "clk"), std::nullopt);

    const Move& branch = game.moves[4];
    EXPECT_EQ(branch.nags, (std::vector<int>{1, 13}));
    ASSERT_EQ(branch.variations.size(), 1u);
    const std::vector<Move>& line = branch.variations.front();
    ASSERT_EQ(line.size(), 3u);
    EXPECT_EQ(line[0].text, "35-30");
    EXPECT_EQ(line[0].after, Strings{"also possible"});
    ASSERT_EQ(line[1].variations.size(), 1u);
    EXPECT_EQ(line[1].variations.front().back().nags, std::vector<int>{2});
    EXPECT_EQ(line[2].place.line, 11u);
    EXPECT_EQ(pdn::write(games[1]), "[Event \"Second\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n1. 33-28 18-23 1-1\n");
}

TEST(Pdn, ReadsWhatFilesContain) {
    const auto same = [](const std::string& name, const Strings& expected) {
        SCOPED_TRACE(name);
        EXPECT_EQ(movetexts(file(name)), expected);
    };
    same("english_old.pdn",
         {"1. 11-15 23-19 2. 8-11 {the Glasgow (a favourite)} 2... 22-17 {A} 3. 11-16 $7 24-20? {the "
          "losing move? see No. 12} 1/2-1/2"});
    same("typographic.pdn", {"1. 32-28 19-23 2. 28x19 14x23 \u00bd-\u00bd"});
    same("latin1.pdn", {"1. 32-28 {tr\u00e8s bien} 1... 19-23 \u00bd-\u00bd"});
    same("windows.pdn", {"1. 32-28 19-23 {it\u2019s all} 1-1"});
    same("bom_crlf.pdn", {"1. 32-28 {two lines} 1... 19-23 2-0", "{a remark} {another one} 1. 31-27 *"});
    same("no_terminator.pdn", {"1. 32-28 19-23 *", "1. 31-27 17-21 *", "1. 33-28 18-23 *"});
    same("moves.pdn", {"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 -- 4. 47x38x24 10-20 5. 47-38-24-13-36 2-0",
                       "1... 7-12 *", "1. 34-29 19-23 *", "12... 19-23 13. 32-28 *", "1. 32-28 19-23 2. 37-32 *", "2-0",
                       "1. 32-28 19-23 2. 31-27 *"});
    same("results.pdn", {"1. 1-18 1-0", "1. 1-18 0-1", "1. 1-18 1-1", "1. 1-18 0-0", "1. 1-18 1/2-1/2",
                         "1. 1-18 0.5-0.5", "1. 1-18 1+ - 1-", "1. 1-18 1 1/2 - 1/2", "1. 1-18 2-0",
                         "1. 1-18 {resigns} 0-2", "1. 1-18 1-10 1-1", "1. 1-18 0-1", "1. 1-18 *"});
    same("russian.pdn", {"1. c3-d4 d6-c5 2. b2c3 c5:e3 3. ab4 pass 1-0"});
    same("setups.pdn", {"1... 1-7 {then} /FEN \"W:WK32:BK3\"/ 2. 32x5 (2. 32-28) 0-0"});
    same("marks.pdn", {"1. 32-28! 19-23? 2. 28x19!! 14x23?? 3. 37-32!? 10-14?! 4. 41-37 $7 14-19 $10 5. 31-27 {+} 5... "
                       "17-21! 6. 26x17 {a.l.} 6... 12x32 $18 $5 7. 37x28 *"});
    same("free_marks.pdn", {"1. 32-28 $10 19-23 {+} 2. 28x19 {a.l.} 2... 14x23! $10 {a.l.} 3. 37-32!? $10 {+} 3... "
                            "10-14 {=} 4. 41-37 $10 $7 {$999999999999} 4... {+} 14-19 *"});
    same("goes.pdn",
         {"1. 1-18 1.2-0.8", "1. 1-18 0,75-1,25", "1. 1-18 1.0-1.0", "1. 1-18 2.0-0.0", "1.2-0.8", "1. 1-18 0.9-1.1"});
    same("nested_braces.pdn", {"1. 32-28 {outer (inner} {rest of it} 1... 19-23 *"});
}

TEST(Pdn, ReadsTagsInAnyForm) {
    const std::vector<Game> games = read_all(file("tags.pdn")).games;
    ASSERT_EQ(games.size(), 4u);
    const std::vector<pdn::Tag> expected{{"Event", "lower"},
                                         {"Site", "upper"},
                                         {"Round", "5"},
                                         {"White", "said \"no\" twice"},
                                         {"Black", "an \"inner\" quote"},
                                         {"Annotator", "open"},
                                         {"Opening", ""},
                                         {"FILENAME", "C:\\games\\"}};
    EXPECT_EQ(games[0].tags, expected);
    EXPECT_EQ(pdn::tag(games[1], "FEN"), "W:W28:B1");
    EXPECT_EQ(pdn::tag(games[2], "FEN"), "W:W28:B2");
    EXPECT_EQ(games[3].tags, (std::vector<pdn::Tag>{{"Event", "open"}, {"Site", "x"}}));

    const Game quotes = only_game(file("typographic.pdn"));
    EXPECT_EQ(quotes.tags,
              (std::vector<pdn::Tag>{
                  {"Event", "Le\u00a0tournoi"}, {"Site", "Paris"}, {"Round", "4"}, {"Date", "1911.??.??"}}));
    EXPECT_EQ(pdn::tag(only_game(file("latin1.pdn")), "White"), "J\u00e9r\u00f4me");
    EXPECT_EQ(pdn::tag(only_game(file("windows.pdn")), "Event"), "Open");
    EXPECT_EQ(pdn::tag(read_all(file("no_terminator.pdn")).games[1], "FILENAME"), "");
    // Tags after the moves begin another game.
    EXPECT_EQ(movetexts("1. 32-28 [Event \"x\"] 1. 31-27 *"), (Strings{"1. 32-28 *", "1. 31-27 *"}));
}

TEST(Pdn, CommentsBelongToMoves) {
    const Game game = only_game("{a} 1. {b} 32-28 {c} 1... {d} 19-23 {e} (18-23) {f} 2. 28x19 (37-32) {g} *");
    ASSERT_EQ(game.moves.size(), 3u);
    EXPECT_EQ(game.moves[0].before, (Strings{"a", "b"}));
    EXPECT_EQ(game.moves[0].after, Strings{"c"});
    EXPECT_EQ(game.moves[1].before, Strings{"d"});
    EXPECT_EQ(game.moves[1].after, Strings{"e"});
    EXPECT_EQ(game.moves[2].before, Strings{"f"});
    EXPECT_EQ(game.moves[2].after, Strings{"g"});
    EXPECT_EQ(movetext(game), "{a} {b} 1. 32-28 {c} 1... {d} 19-23 {e} (1... 18-23) 2. {f} 28x19 {g} (2. 37-32) *");
    EXPECT_EQ(only_game("[Event \"x\"] {nothing} {else} *").comments, (Strings{"nothing", "else"}));
    EXPECT_TRUE(read_all("{only a remark}").games.empty());
    EXPECT_EQ(only_game("1. 32-28 {[%clock w0:10:00 B0:09:55]}").moves[0].after.size(), 1u);
    EXPECT_EQ(pdn::command(only_game("1. 32-28 {[%clock w0:10:00 B0:09:55]}").moves[0], "clock"), "w0:10:00 B0:09:55");
}

TEST(Pdn, BracketsAreVariationsOrRemarks) {
    const Game game = only_game("1. 32-28 (31-27) (no move) ( {only a remark} ) (31-26 and wins) () 19-23 *");
    ASSERT_EQ(game.moves.size(), 2u);
    EXPECT_EQ(game.moves[0].variations.size(), 1u);
    EXPECT_EQ(game.moves[1].before, (Strings{"no move", "(only a remark)", "31-26 and wins"}));
    EXPECT_EQ(movetexts("(before the game) 1. 32-28 (2-0) (31-27 1-1 *) *"),
              Strings{"{before the game} 1. 32-28 {2-0} (1. 31-27 {1-1}) *"});
}

TEST(Pdn, EndsOfGames) {
    EXPECT_EQ(movetexts("1. 32-28* *"), Strings{"1. 32-28 $7 *"});
    EXPECT_EQ(movetexts("* * 1. 32-28 2-0 * * 1. 31-27"), (Strings{"1. 32-28 2-0", "1. 31-27 *"}));
    EXPECT_EQ(movetexts("1. 2-0"), Strings{"2-0"});
    EXPECT_EQ(movetexts("1. 32-28 1-1 1. 31-27 0-2"), (Strings{"1. 32-28 1-1", "1. 31-27 0-2"}));
    EXPECT_TRUE(movetexts("").empty());
    EXPECT_TRUE(movetexts(" \r\n\t").empty());
    EXPECT_EQ(only_game("[Result \"0-1\"] 11-15 *").result, "0-1");
    EXPECT_EQ(only_game("[Result \"0-1\"] 11-15 1-0").result, "1-0");
}

// A result is the end of the game only where a new one begins behind it; otherwise it is a remark.
TEST(Pdn, ResultsAmongTheMoves) {
    EXPECT_EQ(movetexts("11-15 1-0 23-19 *"), Strings{"1. 11-15 {1-0} 1... 23-19 *"});
    EXPECT_EQ(movetexts("1. 11-15 1-0 2. 23-19"), Strings{"1. 11-15 {1-0} 1... 23-19 *"});
    EXPECT_EQ(movetexts("11-15 1-0\n23-19 0-1 0-1"), Strings{"1. 11-15 {1-0} 1... 23-19 {0-1} 0-1"});
    EXPECT_EQ(movetexts("11-15 1-0\n\n23-19"), (Strings{"1. 11-15 1-0", "1. 23-19 *"}));
    EXPECT_EQ(movetexts("11-15 1-0 {x\n\ny} 23-19 *"), Strings{"1. 11-15 {1-0} {x y} 1... 23-19 *"});
    EXPECT_EQ(movetexts("11-15 1-0 11. 23-19 *"), Strings{"1. 11-15 {1-0} 1... 23-19 *"});
    EXPECT_EQ(only_error("1. 11-15 1.2-0.7"), "line 1, column 12: expected a result, found '2-0.7'");
    EXPECT_EQ(
        movetexts(file("results_inside.pdn")),
        (Strings{"1. 11-15 {1-0} 1... 23-19 *", "1. 11-15 23-19 {1-0} 2. 8-11 {so} {drawn (by agreement)} 1/2-1/2",
                 "{2-0} {a (b} {c} {d} {e} 1. 11-15 0-1", "1. 11-15 1-1", "1. 10-15 1-1", "1. 9-13 1-1",
                 "/FEN \"W:W18:B15\"/ 1. 18x11 1-0", "1... 5-9 2-0", "12... 22-18 (12... 22-17) 2-0",
                 "{five} 1. 11-15 0-0"}));
}

TEST(Pdn, FileNamesBelongToTheGameBefore) {
    const std::vector<Game> games = read_all(file("file_names.pdn")).games;
    Strings found;
    for (const Game& game : games)
        found.push_back(std::string(pdn::tag(game, "Event").value_or("-")) + " " +
                        std::string(pdn::tag(game, "FILENAME").value_or("-")));
    EXPECT_EQ(found, (Strings{"a a.pdn", "b b.pdn", "c c.pdn", "d -", "e e.pdn", "f f.pdn", "- g.pdn"}));
}

TEST(Pdn, ErrorsSayWhereAndTheNextGameIsRead) {
    const Findings found = read_all(file("bad_games.pdn"));
    EXPECT_EQ(found.errors, (Strings{"line 2, column 10: expected a move, found 'resigns'",
                                     "line 8, column 10: a comment that is not closed: expected '}'",
                                     "line 14, column 10: a bracket that is not closed: expected ')'",
                                     "line 16, column 3: expected the name of a tag, found '\"no'",
                                     "line 24, column 13: expected '-' or 'x' and a square after 19, found '*'",
                                     "line 26, column 15: expected a move, found ')'"}));
    Strings texts;
    for (const Game& game : found.games) texts.push_back(movetext(game));
    EXPECT_EQ(texts, (Strings{"1. 32-28 *", "1. 31-27 *", "1. 33-28 *", "1. 35-30 *", "*"}));

    EXPECT_EQ(only_error("{ok} $x"), "line 1, column 6: expected a number after $, found '$x'");
    EXPECT_EQ(only_error("{\u00e9} $5"), "line 1, column 5: expected a move, found '$5'");
    EXPECT_EQ(only_error("1. 32-28 %no"), "line 1, column 10: expected a move, found '%no'");
    EXPECT_EQ(only_error("1. 1234567-5"), "line 1, column 4: expected a square, found '1234567-5'");
    EXPECT_EQ(only_error("/FEN x/"), "line 1, column 6: expected the position in quotes, found 'x/'");
    EXPECT_EQ(only_error("1. 32-28 - x"), "line 1, column 10: expected a move, found '-'");
}

TEST(Pdn, LimitsHold) {
    const pdn::ReaderLimits limits{.game = 200, .comment = 40, .depth = 3};
    EXPECT_EQ(read_all("1. 32-28 (31-27 (31-26 (34-30))) *", 3, limits).errors, Strings{});
    EXPECT_EQ(only_error("1. 32-28 (31-27 (31-26 (34-30 (33-29)))) *", limits),
              "line 1, column 31: variations inside each other more than 3 deep");
    EXPECT_EQ(only_error("1. 32-28 {" + std::string(41, 'c') + "} *", limits),
              "line 1, column 10: a comment of more than 40 bytes, or '}' is missing");

    std::string longer = "[Event \"too long\"]\n";
    for (int i = 0; i < 100; ++i) longer += "1-2 ";
    const Findings found = read_all("1. 32-28 *\n" + longer + "\n[Event \"next\"]\n1. 31-27 *", 5, limits);
    EXPECT_EQ(found.errors, Strings{"line 2, column 1: a game of more than 200 bytes"});
    ASSERT_EQ(found.games.size(), 2u);
    EXPECT_EQ(movetext(found.games[1]), "1. 31-27 *");
    EXPECT_EQ(found.games[1].place.line, 4u);

    // Depth must not exhaust the stack, whatever the text.
    std::string deep = "1. 32-28 ";
    for (int i = 0; i < 100000; ++i) deep += "(31-27 ";
    EXPECT_EQ(read_all(deep).errors.size(), 1u);
}

TEST(Pdn, PiecesOfAnySizeGiveTheSame) {
    for (const std::string name : files) {
        const std::string text = file(name);
        for (const std::size_t limit : {std::size_t{64}, std::size_t{150}, std::size_t{1} << 20}) {
            const pdn::ReaderLimits limits{.game = limit};
            const Findings whole = read_all(text, text.size(), limits);
            for (const std::size_t piece : {1u, 2u, 3u, 7u, 100u}) {
                const Findings parts = read_all(text, piece, limits);
                EXPECT_EQ(parts.games, whole.games) << name << " in pieces of " << piece;
                EXPECT_EQ(parts.errors, whole.errors) << name << " in pieces of " << piece;
            }
        }
    }
}

TEST(Pdn, WhatIsReadIsWrittenAndReadBack) {
    for (const std::string name : files) {
        SCOPED_TRACE(name);
        const Findings found = read_all(file(name));
        std::string written;
        for (const Game& game : found.games) written += (written.empty() ? "" : "\n") + pdn::write(game);
        const Findings back = read_all(written);
        EXPECT_TRUE(back.errors.empty());
        EXPECT_EQ(back.games, found.games);
        std::string again;
        for (const Game& game : back.games) again += (again.empty() ? "" : "\n") + pdn::write(game);
        EXPECT_EQ(again, written);
    }
}

TEST(Pdn, NothingInAGameBreaksTheFile) {
    Game game;
    game.tags = {{"White", "a \"b\" \\ \\\" \\"}, {"Event", "] [Site \"x"}, {"Annotator", "two\nlines] [X "}};
    game.moves.push_back({.text = "32-28", .nags = {7, 1}, .after = {"a } b { c", "  spaces \n\t here  ", "%"}});
    game.result = "2-0";
    const Game back = only_game(pdn::write(game));
    EXPECT_EQ(back.tags,
              (std::vector<pdn::Tag>{
                  {"White", "a \"b\" \\ \\\" \\"}, {"Event", "] [Site \"x"}, {"Annotator", "two lines] [X "}}));
    ASSERT_EQ(back.moves.size(), 1u);
    EXPECT_EQ(back.moves[0].after, (Strings{"a ) b ( c", "spaces here", "%"}));
    EXPECT_EQ(back.moves[0].nags, (std::vector<int>{7, 1}));
    EXPECT_EQ(pdn::write(back), pdn::write(game));
}

// The reader takes back exactly what the writer puts before quotes and backslashes.
TEST(Pdn, BackslashesInTags) {
    EXPECT_EQ(pdn::write(only_game("[Event \"C:\\games\"] *")), "[Event \"C:\\\\games\"]\n\n*\n");
    Random random(3);
    for (int round = 0; round < 3000; ++round) {
        std::string value;
        for (std::uint32_t i = random.below(8); i > 0; --i) value += std::string_view("\\\"] [a ")[random.below(7)];
        const Game game{.tags = {{"Event", value}, {"Site", "x"}}};
        EXPECT_EQ(only_game(pdn::write(game)).tags, game.tags) << pdn::write(game);
    }
}

TEST(Pdn, NothingButUtf8IsWritten) {
    const auto written = [](std::string value) {
        const std::string text = pdn::write({.tags = {{"White", std::move(value)}}});
        return text.substr(0, text.find('\n'));
    };
    EXPECT_EQ(written("J\xe9r\xf4me"), "[White \"J\ufffdr\ufffdme\"]");
    EXPECT_EQ(written("\xc3"), "[White \"\ufffd\"]");
    EXPECT_EQ(written("\xc3\x28\xed\xa0\x80\xf0\x9f\x98"), "[White \"\ufffd(\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\"]");
    EXPECT_EQ(written("J\u00e9r\u00f4me \U0001f600"), "[White \"J\u00e9r\u00f4me \U0001f600\"]");
    EXPECT_EQ(movetext({.moves = {{.text = "32-28", .after = {"tr\xe8s"}}}}), "1. 32-28 {tr\ufffds} *");
}

TEST(Pdn, LinesHaveAtMostEightyCharacters) {
    std::string text;
    for (int i = 1; i < 200; ++i)
        text +=
            std::to_string(i) + ". 32-28 (31-27 19-23 {some words} (18-22)) 19-23! $10 {[%clk 0:10:00] \u00e9\u00e9} ";
    const std::string written = pdn::write(only_game(text));
    std::size_t longest = 0;
    for (std::size_t at = 0; at < written.size();) {
        const std::size_t end = written.find('\n', at);
        const std::string_view line = std::string_view(written).substr(at, end - at);
        longest = std::max(longest, static_cast<std::size_t>(std::ranges::count_if(
                                        line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; })));
        EXPECT_EQ(std::ranges::count(line, '['), std::ranges::count(line, ']')) << "a command on two lines";
        at = end + 1;
    }
    EXPECT_LE(longest, 80u);
    EXPECT_GT(longest, 70u);
}

TEST(Pdn, Results) {
    for (const auto& [text, result] :
         std::vector<std::pair<std::string, GameResult>>{{"1-0", GameResult::WhiteWins},
                                                         {"2-0", GameResult::WhiteWins},
                                                         {"0-1", GameResult::BlackWins},
                                                         {"0-2", GameResult::BlackWins},
                                                         {"1-1", GameResult::Draw},
                                                         {"1/2-1/2", GameResult::Draw},
                                                         {"\u00bd-\u00bd", GameResult::Draw},
                                                         {"0.5-0.5", GameResult::Draw},
                                                         {" 1/2 - 1/2 ", GameResult::Draw},
                                                         {"1+ - 1-", GameResult::Draw},
                                                         {"0-0", GameResult::BothLose},
                                                         {"1.2-0.8", GameResult::Draw},
                                                         {"0,75 - 1,25", GameResult::Draw},
                                                         {"2.0-0.0", GameResult::WhiteWins},
                                                         {"0.0-2.0", GameResult::BlackWins},
                                                         {"1.2-0.7", GameResult::Unknown},
                                                         {"1.200-0.800", GameResult::Unknown},
                                                         {"*", GameResult::Unknown},
                                                         {"4-6", GameResult::Unknown},
                                                         {"1-18", GameResult::Unknown},
                                                         {"", GameResult::Unknown},
                                                         {"?", GameResult::Unknown}})
        EXPECT_EQ(pdn::parse_result(text), result) << text;
    for (const std::string_view text : {"1.2-0.8", "1+ - 1-", "\u00bd - 1\u00bd", "1 1/2 - 1/2"})
        EXPECT_TRUE(pdn::is_uneven(text)) << text;
    for (const std::string_view text : {"1.0-1.0", "1-1", "2-0", "\u00bd-\u00bd", "*", "4-6"})
        EXPECT_FALSE(pdn::is_uneven(text)) << text;
    for (const Variant& v : variants) {
        for (const GameResult result : {GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins,
                                        GameResult::Draw, GameResult::BothLose})
            EXPECT_EQ(pdn::parse_result(pdn::result_token(v, result)), result);
        const bool two_points = v.name == "international" || v.name == "canadian";
        EXPECT_EQ(pdn::result_token(v, GameResult::Draw), two_points ? "1-1" : "1/2-1/2") << v.name;
    }
    EXPECT_EQ(pdn::result_of(only_game("[Result \"0-1\"] 11-15 1-0")), GameResult::BlackWins);
    EXPECT_EQ(pdn::result_of(only_game("[Result \"4-6\"] 11-15 1-0")), GameResult::WhiteWins);
}

TEST(Pdn, WhichGameItIs) {
    const auto named = [](std::string_view text) {
        const Variant* const v = pdn::named_variant(only_game(text));
        return v == nullptr ? std::string_view("-") : v->name;
    };
    EXPECT_EQ(named("[GameType \"20\"] *"), "international");
    EXPECT_EQ(named("[GameType \"20,W,10,10,N2,0\"] *"), "international");
    EXPECT_EQ(named("[GameType \"21\"] *"), "english");
    EXPECT_EQ(named("[GameType \"25\"][Game \"Suicide-6\"] *"), "suicide-6");
    EXPECT_EQ(named("[GameType \"25\"][Game \"whist\"] *"), "russian");
    EXPECT_EQ(named("[Game \"english-8\"] *"), "english");
    EXPECT_EQ(named("[Game \"sacrifice\"] *"), "sacrifice-6");
    EXPECT_EQ(named("[GameType \"99\"] *"), "-");
    for (const Variant& v : variants) {
        EXPECT_EQ(named("[Game \"" + std::string(v.name) + "\"] *"), v.name);
        if (!v.setup.game_type.empty()) {
            EXPECT_EQ(named("[GameType \"" + std::string(v.setup.game_type) + "\"] *"), v.name);
        }
    }

    const auto guessed = [](std::string_view text) {
        const Variant* const v = pdn::guessed_variant(only_game(text));
        return v == nullptr ? std::string_view("-") : v->name;
    };
    EXPECT_EQ(guessed("1. 32-28 *"), "international");
    EXPECT_EQ(guessed("1. 19-23 *"), "international");
    EXPECT_EQ(guessed("1. 11-15 *"), "english");
    EXPECT_EQ(guessed("1. 22-18 *"), "italian");
    EXPECT_EQ(guessed("1. c3-d4 *"), "russian");
    EXPECT_EQ(guessed("1. 43-38 *"), "canadian");
    EXPECT_EQ(guessed("1. 1-5 *"), "-");
    EXPECT_EQ(guessed("[Event \"x\"] *"), "-");
    EXPECT_EQ(guessed("[FEN \"W:W31-50:B1-20:H0:F99\"] *"), "international");
    EXPECT_EQ(guessed("[FEN \"W:Wa1,Kc3:Bd6\"] *"), "russian");
    EXPECT_EQ(guessed("[FEN \"B:B1,2:W30,K31\"] *"), "english");
    EXPECT_FALSE(pdn::names_variant(only_game("1. 32-28 *")));
    EXPECT_TRUE(pdn::names_variant(only_game("[GameType \"99\"] *")));
}

TEST(Pdn, EncodingsAreFoundFromTheWholeFile) {
    using pdn::Encoding;
    const auto found = [](std::string_view text) { return pdn::find_encoding(text); };
    EXPECT_EQ(found("plain"), Encoding::Utf8);
    EXPECT_EQ(found("J\u00e9r\u00f4me"), Encoding::Utf8);
    EXPECT_EQ(found("J\xe9r\xf4me, M\xfcller, \xd8st, \xc9t\xe9"), Encoding::Latin1);
    EXPECT_EQ(found("[White \"\xc1\xeb\xe8\xed\xe4\xe5\xf0\"]"), Encoding::Windows1251);
    EXPECT_EQ(found("[White \"\x81\xab\xa8\xad\xa4\xa5\xe0\"]"), Encoding::Cp866);
    EXPECT_EQ(found("\xcc\xce\xd1\xca\xc2\xc0 1950"), Encoding::Windows1251) << "capitals throughout";
    EXPECT_EQ(found("it\x92s all"), Encoding::Latin1);
    EXPECT_EQ(found("J\u00e9r\u00f4me and a stray \xe9"), Encoding::Utf8);
    // The same in pieces of any length.
    const std::string_view text = "[White \"\xc1\xeb\xe8\xed\xe4\xe5\xf0\"][Black \"\xcc. \xc0\xe1\"] 1. c3-d4 *";
    for (std::size_t piece = 1; piece < text.size(); ++piece) {
        pdn::EncodingFinder finder;
        for (std::size_t at = 0; at < text.size(); at += piece) finder.add(text.substr(at, piece));
        EXPECT_EQ(finder.found(), Encoding::Windows1251) << piece;
    }
}

TEST(Pdn, TextGluedToAMoveIsAComment) {
    EXPECT_EQ(pdn::write(only_game("1. 11-15 14-18White overstepped the time")),
              "1. 11-15 14-18 {White overstepped the time} *\n");
    EXPECT_EQ(pdn::write(only_game("1. 11-15 14-18!resigns 1-0")), "1. 11-15 14-18! {resigns} 1-0\n");
    EXPECT_EQ(pdn::write(only_game("1. 11-15 14-18\u0411\u0435\u043b\u044b\u0435 2. 3-8 *")),
              "1. 11-15 14-18 {\u0411\u0435\u043b\u044b\u0435} 2. 3-8 *\n");
    EXPECT_FALSE(pdn::read("1. 11-15 14-18x *"));
}

TEST(Pdn, PointsAreAResultWhereTheTagSaysSo) {
    const pdn::Game game = only_game("[Result \"12-8\"] 1. 32-28 19-23 12-8");
    EXPECT_EQ(game.moves.size(), 2u);
    EXPECT_EQ(game.result, "12-8");
    EXPECT_EQ(only_game(pdn::write(game)), game);
    EXPECT_EQ(only_game("1. 32-28 19-23 2. 12-8 *").moves.size(), 3u);
    EXPECT_EQ(only_game("[Result \"12-8\"] 1. 32-28 19-23 2. 12-8 7-1 *").moves.size(), 4u);
}

// Random games of text: anything the reader can produce comes back.
TEST(Pdn, RandomTextsComeBack) {
    constexpr std::array<std::string_view, 42> words{"1.",      "2...",
                                                     "32-28",   "19x23",
                                                     "c3:e5",   "a3b4",
                                                     "pass",    "--",
                                                     "(",       ")",
                                                     "{x}",     "{ y",
                                                     "}",       "; z\n",
                                                     "$3",      "!",
                                                     "?!",      "*",
                                                     "2-0",     "1-1",
                                                     "½-½",     "[Event \"q\"]",
                                                     "[",       "\n\n",
                                                     "%\n",     "\n",
                                                     "3228",    "/FEN \"W:W1:B2\"/",
                                                     "words",   "01-05",
                                                     "...",     "32-28*",
                                                     "=",       "+",
                                                     "a.l.",    "32-28a.l.",
                                                     "1.2-0.8", "1-0",
                                                     "$99999",  "[FILENAME \"f\"]",
                                                     "\\",      "1 "};
    Random random(7);
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        const std::uint32_t count = random.below(40);
        for (std::uint32_t i = 0; i < count; ++i) {
            text += words[random.below(words.size())];
            if (random.below(5) > 0) text += ' ';
        }
        const Findings found = read_all(text);
        std::string written;
        for (const Game& game : found.games) written += (written.empty() ? "" : "\n") + pdn::write(game);
        const Findings back = read_all(written);
        ASSERT_TRUE(back.errors.empty()) << text << "\n---\n" << written << back.errors.front();
        ASSERT_EQ(back.games, found.games) << text << "\n---\n" << written;
    }
}

}  // namespace
}  // namespace crownhead
