// Value: won, drawn or lost for the side to move, with best play of both sides.
#pragma once

#include <cstddef>
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

// Answers of the opponent to a move: those that give nothing away, among all.
struct Answers {
    std::size_t good = 1;
    std::size_t all = 1;

    constexpr bool can_err() const { return good < all; }

    // The share of moves that are mistakes; the more mistakes there are to make, the better, too.
    friend constexpr bool harder(const Answers& a, const Answers& b) {
        const std::size_t left = a.good * b.all;
        const std::size_t right = b.good * a.all;
        return left != right ? left < right : a.all - a.good > b.all - b.good;
    }
    friend constexpr bool operator==(const Answers&, const Answers&) = default;
};

}  // namespace crownhead
