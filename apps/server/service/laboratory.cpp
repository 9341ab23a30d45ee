#include "service/laboratory.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "match/journal.hpp"
#include "match/results.hpp"
#include "match/tournament.hpp"
#include "player_policy.hpp"
#include "service/library.hpp"
#include "service/workers.hpp"
#include "table/seats.hpp"
#include "util/file_writer.hpp"

namespace crownhead::server {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto between_lab_reports = std::chrono::milliseconds(200);
constexpr int most_running = 8;  // of all clients
constexpr int lab_nice = 10;     // people who play come first
constexpr std::string_view state_file = "run.json";

}  // namespace

Laboratory::Laboratory(fs::path folder, int threads, OnChange on_change)
    : folder_(std::move(folder)), threads_(std::max(threads, 1)), on_change_(std::move(on_change)) {}

Laboratory::~Laboratory() { finish(); }

void Laboratory::finish() {
    std::vector<RunPointer> all;
    {
        const std::scoped_lock lock(mutex_);
        finishing_ = true;
        for (const auto& [id, run] : runs_) {
            run->stop.request_stop();
            all.push_back(run);
        }
    }
    for (const RunPointer& run : all)
        if (run->thread.joinable()) run->thread.join();
}

// ---- Finding

// A run that is on disk: its plan, its games and what is known besides.
Laboratory::RunPointer Laboratory::load(const std::string& id) {
    const std::string folder = folder_of(id).string();
    std::error_code error;
    if (!fs::exists(folder + "/plan.txt", error)) return nullptr;
    auto run = std::make_shared<Run>();
    run->id = id;
    const Json kept = Json::parse(whole_file(folder + "/" + std::string(state_file)), nullptr, false);
    if (kept.is_object()) {
        if (const auto at = kept.find("created"); at != kept.end() && at->is_string()) run->created = *at;
        if (const auto at = kept.find("seconds"); at != kept.end() && at->is_number()) run->seconds = *at;
        if (const auto at = kept.find("message"); at != kept.end() && at->is_string()) run->message = *at;
    }
    const Result<Plan> plan = read_plan(folder);
    if (!plan) {
        run->tally = std::make_unique<Tally>(Plan{});
        run->state = RunState::Failed;
        run->message = plan.error().message;
        return run;
    }
    run->tally = std::make_unique<Tally>(*plan);
    const Result<void> games = fs::exists(folder + "/journal.tsv", error)
                                   ? read_journal(folder, *plan,
                                                  [&](const FinishedGame& game) -> Result<void> {
                                                      run->tally->add(game);
                                                      return {};
                                                  })
                                   : Result<void>{};
    if (!games) {
        run->state = RunState::Failed;
        run->message = games.error().message;
    } else {
        run->state = run->tally->complete() ? RunState::Complete : RunState::Stopped;
    }
    return run;
}

// Folders are read without the lock; who comes second takes what is there.
void Laboratory::find_runs() {
    std::vector<std::string> unknown_runs;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
        const std::string id = entry.path().filename().string();
        const std::scoped_lock lock(mutex_);
        if (is_id(id) && !runs_.contains(id)) unknown_runs.push_back(id);
    }
    for (const std::string& id : unknown_runs) [[maybe_unused]]
        const Answer<RunPointer> run = find(id);
}

Laboratory::Answer<Laboratory::RunPointer> Laboratory::find(const std::string& id) {
    {
        const std::scoped_lock lock(mutex_);
        if (const auto known = runs_.find(id); known != runs_.end()) return known->second;
    }
    RunPointer run = is_id(id) ? load(id) : nullptr;
    if (!run) return std::unexpected(unknown({"refusal.no-such-run"}));
    const std::scoped_lock lock(mutex_);
    return runs_.emplace(id, std::move(run)).first->second;
}

double Laboratory::seconds_of(const Run& run) const {
    if (run.state != RunState::Running) return run.seconds;
    return run.seconds + std::chrono::duration<double>(Clock::now() - run.since).count();
}

// What pages show of a run; the rest of each cell is in results.json.
Json Laboratory::json_of(const Run& run) const {
    constexpr std::array<std::string_view, 4> states{"running", "stopped", "complete", "failed"};
    constexpr std::array<const char*, 11> not_sent{
        "games",        "pairs",           "los", "draw_rate", "lengths", "ends", "forfeits", "seconds_per_move",
        "slowest_move", "forfeit_example", "sprt"};
    Json json = run_results(*run.tally);
    for (Json& cell : json["cells"]) {
        for (const char* const name : not_sent) cell.erase(name);
        // The analysis board shows how long the games from a position were.
        if (!run.tally->plan().fen.empty()) cell["lengths"] = (*run.tally)[0].lengths;
    }
    json["id"] = run.id;
    json["created"] = run.created;
    json["state"] = states[static_cast<std::size_t>(run.state)];
    json["problem"] = run.state == RunState::Failed ? Json(message_json({"log.run-failed", {{"detail", run.message}}}))
                                                    : Json(nullptr);
    json["seconds"] = seconds_of(run);
    return json;
}

Json Laboratory::state_of(const Run& run) const {
    return {{"created", run.created}, {"seconds", seconds_of(run)}, {"message", run.message}};
}

void Laboratory::keep_state(const std::string& run, const Json& state) const {
    // Nothing depends on it but what is shown.
    [[maybe_unused]] const Result<void> written =
        write_whole_file((folder_of(run) / state_file).string(), to_frame(state) + "\n");
}

// ---- Running

Laboratory::Done Laboratory::may_begin() const {
    if (finishing_) return std::unexpected(refused("refusal.program-ends"));
    const auto running =
        std::ranges::count_if(runs_, [](const auto& known) { return known.second->state == RunState::Running; });
    if (running >= most_running) return std::unexpected(too_many({"refusal.too-many-runs"}));
    return {};
}

void Laboratory::begin(const RunPointer& run) {
    if (run->thread.joinable()) run->thread.join();  // it has reported its end already
    run->stop = {};
    run->message.clear();
    run->state = RunState::Running;
    run->since = Clock::now();
    run->thread = std::thread([this, run] { work(run); });
}

void Laboratory::work(const RunPointer& run) {
    give_way(lab_nice);
    const std::string folder = folder_of(run->id).string();
    // The tally that the games are counted in belongs to this thread; pages see copies.
    const Plan plan = run->tally->plan();
    Tally tally(plan);
    Result<void> done;
    {
        Result<Journal> journal = Journal::open(folder, plan, tally);
        if (!journal) {
            done = std::unexpected(journal.error());
        } else {
            done = play_all(tally, {.threads = threads_,
                                    .stop = run->stop.get_token(),
                                    .on_game = [&](const FinishedGame& game) { return journal->append(game); },
                                    .on_counted =
                                        [&](const Tally& so_far) {
                                            Json json;
                                            {
                                                const std::scoped_lock lock(mutex_);
                                                if (Clock::now() - run->reported < between_lab_reports) return;
                                                run->reported = Clock::now();
                                                *run->tally = so_far;
                                                json = json_of(*run);
                                            }
                                            on_change_(run->id, json);
                                        }});
        }
    }
    Json json;
    Json state;
    {
        const std::scoped_lock lock(mutex_);
        run->seconds = seconds_of(*run);
        if (done || tally.games() > 0) *run->tally = tally;
        run->state = !done ? RunState::Failed : tally.complete() ? RunState::Complete : RunState::Stopped;
        if (!done) run->message = done.error().message;
        state = state_of(*run);
        json = json_of(*run);
    }
    keep_state(run->id, state);
    on_change_(run->id, json);
}

Laboratory::Answer<Json> Laboratory::start(const LabStartRequest& request) {
    const std::expected<Plan, Refusal> plan = plan_of(request);
    if (!plan) return std::unexpected(plan.error());
    auto run = std::make_shared<Run>();
    run->id = random_word(id_size);
    run->created = time_stamp();
    run->tally = std::make_unique<Tally>(*plan);
    {
        const std::scoped_lock lock(mutex_);
        if (Done may = may_begin(); !may) return std::unexpected(may.error());
    }
    std::error_code error;
    fs::create_directories(folder_of(run->id), error);
    // The journal writes the plan; it is opened here so that what is wrong with the folder is known at once.
    if (const Result<Journal> journal = Journal::open(folder_of(run->id).string(), *plan, *run->tally); !journal)
        return std::unexpected(failed(journal.error().message));
    keep_state(run->id, state_of(*run));
    const std::scoped_lock lock(mutex_);
    if (Done may = may_begin(); !may) return std::unexpected(may.error());
    runs_.emplace(run->id, run);
    begin(run);
    return json_of(*run);
}

Laboratory::Answer<Json> Laboratory::list() {
    find_runs();
    const std::scoped_lock lock(mutex_);
    std::vector<RunPointer> all;
    all.reserve(runs_.size());
    for (const auto& [id, run] : runs_) all.push_back(run);
    std::ranges::sort(all, [](const RunPointer& a, const RunPointer& b) {
        return std::pair(a->created, a->id) > std::pair(b->created, b->id);
    });
    Json runs = Json::array();
    for (const RunPointer& run : all) runs.push_back(json_of(*run));
    return Json{{"runs", std::move(runs)}};
}

Laboratory::Answer<Json> Laboratory::open(const std::string& id) {
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    const std::scoped_lock lock(mutex_);
    return json_of(**run);
}

bool Laboratory::is_running(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const auto run = runs_.find(id);
    return run != runs_.end() && run->second->state == RunState::Running;
}

Laboratory::Done Laboratory::stop(const std::string& id) {
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    const std::scoped_lock lock(mutex_);
    if ((*run)->state != RunState::Running) return std::unexpected(refused("refusal.run-not-running"));
    (*run)->stop.request_stop();
    return {};
}

Laboratory::Done Laboratory::resume(const std::string& id) {
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    const std::scoped_lock lock(mutex_);
    if ((*run)->state == RunState::Running)
        return std::unexpected(refused((*run)->stop.stop_requested() ? "refusal.run-stopping" : "refusal.run-running"));
    if ((*run)->state == RunState::Complete) return std::unexpected(refused("refusal.run-complete"));
    if ((*run)->tally->plan().players.empty()) return std::unexpected(failed((*run)->message));
    // A folder may have come from elsewhere.
    for (const std::string& player : (*run)->tally->plan().players)
        if (const Result<void> checked = check_lab_player(player); !checked)
            return std::unexpected(bad_player(player, nullptr, checked.error().message));
    if (Done may = may_begin(); !may) return may;
    begin(*run);
    return {};
}

Laboratory::Done Laboratory::remove(const std::string& id) {
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    {
        const std::scoped_lock lock(mutex_);
        if ((*run)->state == RunState::Running) return std::unexpected(refused("refusal.stop-first"));
        if ((*run)->thread.joinable()) (*run)->thread.join();
        runs_.erase(id);
    }
    std::error_code error;
    fs::remove_all(folder_of(id), error);
    if (error) return std::unexpected(failed(error.message()));
    return {};
}

}  // namespace crownhead::server
