#include "notation/fen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/legality.hpp"
#include "notation/fen_fault.hpp"
#include "rules/variants.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

std::string rewritten(const Variant& v, std::string_view text, Notation notation = Notation::Numeric) {
    const Result<Placement> placement = fen::read(v, text);
    return placement ? fen::write(v, *placement, notation) : placement.error().message;
}

Placement random_placement(const Variant& v, Random& random) {
    Placement placement(v.squares());
    placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
    const std::uint32_t empty = random.below(20);  // from crowded to lonely boards
    for (int n = 1; n <= v.squares(); ++n) {
        const std::uint32_t draw = random.below(4 + empty);
        if (draw < 4) placement.put(n, static_cast<Piece>(draw + 1));
    }
    return placement;
}

TEST(Fen, SaysWhatIsWrongInAWord) {
    const std::vector<std::pair<std::string_view, std::string_view>> table{
        {"W:W31-50:B1-20", ""},
        {"W:W31-50:B1-20:H0:F1", ""},
        {"", "turn"},
        {"x", "turn"},
        {"W", "lists"},
        {"W:", "list"},
        {"W:X1", "list"},
        {"W:W1:W2", "second-list"},
        {"W:W51:B1", "square"},
        {"W:W0:B1", "square"},
        {"W:Wx:B1", "square"},
        {"W:W5-51:B1", "square"},
        {"W:W7-5:B1", "backwards"},
        {"W:W7,7:B1", "twice"},
        {"W:W7:BK7", "twice"},
        {"W:W7:B8 and more", "end"},
        {"W:W7:B8:Hx", "end"},
        {"W:W7;B8", "end"},
    };
    for (const auto& [text, word] : table) {
        EXPECT_EQ(fen::fault(list::international, text), word) << text;
        EXPECT_EQ(fen::read(list::international, text).has_value(), word.empty()) << text;
    }
    EXPECT_EQ(fen::fault(list::russian, "W:Wa1-c3:Bh8"), "range");
}

TEST(Fen, WritesTheStartPositions) {
    // PDN 3.0: docs/sources.md#squares-and-fen.
    const std::vector<std::pair<const Variant*, std::string_view>> table{
        {&list::english, "B:W21-32:B1-12"},       {&list::italian, "W:W21-32:B1-12"},
        {&list::international, "W:W31-50:B1-20"}, {&list::frisian, "W:W31-50:B1-20"},
        {&list::canadian, "W:W43-72:B1-30"},      {&list::thai, "B:W25-32:B1-8"},
        {&list::spanish, "W:W1-12:B21-32"},       {&list::mini, "B:W13-18:B1-6"},
        {&list::russian, "W:W21-32:B1-12"},
    };
    for (const auto& [v, text] : table) {
        EXPECT_EQ(fen::write(*v, start_placement(*v)), text) << v->name;
        EXPECT_EQ(*fen::read(*v, text), start_placement(*v)) << v->name;
    }
    EXPECT_EQ(fen::write(list::russian, start_placement(list::russian), Notation::Algebraic),
              "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6");
}

TEST(Fen, PutsEveryPieceWhereItSays) {
    const Placement placement = *fen::read(list::english, "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29");
    EXPECT_EQ(placement.turn, Side::Black);
    EXPECT_EQ(placement.count(), 32);
    EXPECT_EQ(placement.at(18), Piece::WhiteMan);
    EXPECT_EQ(placement.at(15), Piece::WhiteKing);
    EXPECT_EQ(placement.at(20), Piece::BlackMan);
    EXPECT_EQ(placement.at(29), Piece::BlackKing);
    EXPECT_EQ(placement.at(1), Piece::None);
    EXPECT_EQ(std::ranges::count(placement.squares, Piece::None), 20);
}

TEST(Fen, WritesMenThenKingsAndRangesOfThree) {
    EXPECT_EQ(rewritten(list::international, "W:WK31-35,36,37:BK1,2,K3"), "W:W36,37,K31-35:B2,K1,K3");
    EXPECT_EQ(rewritten(list::international, "W:W1,2,4,5,6,8,9,10,11,K50,K49:B"), "W:W1,2,4-6,8-11,K49,K50:B");
    EXPECT_EQ(rewritten(list::international, "B:B50,49,48:WK1,K2,K3"), "B:WK1-3:B48-50");
    EXPECT_EQ(rewritten(list::international, "W:W:B"), "W:W:B");
    EXPECT_EQ(rewritten(list::international, "W:W1-50:B"), "W:W1-50:B");
}

struct Tolerated {
    const Variant* v;
    std::string_view text;
    std::string_view same_as;
};

TEST(Fen, ReadsTolerantly) {
    const std::vector<Tolerated> table{
        {&list::international, "W:B1-20:W31-50", "W:W31-50:B1-20"},  // lists in either order
        {&list::international, "W:W28", "W:W28:B"},                  // one list missing
        {&list::international, "B:B28", "B:W:B28"},
        {&list::international, "W:W28:B", "W:W28:B"},  // an empty list
        {&list::international, "W:W:B28", "W:W:B28"},
        {&list::international, "W:W028,K0003:B00050", "W:W28,K3:B50"},             // leading zeros
        {&list::international, " W : W 28 , K 3 : B 50 - 50 . ", "W:W28,K3:B50"},  // spaces, a final dot
        {&list::international, "W:W28:B1.\r\n", "W:W28:B1"},
        {&list::international, "w:w28,k3:b50", "W:W28,K3:B50"},  // small letters
        {&list::international, "W:W31-33,K34-36:BK1-3", "W:W31-33,K34-36:BK1-3"},
        {&list::international, "W:W31:B1:H0:F1", "W:W31:B1"},  // what Lidraughts adds
        {&list::international, "W:W31:B1:F12:H99999999999999", "W:W31:B1"},
        {&list::international, "W:W31:H3:B1", "W:W31:B1"},
        {&list::frisian, "W:W31:B1:H0:F1:+0+0", "W:W31:B1"},
        {&list::frisian, "W:W31:B1:+216+3", "W:W31:B1"},
        {&list::frisian, "W:W31:B1:+2+0:H4:F9.", "W:W31:B1"},
        {&list::russian, "W:Wa1,Kc3:Bd6,f8", "W:W29,K22:B3,10"},  // names
        {&list::russian, "w:wA1,kC3:bD6,F8", "W:W29,K22:B3,10"},
        {&list::russian, "W:W29,K22:B3,10", "W:W29,K22:B3,10"},  // numbers, in the same game
        {&list::russian, "W:W29,Kc3:B3,d6", "W:W29,K22:B3,10"},
        {&list::russian, "b:bb2", "B:W:B25"},
        {&list::russian, "b:b2", "B:W:B2"},
        {&list::spanish, "W:W1:BK32", "W:W1:BK32"},
    };
    for (const Tolerated& row : table) EXPECT_EQ(rewritten(*row.v, row.text), row.same_as) << row.text;
}

TEST(Fen, TellsHowSquaresWereWritten) {
    EXPECT_EQ(fen::read_with_notation(list::russian, "W:Wa1:B")->notation, Notation::Algebraic);
    EXPECT_EQ(fen::read_with_notation(list::russian, "W:W29:B")->notation, Notation::Numeric);
    EXPECT_EQ(fen::read_with_notation(list::russian, "W:W29:Bh8")->notation, Notation::Algebraic);
    EXPECT_EQ(fen::read_with_notation(list::russian, "W:W:B")->notation, Notation::Algebraic);
    EXPECT_EQ(fen::read_with_notation(list::english, "W:W:B")->notation, Notation::Numeric);
}

struct BadFen {
    const Variant* v;
    std::string_view text;
    std::string_view message;
    std::size_t offset;
};

TEST(Fen, RefusesWithAMessageAndAnOffset) {
    const Variant* const intl = &list::international;
    const std::vector<BadFen> table{
        {intl, "", "expected the side to move, W or B, found the end", 0},
        {intl, "   ", "expected the side to move, W or B, found the end", 3},
        {intl, "X:W1:B2", "expected the side to move, W or B, found 'X'", 0},
        {intl, "?:W1:B2", "expected the side to move, W or B, found '?'", 0},
        {intl, "W", "expected ':' and a list of squares, found the end", 1},
        {intl, "WW1:B2", "expected ':' and a list of squares, found 'W'", 1},
        {intl, "W:", "expected a list that begins with W or B, found the end", 2},
        {intl, "W:31-50:B1-20", "expected a list that begins with W or B, found '3'", 2},
        {intl, "W:H0", "expected a list that begins with W or B, found 'H'", 2},
        {intl, "W:W1:", "expected a list that begins with W or B, found the end", 5},
        {intl, "W:W1:B2:W3", "there is a second list for White", 8},
        {intl, "W:B1:B2", "there is a second list for Black", 5},
        {intl, "W:W0:B2", "there is no square 0: expected 1..50", 3},
        {intl, "W:W51:B2", "there is no square 51: expected 1..50", 3},
        {intl, "W:W31-51:B2", "there is no square 51: expected 1..50", 6},
        {intl, "W:W4294967297:B2", "there is no square 4294967297: expected 1..50", 3},
        {intl, "W:W50-31:B2", "the range 50-31 runs backwards: expected the smaller number first", 3},
        {intl, "W:W1,KK2:B", "expected a square 1..50, found 'K'", 6},
        {intl, "W:W1,K50-31:B2", "the range 50-31 runs backwards: expected the smaller number first", 5},
        {intl, "W:W31-:B2", "expected a number, found ':'", 6},
        {intl, "W:W31-K33:B2", "expected a number, found 'K'", 6},
        {intl, "W:W1-2-3:B", "expected ',', ':' or the end, found '-'", 6},
        {intl, "W:W1,1:B2", "the square 1 is given twice", 5},
        {intl, "W:W1:B2,K1", "the square 1 is given twice", 8},
        {intl, "W:W1-5:B3-8", "the square 3 is given twice", 8},
        {intl, "W:W1,:B2", "expected a square 1..50, found ':'", 5},
        {intl, "W:W,1:B2", "expected a square 1..50, found ','", 3},
        {intl, "W:W1,,2:B", "expected a square 1..50, found ','", 5},
        {intl, "W:W1 2:B", "expected ',', ':' or the end, found '2'", 5},
        {intl, "W:W-1:B", "expected a square 1..50, found '-'", 3},
        {intl, "W:WG31:B", "expected a square 1..50, found 'G'", 3},
        {intl, "W:Wa1:B", "expected a square 1..50, found 'a'", 3},
        {intl, "W:W1:B2..", "expected ',', ':' or the end, found '.'", 8},
        {intl, "W:W1:B2 garbage", "expected ',', ':' or the end, found 'g'", 8},
        {intl, "W:W1:B2;", "expected ',', ':' or the end, found ';'", 7},
        {intl, "W:W1:B2:H", "expected a number, found the end", 9},
        {intl, "W:W1:B2:Fx", "expected a number, found 'x'", 9},
        {intl, "W:W1:B2:+0+0", "expected a list that begins with W or B, found '+'", 8},
        {&list::frisian, "W:W1:B2:+0", "expected '+', found the end", 10},
        {&list::frisian, "W:W1:B2:+0-1", "expected '+', found '-'", 10},
        {&list::frisian, "W:W1:B2:++", "expected a number, found '+'", 9},
        {&list::russian, "W:Wa2:B", "a2 is a light square: expected a dark one", 3},
        {&list::russian, "W:Wi1:B", "expected a file a..h, found 'i'", 3},
        {&list::russian, "W:Wa1-c3:B", "a range needs numbers: expected ',' or ':', found '-'", 5},
        {&list::russian, "W:Wa1,29:B", "the square 29 is given twice", 6},
        {&list::russian, "W:W29,Ka1:B", "the square a1 is given twice", 6},
        {&list::russian, "W:WK", "expected a square 1..32 or a1..h8, found the end", 4},
        {&list::russian, "W:Wa", "expected a number, found the end", 4},
        {&list::mini, "B:W13-19:B1-6", "there is no square 19: expected 1..18", 6},
        {&list::canadian, "W:W73:B", "there is no square 73: expected 1..72", 3},
    };
    for (const BadFen& bad : table) {
        const Result<Placement> placement = fen::read(*bad.v, bad.text);
        ASSERT_FALSE(placement) << bad.text;
        EXPECT_EQ(placement.error().message, bad.message) << bad.text;
        EXPECT_EQ(placement.error().offset, bad.offset) << bad.text << ": " << placement.error().message;
    }
}

TEST(Fen, RefusesZeroBytesAndOtherControls) {
    const Result<Placement> zero = fen::read(list::english, std::string_view("W:W1\0:B2", 8));
    ASSERT_FALSE(zero);
    EXPECT_EQ(zero.error(), (Error{"expected ',', ':' or the end, found the byte 0x00", 4}));
}

TEST(Fen, ReadsASmallKAsAFileOnBoardsThatHaveIt) {
    const Variant large = derive(list::canadian, [](Variant& v) { v.setup.notation = Notation::Algebraic; });
    const Placement placement = *fen::read(large, "W:Wk1,Kk3,kl2,K5:B");
    EXPECT_EQ(fen::write(large, placement, Notation::Algebraic), "W:Wk1,Kj12,Kk3,Kl2:B");
    EXPECT_EQ(placement, *fen::read(large, fen::write(large, placement, Notation::Algebraic)));
}

TEST(Fen, DoesNotJudgeThePosition) {
    EXPECT_TRUE(fen::read(list::english, "W:W1-32:B"));  // too many men, some on their far row
    EXPECT_TRUE(fen::read(list::mini, "W:WK1:B"));       // a game without kings
    EXPECT_FALSE(check_placement(list::mini, *fen::read(list::mini, "W:WK1:B")));
}

TEST(Fen, EveryPlacementReadsBackInEveryGame) {
    Random random(1);
    for (const Variant& v : variants) {
        for (int i = 0; i < 300; ++i) {
            const Placement placement = random_placement(v, random);
            const std::string numbers = fen::write(v, placement);
            const Result<fen::ReadFen> back = fen::read_with_notation(v, numbers);
            ASSERT_TRUE(back) << v.name << ' ' << numbers << ": " << back.error().message;
            EXPECT_EQ(back->placement, placement) << v.name << ' ' << numbers;
            EXPECT_EQ(numbers.find(' '), std::string::npos);
            EXPECT_EQ(fen::write(v, back->placement), numbers);
            if (v.setup.notation != Notation::Algebraic) continue;
            const std::string names = fen::write(v, placement, Notation::Algebraic);
            const Result<fen::ReadFen> named = fen::read_with_notation(v, names);
            ASSERT_TRUE(named) << v.name << ' ' << names << ": " << named.error().message;
            EXPECT_EQ(named->placement, placement) << v.name << ' ' << names;
            EXPECT_EQ(named->notation, Notation::Algebraic);
        }
    }
}

}  // namespace
}  // namespace crownhead
