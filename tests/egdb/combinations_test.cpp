#include "egdb/combinations.hpp"

#include <gtest/gtest.h>

#include "util/random.hpp"

namespace crownhead::egdb {
namespace {

TEST(Combinations, RanksCountAllSetsInOrder) {
    for (const int k : {0, 1, 2, 3, 5}) {
        std::uint64_t set = set_of_rank<std::uint64_t>(0, k);
        for (std::uint64_t rank = 0; rank < choose(14, k); ++rank, set = next_set(set)) {
            ASSERT_EQ(rank_of(set), rank);
            ASSERT_EQ(set_of_rank<std::uint64_t>(rank, k), set);
            ASSERT_EQ(std::popcount(set), k);
            ASSERT_LT(set, std::uint64_t{1} << 14);
        }
    }
    EXPECT_EQ(choose(72, 5), 13'991'544U);
    EXPECT_EQ(choose(4, 5), 0U);
}

TEST(Combinations, WideSetsToo) {
    for (std::uint64_t rank = 0; rank < choose(72, 4); rank += 997)
        ASSERT_EQ(rank_of(set_of_rank<Wide>(rank, 4)), rank);
    Wide set = set_of_rank<Wide>(0, 2);
    for (std::uint64_t rank = 0; rank < choose(72, 2); ++rank, set = next_set(set)) ASSERT_EQ(rank_of(set), rank);
}

TEST(Combinations, BitsArePackedAsThePlainLoopPacksThem) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t word = random.next();
        const std::uint64_t mask = random.next();
        ASSERT_EQ(extract(word, mask), crownhead::detail::slow_extract(word, mask));
        ASSERT_EQ(deposit(word, mask), crownhead::detail::slow_deposit(word, mask));
        ASSERT_EQ(deposit(extract(word, mask), mask), word & mask);
        const Wide wide = (Wide{word} << 64) | random.next();
        const Wide wide_mask = (Wide{mask} << 64) | random.next();
        ASSERT_TRUE(deposit(extract(wide, wide_mask), wide_mask) == (wide & wide_mask));
        ASSERT_EQ(bits::count(extract(wide, wide_mask)), bits::count(wide & wide_mask));
    }
}

}  // namespace
}  // namespace crownhead::egdb
