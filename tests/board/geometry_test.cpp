// Geometry: squares, numbers and bits of every board, by exhaustion.
#include "board/geometry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "board/direction.hpp"

namespace crownhead {
namespace {

constexpr std::array boards{Geometry{.size = 6}, Geometry{.size = 8}, Geometry{.size = 10}, Geometry{.size = 12},
                            Geometry{.size = 10, .spaced = true}};

constexpr std::array all_directions{Direction::DownLeft, Direction::DownRight, Direction::UpLeft, Direction::UpRight,
                                    Direction::Down,     Direction::Right,     Direction::Up,     Direction::Left};

// Where a step leads on the board: the definition, against which the shifts are checked.
constexpr Cell neighbour(Cell c, Direction d) {
    switch (d) {
        case Direction::DownLeft: return {c.row + 1, c.column - 1};
        case Direction::DownRight: return {c.row + 1, c.column + 1};
        case Direction::UpLeft: return {c.row - 1, c.column - 1};
        case Direction::UpRight: return {c.row - 1, c.column + 1};
        case Direction::Down: return {c.row + 2, c.column};
        case Direction::Right: return {c.row, c.column + 2};
        case Direction::Up: return {c.row - 2, c.column};
        case Direction::Left: return {c.row, c.column - 2};
    }
    return c;
}
constexpr bool is_inside(int size, Cell c) { return c.row >= 0 && c.row < size && c.column >= 0 && c.column < size; }
constexpr bool is_horizontal(Direction d) { return d == Direction::Left || d == Direction::Right; }

// The sizes promised by the comment in geometry.hpp: what decides between 64 and 128 bits.
static_assert(Geometry{.size = 6}.bits() == 20);
static_assert(Geometry{.size = 8}.bits() == 35);
static_assert(Geometry{.size = 10}.bits() == 54);
static_assert(Geometry{.size = 12}.bits() == 77);
static_assert(Geometry{.size = 10, .spaced = true}.bits() <= 64);
static_assert(Geometry{.size = 12}.squares() == max_squares);

// S0.2: row 0 has columns 1, 3, 5 ...; row 1 has 0, 2, 4 ...
static_assert(cell_of(8, 0) == Cell{0, 1} && cell_of(8, 3) == Cell{0, 7} && cell_of(8, 4) == Cell{1, 0});
static_assert(cell_of(6, 17) == Cell{5, 4} && cell_of(12, 71) == Cell{11, 10} && cell_of(10, 5) == Cell{1, 0});
static_assert(is_dark({0, 1}) && is_dark({1, 0}) && !is_dark({0, 0}) && !is_dark({7, 7}));

static_assert([] {
    for (const Direction d : all_directions) {
        if (reverse(reverse(d)) != d || reverse(d) == d) return false;
        for (const Geometry& g : boards)
            if (g.step(reverse(d)) != -g.step(d)) return false;
    }
    return true;
}());

TEST(Geometry, SquaresAreTheDarkCellsInReadingOrder) {
    for (const Geometry& g : boards) {
        int index = 0;
        for (int row = 0; row < g.size; ++row) {
            for (int column = 0; column < g.size; ++column) {
                const Cell c{row, column};
                if (!is_dark(c)) continue;
                EXPECT_EQ(cell_of(g.size, index), c) << g.size;
                EXPECT_EQ(index_of(g.size, c), index) << g.size;
                // S0.2, with floor(column / 2): the number is one more than the index.
                EXPECT_EQ(row * (g.size / 2) + column / 2 + 1, index + 1);
                ++index;
            }
        }
        EXPECT_EQ(index, g.squares());
    }
}

TEST(Geometry, EverySquareHasABitOfItsOwn) {
    for (const Geometry& g : boards) {
        int last = -1;
        for (int index = 0; index < g.squares(); ++index) {
            EXPECT_GT(g.bit(index), last);  // and in order: the first bit of a set is its topmost square
            last = g.bit(index);
        }
        EXPECT_EQ(last + 1, g.bits());
    }
}

// A step is the same shift everywhere; what would leave the board ends on no square.
TEST(Geometry, EveryStepLeadsToTheRightSquareOrToNone) {
    for (const Geometry& g : boards) {
        std::set<int> squares;
        for (int index = 0; index < g.squares(); ++index) squares.insert(g.bit(index));
        for (int index = 0; index < g.squares(); ++index) {
            for (const Direction d : all_directions) {
                const Cell to = neighbour(cell_of(g.size, index), d);
                const int bit = g.bit(index) + g.step(d);
                const auto where = testing::Message() << g.size << (g.spaced ? " spaced" : "") << " square "
                                                      << index + 1 << " direction " << static_cast<int>(d);
                if (is_inside(g.size, to)) {
                    EXPECT_EQ(bit, g.bit(index_of(g.size, to))) << where;
                } else if (g.spaced || !is_horizontal(d)) {  // the plain embedding wraps horizontally, as it says
                    EXPECT_FALSE(squares.contains(bit)) << where;
                }
            }
        }
    }
}

}  // namespace
}  // namespace crownhead
