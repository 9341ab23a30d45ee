#include "service/workers.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

namespace crownhead::server {

void give_way(int nice) {
    // On Linux this is of one thread. If it fails, the thread works on as before.
    if (nice > 0) static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), nice));
}

namespace {

// A job that fails for want of memory, say, must not end the games of everybody else.
void guarded(const std::function<void()>& job) {
    try {
        job();
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "crownhead: %s\n", problem.what());
    }
}

}  // namespace

Workers::Workers(int threads, int nice) {
    for (int i = 0; i < std::max(threads, 1); ++i) threads_.emplace_back([this, nice] { work(nice); });
}

Workers::~Workers() { finish(); }

void Workers::submit(const std::string& lane, Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (finishing_) return;
        Lane& at = lanes_[lane];
        at.jobs.push_back(std::move(job));
        if (at.running || at.jobs.size() > 1) return;  // it is its turn already, or waits for it
        ready_.push_back(lane);
    }
    wake_.notify_one();
}

void Workers::finish() {
    {
        const std::scoped_lock lock(mutex_);
        finishing_ = true;
        ready_.clear();
    }
    wake_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
    lanes_.clear();
}

void Workers::work(int nice) {
    give_way(nice);
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return finishing_ || !ready_.empty(); });
        if (finishing_) return;
        const std::string name = std::move(ready_.front());
        ready_.pop_front();
        Lane& lane = lanes_.at(name);  // stays where it is: lanes are removed only here, when they are empty
        Job job = std::move(lane.jobs.front());
        lane.jobs.pop_front();
        lane.running = true;
        lock.unlock();
        guarded(job);
        job = nullptr;  // what it holds is let go without the lock
        lock.lock();
        lane.running = false;
        if (lane.jobs.empty()) {
            lanes_.erase(name);
        } else if (!finishing_) {
            ready_.push_back(name);
            wake_.notify_one();
        }
    }
}

Timer::Timer() : thread_([this] { run(); }) {}

Timer::~Timer() { finish(); }

void Timer::at(Clock::time_point when, Call call) {
    {
        const std::scoped_lock lock(mutex_);
        if (finishing_) return;
        calls_.emplace(when, std::move(call));
    }
    wake_.notify_one();
}

void Timer::finish() {
    {
        const std::scoped_lock lock(mutex_);
        finishing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
    calls_.clear();
}

void Timer::run() {
    std::unique_lock lock(mutex_);
    while (!finishing_) {
        if (calls_.empty()) {
            wake_.wait(lock);
            continue;
        }
        const auto first = calls_.begin();
        if (first->first > Clock::now()) {
            // A copy: the call may be gone when the waiting ends.
            const Clock::time_point when = first->first;
            wake_.wait_until(lock, when);
            continue;
        }
        const Call call = std::move(first->second);
        calls_.erase(first);
        lock.unlock();
        guarded(call);
        lock.lock();
    }
}

std::unique_ptr<Player> PlayerCache::take(const std::string& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find(kept_, key, &Kept::key);
    if (found == kept_.end()) return nullptr;
    std::unique_ptr<Player> player = std::move(found->player);
    kept_.erase(found);
    return player;
}

void PlayerCache::put(const std::string& key, std::unique_ptr<Player> player) {
    std::list<Kept> dropped;  // destroyed without the lock
    const std::scoped_lock lock(mutex_);
    kept_.push_front({.key = key, .player = std::move(player)});
    if (kept_.size() > most_) dropped.splice(dropped.begin(), kept_, std::prev(kept_.end()));
}

}  // namespace crownhead::server
