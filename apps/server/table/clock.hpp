// GameClock: the time of both sides. The time now is a parameter, in seconds of a clock that never goes back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "protocol/requests.hpp"
#include "rules/setup.hpp"

namespace crownhead::server {

class GameClock {
public:
    GameClock() = default;
    explicit GameClock(const std::optional<ClockSetting>& setting) : setting_(setting) {
        if (setting_) left_.fill(setting_->seconds);
    }

    const std::optional<ClockSetting>& setting() const { return setting_; }
    const std::array<double, 2>& left() const { return left_; }  // when it was settled last, by side
    const std::optional<double>& since() const { return since_; }
    bool is_running() const { return since_.has_value(); }

    void set_left(const std::array<double, 2>& left) { left_ = left; }
    void add_increment(Side mover) {
        if (setting_) left_[index(mover)] += setting_->increment;
    }

    // Takes the time that has passed from the side to move.
    void settle(Side turn, double now) {
        if (!since_) return;
        left_[index(turn)] = std::max(left_[index(turn)] - (now - *since_), 0.0);
        since_ = now;
    }
    void run(double now) {
        if (setting_) since_ = now;
    }
    void stop() { since_.reset(); }

    double time_left(Side side, Side turn, double now) const {
        const double used = since_ && turn == side ? now - *since_ : 0;
        return std::max(left_[index(side)] - used, 0.0);
    }
    // When the flag of the side to move falls, if the clock runs.
    std::optional<double> flag_falls(Side turn) const {
        if (!since_) return std::nullopt;
        return *since_ + left_[index(turn)];
    }

private:
    static std::size_t index(Side side) { return side == Side::Black ? 0 : 1; }

    std::optional<ClockSetting> setting_{};
    std::array<double, 2> left_{};
    std::optional<double> since_{};  // when the clock of the side to move was started
};

}  // namespace crownhead::server
