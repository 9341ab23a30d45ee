#include "service/thinking.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "notation/move_text.hpp"
#include "player_policy.hpp"
#include "runtime/engine.hpp"

namespace crownhead::server {

namespace {

constexpr int engine_nice = 5;             // answering people comes first
constexpr std::size_t cached_players = 8;  // with at most 16 MB each
constexpr double idle_time = 60;           // then a player is not kept any longer
constexpr double between_reports = 0.1;    // seconds
constexpr std::size_t shown_line = 12;     // moves of the principal variation
constexpr double draw_seconds = 0.3;       // to decide on a draw offer
constexpr std::size_t draw_megabytes = 4;

Json moves_json(const Variant& v, const std::vector<AnyMove>& line, std::size_t from) {
    Json moves = Json::array();
    for (std::size_t i = from; i < std::min(line.size(), shown_line); ++i)
        moves.push_back(move_text::write_full(v, line[i], v.setup.notation));
    return moves;
}

// Whose part of the workers a computer's move takes: of a page that plays at the table, or else of one that watches.
ClientId page_of(const OpenTable& open) {
    const auto plays = [](const auto& viewer) { return viewer.second.any(); };
    const auto found = std::ranges::find_if(open.viewers, plays);
    if (found != open.viewers.end()) return found->first;
    return open.viewers.empty() ? 0 : open.viewers.begin()->first;
}

}  // namespace

Thinking::Thinking(Sessions& sessions, Tables& tables, Timer& timer, int threads, EndgamesOf endgames_of,
                   std::shared_ptr<solve::SharedSolution> solution, JobLog& jobs)
    : sessions_(sessions),
      tables_(tables),
      timer_(timer),
      endgames_of_(std::move(endgames_of)),
      solution_(std::move(solution)),
      seed_(std::random_device()()),
      cache_(cached_players),
      engines_(threads, engine_nice, &jobs) {}

void Thinking::update(OpenTable& open) {
    if (!open.table->computer_moves()) {
        if (open.thinking || open.delayed) cancel(open);
    } else if (!open.thinking && !open.delayed && !open.viewers.empty()) {
        if (open.just_moved && open.table->delay() > 0)
            think_later(open);
        else
            think(open);
    }
}

void Thinking::cancel(OpenTable& open) {
    stop(open.thinking);
    stop(open.hint);
    ++open.ticket;
    open.delayed = false;
    open.just_moved = false;
    open.table->hold(false, sessions_.now());
    open.table->set_thinking(false, sessions_.now());
}

void Thinking::think_later(OpenTable& open) {
    open.delayed = true;
    open.table->hold(true, sessions_.now());
    const std::uint64_t ticket = ++open.ticket;
    timer_.at(sessions_.now() + open.table->delay() / 1000.0, [this, id = open.table->id(), ticket] {
        const std::scoped_lock lock(sessions_.mutex());
        OpenTable* const waiting = tables_.find(id);
        if (sessions_.closing() || waiting == nullptr || waiting->ticket != ticket) return;
        waiting->delayed = false;
        tables_.commit(*waiting);
        sessions_.flush();
    });
}

void Thinking::think(OpenTable& open) {
    Table& table = *open.table;
    open.thinking = std::make_shared<std::stop_source>();
    const double start = sessions_.now();
    table.hold(false, start);
    table.set_thinking(true, start);
    const Side side = table.turn();
    Task task{.table = table.id(),
              .ticket = ++open.ticket,
              .stop = open.thinking,
              .game = table.game().clone(),
              .endgames = endgames_of_(table.variant()),
              .player = table.seat(side).player,
              .key = fmt::format("{} {} {}", table.id(), colour(side), table.seat(side).player),
              .seed = ++seed_,
              .start = start};
    if (const std::optional<double> left = table.time_left(side, start))
        task.clock = ClockTime{.seconds = *left, .increment = table.setting().clock->increment};
    engines_.submit(table.id(), [this, shared = std::make_shared<Task>(std::move(task))] { work(*shared); },
                    {.kind = "move", .page = page_of(open), .stop = *open.thinking});
}

std::optional<Choice> Thinking::ask(const Task& task, const OnProgress& on_progress) {
    if (task.stop->stop_requested()) return std::nullopt;
    const Context context{.stop = task.stop->get_token(),
                          .clock = task.clock,
                          .seconds = longest_move(task.player),
                          .on_progress = on_progress,
                          .endgames = task.endgames,
                          .solution = solution_};
    std::unique_ptr<Player> player = cache_.take(task.key);
    if (!player) {
        Result<std::unique_ptr<Player>> made = make_player(task.player, task.seed);
        if (!made) return Choice{.forfeit = Message{"remark.text", {{"text", made.error().message}}}};
        player = std::move(*made);
        if (auto begun = player->begin(*task.game, context); !begun) return Choice{.forfeit = std::move(begun.error())};
    }
    Choice choice = player->choose(*task.game, context);
    cache_.put(task.key, std::move(player), sessions_.now());
    if (!sweeping_.exchange(true)) sweep();
    if (task.stop->stop_requested()) return std::nullopt;
    return choice;
}

void Thinking::sweep() {
    timer_.at(sessions_.now() + idle_time, [this] {
        sweeping_ = false;
        if (cache_.drop_older(sessions_.now() - idle_time) && !sweeping_.exchange(true)) sweep();
    });
}

void Thinking::work(const Task& task) {
    double reported = sessions_.now();
    std::optional<Progress> pending;
    const OnProgress on_progress = [&](const Progress& progress) {
        pending = progress;
        const double time = sessions_.now();
        if (time - reported < between_reports) return;
        reported = time;
        report(task, progress, time);
        pending.reset();
    };
    const std::optional<Choice> choice = ask(task, on_progress);
    if (!choice) return overran(task);
    if (pending) report(task, *pending, sessions_.now());
    const std::scoped_lock lock(sessions_.mutex());
    OpenTable* const open = still_wanted(task);
    if (open == nullptr) return;
    open->thinking.reset();
    open->table->set_thinking(false, sessions_.now());
    if (!open->table->check_flag(sessions_.now())) play(*open, *choice);
    tables_.commit(*open);
    sessions_.flush();
}

// If it was stopped because its time is over; after a change of the position nobody waits for it.
void Thinking::overran(const Task& task) {
    const std::scoped_lock lock(sessions_.mutex());
    OpenTable* const open = tables_.find(task.table);
    if (sessions_.closing() || open == nullptr || open->thinking != task.stop) return;
    open->thinking.reset();
    open->table->set_thinking(false, sessions_.now());
    play(*open, {.forfeit = Message{"forfeit.overran"}});
    tables_.commit(*open);
    sessions_.flush();
}

void Thinking::play(OpenTable& open, const Choice& choice) {
    Table& table = *open.table;
    if (choice.forfeit || choice.index >= table.game().legal().size()) {
        table.pause(sessions_.now());
        const Side side = table.turn();
        table.say(false, side, {"log.cannot-move"});
        if (choice.forfeit) table.say(true, side, *choice.forfeit);
        return;
    }
    if (const auto played = table.play(choice.index, choice.remark, sessions_.now()); !played)
        table.say(false, std::nullopt, played.error().message);
    open.just_moved = !table.humans();
}

OpenTable* Thinking::still_wanted(const Task& task) {
    OpenTable* const open = tables_.find(task.table);
    if (sessions_.closing() || open == nullptr || task.stop->stop_requested()) return nullptr;
    return open->ticket == task.ticket ? open : nullptr;
}

void Thinking::report(const Task& task, const Progress& progress, double time) {
    const Variant& v = task.game->variant();
    Json event{{"event", "thinking"},
               {"table", task.table},
               {"side", colour(task.game->turn())},
               {"seconds", time - task.start},
               {"depth", progress.depth},
               {"score", score_json(progress.score)},
               {"nodes", progress.nodes},
               {"line", moves_json(v, progress.line, 0)},
               {"expects", moves_json(v, progress.line, 1)}};
    if (progress.prunings) event["prunings"] = {{"max", progress.prunings->max}, {"min", progress.prunings->min}};
    const std::string frame = to_frame(event);
    const std::scoped_lock lock(sessions_.mutex());
    const OpenTable* const open = still_wanted(task);
    if (open == nullptr) return;
    for (const auto& [viewer, held] : open->viewers) sessions_.send(viewer, frame);
    sessions_.flush();
}

// ---- Hints

void Thinking::hint(ClientId client, const Json& id, OpenTable& open, int node, std::shared_ptr<const Game> game) {
    const Table& table = *open.table;
    open.hint = std::make_shared<std::stop_source>();
    auto task = std::make_shared<Task>(Task{.table = table.id(),
                                            .stop = open.hint,
                                            .game = std::move(game),
                                            .endgames = endgames_of_(table.variant()),
                                            .player = hint_player(),
                                            .key = fmt::format("{} hint", table.id()),
                                            .seed = ++seed_});
    engines_.submit(table.id(), [this, client, id, node, task] { give_hint(client, id, node, *task); },
                    {.kind = "hint", .page = client, .stop = *open.hint});
}

void Thinking::give_hint(ClientId client, const Json& id, int node, const Task& task) {
    const std::optional<Choice> choice = ask(task, {});
    const std::scoped_lock lock(sessions_.mutex());
    sessions_.end_job(client);
    OpenTable* const open = tables_.find(task.table);
    if (open == nullptr || open->hint != task.stop)
        return sessions_.respond(client, id, std::unexpected(refused("refusal.position-changed")));
    open->hint.reset();
    if (!choice)
        return sessions_.respond(client, id, std::unexpected(Refusal{RefusalKind::Failed, {"refusal.took-too-long"}}));
    if (choice->forfeit) return sessions_.respond(client, id, std::unexpected(refused(*choice->forfeit)));
    open->table->count_hint();
    tables_.commit(*open);
    const Variant& v = task.game->variant();
    sessions_.respond(client, id,
                      Json{{"node", node},
                           {"index", choice->index},
                           {"text", move_text::write(v, task.game->legal(), choice->index, v.setup.notation)},
                           {"remark", message_or_null(choice->remark)}});
}

// ---- Draw offers

void Thinking::answer_draw_offer(ClientId client, const Json& id, const OfferDrawRequest& request, OpenTable& open) {
    const Table& table = *open.table;
    auto task = std::make_shared<Task>(Task{.table = table.id(),
                                            .stop = std::make_shared<std::stop_source>(),
                                            .game = table.game().clone(),
                                            .endgames = endgames_of_(table.variant())});
    // Not in the lane of the table, where the computer may be thinking about its move.
    engines_.submit(
        table.id() + " draw",
        [this, client, id, request, task, node = table.node()] { settle_draw_offer(client, id, request, *task, node); },
        {.kind = "draw", .page = client, .stop = *task->stop});
}

// A computer accepts if it is not better than even.
void Thinking::settle_draw_offer(ClientId client, const Json& id, const OfferDrawRequest& request, const Task& task,
                                 int node) {
    const std::unique_ptr<Engine> engine =
        new_engine(task.game->variant(), {.table_megabytes = draw_megabytes, .endgames = task.endgames});
    const int score = engine->think(*task.game, {.seconds = draw_seconds, .stop = task.stop->get_token()}).score();
    const Side computer = !request.side;
    const bool accepted = (task.game->turn() == computer ? score : -score) <= 0;
    const std::scoped_lock lock(sessions_.mutex());
    sessions_.end_job(client);
    OpenTable* const open = tables_.find(request.table);
    if (open == nullptr || open->table->node() != node || open->table->end())
        return sessions_.respond(client, id, std::unexpected(refused("refusal.position-changed")));
    open->table->say(true, computer, {accepted ? "log.draw-accepted" : "log.draw-declined"});
    if (accepted) {
        open->table->agree_draw(sessions_.now());
        cancel(*open);
    }
    tables_.commit(*open);
    sessions_.respond(client, id, Json{{"accepted", accepted}});
}

}  // namespace crownhead::server
