// The statistics of a match: wins, draws and losses, counted also by pairs of games from the same opening with colours
// changed. The games of a pair depend on each other, so the error is estimated from the pairs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace crownhead {

struct Estimate {
    double value = 0.0;
    double low = 0.0;  // 95 % interval
    double high = 0.0;
};

struct MatchStats {
    std::uint64_t wins = 0;  // of the first player
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::array<std::uint64_t, 5> pairs{};  // by the points of the first player in a pair: 0, 1/2, 1, 3/2, 2

    std::uint64_t games() const { return wins + draws + losses; }
    double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }

    // `points` of the first player, in halves, in the two games of a pair.
    void add_pair(int half_points) { ++pairs[static_cast<std::size_t>(half_points)]; }
    void add_game(int half_points) { ++(half_points == 2 ? wins : half_points == 1 ? draws : losses); }
    MatchStats& operator+=(const MatchStats& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
        return *this;
    }
};

// The same for the second player.
inline MatchStats reversed(const MatchStats& stats) {
    MatchStats other{.wins = stats.losses, .draws = stats.draws, .losses = stats.wins, .pairs = stats.pairs};
    std::ranges::reverse(other.pairs);
    return other;
}

// Mean and variance of the score of a pair, 0 to 1.
struct PairMoments {
    double count = 0;
    double mean = 0.5;
    double variance = 0;
};

// `imagined`: so many pairs are added, half of them lost and half of them won in both games.
inline PairMoments pair_moments(const MatchStats& stats, double imagined = 0) {
    std::array<double, 5> counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<double>(stats.pairs[i]);
    counts.front() += imagined / 2;
    counts.back() += imagined / 2;
    PairMoments pairs;
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        pairs.count += counts[i];
        sum += counts[i] * static_cast<double>(i) / 4;
    }
    if (pairs.count == 0) return pairs;
    pairs.mean = sum / pairs.count;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double away = static_cast<double>(i) / 4 - pairs.mean;
        pairs.variance += counts[i] * away * away / pairs.count;
    }
    return pairs;
}

// With few or equal results the observed variance claims too much. One imagined pair keeps the intervals honest, also
// near 0 and 1 (tests/match/stats_test.cpp counts how often they hold the truth).
constexpr double imagined_pairs = 1;

// The score of the first player, 0 to 1.
inline Estimate score_of(const MatchStats& stats) {
    const PairMoments seen = pair_moments(stats);
    if (seen.count == 0) return {0.5, 0.0, 1.0};
    const PairMoments pairs = pair_moments(stats, imagined_pairs);
    const double reach = 1.96 * std::sqrt(pairs.variance / pairs.count);
    return {seen.mean, std::clamp(pairs.mean - reach, 0.0, seen.mean), std::clamp(pairs.mean + reach, seen.mean, 1.0)};
}

// The difference in Elo that a score stands for; scores of 0 and 1 give the largest difference that is shown.
inline double elo_of(double score) {
    constexpr double largest = 1200;
    if (score <= 0) return -largest;
    if (score >= 1) return largest;
    return std::clamp(400 * std::log10(score / (1 - score)), -largest, largest);
}

inline double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

inline Estimate elo_of(const MatchStats& stats) {
    const Estimate score = score_of(stats);
    return {elo_of(score.value), elo_of(score.low), elo_of(score.high)};
}

// How often something with this many hits in so many trials happens: Wilson's interval, sane at 0 and at 1.
inline Estimate rate_of(std::uint64_t hits, std::uint64_t trials) {
    if (trials == 0) return {0.0, 0.0, 1.0};
    constexpr double z2 = 1.96 * 1.96;
    const auto n = static_cast<double>(trials);
    const double rate = static_cast<double>(hits) / n;
    const double middle = (rate + z2 / (2 * n)) / (1 + z2 / n);
    const double half = std::sqrt(rate * (1 - rate) * z2 / n + z2 * z2 / (4 * n * n)) / (1 + z2 / n);
    return {rate, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

// How sure it is that the first player is the stronger one, 0 to 1.
inline double likelihood_of_superiority(const MatchStats& stats) {
    const PairMoments pairs = pair_moments(stats, imagined_pairs);
    const double error = std::sqrt(pairs.variance / pairs.count);
    return 0.5 * std::erfc(-(pairs.mean - 0.5) / error / std::numbers::sqrt2);
}

}  // namespace crownhead
