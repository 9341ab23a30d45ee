// Processor time, for tests of time limits: how busy the machine is does not change it, as it changes the time on the wall.
#pragma once

#include <ctime>

namespace crownhead {

class CpuTimer {
public:
    static CpuTimer of_thread() { return CpuTimer(CLOCK_THREAD_CPUTIME_ID); }
    static CpuTimer of_process() { return CpuTimer(CLOCK_PROCESS_CPUTIME_ID); }

    // Since it was made; for the timer of a thread, asked by that thread.
    double seconds() const { return now(clock_) - start_; }

private:
    explicit CpuTimer(clockid_t clock) : clock_(clock), start_(now(clock)) {}

    static double now(clockid_t clock) {
        std::timespec time{};
        clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    clockid_t clock_;
    double start_;
};

}  // namespace crownhead
