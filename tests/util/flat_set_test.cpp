#include "util/flat_set.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "util/random.hpp"

namespace crownhead {
namespace {

struct SameForMany {
    std::size_t operator()(std::uint32_t key) const { return key / 16; }
};

TEST(FlatSet, HoldsWhatWasInserted) {
    FlatSet<std::uint32_t, SameForMany> set;
    std::set<std::uint32_t> expected;
    EXPECT_FALSE(set.contains(1));
    Random random(3);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint32_t key = 1 + random.below(10'000);
        EXPECT_EQ(set.insert(key), expected.insert(key).second);
    }
    EXPECT_EQ(set.size(), expected.size());
    for (std::uint32_t key = 1; key <= 10'000; ++key) EXPECT_EQ(set.contains(key), expected.contains(key));
}

}  // namespace
}  // namespace crownhead
