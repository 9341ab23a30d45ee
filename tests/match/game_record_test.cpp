#include "match/game_record.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "notation/course_log.hpp"
#include "notation/fen.hpp"
#include "notation/pdn/pdn.hpp"
#include "rules/variants.hpp"
#include "support/random_games.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

#ifdef CROWNHEAD_SANITIZED
constexpr int rounds = 4;
#else
constexpr int rounds = 12;
#endif

pdn::Game parsed(const std::string& text) {
    auto games = pdn::read(text);
    EXPECT_TRUE(games) << games.error().message;
    EXPECT_EQ(games->size(), 1u);
    return std::move(games->front());
}

std::string error_of(const std::string& text) {
    const auto record = from_pdn(parsed(text), nullptr);
    EXPECT_FALSE(record);
    return record ? "" : record.error().message;
}

const Variant& variant(std::string_view name) { return **find_variant(name); }

// The same effects, perhaps by other paths.
bool same_moves(const std::vector<AnyMove>& a, const std::vector<AnyMove>& b) {
    return std::ranges::equal(a, b, same_effect);
}

TEST(GameRecord, RandomGamesOfAllKindsGoThroughPdn) {
    Random random(11);
    for (const Variant& v : variants) {
        for (int round = 0; round < rounds; ++round) {
            std::unique_ptr<Game> game = round % 3 == 2 ? thrown_game(v, 6, random) : new_game(v);
            play_randomly(*game, round % 2 == 0 ? 1000 : 30, random);
            GameRecord record = from_game(*game);
            set_tag(record, "White", "A \"quoted\" name");
            set_tag(record, "Annotator", "nobody");
            EXPECT_EQ(record.finished, game->outcome().has_value());

            const pdn::Game written = to_pdn(record);
            const std::string text = pdn::write(written);
            const pdn::Game back = parsed(text);
            EXPECT_EQ(back, written) << text;
            EXPECT_EQ(pdn::write(back), text);
            const auto read = from_pdn(back, nullptr);
            ASSERT_TRUE(read) << v.name << ": " << read.error().message << "\n" << text;
            EXPECT_EQ(read->variant, &v);
            EXPECT_EQ(read->start, record.start);
            EXPECT_TRUE(same_moves(read->moves, record.moves)) << text;
            EXPECT_EQ(read->finished, record.finished);
            EXPECT_EQ(read->winner, record.winner);
            EXPECT_EQ(tag(*read, "White"), "A \"quoted\" name");
            EXPECT_EQ(pdn::write(to_pdn(*read)), text);
            EXPECT_EQ(game_at_end(*read)->placement(), game->placement());
        }
    }
}

TEST(GameRecord, FinishedGamesOfAllKindsGoThroughTheLog) {
    Random random(12);
    for (const Variant& v : variants) {
        for (int round = 0; round < rounds; ++round) {
            std::unique_ptr<Game> game = new_game(v);
            if (round % 2 == 1) {
                Placement start = game->start();
                start.turn = !start.turn;
                ASSERT_TRUE(game->set(start, Strictness::Legal)) << v.name;
            }
            play_randomly(*game, 5000, random);
            ASSERT_TRUE(game->outcome()) << v.name;
            const GameRecord record = from_game(*game);
            const auto log = to_log(record);
            ASSERT_TRUE(log) << log.error().message;
            const auto read_log = course_log::read(course_log::write(*log));
            ASSERT_TRUE(read_log) << read_log.error().message;
            const auto back = from_log(read_log->front(), v);
            ASSERT_TRUE(back) << v.name << ": " << back.error().message;
            EXPECT_EQ(*back, record) << v.name;
            // Whoever begins is in the PDN as well.
            const auto again = from_pdn(to_pdn(*back), nullptr);
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_EQ(again->start, record.start);
            EXPECT_EQ(to_pdn(record).first_ply, round % 2);
        }
    }
}

TEST(GameRecord, WritesTheTagsOfAGame) {
    const auto game = new_game(variant("english"));
    GameRecord record = from_game(*game);
    EXPECT_EQ(pdn::write(to_pdn(record)),
              "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
              "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Game \"english\"]\n\n*\n");
    set_tag(record, "Event", "Test");
    set_tag(record, "Event", "Test 2");
    set_tag(record, "Result", "ignored");
    record.finished = true;
    const std::string text = pdn::write(to_pdn(record));
    EXPECT_TRUE(text.starts_with("[Event \"Test 2\"]\n"));
    EXPECT_NE(text.find("[Result \"1/2-1/2\"]"), std::string::npos);
    EXPECT_EQ(text.find("ignored"), std::string::npos);
    EXPECT_EQ(text.find("FEN"), std::string::npos);
    // No GameType is defined for this one.
    EXPECT_EQ(pdn::write(to_pdn(from_game(*new_game(variant("suicide-6"))))).find("GameType"), std::string::npos);
}

TEST(GameRecord, OtherStartsHaveAFen) {
    const Variant& v = variant("russian");
    auto game = new_game(v);
    ASSERT_TRUE(game->set(*fen::read(v, "B:Wa1,Kc3:Bd6,f8"), Strictness::Legal));
    game->play(0);
    const pdn::Game written = to_pdn(from_game(*game));
    EXPECT_EQ(pdn::tag(written, "SetUp"), "1");
    EXPECT_EQ(pdn::tag(written, "FEN"), "B:Wa1,Kc3:Bf8,d6");
    EXPECT_EQ(written.first_ply, 1);
    EXPECT_TRUE(pdn::write(written).ends_with("]\n\n1... f8-e7 *\n")) << pdn::write(written);
    const auto inline_setup = from_pdn(parsed("[GameType \"25\"] /FEN \"W:Wa1:Bd6\"/ 1. a1-b2 *"), nullptr);
    ASSERT_TRUE(inline_setup) << inline_setup.error().message;
    EXPECT_EQ(inline_setup->start.turn, Side::White);
    EXPECT_EQ(inline_setup->moves.size(), 1u);
}

TEST(GameRecord, TheRulesDecideAboutTheEnd) {
    // White takes the last man; the tag says otherwise (old files count from the side that began).
    const auto record = from_pdn(parsed("[GameType \"21\"][Result \"0-1\"][FEN \"W:W18:B15\"] 1. 18x11 0-1"), nullptr);
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_TRUE(record->finished);
    EXPECT_EQ(record->winner, Side::White);
    EXPECT_EQ(to_pdn(*record).result, "1-0");
    // Resigned: the result is all that is known.
    const auto resigned = from_pdn(parsed("1. 32-28 19-23 0-2"), nullptr);
    ASSERT_TRUE(resigned);
    EXPECT_TRUE(resigned->finished);
    EXPECT_EQ(resigned->winner, Side::Black);
    EXPECT_EQ(resigned->variant->name, "international");
    const auto both = from_pdn(parsed("1. 32-28 19-23 0-0"), nullptr);
    ASSERT_TRUE(both);
    EXPECT_TRUE(both->both_lost);
    EXPECT_EQ(to_pdn(*both).result, "0-0");
    EXPECT_FALSE(from_pdn(parsed("1. 32-28 19-23 *"), nullptr)->finished);
}

TEST(GameRecord, WrongGamesSayWhere) {
    const Replay stopped = replay(parsed("[GameType \"20\"]\n1. 32-28 19-23\n2. 28x19 13-18 3. 37-32 *"), nullptr);
    ASSERT_TRUE(stopped.error);
    EXPECT_TRUE(stopped.error->message.starts_with("line 3, column 10: 13-18 is not legal here"))
        << stopped.error->message;
    EXPECT_EQ(stopped.record.moves.size(), 3u) << "the moves up to there are kept";
    EXPECT_FALSE(stopped.record.finished);

    EXPECT_EQ(error_of("[Event \"x\"]\n1. 9-40 *"),
              "line 1, column 1: no GameType, and the moves do not show which game it is");
    EXPECT_EQ(error_of("\n[GameType \"30\"] *"), "line 2, column 1: a game of type 30, which is not played here");
    EXPECT_EQ(error_of("1. 32-28 -- 2. 37-32 *"), "line 1, column 10: a move that is not known");
    EXPECT_EQ(error_of("1. 32-28 /FEN \"W:W31:B1\"/ *"),
              "line 1, column 10: a position is set up in the middle of the game");
    EXPECT_EQ(error_of("[GameType \"20\"][FEN \"W:W99:B1\"] *"),
              "line 1, column 1: the FEN is wrong at offset 3: there is no square 99: expected 1..50");
    EXPECT_TRUE(error_of("[GameType \"20\"][FEN \"W:W1:B1\"] *").starts_with("line 1, column 1: "));
    EXPECT_TRUE(error_of("[GameType \"21\"][FEN \"W:W18:B15\"] 1. 18x11 2. 11-7 *")
                    .starts_with("line 1, column 46: 11-7 after the end of the game: "));
    EXPECT_TRUE(from_pdn(parsed("1. 5-10 *"), &variant("suicide-6")).error().message.starts_with("line 1, column 4: "));
}

TEST(GameRecord, AFallbackIsUsedWhereTheTagsSayNothing) {
    EXPECT_EQ(from_pdn(parsed("1. 32-28 *"), &variant("frisian"))->variant->name, "frisian");
    EXPECT_EQ(from_pdn(parsed("[GameType \"20\"] 1. 32-28 *"), &variant("frisian"))->variant->name, "international");
    EXPECT_EQ(from_pdn(parsed("[Game \"antidraughts\"] 1. 32-28 *"), &variant("frisian"))->variant->name,
              "antidraughts");
}

TEST(GameRecord, AFileAloneMayBeEnough) {
    const auto record = from_pdn(parsed("[GameType \"25\"] 1. cd4 hg5 *"), nullptr);
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(pdn::write(to_pdn(*record)).substr(pdn::write(to_pdn(*record)).find("1. ")), "1. c3-d4 h6-g5 *\n");
    EXPECT_EQ(error_of("[GameType \"25\"] 1. ab5 *"), "line 1, column 20: ab5 is not legal here");
    EXPECT_TRUE(error_of("[GameType \"21\"] 1. ab4 *").starts_with("line 1, column 20: expected a square"));
}

TEST(GameRecord, WhatALogCannotSay) {
    const auto refusal = [](const std::string& text) {
        const auto log = to_log(*from_pdn(parsed(text), nullptr));
        return log ? "" : log.error().message;
    };
    EXPECT_EQ(refusal("1. 32-28 *"), "an unfinished game cannot be put in a course log");
    EXPECT_EQ(refusal("1. 32-28 0-0"), "a game that both have lost cannot be put in a course log");
    EXPECT_EQ(refusal("[GameType \"21\"][FEN \"W:W18:B15\"] 1. 18x11 1-0"),
              "a game from another start position cannot be put in a course log");
    EXPECT_EQ(refusal("1. 32-28 19-23 0-2"), "the game did not end by the rules; a course log cannot say that");
    // A winner that the rules do not know.
    Random random(5);
    const std::unique_ptr<Game> game = new_game(variant("suicide-6"));
    play_randomly(*game, 5000, random);
    GameRecord record = from_game(*game);
    ASSERT_TRUE(to_log(record));
    record.winner = record.winner ? std::nullopt : std::optional(Side::White);
    ASSERT_FALSE(to_log(record));
    EXPECT_EQ(to_log(record).error().message, "the game did not end by the rules; a course log cannot say that");
}

TEST(GameRecord, TheExampleGameGoesThroughPdn) {
    std::ifstream in(std::string(CROWNHEAD_TEST_DATA) + "/appendix_d.log");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto logs = course_log::read(text);
    ASSERT_TRUE(logs);
    const auto record = from_log(logs->front(), variant("suicide-6"));
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->winner, Side::White);
    const std::string written = pdn::write(to_pdn(*record));
    EXPECT_TRUE(
        written.ends_with("[Result \"1-0\"]\n[Game \"suicide-6\"]\n\n"
                          "1. 4-7 15-12 2. 7-10 18-15 3. 1-4 14-11 4. 4-7 11x4 5. 5-7 17-14 6. 10x17 16-13\n"
                          "7. 17x10 14-11 8. 7x14 12-9 9. 14-17 15-12 10. 17-13 12-8 11. 6x11 9-6 12. 2x9\n"
                          "4-1 13. 13-16 1-5 14. 11-14 5-2 15. 14-18 2-6 16. 3x8 1-0\n"))
        << written;
    const auto back = from_pdn(parsed(written), nullptr);
    ASSERT_TRUE(back);
    const auto log = to_log(*back);
    ASSERT_TRUE(log);
    EXPECT_EQ(course_log::write(*log), text);
}

TEST(GameRecord, WrongLogsSayWhere) {
    const auto error = [](const std::string& text, std::string_view name) {
        const auto record = from_log(course_log::read(text)->front(), variant(name));
        return record ? "" : record.error().message;
    };
    EXPECT_EQ(error("6\np1 4-8\ntp1 6\ntp2 6\nd\n", "suicide-6"), "line 2: p1 4-8 is not legal here in suicide-6");
    EXPECT_EQ(error("6\np1 4-7\np1 5-8\ntp1 6\ntp2 6\nd\n", "suicide-6"), "line 3: p1 5-8: it is the turn of player 2");
    EXPECT_EQ(error("8\ntp1 6\ntp2 6\nd\n", "suicide-6"), "line 1: suicide-6 is not played on 8x8");
    EXPECT_EQ(error("6\np1 4-7\ntp1 6\ntp2 6\nd\n", "suicide-6"), "line 5: the game is not over");
    EXPECT_EQ(error("6\ntp1 6\ntp2 6\nd\n", "suicide-6"), "line 4: the game is not over");

    std::ifstream in(std::string(CROWNHEAD_TEST_DATA) + "/appendix_d.log");
    const std::string good{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(error(good, "suicide-6"), "");
    const auto changed = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        EXPECT_NE(text.find(from), std::string::npos) << from;
        return error(text.replace(text.find(from), from.size(), to), "suicide-6");
    };
    EXPECT_EQ(changed("tp1 ", "tp1 1"), "line 33: tp1 15, but player 1 has 5 left");
    EXPECT_EQ(changed("tp2 ", "tp2 1"), "line 34: tp2 10, but player 2 has 0 left");
    EXPECT_EQ(changed("\nwp2", "\nwp1"), "line 35: the result is wrong: player 2 has no pieces left and wins");
    EXPECT_EQ(changed("\nwp2", "\nd"), "line 35: the result is wrong: player 2 has no pieces left and wins");
    EXPECT_EQ(changed("\ntp1", "\np2 1-5\ntp1"),
              "line 33: 1-5 after the end of the game: player 2 has no pieces left and wins");
    EXPECT_EQ(changed("\ntp1", "\np1 1-5\ntp1"),
              "line 33: 1-5 after the end of the game: player 2 has no pieces left and wins");
}

TEST(GameRecord, MovesAloneAreNotJudged) {
    Random random(13);
    for (const Variant& v : variants) {
        const std::unique_ptr<Game> game = new_game(v);
        play_randomly(*game, 20, random);
        const GameRecord record = from_game(*game);
        std::vector<AnyMove> moves = record.moves;
        for (AnyMove& mv : moves) mv.promotes = false;
        const auto back = from_moves(v, v.setup.first, moves);
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(*back, record) << v.name;
    }
    const Variant& v = variant("suicide-6");
    const std::vector<AnyMove> moves{{.from = 4, .hops = {{.to = 7}}}, {.from = 4, .hops = {{.to = 8}}}};
    EXPECT_FALSE(from_moves(v, Side::Black, std::span(moves).first(1))->finished);
    const auto wrong = from_moves(v, Side::Black, moves);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error(), (Error{"p2 4-8 is not legal here in suicide-6", 1}));
    EXPECT_EQ(from_moves(v, Side::White, {})->start.turn, Side::White);
}

}  // namespace
}  // namespace crownhead
