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

// What fails for want of memory, say, must not end the games of everybody else.
template <class F>
void guarded(const std::function<void()>& call, const F& on_failure) {
    try {
        call();
    } catch (const std::exception& problem) {
        on_failure(problem.what());
    }
}

}  // namespace

Workers::Workers(int threads, int nice, JobLog* log)
    : log_(log), at_a_time_(static_cast<std::size_t>(std::max(threads, 1))) {
    // Those beyond `threads` are for pages that have none while another has several.
    for (std::size_t i = 0; i < 2 * at_a_time_ - 1; ++i) threads_.emplace_back([this, nice] { work(nice); });
}

Workers::~Workers() { finish(); }

void Workers::submit(const std::string& lane, Job job, JobInfo info) {
    {
        const std::scoped_lock lock(mutex_);
        if (finishing_) return;
        // A page that comes anew is not before those that have waited.
        ++pages_.try_emplace(info.page, Page{.turn = turns_}).first->second.jobs;
        Lane& at = lanes_[lane];
        at.jobs.push_back({.job = std::move(job), .info = std::move(info), .since = std::chrono::steady_clock::now()});
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

bool Workers::has_room(const Page& page) const {
    if (running_ < at_a_time_) return true;
    if (page.running > 0) return false;
    std::size_t more = 0;  // what pages have beyond one each
    for (const auto& [id, other] : pages_) more += other.running > 1 ? other.running - 1 : 0;
    return running_ < at_a_time_ + more;
}

// Of the page that has the fewest jobs running, and of these the one whose turn was longest ago.
Workers::Ready::iterator Workers::next() {
    const auto page_of = [this](const std::string& lane) -> const Page& {
        return pages_.at(lanes_.at(lane).jobs.front().info.page);
    };
    const auto before = [&](const std::string& a, const std::string& b) {
        return std::pair(page_of(a).running, page_of(a).turn) < std::pair(page_of(b).running, page_of(b).turn);
    };
    const auto first = std::ranges::min_element(ready_, before);
    return first != ready_.end() && has_room(page_of(*first)) ? first : ready_.end();
}

void Workers::carry_out(Waiting& job) const {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - job.since;
    const JobTime time(log_, job.info, waited.count());
    guarded(job.job, [&](const char* what) {
        if (log_ != nullptr) log_->fail(job.info.kind, what);
    });
    job.job = nullptr;  // what it holds is let go without the lock
}

void Workers::work(int nice) {
    give_way(nice);
    std::unique_lock lock(mutex_);
    for (;;) {
        Ready::iterator turn;
        wake_.wait(lock, [&] { return finishing_ || (turn = next()) != ready_.end(); });
        if (finishing_) return;
        const std::string name = std::move(*turn);
        ready_.erase(turn);
        Lane& lane = lanes_.at(name);  // stays where it is: lanes are removed only here, when they are empty
        Waiting job = std::move(lane.jobs.front());
        lane.jobs.pop_front();
        lane.running = true;
        const auto page = pages_.find(job.info.page);  // stays as well
        page->second.turn = ++turns_;
        ++page->second.running;
        ++running_;
        lock.unlock();
        carry_out(job);
        lock.lock();
        --running_;
        --page->second.running;
        if (--page->second.jobs == 0) pages_.erase(page);
        lane.running = false;
        if (lane.jobs.empty()) {
            lanes_.erase(name);
        } else if (!finishing_) {
            ready_.push_back(name);
            wake_.notify_one();
        }
    }
}

Timer::Timer(TimeSource& time) : time_(time), thread_([this] { run(); }) {}

Timer::~Timer() { finish(); }

void Timer::at(double when, Call call) {
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
        if (first->first > time_.now()) {
            time_.wait_until(lock, wake_, first->first);
            continue;
        }
        const Call call = std::move(first->second);
        calls_.erase(first);
        lock.unlock();
        guarded(call, [](const char* what) { std::fprintf(stderr, "crownhead: %s\n", what); });
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

void PlayerCache::put(const std::string& key, std::unique_ptr<Player> player, double now) {
    std::list<Kept> dropped;  // destroyed without the lock
    const std::scoped_lock lock(mutex_);
    kept_.push_front({.key = key, .player = std::move(player), .since = now});
    if (kept_.size() > most_) dropped.splice(dropped.begin(), kept_, std::prev(kept_.end()));
}

bool PlayerCache::drop_older(double than) {
    std::list<Kept> dropped;  // destroyed without the lock
    const std::scoped_lock lock(mutex_);
    const auto older = std::ranges::find_if(kept_, [&](const Kept& kept) { return kept.since < than; });
    dropped.splice(dropped.begin(), kept_, older, kept_.end());
    return !kept_.empty();
}

}  // namespace crownhead::server
