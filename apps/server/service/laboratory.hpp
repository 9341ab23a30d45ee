// Laboratory: matches and tournaments that run in the background, each in a folder of its own below DATA/runs with its plan
// and its journal. Whatever ends the program, a run can be resumed. Safe for several threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "match/game_record.hpp"
#include "match/plan.hpp"
#include "match/tally.hpp"
#include "protocol/json.hpp"
#include "protocol/requests.hpp"
#include "util/result.hpp"

namespace crownhead::server {

enum class RunState : std::uint8_t { Running, Stopped, Complete, Failed };

// A game of a run, ready to be shown.
struct RunGame {
    GameRecord record{};
    std::string name{};  // "Study, game 3"
    std::string black{};
    std::string white{};
};

class Laboratory {
public:
    // `on_change(run, RUN)` comes from any thread, at most five times a second for each run, and when its state changes.
    using OnChange = std::function<void(const std::string& run, const Json& json)>;
    using Done = std::expected<void, Refusal>;
    template <class T>
    using Answer = std::expected<T, Refusal>;

    Laboratory(std::filesystem::path folder, int threads, OnChange on_change);
    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;
    ~Laboratory();  // stops the runs and waits for them

    Answer<Json> start(const LabStartRequest& request);  // RUN
    Answer<Json> list();                                 // newest first
    Answer<Json> open(const std::string& id);            // RUN
    Done stop(const std::string& id);
    Done resume(const std::string& id);
    Answer<Json> games(const LabGamesRequest& request);
    Answer<RunGame> game(const LabGameRequest& request);
    Done remove(const std::string& id);
    bool is_running(const std::string& id);

    Result<std::string> file(const std::string& id, std::string_view name);

    void finish();  // what the destructor does

private:
    struct Run {
        std::string id{};
        std::string created{};
        std::unique_ptr<Tally> tally{};
        RunState state = RunState::Stopped;
        std::string message{};  // why it failed
        double seconds = 0;     // before it was started this time
        std::chrono::steady_clock::time_point since{};
        std::chrono::steady_clock::time_point reported{};
        std::stop_source stop{};
        std::thread thread{};
    };
    using RunPointer = std::shared_ptr<Run>;
    struct PlanAndCell {
        Plan plan{};
        MatchCell cell{};
    };

    std::filesystem::path folder_of(const std::string& run) const { return folder_ / run; }
    void find_runs();
    RunPointer load(const std::string& id);          // null if it is not there
    Answer<RunPointer> find(const std::string& id);  // without the lock
    Answer<PlanAndCell> plan_and_cell(const std::string& id, std::size_t cell);
    Done may_begin() const;             // with the lock held
    void begin(const RunPointer& run);  // with the lock held
    void work(const RunPointer& run);
    Json state_of(const Run& run) const;
    void keep_state(const std::string& run, const Json& state) const;
    Json json_of(const Run& run) const;
    double seconds_of(const Run& run) const;

    std::filesystem::path folder_;
    int threads_;
    OnChange on_change_;
    std::mutex mutex_;
    std::map<std::string, RunPointer> runs_;
    bool finishing_ = false;
};

// The plan that a page asks for.
std::expected<Plan, Refusal> plan_of(const LabStartRequest& request);
Refusal bad_player(const std::string& player, const Variant* variant, const std::string& detail);

// What is in a file; empty if it cannot be read.
std::string whole_file(const std::filesystem::path& path);

}  // namespace crownhead::server
