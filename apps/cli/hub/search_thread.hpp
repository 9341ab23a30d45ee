// The thread that thinks while another one goes on reading, and what both of them know about the search.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "hub/lines.hpp"
#include "runtime/engine.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead::cli::hub {

class SearchThread {
public:
    explicit SearchThread(Output& output) : output_(output) {}

    // Engine and game must stay as they are until join(). No search may be running.
    Result<void> start(Engine& engine, const Game& game, SearchLimits limits, bool ponder);

    bool searching();  // go has not been answered
    void stop();
    Result<void> ponder_hit();

    void join();   // after the answer
    void leave();  // whatever goes on

private:
    void search(Engine& engine, const Game& game, const SearchLimits& limits);
    void request_stop();  // with the lock

    Output& output_;

    // Of the thread that reads.
    std::thread thread_;
    std::stop_source stop_;        // of this search
    std::stop_source ponder_hit_;  // ...

    // Of both threads.
    std::mutex mutex_;
    std::condition_variable changed_;
    bool searching_ = false;
    bool ended_ = false;  // the search is answered, and the thread has nothing more to do
    bool pondering_ = false;
};

}  // namespace crownhead::cli::hub
