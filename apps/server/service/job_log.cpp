#include "service/job_log.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace crownhead::server {

double job_deadline(std::string_view kind) {
    // A move may take as long as its player is allowed to (player_policy.hpp), and a little to begin and to stop.
    constexpr std::array<std::pair<std::string_view, double>, 15> deadlines{{{"move", 65},
                                                                             {"hint", 15},
                                                                             {"draw", 5},
                                                                             {"analysis", 310},
                                                                             {"value", 120},
                                                                             {"review", 60},
                                                                             {"text", 10},
                                                                             {"import", 10},
                                                                             {"request", 5},
                                                                             {"load", 5},
                                                                             {"search", 2},
                                                                             {"save", 2},
                                                                             {"laboratory", 30},
                                                                             {"report", 60},
                                                                             {"proof", 60}}};
    const auto* const found = std::ranges::find(deadlines, kind, &std::pair<std::string_view, double>::first);
    return found == deadlines.end() ? std::numeric_limits<double>::infinity() : found->second;
}

JobLog::JobLog(OnOverrun on_overrun, OnFailure on_failure, Deadline deadline)
    : on_overrun_(std::move(on_overrun)),
      on_failure_(std::move(on_failure)),
      deadline_(deadline),
      thread_([this] { watch(); }) {}

JobLog::~JobLog() {
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

JobFigures& JobLog::of(std::string_view kind) {
    const auto found = figures_.find(kind);
    return found != figures_.end() ? found->second : figures_[std::string(kind)];
}

std::uint64_t JobLog::begin(const JobInfo& job, double wait) {
    Running running{.job = job, .since = Clock::now()};
    if (const double seconds = deadline_(job.kind); seconds < std::numeric_limits<double>::infinity())
        running.until =
            running.since + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    bool sooner = false;
    std::uint64_t number = 0;
    {
        const std::scoped_lock lock(mutex_);
        JobFigures& figures = of(job.kind);
        ++figures.running;
        figures.longest_wait = std::max(figures.longest_wait, wait);
        sooner = running.until < next_;
        number = ++last_;
        running_.emplace(number, std::move(running));
    }
    if (sooner) wake_.notify_one();
    return number;
}

void JobLog::end(std::uint64_t number) {
    const Clock::time_point now = Clock::now();
    decltype(running_)::node_type ended;  // what it holds is let go without the lock
    double seconds = 0;
    bool overrun = false;
    {
        const std::scoped_lock lock(mutex_);
        ended = running_.extract(number);
        if (!ended) return;
        const Running& job = ended.mapped();
        seconds = std::chrono::duration<double>(now - job.since).count();
        overrun = now > job.until;  // before the watch has seen it
        JobFigures& figures = of(job.job.kind);
        --figures.running;
        ++figures.count;
        figures.overruns += overrun ? 1 : 0;
        figures.longest_run = std::max(figures.longest_run, seconds);
    }
    if (!overrun) return;
    if (on_overrun_) on_overrun_(ended.mapped().job.kind, seconds);
    ended.mapped().job.stop.request_stop();  // what it would be followed by
}

void JobLog::fail(std::string_view kind, std::string_view what) const {
    if (on_failure_) on_failure_(kind, what);
}

void JobLog::watch() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        const Clock::time_point now = Clock::now();
        std::vector<std::pair<JobInfo, double>> late;
        next_ = Clock::time_point::max();
        for (auto& [number, running] : running_) {
            if (now > running.until) {
                late.emplace_back(running.job, std::chrono::duration<double>(now - running.since).count());
                ++of(running.job.kind).overruns;
                running.until = Clock::time_point::max();
                running.late = true;
            }
            next_ = std::min(next_, running.until);
        }
        if (!late.empty()) {
            lock.unlock();
            for (auto& [job, seconds] : late) {
                if (on_overrun_) on_overrun_(job.kind, seconds);
                job.stop.request_stop();
            }
            late.clear();
            lock.lock();
        } else if (next_ == Clock::time_point::max()) {
            wake_.wait(lock);
        } else {
            const Clock::time_point until = next_;
            wake_.wait_until(lock, until);
        }
    }
}

std::size_t JobLog::overrunning() const {
    const std::scoped_lock lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count_if(running_, [](const auto& job) { return job.second.late; }));
}

std::map<std::string, JobFigures, std::less<>> JobLog::figures() const {
    const std::scoped_lock lock(mutex_);
    return figures_;
}

}  // namespace crownhead::server
