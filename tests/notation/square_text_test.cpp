#include "notation/square_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "rules/variants.hpp"

namespace crownhead {
namespace {

Result<square_text::ReadSquare> read(const Variant& v, std::string_view text) {
    Cursor in(text);
    return square_text::read(v, in);
}

TEST(SquareText, NamesOfTheRussianBoard) {
    // docs/sources.md#squares-and-fen: 1-4 = b8 d8 f8 h8, 5-8 = a7 c7 e7 g7, ... 29-32 = a1 c1 e1 g1.
    const std::vector<std::string> names{"b8", "d8", "f8", "h8", "a7", "c7", "e7", "g7", "b6", "d6", "f6",
                                         "h6", "a5", "c5", "e5", "g5", "b4", "d4", "f4", "h4", "a3", "c3",
                                         "e3", "g3", "b2", "d2", "f2", "h2", "a1", "c1", "e1", "g1"};
    for (int n = 1; n <= 32; ++n)
        EXPECT_EQ(square_text::name(list::russian, n), names[static_cast<std::size_t>(n - 1)]);
}

TEST(SquareText, NamesOfOtherBoards) {
    EXPECT_EQ(square_text::name(list::international, 46), "a1");
    EXPECT_EQ(square_text::name(list::international, 5), "j10");
    EXPECT_EQ(square_text::name(list::canadian, 67), "a1");
    EXPECT_EQ(square_text::name(list::canadian, 6), "l12");
    // Mirrored boards have their dark corner at White's right; Spanish numbers begin there.
    EXPECT_EQ(square_text::name(list::italian, 1), "a8");
    EXPECT_EQ(square_text::name(list::italian, 32), "h1");
    EXPECT_EQ(square_text::name(list::spanish, 1), "h1");
    EXPECT_EQ(square_text::name(list::spanish, 32), "a8");
}

TEST(SquareText, EveryNameReadsBackInEveryGame) {
    for (const Variant& v : variants) {
        for (int n = 1; n <= v.squares(); ++n) {
            const std::string name = square_text::write(v, n, Notation::Algebraic);
            Cursor in(name);
            const Result<int> number = square_text::read_name(v, in);
            ASSERT_TRUE(number) << v.name << ' ' << name << ": " << number.error().message;
            EXPECT_EQ(*number, n) << v.name;
            EXPECT_TRUE(in.at_end());
        }
    }
}

TEST(SquareText, EveryNumberReadsInEveryGame) {
    for (const Variant& v : variants) {
        for (int n = 1; n <= v.squares(); ++n) {
            const auto square = read(v, square_text::write(v, n, Notation::Numeric));
            ASSERT_TRUE(square) << v.name;
            EXPECT_EQ(square->number, n);
            EXPECT_EQ(square->notation, Notation::Numeric);
        }
    }
}

TEST(SquareText, ReadsNamesOnlyWhereTheGamePrefersThem) {
    for (const Variant& v : variants) {
        const std::string corner = v.setup.mirrored ? "h1" : "a1";
        const auto square = read(v, corner);
        EXPECT_EQ(square.has_value(), v.setup.notation == Notation::Algebraic) << v.name;
        if (square) {
            EXPECT_EQ(square->notation, Notation::Algebraic);
        }
    }
}

TEST(SquareText, StopsBehindTheSquare) {
    Cursor in("a3b4");
    EXPECT_EQ(square_text::read(list::russian, in)->number, 21);
    EXPECT_EQ(in.offset(), 2u);
    EXPECT_EQ(square_text::read(list::russian, in)->number, 17);
    EXPECT_TRUE(in.at_end());
}

struct BadSquare {
    const Variant* v;
    std::string_view text;
    std::string_view message;
};

TEST(SquareText, RefusesWhatIsNoSquare) {
    const std::vector<BadSquare> table{
        {&list::english, "0", "there is no square 0: expected 1..32"},
        {&list::english, "33", "there is no square 33: expected 1..32"},
        {&list::english, "4294967297", "there is no square 4294967297: expected 1..32"},
        {&list::english, "99999999999999999999999999999999",
         "there is no square 999999999999999999999999...: expected 1..32"},
        {&list::english, "", "expected a square 1..32, found the end"},
        {&list::english, "-3", "expected a square 1..32, found '-'"},
        {&list::english, "a1", "expected a square 1..32, found 'a'"},
        {&list::russian, "", "expected a square 1..32 or a1..h8, found the end"},
        {&list::russian, "i1", "expected a file a..h, found 'i'"},
        {&list::russian, "a9", "there is no square a9: expected a rank 1..8"},
        {&list::russian, "a0", "there is no square a0: expected a rank 1..8"},
        {&list::russian, "a", "expected a number, found the end"},
        {&list::russian, "ab", "expected a number, found 'b'"},
        {&list::russian, "a2", "a2 is a light square: expected a dark one"},
        {&list::russian, "\xc3\xa4", "expected a square 1..32 or a1..h8, found the byte 0xc3"},
    };
    for (const BadSquare& bad : table) {
        const auto square = read(*bad.v, bad.text);
        ASSERT_FALSE(square) << bad.text;
        EXPECT_EQ(square.error().message, bad.message);
    }
}

TEST(Cursor, CountsOffsetsFromTheLargerText) {
    Cursor in("12 ab", 100, "the end of the line");
    EXPECT_EQ(in.offset(), 100u);
    EXPECT_EQ(*in.number(), 12);
    EXPECT_EQ(in.since(100), "12");
    in.skip_spaces();
    EXPECT_EQ(in.offset(), 103u);
    EXPECT_FALSE(in.accept("abc"));
    EXPECT_TRUE(in.accept("ab"));
    EXPECT_EQ(in.peek(), '\0');
    in.advance();
    EXPECT_EQ(in.offset(), 105u);
    EXPECT_EQ(in.expect('x').error(), (Error{"expected 'x', found the end of the line", 105}));
}

TEST(Cursor, ReadsLargeNumbersAsTheLargestInt) {
    EXPECT_EQ(*Cursor("2147483646").number(), 2147483646);
    EXPECT_EQ(*Cursor("2147483647").number(), 2147483647);
    EXPECT_EQ(*Cursor("2147483648").number(), 2147483647);
    EXPECT_EQ(*Cursor("21474836470000").number(), 2147483647);
    EXPECT_EQ(*Cursor("000000000000007").number(), 7);
    EXPECT_FALSE(Cursor("x").number());
}

TEST(Cursor, KeepsMessagesPrintable) {
    EXPECT_EQ(Cursor("\n").found(), "the end of the line");
    EXPECT_EQ(Cursor(std::string_view("\0", 1)).found(), "the byte 0x00");
    EXPECT_EQ(Cursor("\xff").found(), "the byte 0xff");
    EXPECT_EQ(Cursor("'").found(), "'''");
    EXPECT_EQ(excerpt("a\nb\xff"), "a?b?");
    EXPECT_EQ(excerpt("abcdef", 3), "abc...");
}

}  // namespace
}  // namespace crownhead
