#include "util/printable.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace crownhead {
namespace {

TEST(Printable, KeepsWordsAndNothingElse) {
    EXPECT_EQ(printable("Grüße, 100% 日本"), "Grüße, 100% 日本");
    EXPECT_EQ(printable("\u0645\u06cc\u200c\u062e"), "\u0645\u06cc\u200c\u062e");  // a joiner is part of the word
    EXPECT_EQ(printable("a\nb\tc"), "a b c");
    EXPECT_EQ(printable("\x1b[2J\x07"), "?[2J?");
    EXPECT_EQ(printable("\xff\xfe x \xc3"), "?? x ?");
    EXPECT_EQ(printable("\xed\xa0\x80\xc0\xaf\xf5"), "??????");  // a surrogate, an overlong slash, no character
    EXPECT_EQ(printable("\u202eevil\u0085"), "?evil?");
    EXPECT_EQ(printable("\ufeff\u200b\u200f\u2028\u2066"), "?????");
    EXPECT_EQ(printable(std::string_view("\0\x7f", 2)), "??");
}

TEST(Printable, CountsCharacters) {
    EXPECT_EQ(printable("\u0411\u043b\u202e\x1b\xff\u0085x", 24), "\u0411\u043b????x");
    EXPECT_EQ(printable("\u0411\u043b\u0438", 2), "\u0411\u043b...");
    EXPECT_EQ(printable("\u0411\u043b\u0438", 3), "\u0411\u043b\u0438");
    EXPECT_EQ(printable("", 0), "");
}

}  // namespace
}  // namespace crownhead
