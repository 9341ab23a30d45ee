#include "match/sprt.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "util/random.hpp"

namespace crownhead {
namespace {

// Worked by hand: 100 pairs, 30 of them 3/2, 50 even, 20 of them 1/2. Mean 0.525, variance of the pairs 0.030625; with ten
// imagined pairs of variance 1/8 it is 4.3125 / 110.
TEST(Sprt, WorkedExample) {
    const MatchStats stats{.pairs = {0, 20, 50, 30, 0}};
    const PairMoments pairs = pair_moments(stats);
    EXPECT_NEAR(pairs.mean, 0.525, 1e-12);
    EXPECT_NEAR(pairs.variance, 0.030625, 1e-12);
    const SprtState state = sprt_state({.elo0 = 0, .elo1 = 10}, stats);
    const double s1 = 1 / (1 + std::pow(10, -10.0 / 400));
    EXPECT_NEAR(state.llr, 100 * (s1 - 0.5) * (1.05 - 0.5 - s1) / (2 * 4.3125 / 110), 1e-9);
    EXPECT_NEAR(state.upper, std::log(19), 1e-12);
    EXPECT_NEAR(state.lower, -std::log(19), 1e-12);
    EXPECT_EQ(state.verdict, Verdict::Open);
}

TEST(Sprt, NothingIsKnownWithoutGames) {
    EXPECT_EQ(sprt_state({}, {}).verdict, Verdict::Open);
    EXPECT_EQ(sprt_state({}, {}).llr, 0);
}

TEST(Sprt, OneSidedMatchesEndSoonAndSanely) {
    MatchStats won;
    won.pairs[4] = 50;
    const SprtState state = sprt_state({.elo0 = 0, .elo1 = 10}, won);
    EXPECT_EQ(state.verdict, Verdict::Accepted);
    EXPECT_TRUE(std::isfinite(state.llr));
    MatchStats lost;
    lost.pairs[0] = 50;
    EXPECT_EQ(sprt_state({.elo0 = 0, .elo1 = 10}, lost).verdict, Verdict::Rejected);
}

// Draws pairs with this expected score until the test ends: how often is elo1 accepted?
double acceptance(double elo, const Sprt& sprt, int trials, std::uint64_t seed, double drawn = 0.4,
                  bool same_result = false) {
    Random random(seed);
    const double score = score_of_elo(elo);
    int accepted = 0;
    for (int i = 0; i < trials; ++i) {
        MatchStats stats;
        for (;;) {
            int points = 0;
            for (int game = 0; game < 2; ++game) {
                if (same_result && game == 1) {
                    points *= 2;
                    break;
                }
                const double x = static_cast<double>(random.next() >> 11) * 0x1p-53;
                const double won = score - drawn / 2;
                points += x < won ? 2 : x < won + drawn ? 1 : 0;
            }
            stats.add_pair(points);
            const Verdict verdict = sprt_state(sprt, stats).verdict;
            if (verdict == Verdict::Open) continue;
            if (verdict == Verdict::Accepted) ++accepted;
            break;
        }
    }
    return static_cast<double>(accepted) / trials;
}

// The promised error rates, by simulation: 4,000 matches each, so three standard errors are 0.01.
TEST(Sprt, ErrorRatesAreAsPromised) {
    const Sprt sprt{.elo0 = 0, .elo1 = 40, .alpha = 0.05, .beta = 0.05};
    EXPECT_LT(acceptance(0, sprt, 4000, 1), 0.06);
    EXPECT_GT(acceptance(40, sprt, 4000, 2), 0.94);
    const double between = acceptance(20, sprt, 4000, 3);
    EXPECT_GT(between, 0.4);
    EXPECT_LT(between, 0.6);
    EXPECT_LT(acceptance(-40, sprt, 4000, 4), 0.005);
    // Without draws, with many, and pairs whose games always end alike.
    for (const double drawn : {0.0, 0.8}) {
        EXPECT_LT(acceptance(0, sprt, 4000, 7, drawn), 0.06) << drawn;
        EXPECT_GT(acceptance(40, sprt, 4000, 8, drawn), 0.94) << drawn;
    }
    EXPECT_LT(acceptance(0, sprt, 4000, 9, 0.4, true), 0.06);
    EXPECT_GT(acceptance(40, sprt, 4000, 10, 0.4, true), 0.94);
    const Sprt strict{.elo0 = 0, .elo1 = 40, .alpha = 0.01, .beta = 0.1};
    EXPECT_LT(acceptance(0, strict, 4000, 5), 0.016);
    EXPECT_GT(acceptance(40, strict, 4000, 6), 0.88);
}

}  // namespace
}  // namespace crownhead
