// The sequential probability ratio test: ends a match as soon as its result is sure enough. It asks whether the first
// player is better by `elo1` rather than by `elo0`, and counts pairs of games, which depend on each other.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "match/stats.hpp"

namespace crownhead {

struct Sprt {
    double elo0 = 0;
    double elo1 = 10;
    double alpha = 0.05;  // how often a difference of elo0 is taken for elo1
    double beta = 0.05;   // how often a difference of elo1 is taken for elo0

    friend bool operator==(const Sprt&, const Sprt&) = default;
};

enum class Verdict : std::uint8_t { Open, Accepted, Rejected };  // accepted: elo1

constexpr std::string_view word(Verdict verdict) {
    return verdict == Verdict::Open ? "open" : verdict == Verdict::Accepted ? "accepted" : "rejected";
}

struct SprtState {
    double llr = 0;    // logarithm of the likelihood ratio
    double lower = 0;  // at or below: rejected
    double upper = 0;  // at or above: accepted
    Verdict verdict = Verdict::Open;
};

// The normal approximation of the likelihood ratio, with the variance of the pairs as it was observed. A test looks at its
// result after every pair and would stop too readily while few pairs happen to be alike, so some imagined pairs of two
// independent decided games are counted in; with ten of them the promised error rates hold (tests/match/sprt_test.cpp).
inline SprtState sprt_state(const Sprt& sprt, const MatchStats& stats) {
    SprtState state{.lower = std::log(sprt.beta / (1 - sprt.alpha)), .upper = std::log((1 - sprt.beta) / sprt.alpha)};
    const PairMoments pairs = pair_moments(stats);
    if (pairs.count == 0) return state;
    const double s0 = score_of_elo(sprt.elo0);
    const double s1 = score_of_elo(sprt.elo1);
    constexpr double imagined = 10;
    constexpr double imagined_variance = 0.125;
    const double variance = (pairs.count * pairs.variance + imagined * imagined_variance) / (pairs.count + imagined);
    state.llr = pairs.count * (s1 - s0) * (2 * pairs.mean - s0 - s1) / (2 * variance);
    if (state.llr >= state.upper) state.verdict = Verdict::Accepted;
    if (state.llr <= state.lower) state.verdict = Verdict::Rejected;
    return state;
}

}  // namespace crownhead
