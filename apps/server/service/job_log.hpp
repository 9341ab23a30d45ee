// JobLog: what the jobs of all pages take, by their kind: how many run and ran, the longest wait and run, and how many overran
// the time that their kind may need. A job that overruns is named and stopped while it runs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace crownhead::server {

// Seconds that a job of a kind may need. Those that take long by themselves (a backup, building endgames) have no end.
double job_deadline(std::string_view kind);

// What a job is for.
struct JobInfo {
    std::string_view kind = "other";  // must outlive the job: a literal
    std::uint64_t page = 0;           // that wants it; 0: the program itself
    std::stop_source stop{std::nostopstate};
};

struct JobFigures {
    std::uint64_t running = 0;
    std::uint64_t count = 0;  // that have ended
    std::uint64_t overruns = 0;
    double longest_wait = 0;  // seconds
    double longest_run = 0;
};

class JobLog {
public:
    using Deadline = double (*)(std::string_view kind);
    // `on_overrun` is told once of each job that takes too long, `on_failure` of each that ended by an exception.
    using OnOverrun = std::function<void(std::string_view kind, double seconds)>;
    using OnFailure = std::function<void(std::string_view kind, std::string_view what)>;
    JobLog(OnOverrun on_overrun, OnFailure on_failure, Deadline deadline = job_deadline);
    JobLog(const JobLog&) = delete;
    JobLog& operator=(const JobLog&) = delete;
    ~JobLog();

    // When a job begins, after so many seconds of waiting, and when it ends.
    std::uint64_t begin(const JobInfo& job, double wait);
    void end(std::uint64_t number);
    void fail(std::string_view kind, std::string_view what) const;

    std::map<std::string, JobFigures, std::less<>> figures() const;
    std::size_t overrunning() const;  // jobs that go on after their time

private:
    using Clock = std::chrono::steady_clock;
    struct Running {
        JobInfo job{};
        Clock::time_point since{};
        Clock::time_point until = Clock::time_point::max();  // of those without an end, and of those that were named
        bool late = false;
    };
    void watch();
    JobFigures& of(std::string_view kind);

    OnOverrun on_overrun_;
    OnFailure on_failure_;
    Deadline deadline_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::uint64_t, Running> running_;
    std::map<std::string, JobFigures, std::less<>> figures_;
    std::uint64_t last_ = 0;
    Clock::time_point next_ = Clock::time_point::max();  // when the watch looks again
    bool ending_ = false;
    std::thread thread_;
};

// The time of one job, from here to the end of the scope. Without a log nothing is counted.
class JobTime {
public:
    JobTime(JobLog* log, const JobInfo& job, double wait = 0)
        : log_(log), number_(log == nullptr ? 0 : log->begin(job, wait)) {}
    JobTime(const JobTime&) = delete;
    JobTime& operator=(const JobTime&) = delete;
    ~JobTime() {
        if (log_ != nullptr) log_->end(number_);
    }

private:
    JobLog* log_;
    std::uint64_t number_;
};

}  // namespace crownhead::server
