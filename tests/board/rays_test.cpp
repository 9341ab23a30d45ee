// Rays: every line, reach and nearest piece against a walk square by square.
#include "board/rays.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "board/direction.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

template <Direction D>
constexpr Cell step_of() {
    switch (D) {
        case Direction::DownLeft: return {1, -1};
        case Direction::DownRight: return {1, 1};
        case Direction::UpLeft: return {-1, -1};
        case Direction::UpRight: return {-1, 1};
        case Direction::Down: return {2, 0};
        case Direction::Right: return {0, 2};
        case Direction::Up: return {-2, 0};
        case Direction::Left: return {0, -2};
    }
    return {};
}

// The squares in line, nearest first.
template <Direction D, Geometry G>
std::vector<Square> walk(int index) {
    std::vector<Square> squares;
    constexpr Cell step = step_of<D>();
    Cell c = cell_of(G.size, index);
    for (;;) {
        c = {c.row + step.row, c.column + step.column};
        if (c.row < 0 || c.row >= G.size || c.column < 0 || c.column >= G.size) return squares;
        squares.push_back(static_cast<Square>(G.bit(index_of(G.size, c))));
    }
}

template <Geometry G, class Lines, class F>
void each_line(F f) {
    Lines::each([&]<Direction D>() {
        for (int index = 0; index < G.squares(); ++index)
            f.template operator()<D>(static_cast<Square>(G.bit(index)), walk<D, G>(index));
    });
}

template <class F>
void on_every_board(F f) {
    f.template operator()<Geometry{.size = 6}, AllDiagonals>();
    f.template operator()<Geometry{.size = 8}, AllDiagonals>();
    f.template operator()<Geometry{.size = 10}, AllDiagonals>();
    f.template operator()<Geometry{.size = 12}, AllDiagonals>();
    f.template operator()<Geometry{.size = 10, .spaced = true}, AllDirections>();  // rows and columns too
}

TEST(Rays, GoToTheEdge) {
    on_every_board([]<Geometry G, class Lines>() {
        std::size_t total = 0;
        each_line<G, Lines>([&]<Direction D>(Square from, const std::vector<Square>& line) {
            SquareSet<G> expected;
            for (const Square sq : line) expected |= SquareSet<G>(sq);
            EXPECT_EQ((ray<D, G>(from)), expected) << G.size << " " << bit_of(from) << " " << static_cast<int>(D);
            total += line.size();
        });
        EXPECT_GT(total, static_cast<std::size_t>(G.squares()));
    });
}

TEST(Rays, ReachStopsBeforeTheFirstClosedSquare) {
    on_every_board([]<Geometry G, class Lines>() {
        Random random(21);
        for (int round = 0; round < 60; ++round) {
            SquareSet<G> open;
            for (const Square sq : SquareSet<G>::all())
                if (random.below(60) >= static_cast<std::uint32_t>(round)) open |= SquareSet<G>(sq);
            each_line<G, Lines>([&]<Direction D>(Square from, const std::vector<Square>& line) {
                SquareSet<G> expected;
                for (const Square sq : line) {
                    if (!open.has(sq)) break;
                    expected |= SquareSet<G>(sq);
                }
                EXPECT_EQ((reach<D>(from, open)), expected)
                    << G.size << " " << bit_of(from) << " " << static_cast<int>(D);
            });
        }
    });
}

TEST(Rays, NearestIsTheFirstOnTheWay) {
    on_every_board([]<Geometry G, class Lines>() {
        Random random(22);
        for (int round = 0; round < 60; ++round) {
            SquareSet<G> pieces;
            for (const Square sq : SquareSet<G>::all())
                if (random.below(4) == 0) pieces |= SquareSet<G>(sq);
            each_line<G, Lines>([&]<Direction D>(Square from, const std::vector<Square>& line) {
                for (const Square sq : line) {
                    if (!pieces.has(sq)) continue;
                    EXPECT_EQ(nearest<D>(ray<D, G>(from) & pieces), sq) << G.size << " " << bit_of(from);
                    break;
                }
            });
        }
    });
}

// A wrapped ray would be worse than none.
TEST(Rays, PlainBoardsHaveNoneAlongRowsAndColumns) {
    constexpr Geometry plain{.size = 10};
    for (int index = 0; index < plain.squares(); ++index) {
        const auto sq = static_cast<Square>(plain.bit(index));
        EXPECT_TRUE((ray<Direction::Left, plain>(sq)).empty() && (ray<Direction::Right, plain>(sq)).empty());
        EXPECT_TRUE((ray<Direction::Up, plain>(sq)).empty() && (ray<Direction::Down, plain>(sq)).empty());
    }
}

}  // namespace
}  // namespace crownhead
