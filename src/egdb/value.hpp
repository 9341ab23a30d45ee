// Value: what a position is worth to the side to move when both sides play as well as possible.
#pragma once

#include <cstdint>
#include <optional>

#include "game/outcome.hpp"

namespace crownhead::egdb {

enum class Value : std::uint8_t { Draw, Win, Loss, Unknown };

constexpr Value seen_from_the_other_side(Value v) {
    if (v == Value::Win) return Value::Loss;
    if (v == Value::Loss) return Value::Win;
    return v;
}

constexpr Value value_of(const Outcome& outcome, Side side) {
    if (!outcome.winner) return Value::Draw;
    return *outcome.winner == side ? Value::Win : Value::Loss;
}

// A value and, where it is known, the number of plies to the end with best play of both sides.
struct Verdict {
    Value value = Value::Unknown;
    std::optional<int> plies{};

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

}  // namespace crownhead::egdb
