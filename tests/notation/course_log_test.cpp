#include "notation/course_log.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

using course_log::LogGame;

// Appendix D of the suicide document.
constexpr std::string_view appendix_d =
    "6\np1 4-7\np2 15-12\np1 7-10\np2 18-15\np1 1-4\np2 14-11\np1 4-7\np2 11x4(7)\np1 5-7\np2 17-14\np1 10x17(13)\np2 "
    "16-13\n"
    "p1 17x10(13)\np2 14-11\np1 7x14(11)\np2 12-9\np1 14-17\np2 15-12\np1 17-13\np2 12-8\np1 6x11(8)\np2 9-6\np1 "
    "2x9(6)\n"
    "p2 4-1\np1 13-16\np2 1-5\np1 11-14\np2 5-2\np1 14-18\np2 2-6\np1 3x8(6)\ntp1 5\ntp2 0\nwp2\n";

TEST(CourseLog, ReadsAndWritesTheExampleByteForByte) {
    const auto games = course_log::read(appendix_d);
    ASSERT_TRUE(games) << games.error().message;
    ASSERT_EQ(games->size(), 1u);
    const LogGame& game = games->front();
    EXPECT_EQ(game.size, 6);
    ASSERT_EQ(game.moves.size(), 31u);
    EXPECT_EQ(game.moves[0].player, Side::Black);
    EXPECT_EQ(game.moves[0].move, (AnyMove{4, {{7, 0, 0}}, false}));
    EXPECT_EQ(game.moves[7].player, Side::White);
    EXPECT_EQ(game.moves[7].move, (AnyMove{11, {{4, 7, 0}}, false}));
    EXPECT_EQ(game.moves[7].line, 9u);
    EXPECT_EQ(game.left1, 5);
    EXPECT_EQ(game.left2, 0);
    EXPECT_EQ(game.winner, Side::White);
    EXPECT_EQ(game.line, 1u);
    EXPECT_EQ(game.result_line, 35u);
    EXPECT_EQ(course_log::write(game), appendix_d);
}

TEST(CourseLog, WritesEveryKindOfMove) {
    EXPECT_EQ(course_log::move_line(Side::Black, {4, {{7, 0, 0}}, false}), "p1 4-7");
    EXPECT_EQ(course_log::move_line(Side::White, {11, {{4, 7, 0}}, true}), "p2 11x4(7)");
    EXPECT_EQ(course_log::move_line(Side::White, {17, {{12, 14, 0}, {5, 8, 0}}, false}), "p2 17x12(14)12x5(8)");
    EXPECT_EQ(course_log::move_line(Side::Black, {9, {{23, 14, 18}}, false}), "p1 9x23(14,18)");
    EXPECT_EQ(course_log::move_line(Side::Black, {9, {{23, 14, 18}, {32, 27, 0}}, false}), "p1 9x23(14,18)23x32(27)");
    EXPECT_EQ(course_log::move_line(Side::Black, {}), "p1 pass");
}

TEST(CourseLog, ReadsEveryKindOfMove) {
    const auto games = course_log::read("8\np1 pass\np2 17x12(14)12x5(8)\np1 9x23(14,18)23x32(27)\ntp1 1\ntp2 2\nd\n");
    ASSERT_TRUE(games) << games.error().message;
    const LogGame& game = games->front();
    EXPECT_TRUE(game.moves[0].move.is_pass());
    EXPECT_EQ(game.moves[1].move, (AnyMove{17, {{12, 14, 0}, {5, 8, 0}}, false}));
    EXPECT_EQ(game.moves[2].move, (AnyMove{9, {{23, 14, 18}, {32, 27, 0}}, false}));
    EXPECT_EQ(game.winner, std::nullopt);
    EXPECT_EQ(course_log::write(game), "8\np1 pass\np2 17x12(14)12x5(8)\np1 9x23(14,18)23x32(27)\ntp1 1\ntp2 2\nd\n");
}

TEST(CourseLog, SeparatesGamesByOneEmptyLine) {
    const std::vector<LogGame> games{{.size = 6, .left1 = 6, .left2 = 6},
                                     {.size = 12, .left2 = 30, .winner = Side::Black}};
    const std::string text = "6\ntp1 6\ntp2 6\nd\n\n12\ntp1 0\ntp2 30\nwp1\n";
    EXPECT_EQ(course_log::write(games), text);
    const auto back = course_log::read(text);
    ASSERT_TRUE(back) << back.error().message;
    ASSERT_EQ(back->size(), 2u);
    EXPECT_EQ((*back)[1].size, 12);
    EXPECT_EQ((*back)[1].winner, Side::Black);
    EXPECT_EQ((*back)[1].line, 6u);
    EXPECT_EQ(course_log::write(*back), text);
    EXPECT_EQ(course_log::write(std::vector<LogGame>{}), "");
}

TEST(CourseLog, ReadsTolerantly) {
    const std::string plain = "6\np1 4-7\np2 11x4(7)\ntp1 5\ntp2 6\nwp1\n\n8\ntp1 1\ntp2 1\nd\n";
    for (const std::string_view text : {
             std::string_view(
                 "6\r\np1 4-7\r\np2 11x4(7)\r\ntp1 5\r\ntp2 6\r\nwp1\r\n\r\n8\r\ntp1 1\r\ntp2 1\r\nd\r\n"),  // CRLF
             std::string_view(
                 "6 \np1 4-7\t\np2 11x4(7)  \ntp1 5 \ntp2 6\nwp1  \n \n8\ntp1 1\ntp2 1\nd "),  // trailing spaces
             std::string_view(
                 "\n\n6\np1 4-7\np2 11x4(7)\ntp1 5\ntp2 6\nwp1\n\n\n\n8\ntp1 1\ntp2 1\nd\n\n\n"),  // empty lines
             std::string_view(
                 "6\np1 4-7\np2 11x4(7)\ntp1 5\ntp2 6\nwp1\n8\ntp1 1\ntp2 1\nd"),  // none, and no last end of line
             std::string_view(
                 "06\n p1   4 - 7\np2\t11 x 4 ( 7 )\n  tp1 05\ntp2 6\nwp1\n\n8\ntp1 1\ntp2 1\nd\n"),  // spaces inside
         }) {
        const auto games = course_log::read(text);
        ASSERT_TRUE(games) << games.error().message;
        EXPECT_EQ(course_log::write(*games), plain);
    }
    EXPECT_TRUE(course_log::read("")->empty());
    EXPECT_TRUE(course_log::read(" \r\n\n")->empty());
}

struct BadLog {
    std::string_view text;
    std::string_view message;
    std::size_t offset;
};

TEST(CourseLog, RefusesWithLineAndOffset) {
    const std::vector<BadLog> table{
        {"x", "line 1: expected a board size, found 'x'", 0},
        {"p1 4-7", "line 1: expected a board size, found 'p'", 0},
        {"7\n", "line 1: expected a board size of 6, 8, 10 or 12, found 7", 0},
        {"4\n", "line 1: expected a board size of 6, 8, 10 or 12, found 4", 0},
        {"14\n", "line 1: expected a board size of 6, 8, 10 or 12, found 14", 0},
        {"99999999999999\n", "line 1: expected a board size of 6, 8, 10 or 12, found 99999999999999", 0},
        {"6 x\n", "line 1: expected the end of the line, found 'x'", 2},
        {"6", "line 2: expected a move that begins with p1 or p2, or tp1, found the end of the text", 1},
        {"6\np1 4-7\n", "line 3: expected a move that begins with p1 or p2, or tp1, found the end of the text", 9},
        {"6\n\np1 4-7\n", "line 2: expected a move that begins with p1 or p2, or tp1, found the end of the line", 2},
        {"6\nq1 4-7\n", "line 2: expected a move that begins with p1 or p2, or tp1, found 'q'", 2},
        {"6\np3 4-7\n", "line 2: expected a move that begins with p1 or p2, or tp1, found 'p'", 2},
        {"6\np14-7\n", "line 2: expected a space and a move, found '4'", 4},
        {"6\np1\n", "line 2: expected a space and a move, found the end of the line", 4},
        {"6\np1 4\n", "line 2: expected '-' or 'x', found the end of the line", 6},
        {"6\np1 4:7\n", "line 2: expected '-' or 'x', found ':'", 6},
        {"6\np1 4-19\n", "line 2: there is no square 19: expected 1..18", 7},
        {"6\np1 0-7\n", "line 2: there is no square 0: expected 1..18", 5},
        {"6\np1 4-7-10\n", "line 2: expected the end of the line, found '-'", 8},
        {"6\np1 4-7(6)\n", "line 2: expected the end of the line, found '('", 8},
        {"6\np1 11x4\n", "line 2: expected '(', found the end of the line", 9},
        {"6\np1 11x4(\n", "line 2: expected a number, found the end of the line", 10},
        {"6\np1 11x4(7\n", "line 2: expected ')', found the end of the line", 11},
        {"6\np1 11x4(0)\n", "line 2: there is no square 0: expected 1..18", 10},
        {"6\np1 11x4(7,)\n", "line 2: expected a number, found ')'", 12},
        {"6\np1 11x4(7,8,9)\n", "line 2: expected ')', found ','", 13},
        {"6\np1 17x12(14)11x5(8)\n", "line 2: the jump to 12 is followed by one from 11: expected 12", 14},
        {"6\np1 17x12(14)12-5\n", "line 2: expected 'x', found '-'", 16},
        {"6\np1 17x12(14)12\n", "line 2: expected 'x', found the end of the line", 16},
        {"6\np1 passed\n", "line 2: expected the end of the line, found 'e'", 9},
        {"6\ntp2 6\n", "line 2: expected 'tp1' and the number of pieces left, found 't'", 2},
        {"6\ntp1\n", "line 2: expected 'tp1' and the number of pieces left, found the end of the line", 5},
        {"6\ntp15\n", "line 2: expected 'tp1' and the number of pieces left, found '5'", 5},
        {"6\ntp1 x\n", "line 2: expected a number, found 'x'", 6},
        {"6\ntp1 19\n", "line 2: expected at most 18 pieces, found 19", 6},
        {"6\ntp1 6\nwp1\n", "line 3: expected 'tp2' and the number of pieces left, found 'w'", 8},
        {"6\ntp1 6\np1 4-7\n", "line 3: expected 'tp2' and the number of pieces left, found 'p'", 8},
        {"6\ntp1 6\ntp2 6\n", "line 4: expected the winner, wp1, wp2 or d, found the end of the text", 14},
        {"6\ntp1 6\ntp2 6\nwp3\n", "line 4: expected the winner, wp1, wp2 or d, found 'w'", 14},
        {"6\ntp1 6\ntp2 6\ndraw\n", "line 4: expected the end of the line, found 'r'", 15},
        {"6\ntp1 6\ntp2 6\nd\n\n8\r\nfoo", "line 7: expected a move that begins with p1 or p2, or tp1, found 'f'", 20},
    };
    for (const BadLog& bad : table) {
        const auto games = course_log::read(bad.text);
        ASSERT_FALSE(games) << bad.text;
        EXPECT_EQ(games.error().message, bad.message);
        EXPECT_EQ(games.error().offset, bad.offset) << bad.text;
    }
}

TEST(CourseLog, ReaderGivesOneGameAtATime) {
    course_log::Reader reader("6\ntp1 6\ntp2 6\nd\n\n8\ntp1 1\ntp2 1\nwp1\n\nbad\n\n8\ntp1 1\ntp2 1\nwp1\n");
    auto first = reader.next();
    ASSERT_TRUE(first && *first);
    EXPECT_EQ((*first)->size, 6);
    auto second = reader.next();
    ASSERT_TRUE(second && *second);
    EXPECT_EQ((*second)->size, 8);
    const auto third = reader.next();
    ASSERT_FALSE(third);
    EXPECT_EQ(third.error().message, "line 11: expected a board size, found 'b'");
    const auto after = reader.next();
    ASSERT_TRUE(after);
    EXPECT_FALSE(*after);
}

TEST(CourseLog, ReaderGoesOnBehindTheNextEmptyLine) {
    constexpr std::string_view game = "8\ntp1 1\ntp2 1\nwp1\n";
    // What is wrong, and the line of the game that follows.
    const std::vector<std::pair<std::string, std::size_t>> table{
        {"bad\n\n", 3},
        {"8\np1 what\nmore\ntp1 1\n\n", 6},
        {"8\np1 4-8\n\n", 4},  // a game that just ends; its empty line is the error
        {"8\ntp1 1\n \r\n\n", 5},
    };
    for (const auto& [bad, line] : table) {
        const std::string text = bad + std::string(game);
        course_log::Reader reader(text);
        ASSERT_FALSE(reader.next()) << bad;
        reader.go_on();
        const auto next = reader.next();
        ASSERT_TRUE(next && *next) << bad;
        EXPECT_EQ((*next)->line, line) << bad;
        EXPECT_EQ((*next)->result_line, line + 3) << bad;
    }
    course_log::Reader last("8\nbad");
    ASSERT_FALSE(last.next());
    last.go_on();
    ASSERT_TRUE(last.next());
    EXPECT_FALSE(*last.next());
}

TEST(CourseLog, RandomGamesReadBack) {
    Random random(2);
    for (int round = 0; round < 500; ++round) {
        LogGame game{.size = 6 + 2 * static_cast<int>(random.below(4))};
        const auto squares = static_cast<std::uint32_t>(game.size * game.size / 2);
        const auto square = [&] { return static_cast<std::uint8_t>(1 + random.below(squares)); };
        const std::uint32_t length = random.below(40);
        for (std::uint32_t i = 0; i < length; ++i) {
            AnyMove mv;
            const std::uint32_t hops = random.below(5);
            if (hops > 0) mv.from = square();
            for (std::uint32_t h = 1; h < hops; ++h)
                mv.hops.push_back({square(), square(), random.below(4) == 0 ? square() : std::uint8_t{0}});
            if (hops == 1) mv.hops.push_back({square(), 0, 0});
            game.moves.push_back({random.below(2) == 0 ? Side::Black : Side::White, mv, i + 2});
        }
        game.left1 = static_cast<int>(random.below(squares + 1));
        game.left2 = static_cast<int>(random.below(squares + 1));
        if (const std::uint32_t winner = random.below(3); winner > 0)
            game.winner = winner == 1 ? Side::Black : Side::White;
        const std::string text = course_log::write(game);
        const auto back = course_log::read(text);
        ASSERT_TRUE(back) << text << back.error().message;
        ASSERT_EQ(back->size(), 1u);
        const LogGame& same = back->front();
        ASSERT_EQ(same.moves.size(), game.moves.size());
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            EXPECT_EQ(same.moves[i].player, game.moves[i].player);
            EXPECT_EQ(same.moves[i].move, game.moves[i].move);
            EXPECT_EQ(same.moves[i].line, game.moves[i].line);
        }
        EXPECT_EQ(same.left1, game.left1);
        EXPECT_EQ(same.left2, game.left2);
        EXPECT_EQ(same.winner, game.winner);
        EXPECT_EQ(course_log::write(same), text);
    }
}

TEST(CourseLog, MovesOfRandomGamesReadBack) {
    Random random(6);
    for (const Variant& v : variants) {
        const std::unique_ptr<Game> game = new_game(v);
        LogGame log{.size = v.size()};
        for (int ply = 0; ply < 200 && !game->legal().empty(); ++ply) {
            const std::size_t index = random.below(static_cast<std::uint32_t>(game->legal().size()));
            log.moves.push_back({game->placement().turn, game->legal()[index]});
            game->play(index);
        }
        const auto back = course_log::read(course_log::write(log));
        ASSERT_TRUE(back) << v.name << ": " << back.error().message;
        ASSERT_EQ(back->front().moves.size(), log.moves.size());
        for (std::size_t i = 0; i < log.moves.size(); ++i) {
            EXPECT_EQ(back->front().moves[i].player, log.moves[i].player);
            AnyMove expected = log.moves[i].move;
            expected.promotes = false;
            EXPECT_EQ(back->front().moves[i].move, expected) << v.name;
        }
    }
}

}  // namespace
}  // namespace crownhead
