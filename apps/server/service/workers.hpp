// Workers: a few threads with a queue of jobs. Jobs of one lane (a table, say) run one after the other in the order in
// which they came; lanes take turns, so that a game with many jobs does not keep the others waiting. Timer: calls a
// function later, on a thread of its own.
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

namespace crownhead::server {

class Workers {
public:
    using Job = std::function<void()>;

    // `nice`: how much these threads give way to others, 0 to 19.
    Workers(int threads, int nice);
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers();  // finishes the jobs that have begun and drops the others

    void submit(const std::string& lane, Job job);

    // Drops what has not begun and waits for the rest; nothing is accepted afterwards.
    void finish();

private:
    struct Lane {
        std::deque<Job> jobs{};
        bool running = false;
    };
    void work(int nice);

    std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::string, Lane> lanes_;
    std::deque<std::string> ready_;  // lanes that have jobs and none running, whose turn comes first in front
    bool finishing_ = false;
    std::vector<std::thread> threads_;
};

class Timer {
public:
    using Clock = std::chrono::steady_clock;
    using Call = std::function<void()>;

    Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer();

    void at(Clock::time_point when, Call call);
    void finish();  // drops what is still to come

private:
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::multimap<Clock::time_point, Call> calls_;
    bool finishing_ = false;
    std::thread thread_;
};

// Players that have just moved, kept for their next move because an engine keeps its hash table. Only a few: each may take
// 16 MB.
class PlayerCache {
public:
    explicit PlayerCache(std::size_t most) : most_(most) {}

    std::unique_ptr<Player> take(const std::string& key);  // null if it is not there
    void put(const std::string& key, std::unique_ptr<Player> player);

private:
    struct Kept {
        std::string key{};
        std::unique_ptr<Player> player{};
    };
    std::mutex mutex_;
    std::list<Kept> kept_;  // newest first
    std::size_t most_;
};

// How much the calling thread gives way to others.
void give_way(int nice);

}  // namespace crownhead::server
