// A score as it is reported to people and programs: an estimate, or a decided game.
#pragma once

#include <cstdint>
#include <optional>

#include "search/score.hpp"

namespace crownhead {

struct Score {
    enum class Kind : std::uint8_t { Estimate, Points, Win, Loss, Draw };

    Kind kind = Kind::Estimate;
    int value = 0;               // of an estimate: hundredths of a man; points have a scale of their own
    std::optional<int> plies{};  // of a win or loss: to the end of the game, where known

    friend bool operator==(const Score&, const Score&) = default;
};

constexpr Score reported_score(int score) {
    if (score == score::missed_win || score == -score::missed_win) return {.kind = Score::Kind::Draw};
    const Score::Kind kind = score > 0 ? Score::Kind::Win : Score::Kind::Loss;
    if (score::is_decided(score)) return {.kind = kind, .plies = score::won - (score > 0 ? score : -score)};
    if (score::is_known(score)) return {.kind = kind};
    return {.kind = Score::Kind::Estimate, .value = score};
}

}  // namespace crownhead
