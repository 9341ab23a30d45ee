#include "laboratory.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "library.hpp"
#include "match/journal.hpp"
#include "match/report.hpp"
#include "match/run_files.hpp"
#include "match/stats.hpp"
#include "match/tournament.hpp"
#include "seats.hpp"
#include "util/file_writer.hpp"
#include "workers.hpp"

namespace crownhead::server {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto between_lab_news = std::chrono::milliseconds(200);
constexpr int most_running = 8;  // of all clients
constexpr int lab_nice = 10;     // people who play come first
constexpr std::string_view state_file = "run.json";

std::string read_whole(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

Json estimate_json(const Estimate& estimate) { return {estimate.value, estimate.low, estimate.high}; }
Json counts_json(const WinDrawLoss& counts) { return {counts.wins, counts.draws, counts.losses}; }

std::string end_of(const FinishedGame& game) {
    return fmt::format("{}{}{}", end_word(game), game.why.empty() ? "" : ": ", game.why);
}

}  // namespace

std::string new_id() {
    // 36^10 names: nobody guesses one, and no two are the same.
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyz";
    std::random_device random;
    std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
    std::string id;
    while (id.size() < id_size) id += letters[letter(random)];
    return id;
}

Result<Plan> plan_of(const LabStartRequest& request) {
    Plan plan{.name = request.name};
    for (const std::string& name : request.games) {
        const Result<const Variant*> variant = find_variant(name);
        if (!variant) return std::unexpected(variant.error());
        plan.variants.push_back(*variant);
    }
    for (const std::string& player : request.players) {
        if (const Result<void> checked = check_lab_player(player); !checked)
            return fail(fmt::format("{}: {}", player, checked.error().message));
        for (const Variant* const variant : plan.variants)
            if (const Result<void> plays = check_player(player, *variant); !plays)
                return fail(fmt::format("{}: {}", player, plays.error().message));
        plan.players.push_back(player);
    }
    const std::optional<Pairing> pairing = read_pairing(request.pairing);
    if (!pairing) return fail("pairing must be round-robin or gauntlet");
    plan.pairing = *pairing;
    const std::optional<Starter> starter = read_starter(request.begins);
    if (!starter) return fail("begins must be alternate, first or second");
    plan.starter = *starter;
    plan.pairs = (static_cast<std::uint64_t>(request.count) + 1) / 2;
    const auto openings = read_openings(request.openings);
    if (!openings) return fail("openings must be auto, start, random or ballots");
    plan.openings = *openings;
    // A plan with other openings does not write the number down, and would not be equal when it is read again.
    if (!plan.openings || *plan.openings == Openings::Random) plan.opening_plies = request.plies;
    plan.seed = request.seed;
    if (const Result<void> checked = check(plan); !checked) return std::unexpected(checked.error());
    const std::uint64_t games = 2 * plan.pairs * plan.cells().size();
    if (games > most_run_games)
        return fail(fmt::format("{} games are too many for one run: at most {}", games, most_run_games));
    return plan;
}

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
    const Json kept = Json::parse(read_whole(folder + "/" + std::string(state_file)), nullptr, false);
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

void Laboratory::find_runs() {
    if (found_) return;
    found_ = true;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
        const std::string id = entry.path().filename().string();
        if (!is_id(id) || runs_.contains(id)) continue;
        if (RunPointer run = load(id)) runs_.emplace(id, std::move(run));
    }
}

Laboratory::Answer<Laboratory::RunPointer> Laboratory::find(const std::string& id) {
    if (const auto known = runs_.find(id); known != runs_.end()) return known->second;
    RunPointer run = is_id(id) ? load(id) : nullptr;
    if (!run) return std::unexpected(unknown("There is no such run."));
    runs_.emplace(id, run);
    return run;
}

double Laboratory::seconds_of(const Run& run) const {
    if (run.state != RunState::Running) return run.seconds;
    return run.seconds + std::chrono::duration<double>(Clock::now() - run.since).count();
}

Json Laboratory::json_of(const Run& run) const {
    constexpr std::array<std::string_view, 4> states{"running", "stopped", "complete", "failed"};
    const Tally& tally = *run.tally;
    const Plan& plan = tally.plan();
    Json games = Json::array();
    for (const Variant* const variant : plan.variants) games.push_back(variant->name);
    Json cells = Json::array();
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const MatchCell& cell = tally.cells()[i];
        const CellTally& result = tally[i];
        cells.push_back({{"game", cell.variant->name},
                         {"first", cell.first},
                         {"second", cell.second},
                         {"won", result.stats.wins},
                         {"drawn", result.stats.draws},
                         {"lost", result.stats.losses},
                         {"score", estimate_json(score_of(result.stats))},
                         {"elo", estimate_json(elo_of(result.stats))},
                         {"first_begins", counts_json(result.by_starter[0])},
                         {"second_begins", counts_json(result.by_starter[1])},
                         {"plies", result.mean_length()}});
    }
    return {{"id", run.id},
            {"name", plan.name},
            {"created", run.created},
            {"state", states[static_cast<std::size_t>(run.state)]},
            {"message", run.message},
            {"done", tally.games()},
            {"planned", tally.planned()},
            {"seconds", seconds_of(run)},
            {"players", player_names(plan)},
            {"games", std::move(games)},
            {"cells", std::move(cells)},
            {"plan", plan_text::write(plan)}};
}

void Laboratory::keep_state(const Run& run) const {
    const Json json{{"created", run.created}, {"seconds", seconds_of(run)}, {"message", run.message}};
    // Nothing depends on it but what is shown.
    [[maybe_unused]] const Result<void> written =
        write_whole_file((folder_of(run.id) / state_file).string(), to_frame(json) + "\n");
}

// ---- Running

Laboratory::Done Laboratory::may_begin() const {
    if (finishing_) return std::unexpected(refused("The program is ending."));
    const auto running =
        std::ranges::count_if(runs_, [](const auto& known) { return known.second->state == RunState::Running; });
    if (running >= most_running) return std::unexpected(too_many("Too many runs at once; stop one of them."));
    return {};
}

void Laboratory::begin(const RunPointer& run) {
    if (run->thread.joinable()) run->thread.join();  // it has told its end already
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
                                                if (Clock::now() - run->told < between_lab_news) return;
                                                run->told = Clock::now();
                                                *run->tally = so_far;
                                                json = json_of(*run);
                                            }
                                            on_change_(run->id, json);
                                        }});
        }
    }
    Json json;
    {
        const std::scoped_lock lock(mutex_);
        run->seconds = seconds_of(*run);
        if (done || tally.games() > 0) *run->tally = tally;
        run->state = !done ? RunState::Failed : tally.complete() ? RunState::Complete : RunState::Stopped;
        if (!done) run->message = done.error().message;
        keep_state(*run);
        json = json_of(*run);
    }
    on_change_(run->id, json);
}

Laboratory::Answer<Json> Laboratory::start(const LabStartRequest& request) {
    const Result<Plan> plan = plan_of(request);
    if (!plan) return std::unexpected(illegal(plan.error().message));
    const std::scoped_lock lock(mutex_);
    if (Done may = may_begin(); !may) return std::unexpected(may.error());
    auto run = std::make_shared<Run>();
    run->id = new_id();
    run->created = time_stamp();
    run->tally = std::make_unique<Tally>(*plan);
    std::error_code error;
    fs::create_directories(folder_of(run->id), error);
    // The journal writes the plan; it is opened here so that what is wrong with the folder is known at once.
    if (const Result<Journal> journal = Journal::open(folder_of(run->id).string(), *plan, *run->tally); !journal)
        return std::unexpected(failed(journal.error().message));
    runs_.emplace(run->id, run);
    keep_state(*run);
    begin(run);
    return json_of(*run);
}

Laboratory::Answer<Json> Laboratory::list() {
    const std::scoped_lock lock(mutex_);
    find_runs();
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
    const std::scoped_lock lock(mutex_);
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    return json_of(**run);
}

bool Laboratory::is_running(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const auto run = runs_.find(id);
    return run != runs_.end() && run->second->state == RunState::Running;
}

Laboratory::Done Laboratory::stop(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    if ((*run)->state != RunState::Running) return std::unexpected(refused("This run is not running."));
    (*run)->stop.request_stop();
    return {};
}

Laboratory::Done Laboratory::resume(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    if ((*run)->state == RunState::Running)
        return std::unexpected(
            refused((*run)->stop.stop_requested() ? "This run is just stopping." : "This run is running already."));
    if ((*run)->state == RunState::Complete) return std::unexpected(refused("This run is complete."));
    if ((*run)->tally->plan().players.empty()) return std::unexpected(failed((*run)->message));
    // A folder may have come from elsewhere.
    for (const std::string& player : (*run)->tally->plan().players)
        if (const Result<void> checked = check_lab_player(player); !checked)
            return std::unexpected(refused(fmt::format("{}: {}", player, checked.error().message)));
    if (Done may = may_begin(); !may) return may;
    begin(*run);
    return {};
}

Laboratory::Done Laboratory::remove(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    if ((*run)->state == RunState::Running) return std::unexpected(refused("Stop the run first."));
    if ((*run)->thread.joinable()) (*run)->thread.join();
    std::error_code error;
    fs::remove_all(folder_of(id), error);
    if (error) return std::unexpected(failed(fmt::format("The run cannot be deleted: {}", error.message())));
    runs_.erase(id);
    return {};
}

// ---- Games and files

Laboratory::Answer<Laboratory::PlanAndCell> Laboratory::plan_and_cell(const std::string& id, std::size_t cell) {
    const std::scoped_lock lock(mutex_);
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    const Plan& plan = (*run)->tally->plan();
    const std::vector<MatchCell> cells = plan.cells();
    if (cell >= cells.size()) return std::unexpected(unknown("There is no such pair of players in this run."));
    return PlanAndCell{.plan = plan, .cell = cells[cell]};
}

Laboratory::Answer<Json> Laboratory::games(const LabGamesRequest& request) {
    const Answer<PlanAndCell> planned = plan_and_cell(request.run, request.cell);
    if (!planned) return std::unexpected(planned.error());
    const auto& [plan, cell] = *planned;
    const std::vector<std::string> names = player_names(plan);
    std::map<std::uint64_t, Json> found;
    const Result<void> read =
        read_journal(folder_of(request.run).string(), plan, [&](const FinishedGame& game) -> Result<void> {
            if (game.id.cell != request.cell) return {};
            found.emplace(game.id.number, Json{{"number", game.id.number},
                                               {"black", names[cell.player(Side::Black, game.id.number)]},
                                               {"white", names[cell.player(Side::White, game.id.number)]},
                                               {"winner", colour_or_null(game.winner)},
                                               {"text", end_of(game)},
                                               {"plies", game.moves.size()}});
            return {};
        });
    if (!read) return std::unexpected(failed(read.error().message));
    Json games = Json::array();
    std::size_t at = 0;
    for (auto& [number, json] : found) {
        if (at >= request.offset && games.size() < request.limit) games.push_back(std::move(json));
        ++at;
    }
    return Json{{"games", std::move(games)}, {"total", found.size()}};
}

Laboratory::Answer<RunGame> Laboratory::game(const LabGameRequest& request) {
    const Answer<PlanAndCell> planned = plan_and_cell(request.run, request.cell);
    if (!planned) return std::unexpected(planned.error());
    const auto& [plan, cell] = *planned;
    std::optional<FinishedGame> found;
    const Result<void> read =
        read_journal(folder_of(request.run).string(), plan, [&](const FinishedGame& game) -> Result<void> {
            if (game.id.cell == request.cell && game.id.number == request.number) found = game;
            return {};
        });
    if (!read) return std::unexpected(failed(read.error().message));
    if (!found) return std::unexpected(unknown("This game has not been played yet."));
    const Result<GameRecord> record = from_moves(*cell.variant, cell.variant->setup.first, found->moves);
    if (!record) return std::unexpected(failed(record.error().message));
    const std::vector<std::string> names = player_names(plan);
    return RunGame{.record = *record,
                   .name = fmt::format("{}, game {}", plan.name.empty() ? "Laboratory" : plan.name, request.number + 1),
                   .black = names[cell.player(Side::Black, request.number)],
                   .white = names[cell.player(Side::White, request.number)]};
}

Result<std::string> Laboratory::file(const std::string& id, std::string_view name) {
    constexpr std::array<std::string_view, 5> names{"games.pdn", "games.csv", "results.csv", "results.json",
                                                    "report.html"};
    if (std::ranges::find(names, name) == names.end()) return fail("there is no such file");
    std::unique_ptr<Tally> tally;
    {
        const std::scoped_lock lock(mutex_);
        const Answer<RunPointer> run = find(id);
        if (!run) return fail("there is no such run");
        tally = std::make_unique<Tally>((*run)->tally->plan());
    }
    const std::string folder = folder_of(id).string();
    if (name == "report.html") {
        Result<RunReport> report = make_report(folder, {});
        if (!report) return std::unexpected(report.error());
        return std::move(report->html);
    }
    // Games may be added meanwhile; a tally of its own has those that are there now.
    const Result<void> read = read_journal(folder, tally->plan(), [&](const FinishedGame& game) -> Result<void> {
        tally->add(game);
        return {};
    });
    if (!read) return std::unexpected(read.error());
    if (name == "results.csv") return results_csv(*tally);
    if (name == "results.json") return results_json(*tally);
    if (const Result<void> written = write_run_files(folder, *tally); !written) return std::unexpected(written.error());
    return read_whole(folder_of(id) / name);
}

}  // namespace crownhead::server
