// TimeSource: the time of the clocks, delays and turns of the service, in seconds. It never goes back. Tests move one by hand.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace crownhead::server {

class TimeSource {
public:
    TimeSource() = default;
    TimeSource(const TimeSource&) = delete;
    TimeSource& operator=(const TimeSource&) = delete;
    virtual ~TimeSource() = default;

    virtual double now() const { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

    // Until then, or until `wake` is notified.
    virtual void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& wake, double when) {
        wake.wait_until(
            lock, Clock::time_point(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(when))));
    }

private:
    using Clock = std::chrono::steady_clock;
};

}  // namespace crownhead::server
