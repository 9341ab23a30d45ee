// Workers: a few threads with a queue of jobs. Jobs of one lane (a table, say) run one after the other in the order in
// which they came; pages take turns, and so do the lanes of a page, so that nobody's many jobs keep the others waiting.
// Timer: calls a function later, on a thread of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "players/player.hpp"
#include "service/job_log.hpp"
#include "service/time_source.hpp"

namespace crownhead::server {

class Workers {
public:
    using Job = std::function<void()>;

    // So many jobs run at a time. While a page has several of them, a page that has none may begin one more: what runs is not
    // stopped for it, and the system divides the cores. `nice`: how much these threads give way to others, 0 to 19. What the
    // jobs take goes to `log`, if there is one.
    Workers(int threads, int nice, JobLog* log = nullptr);
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers();  // finishes the jobs that have begun and drops the others

    void submit(const std::string& lane, Job job, JobInfo info = {});

    // Drops what has not begun and waits for the rest; nothing is accepted afterwards.
    void finish();

private:
    struct Waiting {
        Job job{};
        JobInfo info{};
        std::chrono::steady_clock::time_point since{};
    };
    struct Lane {
        std::deque<Waiting> jobs{};
        bool running = false;
    };
    struct Page {
        std::size_t jobs = 0;  // that wait or run
        std::size_t running = 0;
        std::uint64_t turn = 0;  // the higher the later it had its last one
    };
    using Ready = std::deque<std::string>;

    Ready::iterator next();
    bool has_room(const Page& page) const;
    void work(int nice);
    void carry_out(Waiting& job) const;

    JobLog* log_;
    std::size_t at_a_time_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::string, Lane> lanes_;
    Ready ready_;  // lanes that have jobs and none running, in the order of their turns
    std::map<std::uint64_t, Page> pages_;
    std::size_t running_ = 0;
    std::uint64_t turns_ = 0;
    bool finishing_ = false;
    std::vector<std::thread> threads_;
};

class Timer {
public:
    using Call = std::function<void()>;

    explicit Timer(TimeSource& time);
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer();

    void at(double when, Call call);  // by its source of time
    void finish();                    // drops what is still to come

private:
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    TimeSource& time_;
    std::multimap<double, Call> calls_;
    bool finishing_ = false;
    std::thread thread_;
};

// Players that have just moved, kept for their next move because an engine keeps its hash table. Only a few, and not for
// long: each may take 16 MB.
class PlayerCache {
public:
    explicit PlayerCache(std::size_t most) : most_(most) {}

    std::unique_ptr<Player> take(const std::string& key);  // null if it is not there
    void put(const std::string& key, std::unique_ptr<Player> player, double now);
    // Drops those that were put here before that; whether any are left.
    bool drop_older(double than);

private:
    struct Kept {
        std::string key{};
        std::unique_ptr<Player> player{};
        double since = 0;
    };
    std::mutex mutex_;
    std::list<Kept> kept_;  // newest first
    std::size_t most_;
};

// How much the calling thread gives way to others.
void give_way(int nice);

}  // namespace crownhead::server
