// Value: won, drawn or lost for the side to move, with best play of both sides.
#pragma once

#include <cstdint>
#include <optional>

#include "game/outcome.hpp"

namespace crownhead {

enum class Value : std::uint8_t { Draw, Win, Loss, Unknown };

// For the other side.
constexpr Value negated(Value v) {
    if (v == Value::Win) return Value::Loss;
    if (v == Value::Loss) return Value::Win;
    return v;
}

constexpr Value value_of(const Outcome& outcome, Side side) {
    if (!outcome.winner) return Value::Draw;
    return *outcome.winner == side ? Value::Win : Value::Loss;
}

// A value and, where it is known, the number of plies to the end.
struct ExactValue {
    Value value = Value::Unknown;
    std::optional<int> plies{};

    friend bool operator==(const ExactValue&, const ExactValue&) = default;
};

}  // namespace crownhead
