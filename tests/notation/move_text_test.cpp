#include "notation/move_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/placement.hpp"
#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

constexpr Notation numeric = Notation::Numeric;
constexpr Notation algebraic = Notation::Algebraic;

AnyMove step(std::uint8_t from, std::uint8_t to) { return {from, {{to, 0, 0}}, false}; }

// A capture from pairs of landing and captured square.
AnyMove capture(std::uint8_t from, std::vector<std::pair<std::uint8_t, std::uint8_t>> jumps) {
    AnyMove mv{from, {}, false};
    for (const auto& [to, captured] : jumps) mv.hops.push_back({to, captured, 0});
    return mv;
}

// A game in which every move has one path, except those given here.
struct Legal {
    const Variant& v;
    std::vector<AnyMove> moves;
    std::vector<std::vector<AnyMove>> more_paths = {};

    Result<std::size_t> read(std::string_view text) const {
        return move_text::read(v, text, moves, [this](std::size_t i) {
            std::vector<AnyMove> paths{moves[i]};
            if (i < more_paths.size()) paths.insert(paths.end(), more_paths[i].begin(), more_paths[i].end());
            return paths;
        });
    }
    std::string write(std::size_t i, Notation notation) const { return move_text::write(v, moves, i, notation); }
    std::string message(std::string_view text) const {
        const Result<std::size_t> result = read(text);
        return result ? "read as " + write(*result, numeric) : result.error().message;
    }
};

const Legal start{list::english,
                  {step(9, 13), step(9, 14), step(10, 14), step(10, 15), step(11, 15), step(11, 16), step(12, 16)}};
const Legal jumps{list::english, {capture(11, {{18, 15}}), capture(12, {{19, 16}, {26, 23}})}};

// docs/sources.md#rule-positions: B:W6,7,8,14,15,16,22,23,24:BK2 has these two among others.
const Legal same_ends{list::english,
                      {capture(2, {{11, 7}, {4, 8}}), capture(2, {{9, 6}, {18, 14}, {11, 15}, {4, 8}}),
                       capture(2, {{11, 7}, {18, 15}, {25, 22}})}};

TEST(MoveText, WritesTheShortForm) {
    EXPECT_EQ(start.write(4, numeric), "11-15");
    EXPECT_EQ(jumps.write(0, numeric), "11x18");
    EXPECT_EQ(jumps.write(1, numeric), "12x26");
    EXPECT_EQ(same_ends.write(2, numeric), "2x25");
}

TEST(MoveText, WritesThePathWhenAnotherMoveHasTheSameEnds) {
    EXPECT_EQ(same_ends.write(0, numeric), "2x11x4");
    EXPECT_EQ(same_ends.write(1, numeric), "2x9x18x11x4");
}

TEST(MoveText, WritesThePathOnRequest) {
    EXPECT_EQ(move_text::write_full(list::english, jumps.moves[1], numeric), "12x19x26");
    EXPECT_EQ(move_text::write_full(list::english, start.moves[0], numeric), "9-13");
    EXPECT_EQ(move_text::write_full(list::mini, {}, numeric), "pass");
}

TEST(MoveText, WritesWithTheSignsOfTheGame) {
    const AnyMove mv = capture(22, {{15, 18}, {6, 10}});
    EXPECT_EQ(move_text::write_full(list::russian, mv, algebraic), "c3:e5:c7");
    EXPECT_EQ(move_text::write_full(list::russian, mv, numeric), "22:15:6");
    EXPECT_EQ(move_text::write_full(list::brazilian, mv, algebraic), "c3xe5xc7");
    EXPECT_EQ(move_text::write_full(list::thai, mv, numeric), "22x15x6");
    EXPECT_EQ(move_text::write_full(list::russian, step(21, 17), algebraic), "a3-b4");
}

TEST(MoveText, WritesCircularCaptures) {
    // docs/sources.md#rule-positions, Frisian: W:W33:B23,28,K29 has 33x33.
    const Legal circle{list::frisian, {capture(33, {{22, 28}, {24, 23}, {33, 29}})}};
    EXPECT_EQ(circle.write(0, numeric), "33x33");
    EXPECT_EQ(*circle.read("33x33"), 0u);
    EXPECT_EQ(*circle.read("33x22x24x33"), 0u);
    EXPECT_EQ(*circle.read("33x24x33"), 0u);
    EXPECT_FALSE(circle.read("33x24x22x33"));
}

TEST(MoveText, WritesAndReadsAPass) {
    const Legal passing{list::mini, {AnyMove{}}};
    EXPECT_EQ(passing.write(0, numeric), "pass");
    for (const std::string_view text : {"pass", "PASS", " Pass "}) EXPECT_EQ(*passing.read(text), 0u);
    EXPECT_EQ(passing.message("1-4"), "1-4 is not legal here: the only legal move is pass");
    EXPECT_EQ(start.message("pass"),
              "pass is not legal here: legal moves are 9-13, 9-14, 10-14, 10-15, 11-15, 11-16 and 1 more");
}

struct Good {
    const Legal* legal;
    std::string_view text;
    std::size_t index;
};

const Legal shashki{list::russian, {step(21, 17), capture(22, {{15, 18}, {6, 10}})}};
const Legal makhos{list::thai, {capture(22, {{15, 18}, {6, 10}})}};
// A flying king: 47x33 over 38, on over 29 to 20; hops end behind the captured piece where it does not turn.
const Legal flying{list::international, {capture(47, {{33, 38}, {15, 20}})}};

TEST(MoveText, ReadsTolerantly) {
    const std::vector<Good> table{
        {&start, "11-15", 4},           {&start, " 11 - 15 ", 4},  {&start, "011-0015", 4},
        {&start, "11-15\n", 4},         {&jumps, "11x18", 0},      {&jumps, "11X18", 0},
        {&jumps, "11:18", 0},           {&jumps, "11-18", 0},      {&jumps, "11 x 18", 0},
        {&jumps, "12x26", 1},           {&jumps, "12x19x26", 1},   {&jumps, "12-19-26", 1},
        {&jumps, "12x19-26", 1},        {&shashki, "a3-b4", 0},    {&shashki, "a3b4", 0},
        {&shashki, "A3B4", 0},          {&shashki, "a3 b4", 0},    {&shashki, "21-17", 0},
        {&shashki, "a3-17", 0},         {&shashki, "c3:c7", 1},    {&shashki, "c3xe5xc7", 1},
        {&shashki, "c3e5c7", 1},        {&shashki, "c3-c7", 1},    {&shashki, "22x6", 1},
        {&makhos, "22-6", 0},           {&makhos, "22x15x6", 0},   {&flying, "47x15", 0},
        {&flying, "47x33x15", 0},       {&flying, "47x29x15", 0},  // a square that is flown over
        {&flying, "47x42x33x24x15", 0}, {&same_ends, "2x11x4", 0}, {&same_ends, "2x9x18x11x4", 1},
        {&same_ends, "2x9x4", 1},       {&same_ends, "2x18x4", 1}, {&same_ends, "2x25", 2},
    };
    for (const Good& good : table) {
        const Result<std::size_t> index = good.legal->read(good.text);
        ASSERT_TRUE(index) << good.text << ": " << index.error().message;
        EXPECT_EQ(*index, good.index) << good.text;
    }
}

TEST(MoveText, FindsAMoveByAnyOfItsPaths) {
    const Legal square{list::english, {capture(2, {{11, 7}, {18, 15}})}, {{capture(2, {{9, 6}, {18, 14}})}}};
    EXPECT_EQ(*square.read("2x9x18"), 0u);
    EXPECT_EQ(*square.read("2x11x18"), 0u);
    EXPECT_FALSE(square.read("2x10x18"));
}

TEST(MoveText, SurvivesAMoveThatNoGameHas) {
    const Legal odd{list::english, {capture(5, {{14, 14}}), capture(5, {{6, 5}, {6, 6}})}};
    EXPECT_EQ(*odd.read("5x9x14"), 0u);
    EXPECT_FALSE(odd.read("5x14x14"));
    EXPECT_EQ(*odd.read("5x6x6"), 1u);
}

TEST(MoveText, PrefersThePathGivenInFull) {
    // 2x11x4 is one move in full and a part of another; so is the single jump 5x14.
    const Legal partly{list::english,
                       {capture(2, {{9, 6}, {18, 14}, {11, 15}, {4, 8}}), capture(2, {{11, 7}, {4, 8}})}};
    EXPECT_EQ(*partly.read("2x11x4"), 1u);
    const Legal hop{list::kingme, {capture(14, {{5, 9}}), capture(14, {{7, 10}, {16, 11}, {5, 9}}), step(14, 5)}};
    EXPECT_EQ(*hop.read("14x5"), 0u);
    EXPECT_EQ(*hop.read("14x16x5"), 1u);
    // A turning square counts for more than a square flown over.
    const Legal over{list::international,
                     {capture(47, {{33, 38}, {15, 20}}), capture(47, {{42, 1}, {29, 2}, {15, 3}})}};
    EXPECT_EQ(*over.read("47x29x15"), 1u);
}

TEST(MoveText, TellsAStepFromACapture) {
    const Legal both{list::kingme, {step(14, 9), capture(14, {{7, 10}, {16, 11}, {9, 12}})}};
    EXPECT_EQ(both.write(0, numeric), "14-9");
    EXPECT_EQ(both.write(1, numeric), "14x7x16x9");
    EXPECT_EQ(*both.read("14-9"), 0u);
    EXPECT_EQ(*both.read("14x9"), 1u);
    EXPECT_EQ(start.message("11x15"), "11x15 is not legal here: it is no capture, expected 11-15");
}

TEST(MoveText, ReadsWhatItWrites) {
    for (const Legal* legal : {&start, &jumps, &same_ends, &shashki, &makhos, &flying}) {
        for (std::size_t i = 0; i < legal->moves.size(); ++i) {
            EXPECT_EQ(*legal->read(legal->write(i, numeric)), i);
            EXPECT_EQ(*legal->read(move_text::write_full(legal->v, legal->moves[i], numeric)), i);
            if (legal->v.setup.notation != algebraic) continue;
            EXPECT_EQ(*legal->read(legal->write(i, algebraic)), i);
            EXPECT_EQ(*legal->read(move_text::write_full(legal->v, legal->moves[i], algebraic)), i);
        }
    }
}

struct BadMove {
    const Legal* legal;
    std::string_view text;
    std::string_view message;
    std::size_t offset;
};

TEST(MoveText, RefusesWhatIsNoMove) {
    const std::vector<BadMove> table{
        {&start, "", "expected a square 1..32, found the end", 0},
        {&start, "  ", "expected a square 1..32, found the end", 2},
        {&start, "hello", "expected a square 1..32, found 'h'", 0},
        {&start, "possible", "expected a move or pass, found 'possible'", 0},
        {&start, "pas", "expected a move or pass, found 'pas'", 0},
        {&start, "pass 1", "expected the end after pass, found '1'", 5},
        {&start, "11", "expected '-' or 'x' and a square, found the end", 2},
        {&start, "11 15", "expected '-' or 'x' and a square, found '1'", 3},
        {&start, "1115", "there is no square 1115: expected 1..32", 0},
        {&start, "11-", "expected a square 1..32, found the end", 3},
        {&start, "11--15", "expected a square 1..32, found '-'", 3},
        {&start, "-11-15", "expected a square 1..32, found '-'", 0},
        {&start, "11-33", "there is no square 33: expected 1..32", 3},
        {&start, "0-15", "there is no square 0: expected 1..32", 0},
        {&start, "11-15!", "expected '-', 'x' or the end, found '!'", 5},
        {&start, "11*15", "expected '-' or 'x' and a square, found '*'", 2},
        {&start, "11-15 and", "expected '-', 'x' or the end, found 'a'", 6},
        {&start, "a3-b4", "expected a square 1..32, found 'a'", 0},
        {&start, "11-b4", "expected a square 1..32, found 'b'", 3},
        {&shashki, "a3-b5", "b5 is a light square: expected a dark one", 3},
        {&shashki, "a3-i4", "expected a file a..h, found 'i'", 3},
        {&shashki, "a3z", "expected a file a..h, found 'z'", 2},
        {&shashki, "a3!", "expected '-' or 'x' and a square, found '!'", 2},
        {&shashki, "a3", "expected '-' or 'x' and a square, found the end", 2},
        {&shashki, "ab4", "expected a number, found 'b'", 1},
        {&shashki, "21b4", "expected '-' or 'x' and a square, found 'b'", 2},
    };
    for (const BadMove& bad : table) {
        const Result<std::size_t> index = bad.legal->read(bad.text);
        ASSERT_FALSE(index) << bad.text;
        EXPECT_EQ(index.error(), (Error{std::string(bad.message), bad.offset}))
            << bad.text << ": " << index.error().message;
    }
}

TEST(MoveText, SaysWhyAMoveIsNotLegal) {
    const Legal over{list::english, {}};
    const std::vector<BadMove> table{
        {&start, "11-20", "11-20 is not legal here: from 11 there is 11-15, 11-16", 0},
        {&start, " 21-17",
         "21-17 is not legal here: nothing on 21 can move; legal moves are 9-13, 9-14, 10-14, 10-15, 11-15, 11-16 and "
         "1 more",
         1},
        {&jumps, "11-15", "11-15 is not legal here: a capture is compulsory (11x18)", 0},
        {&jumps, "9-13", "9-13 is not legal here: a capture is compulsory (11x18, 12x26)", 0},
        {&jumps, "12x19", "12x19 is not legal here: from 12 there is 12x26", 0},
        {&jumps, "12x18x26", "12x18x26 is not legal here: expected the path 12x19x26", 0},
        {&jumps, "9x18", "9x18 is not legal here: nothing on 9 can move; legal moves are 11x18, 12x26", 0},
        {&same_ends, "2x25x25", "2x25x25 is not legal here: expected the path 2x11x18x25", 0},
        {&shashki, "c3-d4", "c3-d4 is not legal here: from c3 there is c3:c7", 0},
        {&shashki, "22:15", "22:15 is not legal here: from 22 there is 22:6", 0},
        {&makhos, "22x15", "22x15 is not legal here: from 22 there is 22-6", 0},
        {&over, "11-15", "11-15 is not legal here: there is no legal move", 0},
        {&same_ends, "2x4", "2x4 may mean 2x11x4, 2x9x18x11x4: expected the whole path", 0},
        {&same_ends, " 2-4", "2-4 may mean 2x11x4, 2x9x18x11x4: expected the whole path", 1},
    };
    for (const BadMove& bad : table) {
        const Result<std::size_t> index = bad.legal->read(bad.text);
        ASSERT_FALSE(index) << bad.text;
        EXPECT_EQ(index.error(), (Error{std::string(bad.message), bad.offset}))
            << bad.text << ": " << index.error().message;
    }
}

TEST(MoveText, DoesNotCallACaptureCompulsoryWhereItIsNot) {
    const Legal free{list::kingme, {capture(11, {{18, 15}})}};
    EXPECT_EQ(free.message("11-16"), "11-16 is not legal here: from 11 there is 11x18");
}

// Every legal move of the position, in every form it can be written in.
void expect_moves_read_back(const Game& game) {
    const Variant& v = game.variant();
    const std::span<const AnyMove> legal = game.legal();
    const auto read = [&](std::string_view text) {
        return move_text::read(v, text, legal, [&](std::size_t i) { return game.paths(i); });
    };
    const std::string where = std::string(v.name) + ' ' + fen::write(v, game.placement());
    for (std::size_t i = 0; i < legal.size(); ++i) {
        for (const Notation notation : {numeric, v.setup.notation}) {
            const std::string text = move_text::write(v, legal, i, notation);
            const Result<std::size_t> index = read(text);
            ASSERT_TRUE(index) << where << ' ' << text << ": " << index.error().message;
            EXPECT_EQ(*index, i) << where << ' ' << text;
            for (std::size_t j = 0; j < i; ++j) EXPECT_NE(text, move_text::write(v, legal, j, notation)) << where;
            for (const AnyMove& path : game.paths(i)) {
                const std::string full = move_text::write_full(v, path, notation);
                const Result<std::size_t> by_path = read(full);
                ASSERT_TRUE(by_path) << where << ' ' << full << ": " << by_path.error().message;
                EXPECT_EQ(*by_path, i) << where << ' ' << full;
            }
        }
    }
}

TEST(MoveText, ReadsEveryLegalMoveOfRandomGames) {
    Random random(4);
    for (const Variant& v : variants) {
        for (int round = 0; round < 4; ++round) {
            const std::unique_ptr<Game> game = new_game(v);
            for (int ply = 0; ply < 150 && !game->legal().empty(); ++ply) {
                expect_moves_read_back(*game);
                game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
            }
        }
    }
}

TEST(MoveText, ReadsEveryLegalMoveOfPositionsFullOfKings) {
    Random random(5);
    for (const Variant& v : variants) {
        if (!has_kings(v.move) || v.end.king_wins) continue;
        const std::unique_ptr<Game> game = new_game(v);
        for (int round = 0; round < 150; ++round) {
            Placement placement(v.squares());
            placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
            const auto squares = static_cast<std::uint32_t>(v.squares());
            const auto any_square = [&] { return 1 + static_cast<int>(random.below(squares)); };
            for (std::uint32_t n = squares / 5; n > 0; --n)
                placement.put(any_square(), piece_of(!placement.turn, random.below(3) == 0));
            for (int n = 0; n < 2; ++n) placement.put(any_square(), piece_of(placement.turn, true));
            if (!game->set(placement, Strictness::Anything)) continue;
            expect_moves_read_back(*game);
        }
    }
}

TEST(MoveText, WritesTheAmbiguousCapturesApart) {
    // docs/sources.md#rule-positions: ten captures, some with the same ends.
    const std::unique_ptr<Game> game = *new_game("english");
    ASSERT_TRUE(game->set(*fen::read(list::english, "B:W6,7,8,14,15,16,22,23,24:BK2"), Strictness::Anything));
    EXPECT_EQ(game->legal().size(), 10u);
    expect_moves_read_back(*game);
    const auto message = [&](std::string_view text) {
        const auto index =
            move_text::read(list::english, text, game->legal(), [&](std::size_t i) { return game->paths(i); });
        return index ? std::string("legal") : index.error().message;
    };
    EXPECT_TRUE(message("2x25").starts_with("2x25 may mean 2x")) << message("2x25");
    EXPECT_TRUE(message("2x7").starts_with("2x7 is not legal here: from 2 there is 2x")) << message("2x7");
    EXPECT_TRUE(message("2x7").ends_with(" and 4 more")) << message("2x7");
}

}  // namespace
}  // namespace crownhead
