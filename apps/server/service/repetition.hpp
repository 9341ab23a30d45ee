// Spaced repetition: when a position comes back that was answered well or badly. Days are texts, 2026-11-15. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "util/day.hpp"

namespace crownhead::server {

// Days until it comes back, after so many good answers in a row. Whoever knows it after the last one is done with it.
inline constexpr std::array<int, 5> repetition_days{1, 3, 7, 16, 35};

struct Repetition {
    std::size_t step = 0;  // good answers in a row
    std::string due{};     // the day from which on it comes back; empty: it is done with

    friend bool operator==(const Repetition&, const Repetition&) = default;
};

// For the first time on the day after it happened.
inline Repetition first_repetition(std::string_view day) { return {.due = day_after(day, repetition_days.front())}; }

// After an answer. One that comes before its day changes nothing.
inline Repetition next_repetition(const Repetition& now, bool right, std::string_view day) {
    if (now.due.empty() || now.due > day) return now;
    if (!right) return first_repetition(day);
    const std::size_t step = now.step + 1;
    if (step >= repetition_days.size()) return {.step = step};
    return {.step = step, .due = day_after(day, repetition_days[step])};
}

}  // namespace crownhead::server
