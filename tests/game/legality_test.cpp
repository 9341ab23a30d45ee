// Which placements can arise in play, and the position each game starts with.
#include "game/legality.hpp"

#include <gtest/gtest.h>

#include <string>

#include "rules/variants.hpp"

namespace crownhead {
namespace {

int count(const Placement& placement, Piece piece) {
    int found = 0;
    for (const Piece p : placement.squares) found += p == piece ? 1 : 0;
    return found;
}

std::string refusal(const Variant& v, const Placement& placement) {
    const Result<void> result = check_placement(v, placement);
    return result ? "" : result.error().message;
}

TEST(Legality, StartPositions) {
    for (const Variant& v : variants) {
        const Placement start = start_placement(v);
        EXPECT_EQ(start.turn, v.setup.first) << v.name;
        EXPECT_EQ(count(start, Piece::BlackMan), v.pieces_per_side()) << v.name;
        EXPECT_EQ(count(start, Piece::WhiteMan), v.pieces_per_side()) << v.name;
        EXPECT_EQ(refusal(v, start), "") << v.name;
        // Black on the rows at the top of the diagram, White at the bottom, however the squares are numbered.
        for (int number = 1; number <= v.squares(); ++number) {
            const int row = cell_of_number(v.setup, v.size(), number).row;
            const Piece expected = row < v.setup.rows               ? Piece::BlackMan
                                   : row >= v.size() - v.setup.rows ? Piece::WhiteMan
                                                                    : Piece::None;
            EXPECT_EQ(start.at(number), expected) << v.name << ' ' << number;
        }
    }
}

TEST(Legality, ManyPiecesButNotTooMany) {
    for (const Variant& v : variants) {
        if (!has_kings(v.move)) continue;
        for (const Side side : {Side::Black, Side::White}) {
            Placement placement(v.squares());
            for (int n = 1; n <= v.pieces_per_side(); ++n) placement.put(n, piece_of(side, true));
            EXPECT_EQ(refusal(v, placement), "") << v.name;
            placement.put(v.pieces_per_side() + 1, piece_of(side, true));
            const std::string most = std::to_string(v.pieces_per_side());
            EXPECT_EQ(refusal(v, placement), std::string(side == Side::Black ? "Black" : "White") + " has " +
                                                 std::to_string(v.pieces_per_side() + 1) + " pieces; " +
                                                 std::string(v.name) + " starts with " + most);
        }
    }
}

// A man is refused exactly on the row where it would be a king; the far row is found by the diagram, not by numbers.
TEST(Legality, NoManOnItsFarRow) {
    for (const Variant& v : variants) {
        for (const Side side : {Side::Black, Side::White}) {
            for (int number = 1; number <= v.squares(); ++number) {
                Placement placement(v.squares());
                placement.put(number, piece_of(side, false));
                const int row = cell_of_number(v.setup, v.size(), number).row;
                const bool far = row == (side == Side::Black ? v.size() - 1 : 0);
                const std::string expected = "the " + std::string(side == Side::Black ? "black" : "white") +
                                             " man on " + std::to_string(number) +
                                             " stands on its far row, where it would be a king";
                EXPECT_EQ(refusal(v, placement), far && has_kings(v.move) ? expected : "") << v.name;
            }
        }
    }
}

TEST(Legality, NoKingsWhereThereAreNone) {
    Placement placement(18);
    placement.put(7, Piece::BlackMan);
    placement.put(8, Piece::WhiteKing);
    EXPECT_EQ(refusal(list::mini, placement), "there are no kings in mini, but a king stands on 8");
    EXPECT_EQ(refusal(list::resized(list::english, "english-6", 6), placement), "");
}

TEST(Legality, TheBoardMustFit) {
    EXPECT_EQ(refusal(list::english, Placement(50)), "the position has 50 squares, english is played on 32");
    EXPECT_EQ(refusal(list::canadian, Placement(0)), "the position has 0 squares, canadian is played on 72");
}

TEST(Legality, OneSideMayBeBareButNotBoth) {
    Placement placement(32);
    EXPECT_EQ(refusal(list::english, placement), "there is no piece on the board");
    placement.put(14, Piece::WhiteMan);
    EXPECT_EQ(refusal(list::english, placement), "");
}

TEST(Legality, AKingRunNeedsItsKing) {
    const auto white = static_cast<std::size_t>(Side::White);
    Placement placement(50);
    placement.put(46, Piece::WhiteKing);
    placement.put(41, Piece::WhiteMan);
    placement.put(5, Piece::BlackKing);
    placement.king_runs[white] = {46, 3};
    EXPECT_EQ(refusal(list::frisian, placement), "");
    EXPECT_EQ(refusal(list::international, placement),
              "White has a run of 3 king steps; international counts at most 0");
    placement.king_runs[white] = {46, 4};
    EXPECT_EQ(refusal(list::frisian, placement), "White has a run of 4 king steps; frisian counts at most 3");
    for (const int square : {0, 1, 5, 41, 51, 255}) {  // no square, nothing, an enemy, a man, off the board
        placement.king_runs[white] = {static_cast<std::uint8_t>(square), 1};
        EXPECT_EQ(refusal(list::frisian, placement),
                  "White has a run of king steps to " + std::to_string(square) + ", but no king there");
    }
    placement.king_runs[white] = {};
    EXPECT_EQ(refusal(list::frisian, placement), "");
}

}  // namespace
}  // namespace crownhead
