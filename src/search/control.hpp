// When a search ends: the time it may use, and the switch that stops it at once. The one object that other threads touch
// while a search runs.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>

#include "search/limits.hpp"

namespace crownhead {

// Seconds from the start of the thinking: after `enough` no new depth is begun, at `most` the search stops.
struct TimePlan {
    double enough = 0.0;
    double most = 0.0;  // 0: no limit
};

constexpr TimePlan plan_time(const SearchLimits& limits) {
    TimePlan plan;
    if (limits.seconds > 0) plan = {limits.seconds, limits.seconds};
    if (limits.clock) {
        const ClockTime& clock = *limits.clock;
        constexpr double reserve = 0.02;  // for whatever stands between us and the clock
        const double left = std::max(clock.seconds - reserve, 0.001);
        const double moves = clock.moves > 0 ? clock.moves : 30;
        const double share = std::min(left, left / moves + 0.8 * clock.increment);
        const double most = std::min(left * (clock.moves == 1 ? 0.95 : 0.4), 4 * share);
        const TimePlan by_clock{0.7 * std::min(share, most), most};
        if (plan.most == 0.0 || by_clock.most < plan.most) plan = by_clock;
    }
    return plan;
}

// The time for a move where a search has one deadline: `seconds` (0: no limit), and no more than a clock allows.
constexpr double seconds_for_move(double seconds, const std::optional<ClockTime>& clock) {
    if (!clock) return seconds;
    const double share = plan_time({.clock = clock}).enough;
    return seconds > 0 ? std::min(seconds, share) : share;
}

// The shorter of two times; 0: no limit.
constexpr double shorter(double a, double b) { return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b); }

class Control {
public:
    using Clock = std::chrono::steady_clock;

    // Before a search; `running`: the time counts from now, otherwise from start_clock(). `asked_to_stop` ends the search
    // from outside, also if it was requested before the search began.
    void prepare(const TimePlan& plan, bool running, std::stop_token asked_to_stop = {}) {
        plan_ = plan;
        asked_to_stop_ = std::move(asked_to_stop);
        stop_ = false;
        enough_ = never;
        most_ = never;
        began_ = now();
        if (running) start_clock();
    }
    void start_clock() {
        if (plan_.most <= 0) return;
        const std::int64_t start = now();
        enough_ = start + nanoseconds(plan_.enough);
        most_ = start + nanoseconds(plan_.most);
    }
    void stop() { stop_ = true; }

    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    bool check_time() {
        if (asked_to_stop_.stop_requested()) stop();
        if (most_.load(std::memory_order_relaxed) != never && now() >= most_.load(std::memory_order_relaxed)) stop();
        return stopped();
    }
    bool enough() const { return enough_ != never && now() >= enough_; }
    bool timed() const { return most_ != never; }
    double seconds() const { return static_cast<double>(now() - began_) * 1e-9; }

private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    static std::int64_t now() {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
    }
    static std::int64_t nanoseconds(double seconds) { return static_cast<std::int64_t>(std::min(seconds, 1e8) * 1e9); }

    TimePlan plan_;
    std::stop_token asked_to_stop_;
    std::int64_t began_ = 0;
    std::atomic<bool> stop_ = false;
    std::atomic<std::int64_t> enough_ = never;
    std::atomic<std::int64_t> most_ = never;
};

}  // namespace crownhead
