// Numbers and places of squares: round trips in every game, and the boards of docs/sources.md#squares-and-fen.
#include "rules/setup.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "rules/variants.hpp"

namespace crownhead {
namespace {

// The board as people see it, White at the bottom; 0 is a light square.
using Board = std::vector<std::vector<int>>;

Board board_of(const Variant& v) {
    Board board;
    for (int row = 0; row < v.size(); ++row) {
        board.emplace_back();
        for (int column = 0; column < v.size(); ++column)
            board.back().push_back(number_of_cell(v.setup, v.size(), {row, column}));
    }
    return board;
}

const Board most_on_eight{
    {0, 1, 0, 2, 0, 3, 0, 4},     {5, 0, 6, 0, 7, 0, 8, 0},     {0, 9, 0, 10, 0, 11, 0, 12},
    {13, 0, 14, 0, 15, 0, 16, 0}, {0, 17, 0, 18, 0, 19, 0, 20}, {21, 0, 22, 0, 23, 0, 24, 0},
    {0, 25, 0, 26, 0, 27, 0, 28}, {29, 0, 30, 0, 31, 0, 32, 0},
};
const Board italian{
    {1, 0, 2, 0, 3, 0, 4, 0},     {0, 5, 0, 6, 0, 7, 0, 8},     {9, 0, 10, 0, 11, 0, 12, 0},
    {0, 13, 0, 14, 0, 15, 0, 16}, {17, 0, 18, 0, 19, 0, 20, 0}, {0, 21, 0, 22, 0, 23, 0, 24},
    {25, 0, 26, 0, 27, 0, 28, 0}, {0, 29, 0, 30, 0, 31, 0, 32},
};
const Board spanish{
    {32, 0, 31, 0, 30, 0, 29, 0}, {0, 28, 0, 27, 0, 26, 0, 25}, {24, 0, 23, 0, 22, 0, 21, 0},
    {0, 20, 0, 19, 0, 18, 0, 17}, {16, 0, 15, 0, 14, 0, 13, 0}, {0, 12, 0, 11, 0, 10, 0, 9},
    {8, 0, 7, 0, 6, 0, 5, 0},     {0, 4, 0, 3, 0, 2, 0, 1},
};

TEST(Setup, BoardsOfEight) {
    for (const Variant& v : variants) {
        if (v.size() != 8) continue;
        const bool as_italian = v.family == "italian" || v.family == "antiitalian";
        const bool as_spanish = v.family == "spanish" || v.family == "portuguese";
        const Board& expected = as_italian ? italian : as_spanish ? spanish : most_on_eight;
        EXPECT_EQ(board_of(v), expected) << v.name;
    }
}

// S0.2, on every size: number = row * (N / 2) + floor(column / 2) + 1.
TEST(Setup, NumbersFollowTheFormula) {
    for (const Variant& v : variants) {
        if (v.setup.mirrored) continue;
        for (int row = 0; row < v.size(); ++row)
            for (int column = 0; column < v.size(); ++column)
                EXPECT_EQ(number_of_cell(v.setup, v.size(), {row, column}),
                          (row + column) % 2 == 1 ? row * (v.size() / 2) + column / 2 + 1 : 0)
                    << v.name;
    }
}

// The international board: rows, edges and the long diagonal.
TEST(Setup, TheInternationalBoard) {
    const auto at = [](int row, int column) { return number_of_cell(list::international.setup, 10, {row, column}); };
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(at(0, 2 * i + 1), 1 + i);
        EXPECT_EQ(at(9, 2 * i), 46 + i);
        EXPECT_EQ(at(2 * i + 1, 0), 6 + 10 * i);
        EXPECT_EQ(at(2 * i, 9), 5 + 10 * i);
    }
    const std::vector<int> diagonal{46, 41, 37, 32, 28, 23, 19, 14, 10, 5};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(at(9 - i, i), diagonal[static_cast<std::size_t>(i)]);
}

// Single corners 4 and 29, double corners 1/5 and 28/32; Canadian 1-72.
TEST(Setup, Corners) {
    const auto at = [](const Variant& v, Cell c) { return number_of_cell(v.setup, v.size(), c); };
    EXPECT_EQ(at(list::english, {0, 7}), 4);
    EXPECT_EQ(at(list::english, {7, 0}), 29);
    EXPECT_EQ(at(list::english, {0, 1}), 1);
    EXPECT_EQ(at(list::english, {1, 0}), 5);
    EXPECT_EQ(at(list::english, {6, 7}), 28);
    EXPECT_EQ(at(list::english, {7, 6}), 32);
    EXPECT_EQ(at(list::canadian, {0, 11}), 6);
    EXPECT_EQ(at(list::canadian, {11, 0}), 67);
    EXPECT_EQ(at(list::canadian, {11, 10}), 72);
    EXPECT_EQ(at(list::mini, {5, 4}), 18);
}

TEST(Setup, NumbersCellsAndIndexesGoRound) {
    for (const Variant& v : variants) {
        std::set<int> indexes;
        for (int number = 1; number <= v.squares(); ++number) {
            const int index = index_of_number(v.setup, v.size(), number);
            EXPECT_TRUE(index >= 0 && index < v.squares() && indexes.insert(index).second) << v.name << ' ' << number;
            EXPECT_EQ(number_of(v.setup, v.size(), index), number) << v.name;
            const Cell c = cell_of_number(v.setup, v.size(), number);
            EXPECT_EQ(number_of_cell(v.setup, v.size(), c), number) << v.name;
            // Only the column is reflected on a mirrored board: Black stays at the top.
            const Cell plain = cell_of(v.size(), index);
            EXPECT_EQ(c, (Cell{plain.row, v.setup.mirrored ? v.size() - 1 - plain.column : plain.column})) << v.name;
        }
    }
}

// Each player's near-left corner is dark, or light on a mirrored board.
TEST(Setup, NearLeftCorner) {
    for (const Variant& v : variants) {
        const int last = v.size() - 1;
        EXPECT_EQ(number_of_cell(v.setup, v.size(), {last, 0}) == 0, v.setup.mirrored) << v.name;
        EXPECT_EQ(number_of_cell(v.setup, v.size(), {0, last}) == 0, v.setup.mirrored) << v.name;
        EXPECT_EQ(number_of_cell(v.setup, v.size(), {0, 0}) == 0, !v.setup.mirrored) << v.name;
    }
}

static_assert((!Side::Black) == Side::White && (!Side::White) == Side::Black);
static_assert(far_row(8, Side::Black) == 7 && far_row(12, Side::White) == 0);

}  // namespace
}  // namespace crownhead
