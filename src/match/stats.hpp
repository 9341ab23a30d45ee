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
    // The second game of a pair may not have been played yet.
    const double share = stats.games() > 0 ? stats.points() / static_cast<double>(stats.games()) : seen.mean;
    if (seen.count == 0) return {share, 0.0, 1.0};
    const PairMoments pairs = pair_moments(stats, imagined_pairs);
    const double reach = 1.96 * std::sqrt(pairs.variance / pairs.count);
    return {share, std::clamp(pairs.mean - reach, 0.0, share), std::clamp(pairs.mean + reach, share, 1.0)};
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

// Wilson's interval for a share that was seen in so many trials; sane at 0 and at 1.
inline Estimate wilson(double share, double trials) {
    constexpr double z2 = 1.96 * 1.96;
    const double middle = (share + z2 / (2 * trials)) / (1 + z2 / trials);
    const double half =
        std::sqrt(share * (1 - share) * z2 / trials + z2 * z2 / (4 * trials * trials)) / (1 + z2 / trials);
    return {share, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

// Wins, draws and losses without pairs.
struct WinDrawLoss {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t unfinished = 0;  // of the draws: broken off as too long

    std::uint64_t games() const { return wins + draws + losses; }
};

// The score of games that do not come in pairs, 0 to 1: each is taken by itself, and a draw as half a win.
inline Estimate score_of(const WinDrawLoss& results) {
    if (results.games() == 0) return {0.5, 0.0, 1.0};
    const auto games = static_cast<double>(results.games());
    return wilson((static_cast<double>(results.wins) + 0.5 * static_cast<double>(results.draws)) / games, games);
}

// How often something with this many hits in so many trials happens.
inline Estimate rate_of(std::uint64_t hits, std::uint64_t trials) {
    if (trials == 0) return {0.0, 0.0, 1.0};
    return wilson(static_cast<double>(hits) / static_cast<double>(trials), static_cast<double>(trials));
}

// The difference of two independent estimates; their errors add as squares (Newcombe's interval for two shares).
inline Estimate difference_of(const Estimate& a, const Estimate& b) {
    const double value = a.value - b.value;
    return {value, value - std::hypot(a.value - a.low, b.high - b.value),
            value + std::hypot(a.high - a.value, b.value - b.low)};
}

// How sure it is that the first player is the stronger one, 0 to 1.
inline double likelihood_of_superiority(const MatchStats& stats) {
    const PairMoments pairs = pair_moments(stats, imagined_pairs);
    const double error = std::sqrt(pairs.variance / pairs.count);
    return 0.5 * std::erfc(-(pairs.mean - 0.5) / error / std::numbers::sqrt2);
}

}  // namespace crownhead
