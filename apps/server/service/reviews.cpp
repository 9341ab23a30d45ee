// Reviews of whole games, the part of Study that judges moves.
#include <algorithm>
#include <utility>

#include "service/library.hpp"
#include "service/study.hpp"
#include "table/review.hpp"

namespace crownhead::server {

namespace {

constexpr std::uint64_t review_oracle_nodes = 10'000'000;  // of each position of a whole game
constexpr std::uint64_t review_nodes = 20'000'000;     // of the engine for a whole game: seconds, however long it is
constexpr std::uint64_t fewest_review_nodes = 20'000;  // for a move
constexpr std::uint64_t most_review_nodes = 250'000;
constexpr std::size_t review_megabytes = 16;
constexpr std::size_t reviewed_moves = 500;     // the last ones
constexpr double between_review_reports = 0.5;  // seconds

}  // namespace

std::expected<void, Refusal> Study::start_review(ClientId client, Session& session, OpenTable& open, bool improve) {
    Table& table = *open.table;
    if (open.review) return std::unexpected(refused("refusal.review-running"));
    if (const auto may = Sessions::may_start_job(session); !may) return std::unexpected(may.error());
    auto task = std::make_shared<ReviewTask>();
    task->table = table.id();
    task->client = client;
    task->nodes = table.tree().path_to(table.line_end().node);
    if (task->nodes.empty()) return std::unexpected(refused("refusal.no-moves"));
    if (task->nodes.size() > reviewed_moves)
        task->nodes.erase(task->nodes.begin(), task->nodes.end() - static_cast<std::ptrdiff_t>(reviewed_moves));
    task->engine_nodes =
        std::clamp<std::uint64_t>(review_nodes / task->nodes.size(), fewest_review_nodes, most_review_nodes);
    if (improve && table.review() && table.review()->state == Review::State::Done &&
        table.review()->last == task->nodes.back()) {
        if (!can_improve(*task, table.variant(), *table.review())) return {};
        task->before = table.review();
    }
    if (solve::has_oracle(table.variant())) oracle_of(table.variant());
    task->game = table.tree().game_at(task->nodes.back());
    task->endgames = endgames_of(table.variant());
    task->sources = {.pieces = task->endgames ? task->endgames->pieces() : 0, .nodes = task->engine_nodes};
    table.review() = Review{.last = task->nodes.back(), .planned = task->nodes.size(), .steps = task->nodes.size()};
    open.review = task;
    ++session.jobs;
    next_review_step(task);
    return {};
}

// Whether a review that is made now could ask more than this one did.
bool Study::can_improve(const ReviewTask& task, const Variant& variant, const Review& before) {
    const std::shared_ptr<const Endgames> endgames = endgames_of(variant);
    // An oracle that was not made yet may be made; one that failed will fail again.
    const bool solution = solve::has_oracle(variant) && !before.sources.solution && !oracle_of(variant).failed;
    return is_better({.pieces = endgames ? endgames->pieces() : 0, .solution = solution, .nodes = task.engine_nodes},
                     before.sources);
}

std::expected<void, Refusal> Study::stop_review(OpenTable& open) {
    if (!open.review) return std::unexpected(refused("refusal.review-not-running"));
    end_review(open, Review::State::Stopped);
    return {};
}

void Study::next_review_step(const std::shared_ptr<ReviewTask>& task) {
    // One position at a time, so that the tables take turns.
    oracle_workers_.submit(task->table + " review", [this, task] { review_one(task); },
                           {.kind = "review", .page = task->client, .stop = task->stop});
}

// After the first round: whether all exact sources are there. The oracle calls again once it is made.
bool Study::has_sources(ReviewTask& task) {
    if (task.sourced) return true;
    const std::scoped_lock lock(sessions_.mutex());
    const Variant& variant = task.game->variant();
    std::shared_ptr<solve::Oracle> oracle;
    if (solve::has_oracle(variant)) {
        const OracleState& state = oracle_of(variant);
        if (!state.oracle && !state.failed) {
            task.waits = true;
            return false;
        }
        oracle = state.oracle;
    }
    std::shared_ptr<const Endgames> endgames = endgames_of(variant);
    task.sources.pieces = std::max(task.sources.pieces, endgames ? endgames->pieces() : 0);
    task.sources.solution = oracle != nullptr;
    task.annotator->use(std::move(endgames), std::move(oracle));
    task.sourced = true;
    return true;
}

// By its time limit: who stops it otherwise has ended it.
void Study::give_up_review(const std::shared_ptr<ReviewTask>& task) {
    const std::scoped_lock lock(sessions_.mutex());
    OpenTable* const open = tables_.find(task->table);
    if (sessions_.closing() || open == nullptr || open->review != task) return;
    end_review(*open, Review::State::Stopped);
    tables_.commit(*open);
    sessions_.flush();
}

void Study::review_one(const std::shared_ptr<ReviewTask>& task) {
    if (task->stop.stop_requested()) return give_up_review(task);
    if (!task->annotator) {
        std::shared_ptr<Engine> engine = new_engine(
            task->game->variant(), {.table_megabytes = review_megabytes, .threads = 1, .endgames = task->endgames});
        task->annotator = std::make_unique<analysis::Annotator>(
            *task->game, analysis::Sources{.engine = std::move(engine), .endgames = task->endgames},
            analysis::AnnotatorLimits{.nodes = task->engine_nodes,
                                      .oracle_nodes = review_oracle_nodes,
                                      .longest = reviewed_moves,
                                      .stop = task->stop.get_token()});
    }
    if (!task->annotator->is_quick() && !has_sources(*task)) return;
    const bool quick = task->annotator->is_quick();
    task->annotator->step();
    if (task->stop.stop_requested()) return give_up_review(task);
    const bool done = task->annotator->is_done();
    // The first round is over: there is something to say of the whole game.
    const bool whole = quick && !task->annotator->is_quick();
    if (done || whole || sessions_.now() - task->reported >= between_review_reports) report_review(task, done);
    if (!done) next_review_step(task);
}

void Study::report_review(const std::shared_ptr<ReviewTask>& task, bool done) {
    const std::vector<analysis::JudgedMove>& judged = task->annotator->moves();
    Json moves = reviewed_json(*task->game, task->nodes, judged);
    Json moments = moments_json(*task->game, task->nodes, judged);
    const std::scoped_lock lock(sessions_.mutex());
    OpenTable* const open = tables_.find(task->table);
    if (sessions_.closing() || open == nullptr || open->review != task) return;
    Review& review = *open->table->review();
    review.done = task->annotator->done();
    review.steps = task->annotator->planned();
    review.moves = std::move(moves);
    review.moments = std::move(moments);
    task->reported = sessions_.now();
    if (done) {
        review.made = time_stamp();
        review.sources = task->sources;
        end_review(*open, Review::State::Done);
        open->table->keep_review();
        on_review_(*open);
    }
    tables_.commit(*open);
    sessions_.flush();
}

void Study::end_review(OpenTable& open, Review::State how) {
    open.review->stop.request_stop();
    sessions_.end_job(open.review->client);
    open.table->review()->state = how;
    // One that was not finished is worth less than the one that it was to improve.
    if (how == Review::State::Stopped && open.review->before) open.table->review() = std::move(open.review->before);
    open.review.reset();
}

}  // namespace crownhead::server
