// Statistics of matches: known scores, symmetry, and intervals that say what is known and no more.
#include "match/stats.hpp"

#include <gtest/gtest.h>

#include "util/random.hpp"

namespace crownhead {
namespace {

// So many pairs with each of the possible results; the games that lead to them in any way.
MatchStats pairs(std::array<std::uint64_t, 5> counts) {
    MatchStats stats;
    for (std::size_t points = 0; points < counts.size(); ++points)
        for (std::uint64_t i = 0; i < counts[points]; ++i) {
            const int first = points >= 2 ? 2 : static_cast<int>(points);
            stats.add_game(first);
            stats.add_game(static_cast<int>(points) - first);
            stats.add_pair(static_cast<int>(points));
        }
    return stats;
}

std::array<std::uint64_t, 5> times(std::array<std::uint64_t, 5> counts, std::uint64_t factor) {
    for (std::uint64_t& count : counts) count *= factor;
    return counts;
}

TEST(Stats, CountsGamesAndPairs) {
    MatchStats stats = pairs({1, 2, 3, 4, 5});
    EXPECT_EQ(stats.games(), 30U);
    EXPECT_EQ(stats.wins, 3U + 4 + 10);
    EXPECT_EQ(stats.draws, 2U + 4);
    EXPECT_EQ(stats.losses, 2U + 2 + 3);
    EXPECT_EQ(stats.points(), 17 + 3.0);
    EXPECT_NEAR(score_of(stats).value, stats.points() / 30, 1e-12);
    stats += stats;
    EXPECT_EQ(stats.games(), 60U);
    EXPECT_EQ(stats.points(), 40);
    EXPECT_EQ(stats.pairs, (std::array<std::uint64_t, 5>{2, 4, 6, 8, 10}));
}

// Elo's formula: 1 / (1 + 10^(-d/400)).
TEST(Stats, KnownScores) {
    EXPECT_NEAR(elo_of(0.5), 0, 1e-9);
    EXPECT_NEAR(elo_of(0.75), 190.85, 0.01);
    EXPECT_NEAR(elo_of(10.0 / 11), 400, 1e-9);
    EXPECT_NEAR(elo_of(0.64), 99.95, 0.01);
    EXPECT_NEAR(elo_of(pairs({0, 0, 5, 0, 5})).value, 190.85, 0.01);
}

TEST(Stats, SymmetricInBothPlayers) {
    for (const double score : {0.0, 0.001, 0.2, 0.45}) EXPECT_NEAR(elo_of(score), -elo_of(1 - score), 1e-9);
    const Estimate first = elo_of(pairs({1, 5, 10, 7, 3}));
    const Estimate second = elo_of(pairs({3, 7, 10, 5, 1}));
    EXPECT_NEAR(first.value, -second.value, 1e-9);
    EXPECT_NEAR(first.low, -second.high, 1e-9);
    EXPECT_NEAR(first.high, -second.low, 1e-9);
    EXPECT_NEAR(likelihood_of_superiority(pairs({1, 5, 10, 7, 3})),
                1 - likelihood_of_superiority(pairs({3, 7, 10, 5, 1})), 1e-9);
}

TEST(Stats, IntervalsHoldTheValueAndShrink) {
    const std::array<std::uint64_t, 5> shapes[] = {{1, 2, 4, 2, 1}, {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0},
                                                   {0, 1, 5, 1, 0}, {5, 0, 1, 0, 9}, {0, 0, 1, 9, 0}};
    for (const auto& shape : shapes) {
        double last = 2;
        for (const std::uint64_t factor : {1ULL, 4ULL, 16ULL, 64ULL}) {
            const Estimate score = score_of(pairs(times(shape, factor)));
            EXPECT_LE(score.low, score.value);
            EXPECT_LE(score.value, score.high);
            EXPECT_GE(score.low, 0);
            EXPECT_LE(score.high, 1);
            EXPECT_GT(score.high - score.low, 0);
            EXPECT_LT(score.high - score.low, last) << factor;
            last = score.high - score.low;
            const Estimate elo = elo_of(pairs(times(shape, factor)));
            EXPECT_LE(elo.low, elo.value);
            EXPECT_LE(elo.value, elo.high);
        }
    }
}

// 100 pairs, 40 of them won and 40 lost by two points, and an imagined one: 1.96 * sqrt(81 * 0.25) / 101 = 0.08733.
TEST(Stats, IntervalByHand) {
    const Estimate score = score_of(pairs({40, 0, 20, 0, 40}));
    EXPECT_NEAR(score.low, 0.5 - 0.08733, 1e-4);
    EXPECT_NEAR(score.high, 0.5 + 0.08733, 1e-4);
}

// A pair that is always won once by each side tells more than two games that were won and lost by chance.
TEST(Stats, PairsCountNotGames) {
    const Estimate level = score_of(pairs({0, 1, 98, 1, 0}));
    const Estimate wild = score_of(pairs({50, 0, 0, 0, 50}));
    EXPECT_LT(level.high - level.low, 0.2 * (wild.high - wild.low));
}

TEST(Stats, OneSidedResults) {
    const Estimate all = elo_of(pairs({0, 0, 0, 0, 50}));
    EXPECT_EQ(all.value, all.high);
    EXPECT_GT(all.low, 400);
    EXPECT_LT(all.low, all.value);
    const Estimate none = elo_of(pairs({50, 0, 0, 0, 0}));
    EXPECT_EQ(none.value, -all.value);
    EXPECT_NEAR(none.high, -all.low, 1e-9);
    EXPECT_LT(score_of(pairs({0, 0, 0, 0, 1})).low, 0.2);  // one pair says little
}

TEST(Stats, NothingIsKnownWithoutGames) {
    const Estimate score = score_of(MatchStats{});
    EXPECT_EQ(score.value, 0.5);
    EXPECT_EQ(score.low, 0);
    EXPECT_EQ(score.high, 1);
    EXPECT_EQ(elo_of(MatchStats{}).value, 0);
    EXPECT_EQ(likelihood_of_superiority({}), 0.5);
}

// As many drawn pairs as one likes do not make it certain that both are equally strong.
TEST(Stats, DrawsAloneLeaveDoubt) {
    EXPECT_LT(score_of(pairs({0, 0, 1, 0, 0})).low, 0.4);
    EXPECT_LT(score_of(pairs({0, 0, 100, 0, 0})).low, 0.5);
}

TEST(Stats, LikelihoodOfSuperiority) {
    EXPECT_NEAR(likelihood_of_superiority(pairs({10, 5, 20, 5, 10})), 0.5, 1e-9);
    EXPECT_GT(likelihood_of_superiority(pairs({1, 5, 20, 30, 44})), 0.999);
    EXPECT_LT(likelihood_of_superiority(pairs({44, 30, 20, 5, 1})), 0.001);
    EXPECT_GT(likelihood_of_superiority(pairs({0, 0, 0, 0, 50})), 0.999);
    // Two standard errors: 400 pairs at 52.5 %, each won or lost by one game, are 0.5 * erfc(-2 / sqrt 2) = 0.977.
    EXPECT_NEAR(likelihood_of_superiority(pairs({0, 180, 0, 220, 0})), 0.977, 0.002);
}

// How often the interval holds the true score, by simulation of independent games.
TEST(Stats, IntervalsHoldTheTruth) {
    Random random(7);
    for (const double win : {0.02, 0.3, 0.5, 0.8, 0.95, 0.98})
        for (const double draw : {0.0, 0.01, 0.15})
            for (const int pairs_played : {10, 50, 400}) {
                if (win + draw > 1) continue;
                constexpr int trials = 2000;
                int held = 0;
                for (int trial = 0; trial < trials; ++trial) {
                    MatchStats stats;
                    for (int pair = 0; pair < pairs_played; ++pair) {
                        int points = 0;
                        for (int game = 0; game < 2; ++game) {
                            const double x = static_cast<double>(random.next() >> 11) * 0x1p-53;
                            points += x < win ? 2 : x < win + draw ? 1 : 0;
                        }
                        stats.add_pair(points);
                    }
                    const Estimate score = score_of(stats);
                    const double truth = win + draw / 2;
                    if (score.low <= truth && truth <= score.high) ++held;
                }
                EXPECT_GT(held, 0.93 * trials) << win << " " << draw << " " << pairs_played;
            }
}

}  // namespace
}  // namespace crownhead
