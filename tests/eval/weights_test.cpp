// The weights file: what was written is read back, and nothing else is.
#include "eval/weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "rules/variants.hpp"
#include "util/random.hpp"

extern "C" {
extern const char* const builtin_weights_names[];
}

namespace crownhead::eval {
namespace {

// Among them the largest and the smallest weight there may be, and zero.
Weights large_weights(const Variant& v, std::uint64_t seed) {
    Random random(seed);
    Weights weights = material_only(v, 0, 0);
    const auto draw = [&] { return static_cast<int>(random.below(2 * largest_weight + 1)) - largest_weight; };
    for (Weight& w : weights.values) w = {draw(), draw()};
    weights.values[0] = {largest_weight, -largest_weight};
    weights.values[1] = {0, 0};
    return weights;
}

std::string english_text() { return write_weights(list::english, large_weights(list::english, 3)); }

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

// Refused with one line that says so and a place in the text.
Error refused(const Variant& v, std::string_view text) {
    const auto weights = read_weights(v, text);
    EXPECT_FALSE(weights.has_value());
    if (weights) return {};
    EXPECT_FALSE(weights.error().message.empty());
    EXPECT_EQ(weights.error().message.find('\n'), std::string::npos);
    EXPECT_LE(weights.error().offset, text.size());
    return weights.error();
}

TEST(Weights, ReadBackAsWritten) {
    std::uint64_t seed = 1;
    for (const Variant& v : variants) {
        const Weights weights = large_weights(v, seed++);
        const std::string text = write_weights(v, weights);
        const auto read = read_weights(v, text);
        ASSERT_TRUE(read.has_value()) << v.name << ": " << read.error().message;
        EXPECT_TRUE(*read == weights) << v.name;
        EXPECT_EQ(write_weights(v, *read), text) << v.name;
    }
}

TEST(Weights, EveryChangedByteIsNoticed) {
    const std::string text = english_text();
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const char c : {static_cast<char>(text[i] ^ 1), '0', ' ', '\n', '\r', '\0'}) {
            if (c == text[i]) continue;
            std::string changed = text;
            changed[i] = c;
            refused(list::english, changed);
            if (HasFailure()) FAIL() << "byte " << i << " changed to " << static_cast<int>(c);
        }
    }
}

TEST(Weights, EveryCutIsNoticed) {
    const std::string text = english_text();
    for (std::size_t length = 0; length < text.size(); ++length) {
        refused(list::english, std::string_view(text).substr(0, length));
        if (HasFailure()) FAIL() << "cut after " << length << " bytes";
    }
}

TEST(Weights, BelongToOneGameOnly) {
    for (const Variant& v : variants) {
        const std::string text = write_weights(v, large_weights(v, 1));
        for (const Variant& other : variants)
            if (&other != &v) {
                EXPECT_NE(refused(other, text).message.find("another game"), std::string::npos) << v.name << other.name;
            }
    }
    const Variant changed = derive(list::english, [](Variant& v) { v.end.bare = Bare::Wins; });
    EXPECT_NE(refused(changed, english_text()).message.find("other rules"), std::string::npos);
}

TEST(Weights, OtherVersionsAreRefused) {
    const Error error = refused(list::english, replaced(english_text(), "crownhead-weights 1", "crownhead-weights 2"));
    EXPECT_NE(error.message.find("version"), std::string::npos);
    EXPECT_EQ(error.offset, 0U);
}

// Found before the checksum is, and at its place.
TEST(Weights, WrongNumbersAreNamedAtTheirPlace) {
    const std::string text = english_text();
    const std::string men = "\nmen 3000 -3000\n";  // the first two of large_weights
    const std::size_t at = text.find(men);
    ASSERT_NE(at, std::string::npos);
    struct Wrong {
        std::string_view line;
        std::size_t offset;  // in the line, with the line end before it
        std::string_view message;
    };
    const Wrong wrongs[] = {
        {"\nmen 3001 -3000\n", 5, "from -3000 to 3000"},
        {"\nmen 3000 -3001\n", 10, "from -3000 to 3000"},
        {"\nmen 3000 99999999999999999999\n", 10, "from -3000 to 3000"},
        {"\nmen 3000\n", 9, "the line has 2 of them"},
        {"\nmen 3000 x\n", 10, "expected a weight"},
        {"\nmen 3000 -3000 7\n", 16, "more than 2"},
        {"\nmen 3000 -3000x\n", 10, "expected a weight"},
        {"\nwomen 3000 -3000\n", 1, "expected a line 'men "},
        {"\n", 1, "expected a line 'men "},
    };
    for (const Wrong& wrong : wrongs) {
        const Error error = refused(list::english, replaced(text, men, wrong.line));
        EXPECT_EQ(error.offset, at + wrong.offset) << wrong.line;
        EXPECT_NE(error.message.find(wrong.message), std::string::npos) << wrong.line << error.message;
    }

    const std::size_t row = text.find("\nhome ending ");
    const std::size_t end = text.find('\n', row + 1);
    std::string longer = text;
    longer.insert(end, " 0");
    EXPECT_NE(refused(list::english, longer).message.find("more than 16"), std::string::npos);
    EXPECT_EQ(refused(list::english, longer).offset, end + 1);
    std::string shorter = text;
    const std::size_t last = text.rfind(' ', end);
    shorter.erase(last, end - last);
    EXPECT_NE(refused(list::english, shorter).message.find("the line has 16 of them"), std::string::npos);
}

// The checksum is of the text as it is: a file with other line ends is another file.
TEST(Weights, OtherLineEndsAreNoticed) {
    std::string text = english_text();
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, 1, '\r');
    const Error error = refused(list::english, text);
    EXPECT_NE(error.message.find("damaged"), std::string::npos) << error.message;
    EXPECT_EQ(error.offset, text.find("checksum"));
}

TEST(Weights, BuiltInFilesAreWhole) {
    for (const Variant& v : variants) {
        const std::string_view text = builtin_weights_text(v.name);
        const Weights weights = builtin_weights(v);
        EXPECT_EQ(weights.values.size(), weights.layout.count()) << v.name;
        EXPECT_EQ(weights.layout.size, v.size()) << v.name;
        if (text.empty()) {
            // A relative has fitted ones; on another board only what does not belong to a square is taken over.
            const Variant* const relative = relative_of(v);
            ASSERT_NE(relative, nullptr) << v.name;
            ASSERT_FALSE(builtin_weights_text(relative->name).empty()) << v.name;
            const Weights theirs = builtin_weights(*relative);
            if (relative->size() == v.size()) {
                EXPECT_TRUE(weights == theirs) << v.name;
            } else {
                EXPECT_TRUE(
                    std::equal(weights.values.begin(), weights.values.begin() + term_count, theirs.values.begin()))
                    << v.name;
            }
            continue;
        }
        const auto read = read_weights(v, text);
        ASSERT_TRUE(read.has_value()) << v.name << ": " << read.error().message << " at " << read.error().offset;
        EXPECT_TRUE(weights == *read) << v.name;
    }
    for (std::size_t i = 0; builtin_weights_names[i] != nullptr; ++i) {
        bool known = false;
        for (const Variant& v : variants) known = known || v.name == builtin_weights_names[i];
        EXPECT_TRUE(known) << "data/weights/" << builtin_weights_names[i] << ".txt belongs to no game";
    }
}

}  // namespace
}  // namespace crownhead::eval
