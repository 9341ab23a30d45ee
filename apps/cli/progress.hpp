// Tells on standard error how far long work has got: on a terminal one line that is written again every second,
// elsewhere one line for each step, and nothing at all while the work is quick.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace crownhead::cli {

class Progress {
public:
    // `steps` names what is counted: "root moves".
    Progress(std::string what, std::string steps, bool quiet);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    // A step is done; `nodes` were counted in it. `label` names it. Called by one thread at a time.
    void step(std::size_t done, std::size_t of, std::uint64_t nodes, std::string_view label);

    // Takes the line off the terminal, so that something else can be printed; it comes back with the next step or
    // second.
    void hide();

    double seconds() const;

private:
    std::string line() const;
    void show();

    std::string what_;
    std::string steps_;
    bool quiet_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable_any tick_;
    std::size_t done_ = 0;
    std::size_t of_ = 0;
    std::uint64_t nodes_ = 0;
    std::size_t width_ = 0;  // of the line on the terminal
    std::jthread ticker_;    // last, so that it ends before the rest goes
};

// "0.12 s", "3:07 min", "2:10 h"
std::string duration_text(double seconds);

}  // namespace crownhead::cli
