// Edit distance: the number behind "did you mean".
#include "util/edit_distance.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>

namespace crownhead {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsAndChanges) {
    const std::tuple<std::string_view, std::string_view, std::size_t> cases[] = {
        {"", "", 0},        {"", "mini", 4},          {"mini", "", 4},           {"mini", "mini", 0},
        {"mini", "mni", 1}, {"mini", "miini", 1},     {"mini", "mino", 1},       {"mini", "imni", 2},
        {"abc", "xyz", 3},  {"kitten", "sitting", 3}, {"saturday", "sunday", 3},
    };
    for (const auto& [a, b, distance] : cases) {
        EXPECT_EQ(edit_distance(a, b), distance) << a << ' ' << b;
        EXPECT_EQ(edit_distance(b, a), distance) << b << ' ' << a;
    }
}

TEST(EditDistance, LiesBetweenTheDifferenceOfLengthsAndTheLongerOne) {
    const std::string_view words[] = {"english", "suicide", "suicide-10", "x", "", "international", "antidraughts"};
    for (const std::string_view a : words) {
        for (const std::string_view b : words) {
            const std::size_t d = edit_distance(a, b);
            EXPECT_LE(d, std::max(a.size(), b.size()));
            EXPECT_GE(d, std::max(a.size(), b.size()) - std::min(a.size(), b.size()));
            EXPECT_EQ(d == 0, a == b);
            for (const std::string_view c : words) EXPECT_LE(d, edit_distance(a, c) + edit_distance(c, b));
        }
    }
}

}  // namespace
}  // namespace crownhead
