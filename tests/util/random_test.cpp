// Random: the same numbers for ever and everywhere, each value of below() as likely as the next.
#include "util/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace crownhead {
namespace {

// Saved games, tables of keys and published studies depend on these numbers. They were computed by a second program from
// the authors' descriptions (splitmix64: the published first values for seed 0).
static_assert([] {
    std::uint64_t state = 0;
    return splitmix64(state) == 0xe220a8397b1dcdafULL && splitmix64(state) == 0x6e789e6aa1b965f4ULL;
}());

TEST(Random, GivesTheSameNumbersForEver) {
    Random zero(0);
    EXPECT_EQ(zero.next(), 0x99ec5f36cb75f2b4ULL);
    EXPECT_EQ(zero.next(), 0xbf6e1f784956452aULL);
    EXPECT_EQ(zero.next(), 0x1a5f849d4933e6e0ULL);
    Random one(1);
    EXPECT_EQ(one.next(), 0xb3f2af6d0fc710c5ULL);
    EXPECT_EQ(one.next(), 0x853b559647364ceaULL);
    EXPECT_EQ(one.next(), 0x92f89756082a4514ULL);
}

TEST(Random, GivesTheSameChoicesForEver) {
    Random ten(1);
    for (const std::uint32_t expected : {7u, 5u, 5u, 3u, 6u, 1u, 0u, 3u, 8u, 5u}) EXPECT_EQ(ten.below(10), expected);
    Random large(1);  // nearly half of the numbers are drawn again here
    for (const std::uint32_t expected : {1117629131u, 1232882603u, 840371773u, 1497179249u})
        EXPECT_EQ(large.below((1u << 31) + 1), expected);
}

TEST(Random, SameSeedSameNumbers) {
    Random a(2024);
    Random b(2024);
    Random other(2025);
    int equal = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t value = a.next();
        EXPECT_EQ(value, b.next());
        if (value == other.next()) ++equal;
    }
    EXPECT_EQ(equal, 0);
}

TEST(Random, BelowOneIsZero) {
    Random random(3);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0u);
}

// Chi-square of the counts. With k - 1 degrees of freedom it lies near k - 1, with deviation sqrt(2 (k - 1)); six
// deviations never happen by chance, and the seeds are fixed anyway.
double chi_square(std::uint32_t bound, int draws, std::uint64_t seed) {
    Random random(seed);
    std::vector<int> counts(bound, 0);
    for (int i = 0; i < draws; ++i) {
        const std::uint32_t value = random.below(bound);
        EXPECT_LT(value, bound);
        if (value < bound) ++counts[value];
    }
    const double expected = static_cast<double>(draws) / bound;
    double sum = 0;
    for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
}

TEST(Random, BelowIsUniform) {
    for (const std::uint32_t bound : {2u, 3u, 7u, 10u, 32u, 100u, 1000u}) {
        const double freedom = bound - 1;
        const double found = chi_square(bound, 200'000, 17 + bound);
        EXPECT_LT(found, freedom + 6 * std::sqrt(2 * freedom)) << bound;
        // Too even would be as wrong as too uneven; only bounds with many values can tell.
        if (bound >= 100) {
            EXPECT_GT(found, freedom - 6 * std::sqrt(2 * freedom)) << bound;
        }
    }
}

// Without drawing again, the upper half of the product would be 0, 1, 2 modulo 3 in the proportion 2 : 1 : 1 here.
TEST(Random, LargeBoundsAreUniformToo) {
    constexpr std::uint32_t bound = 3u << 30;
    Random random(5);
    std::vector<int> thirds(3, 0);
    std::vector<int> remainders(3, 0);
    constexpr int draws = 300'000;
    for (int i = 0; i < draws; ++i) {
        const std::uint32_t value = random.below(bound);
        ASSERT_LT(value, bound);
        ++thirds[value >> 30];
        ++remainders[value % 3];
    }
    for (const auto& counts : {thirds, remainders})
        for (const int count : counts) EXPECT_NEAR(count, draws / 3, 6 * std::sqrt(draws * 2.0 / 9));
}

TEST(Random, EveryBitOfNextTurnsUp) {
    Random random(9);
    std::vector<int> ones(64, 0);
    constexpr int draws = 20'000;
    for (int i = 0; i < draws; ++i) {
        const std::uint64_t value = random.next();
        for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>((value >> bit) & 1);
    }
    for (const int count : ones) EXPECT_NEAR(count, draws / 2, 6 * std::sqrt(draws / 4.0));
}

}  // namespace
}  // namespace crownhead
