// Cursor and Result: what every reader of outside text stands on. (More of Cursor, with squares: notation/square_text_test.)
#include "util/parse.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace crownhead {
namespace {

static_assert(is_digit('0') && is_digit('9') && !is_digit('/') && !is_digit(':'));
static_assert(is_letter('a') && is_letter('z') && is_letter('A') && is_letter('Z'));
static_assert(!is_letter('@') && !is_letter('[') && !is_letter('`') && !is_letter('{'));
static_assert(is_space(' ') && is_space('\t') && is_space('\r') && is_space('\n') && !is_space('\0'));
static_assert(lower('A') == 'a' && lower('Z') == 'z' && lower('a') == 'a' && lower('[') == '[' && lower('@') == '@');

TEST(Result, CarriesAValueOrAnError) {
    const Result<int> value = 5;
    ASSERT_TRUE(value);
    EXPECT_EQ(*value, 5);
    const Result<int> error = fail("expected a square", 3);
    ASSERT_FALSE(error);
    EXPECT_EQ(error.error(), (Error{"expected a square", 3}));
    const Result<void> nowhere = fail("no such game");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().offset, 0u);
}

TEST(Cursor, StartsAtTheBeginningAndStopsAtTheEnd) {
    Cursor in("ab");
    EXPECT_FALSE(in.at_end());
    EXPECT_EQ(in.offset(), 0u);
    EXPECT_EQ(in.peek(), 'a');
    EXPECT_EQ(in.peek(1), 'b');
    EXPECT_EQ(in.peek(2), '\0');
    EXPECT_EQ(in.peek(std::string_view::npos), '\0');  // no overflow of the place
    in.advance();
    EXPECT_EQ(in.peek(), 'b');
    EXPECT_EQ(in.peek(1), '\0');
    in.advance();
    EXPECT_TRUE(in.at_end());
    in.advance();
    in.skip_spaces();
    EXPECT_EQ(in.offset(), 2u);
    EXPECT_EQ(in.peek(), '\0');

    const Cursor empty("");
    EXPECT_TRUE(empty.at_end());
    EXPECT_EQ(empty.peek(), '\0');
}

TEST(Cursor, AcceptsOnlyWhatStandsThere) {
    Cursor in("xpass.");
    EXPECT_FALSE(in.accept('p'));
    EXPECT_FALSE(in.accept("pass"));
    EXPECT_EQ(in.offset(), 0u);
    EXPECT_TRUE(in.accept('x'));
    EXPECT_FALSE(in.accept("passed"));
    EXPECT_EQ(in.offset(), 1u);
    EXPECT_TRUE(in.accept("pass"));
    EXPECT_EQ(in.offset(), 5u);
    EXPECT_FALSE(in.accept(". "));  // longer than what is left
    EXPECT_TRUE(in.accept('.'));
    EXPECT_FALSE(in.accept('.'));
    EXPECT_FALSE(in.accept('\0'));  // the zero that peek() gives at the end is not there
    EXPECT_TRUE(in.at_end());
}

TEST(Cursor, TellsAZeroByteFromTheEnd) {
    Cursor in(std::string_view("\0a", 2));
    EXPECT_EQ(in.peek(), '\0');
    EXPECT_FALSE(in.at_end());
    EXPECT_TRUE(in.accept('\0'));
    EXPECT_TRUE(in.accept('a'));
}

TEST(Cursor, SkipsEveryKindOfSpace) {
    Cursor in(" \t\r\n 7 ");
    in.skip_spaces();
    EXPECT_EQ(in.offset(), 5u);
    in.skip_spaces();
    EXPECT_EQ(in.offset(), 5u);
    EXPECT_EQ(*in.number(), 7);
    EXPECT_FALSE(in.at_end());
}

TEST(Cursor, ReadsNumbersUpToTheFirstOtherCharacter) {
    Cursor in("0042x7-");
    EXPECT_EQ(*in.number(), 42);
    EXPECT_EQ(in.offset(), 4u);
    EXPECT_TRUE(in.accept('x'));
    EXPECT_EQ(*in.number(), 7);
    const Result<int> none = in.number();
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error(), (Error{"expected a number, found '-'", 6}));
    EXPECT_EQ(in.offset(), 6u);  // nothing was read
    EXPECT_EQ(Cursor("-5").number().error().message, "expected a number, found '-'");
}

TEST(Cursor, ExpectSaysWhatIsMissingAndWhere) {
    Cursor in("(7");
    EXPECT_TRUE(in.expect('('));
    EXPECT_EQ(*in.number(), 7);
    EXPECT_EQ(in.expect(')').error(), (Error{"expected ')', found the end", 2}));
}

TEST(Cursor, SinceGivesWhatWasRead) {
    Cursor in("p1 11x4(7)", 40, "the end of the line");
    in.accept("p1 ");
    const std::size_t start = in.offset();
    EXPECT_EQ(start, 43u);
    EXPECT_EQ(in.since(start), "");
    (void)in.number();
    in.accept('x');
    (void)in.number();
    EXPECT_EQ(in.since(start), "11x4");
    EXPECT_EQ(in.since(40), "p1 11x4");
}

TEST(Cursor, ExcerptsAreShortAndPrintable) {
    EXPECT_EQ(excerpt(""), "");
    EXPECT_EQ(excerpt("abc", 3), "abc");
    EXPECT_EQ(excerpt("abcd", 3), "abc...");
    EXPECT_EQ(excerpt(std::string(1000, 'a')), "aaaaaaaaaaaaaaaaaaaaaaaa...");
    EXPECT_EQ(excerpt(std::string_view("\0\x1b[2J\x7f", 6)), "??[2J?");
}

TEST(Utf8, WellFormedOrNot) {
    for (const std::string_view good : {"", "abc", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x91\x91", "a\xc3\xa9z"})
        EXPECT_TRUE(is_utf8(good)) << good;
    for (const std::string_view bad : {"\xff", "\xc3", "\xc3(", "\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
                                       "\xf5\x80\x80\x80", "\xf4\x90\x80\x80", "\xe2\x82"})
        EXPECT_FALSE(is_utf8(bad));
}

}  // namespace
}  // namespace crownhead
