#include "service/analysis.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "analysis/move_value.hpp"
#include "match/game_record.hpp"
#include "notation/move_text.hpp"
#include "search/reported_score.hpp"

namespace crownhead::server {

namespace {

constexpr int analysis_nice = 15;                 // after the engines that play
constexpr std::size_t most_analyses = 32;         // of all pages
constexpr std::size_t analysis_megabytes = 16;    // of each
constexpr double longest_analysis = 300;          // seconds
constexpr double short_turn = 0.1;                // seconds, while another analysis has not begun yet
constexpr double long_turn = 1;                   // ... while others wait
constexpr double between_analysis_reports = 0.1;  // seconds
constexpr int known_depth = 20;                   // is enough where every move has an exact value
constexpr std::size_t line_length = 16;           // moves that are shown

bool says_nothing(const solve::Exact& exact) { return exact.value == Value::Unknown; }

bool is_settled(const solve::Answer& answer) {
    return !says_nothing(answer.position) && std::ranges::none_of(answer.moves, says_nothing);
}

std::string_view source_of(const solve::Exact& by_files, const solve::Exact& exact) {
    if (says_nothing(exact)) return "search";
    return says_nothing(by_files) ? "solution" : "endgames";
}

// Better moves come first: by their values, then the shorter way to win and the longer one to lose.
bool is_preferred(const solve::Exact& a, const solve::Exact& b) {
    if (analysis::is_worse(b, a) || analysis::is_worse(a, b)) return analysis::is_worse(b, a);
    constexpr int far = 1'000'000;  // a distance that is not known
    const int way_a = a.plies.value_or(far);
    const int way_b = b.plies.value_or(far);
    return a.value == Value::Loss ? way_a > way_b : way_a < way_b;
}

// Nothing will be found that is nearer than what is known.
bool is_decided(const Analysis& analysis) {
    return std::ranges::all_of(analysis.lines, [&](const AnalysedLine& line) {
        return score::is_decided(line.score) && score::won - std::abs(line.score) <= analysis.depth;
    });
}

Json line_moves(const Game& game, std::span<const AnyMove> moves) {
    const Variant& v = game.variant();
    const std::unique_ptr<Game> ahead = game.clone();
    Json list = Json::array();
    for (const AnyMove& mv : moves.first(std::min(moves.size(), line_length))) {
        ahead->play_on();
        const std::optional<std::size_t> index = find_path(*ahead, mv);
        if (!index) break;
        Json path = Json::array();
        if (!mv.is_pass()) path.push_back(mv.from);
        for (const Hop& hop : mv.hops) path.push_back(hop.to);
        const std::string text = move_text::write(v, ahead->legal(), *index, v.setup.notation);
        ahead->play(*index);
        list.push_back(
            {{"index", *index}, {"text", text}, {"path", std::move(path)}, {"board", board_text(ahead->placement())}});
    }
    return list;
}

}  // namespace

Json analysis_lines(const Game& game, const Analysis* found, const KnownMoves& known, int lines) {
    solve::Answer exact = known.endgames;
    if (known.oracle) add_answer(exact, *known.oracle);
    exact.moves.resize(game.legal().size());

    std::vector<AnalysedLine> shown;
    if (found != nullptr) shown = found->lines;
    if (std::ranges::none_of(exact.moves, says_nothing)) {
        // The engine may have missed a better one.
        for (std::size_t i = 0; i < exact.moves.size(); ++i)
            if (std::ranges::find(shown, i, &AnalysedLine::index) == shown.end())
                shown.push_back({.index = i, .moves = {game.legal()[i]}});
        // Moves of the same value stay as the engine has them.
        for (std::size_t i = 1; i < shown.size(); ++i)
            for (std::size_t k = i; k > 0; --k) {
                if (!is_preferred(exact.moves[shown[k].index], exact.moves[shown[k - 1].index])) break;
                std::swap(shown[k], shown[k - 1]);
            }
    }
    if (shown.size() > static_cast<std::size_t>(lines)) shown.resize(static_cast<std::size_t>(lines));
    Json list = Json::array();
    for (const AnalysedLine& line : shown)
        list.push_back({{"index", line.index},
                        {"score", score_json(reported_score(line.score))},
                        {"depth", line.depth},
                        {"exact", known_json(exact.moves[line.index])},
                        {"source", source_of(line.index < known.endgames.moves.size() ? known.endgames.moves[line.index]
                                                                                      : solve::Exact{},
                                             exact.moves[line.index])},
                        {"moves", line_moves(game, line.moves)}});
    return {{"known", known_json(exact.position)},
            {"source", source_of(known.endgames.position, exact.position)},
            {"lines", std::move(list)}};
}

Analyses::Analyses(Sessions& sessions, Tables& tables, Timer& timer, Study& study, int threads, JobLog& jobs)
    : sessions_(sessions),
      tables_(tables),
      timer_(timer),
      study_(study),
      threads_(std::max(threads, 1)),
      threads_of_one_(threads_of_one(threads)),
      workers_(threads_, analysis_nice, &jobs) {}

int Analyses::threads_of_one(int workers) { return std::clamp(workers, 1, most_threads); }

void Analyses::finish() {
    {
        const std::scoped_lock lock(sessions_.mutex());
        for (auto& [client, task] : tasks_) stop(task);
        tasks_.clear();
    }
    workers_.finish();
}

// ---- Beginning and ending

std::expected<void, Refusal> Analyses::start(ClientId client, OpenTable& open, const AnalyseRequest& request,
                                             std::unique_ptr<Game> game) {
    const Table& table = *open.table;
    if (game->legal().empty()) return std::unexpected(refused("refusal.over"));
    std::shared_ptr<Thinker> thinker;
    if (const auto before = tasks_.find(client); before != tasks_.end()) {
        thinker = before->second->thinker;
    } else if (tasks_.size() >= most_analyses) {
        return std::unexpected(
            too_many({"refusal.too-many-analyses", {{"most", static_cast<std::int64_t>(most_analyses)}}}));
    }
    stop(client);
    const int threads = std::min(request.threads, threads_of_one_);
    if (!thinker || thinker->variant != &table.variant() || thinker->threads != threads) {
        thinker = std::make_shared<Thinker>();
        thinker->variant = &table.variant();
        thinker->threads = threads;
    }
    const TaskPtr task = std::make_shared<Task>();
    task->client = client;
    task->table = table.id();
    task->node = request.node;
    task->threat = request.threat;
    task->lines = request.lines;
    task->thinker = std::move(thinker);
    task->game = std::move(game);
    task->deadline = sessions_.now() + longest_analysis;
    timer_.at(task->deadline, [this, ending = std::weak_ptr(task)] { end_at_deadline(ending); });
    tasks_[client] = task;
    if (!request.threat) {
        open.analysed[client] = request.node;
        study_.look_into(open, request.node);
    }
    wait_for_turn(task);
    return {};
}

void Analyses::stop(ClientId client) {
    const auto found = tasks_.find(client);
    if (found == tasks_.end()) return;
    if (OpenTable* const open = tables_.find(found->second->table)) open->analysed.erase(client);
    stop(found->second);
    tasks_.erase(found);
}

void Analyses::stop(const TaskPtr& task) {
    task->stopped = true;
    task->turn.request_stop();
    std::erase(waiting_, task);
}

void Analyses::update(OpenTable& open) {
    std::vector<ClientId> gone;
    for (const auto& [client, task] : tasks_)
        if (task->table == open.table->id() && (!open.viewers.contains(client) || !open.table->tree().has(task->node)))
            gone.push_back(client);
    for (const ClientId client : gone) stop(client);
}

void Analyses::release(OpenTable& open) {
    std::vector<ClientId> gone;
    for (const auto& [client, task] : tasks_)
        if (task->table == open.table->id()) gone.push_back(client);
    for (const ClientId client : gone) stop(client);
}

// ---- Turns

void Analyses::wait_for_turn(const TaskPtr& task) {
    if (task->turns > 0) {
        waiting_.push_back(task);
    } else {
        waiting_.insert(std::ranges::find_if(waiting_, [](const TaskPtr& other) { return other->turns > 0; }), task);
    }
    workers_.submit(fmt::format("turn {}", ++turns_), [this] { take_turn(); }, {.kind = "analysis"});
    make_room();
}

// Where others wait, a turn ends after a while.
void Analyses::make_room() {
    if (waiting_.empty() || running_.size() < static_cast<std::size_t>(threads_)) return;
    const double time = sessions_.now();
    const double turn = waiting_.front()->turns == 0 ? short_turn : long_turn;
    if (std::ranges::any_of(running_, [](const TaskPtr& task) { return task->turn.stop_requested(); })) return;
    const auto longest = std::ranges::min_element(running_, {}, &Task::began);
    if (time - (*longest)->began >= turn) {
        (*longest)->turn.request_stop();
        return;
    }
    if (room_comes_) return;
    room_comes_ = true;
    timer_.at((*longest)->began + turn, [this] {
        const std::scoped_lock lock(sessions_.mutex());
        room_comes_ = false;
        if (!sessions_.closing()) make_room();
    });
}

void Analyses::take_turn() {
    TaskPtr task;
    std::stop_token stop;
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (sessions_.closing() || waiting_.empty()) return;  // it was stopped while it waited
        task = waiting_.front();
        waiting_.pop_front();
        running_.push_back(task);
        task->turn = {};
        stop = task->turn.get_token();
        task->began = sessions_.now();
        ++task->turns;
        const std::shared_ptr<const Endgames> endgames = study_.endgames_of(task->game->variant());
        if (endgames != task->endgames) task->known.reset();
        task->endgames = endgames;
        make_room();
    }
    think(task, stop);
    const std::scoped_lock lock(sessions_.mutex());
    std::erase(running_, task);
    if (task->stopped || sessions_.closing()) {
        make_room();
        return;
    }
    if (task->done) {
        report(task);
        sessions_.flush();
        make_room();
    } else {
        wait_for_turn(task);
    }
}

void Analyses::think(const TaskPtr& task, const std::stop_token& stop) {
    Thinker& thinker = *task->thinker;
    const std::scoped_lock one_at_a_time(thinker.mutex);  // the position before it is left within milliseconds
    if (stop.stop_requested()) return;
    if (!task->known) {
        solve::Answer known = probe_endgames(*task->game, task->endgames.get());
        const std::scoped_lock lock(sessions_.mutex());
        task->known = std::move(known);
        if (task->stopped) return;
        report(task);  // at once, where there is something to say
        sessions_.flush();
    }
    if (!thinker.engine || thinker.endgames != task->endgames) {
        thinker.endgames = task->endgames;
        thinker.engine = new_engine(
            *thinker.variant,
            {.table_megabytes = analysis_megabytes, .threads = thinker.threads, .endgames = thinker.endgames});
    }
    std::stop_source enough;
    const std::stop_callback turn_ends(stop, [&] { enough.request_stop(); });
    // Without a time: then a forced move gets its value too.
    const SearchLimits limits{
        .depth = is_settled(*task->known) ? known_depth : 0, .lines = task->lines, .stop = enough.get_token()};
    std::optional<Analysis> pending;
    const Analysis last = thinker.engine->think(*task->game, limits, [&](const Analysis& analysis) {
        pending = analysis;
        if (learn(task, analysis, false)) pending.reset();
        if (is_decided(analysis)) enough.request_stop();
    });
    if (pending) learn(task, *pending, true);
    const std::scoped_lock lock(sessions_.mutex());
    task->nodes += last.nodes;
    task->seconds += last.seconds;
    if (!stop.stop_requested()) task->done = true;
}

// A turn begins with small depths again, which are nothing new.
bool Analyses::learn(const TaskPtr& task, const Analysis& analysis, bool last) {
    const std::scoped_lock lock(sessions_.mutex());
    if (task->stopped || sessions_.closing()) return true;
    if (task->found && task->found->depth >= analysis.depth) return true;
    if (task->found && !last && sessions_.now() - task->reported < between_analysis_reports) return false;
    task->found = analysis;
    task->found->nodes += task->nodes;
    task->found->seconds += task->seconds;
    report(task);
    sessions_.flush();
    return true;
}

void Analyses::end_at_deadline(const std::weak_ptr<Task>& ending) {
    const TaskPtr task = ending.lock();
    if (!task) return;
    const std::scoped_lock lock(sessions_.mutex());
    if (task->stopped || task->done || sessions_.closing()) return;
    task->done = true;
    task->turn.request_stop();
    if (std::erase(waiting_, task) == 0) return;  // it is reported when its turn ends
    report(task);
    sessions_.flush();
}

void Analyses::on_news(OpenTable& open) {
    for (auto& [client, task] : tasks_) {
        if (task->table != open.table->id()) continue;
        // What the new files know is for the engine too.
        if (study_.endgames_of(task->game->variant()) != task->endgames) {
            if (!task->done) {
                task->turn.request_stop();
            } else if (sessions_.now() < task->deadline) {
                task->done = false;
                wait_for_turn(task);
            }
        }
        report(task);
    }
}

void Analyses::report(const TaskPtr& task) {
    task->reported = sessions_.now();
    KnownMoves known;
    if (task->known) known.endgames = *task->known;
    if (const OpenTable* const open = tables_.find(task->table); open != nullptr && !task->threat)
        if (const auto answer = open->answers.find(task->node); answer != open->answers.end())
            known.oracle = answer->second;
    const Analysis* const found = task->found ? &*task->found : nullptr;
    Json event = analysis_lines(*task->game, found, known, task->lines);
    if (found == nullptr && event["lines"].empty() && event["known"].is_null()) return;
    event.update({{"event", "analysis"},
                  {"table", task->table},
                  {"node", task->node},
                  {"threat", task->threat},
                  {"state", task->done ? "done" : "working"},
                  {"depth", found == nullptr ? 0 : found->depth},
                  {"nodes", found == nullptr ? 0 : found->nodes},
                  {"seconds", found == nullptr ? 0.0 : found->seconds}});
    sessions_.send(task->client, to_frame(event));
}

}  // namespace crownhead::server
