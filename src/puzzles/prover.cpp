#include "puzzles/prover.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "players/engine.hpp"
#include "puzzles/line.hpp"
#include "puzzles/themes.hpp"

namespace crownhead::puzzles {

namespace {

constexpr std::size_t prover_megabytes = 4;
constexpr int least_depth_later = 6;  // of a search behind the first move

int depth_at(int depth, std::size_t ply) { return std::max(depth - static_cast<int>(ply), least_depth_later); }

// What a FEN does not hold, a puzzle does not have.
Placement plain_position(const Game& game) {
    Placement position = game.placement();
    position.king_runs = {};
    return position;
}

int pieces_on(const Game& game) {
    const Placement position = game.placement();
    return position.pieces(Side::Black) + position.pieces(Side::White);
}

}  // namespace

Prover::Prover(const Variant& variant, std::shared_ptr<const Endgames> endgames, ProverLimits limits, bool solves)
    : variant_(variant),
      limits_(std::move(limits)),
      solves_(solves),
      exact_{.endgames = std::move(endgames)},
      solution_(std::make_shared<solve::SharedSolution>()),
      engine_(new_engine(variant, {.table_megabytes = prover_megabytes})) {
    forget();
}

void Prover::forget() {
    if (!solves_ || !solve::has_oracle(variant_)) return;
    Result<std::unique_ptr<solve::Oracle>> oracle = solve::new_oracle(variant_, exact_.endgames, solution_);
    if (oracle) exact_.oracle = std::move(*oracle);
}

bool Prover::is_exact(const Game& game) const {
    return exact_.oracle != nullptr || (exact_.endgames && knows(*exact_.endgames, game));
}

std::optional<OnlyMove> Prover::searched(const Game& game, int depth) {
    engine_->forget();
    return only_move_of(engine_->think(game, {.depth = depth, .lines = 2, .stop = limits_.stop}));
}

// Of the solver's move at this ply of the solution that began with `first`, by the same kind of source.
std::optional<OnlyMove> Prover::only_move(const Game& game, const OnlyMove& first, std::size_t ply) {
    if (first.proof == Proof::Search) return searched(game, depth_at(first.depth, ply));
    return exact_verdict(game, exact_, limits_.oracle_nodes, limits_.stop).only;
}

bool Prover::level_finds(const Game& game, int level, std::size_t index) {
    std::shared_ptr<Engine>& engine = levels_[static_cast<std::size_t>(level - 1)];
    if (!engine) engine = new_engine(variant_, level_engine(level));
    const Analysis analysis = level_analysis(*engine, game, level, limits_.stop);
    const std::span<const AnalysedLine> choices = level_choices(analysis, level);
    return choices.size() == 1 && choices.front().index == index;
}

int Prover::level_of_puzzle(const Game& game, std::size_t index, int lowest) {
    for (int level = lowest; level <= highest_tried_level; ++level)
        if (level_finds(game, level, index)) return level;
    return highest_tried_level + 1;
}

bool Prover::is_too_easy(const Game& game, std::size_t index, int easiest) {
    for (int level = 1; level < easiest; ++level)
        if (level_finds(game, level, index)) return true;
    return false;
}

// The reply that holds out longest where the distance is known; otherwise what the engine thinks best among equals.
std::size_t Prover::best_defence(const Game& game, const OnlyMove& first, std::size_t ply) {
    if (game.legal().size() == 1) return 0;
    std::vector<std::size_t> equals;
    if (first.proof != Proof::Search) {
        const analysis::PositionValues values =
            analysis::values_of(game, exact_, {.oracle_nodes = limits_.oracle_nodes, .stop = limits_.stop});
        if (values.moves.size() == game.legal().size()) {
            const analysis::MoveValue& best = values.moves.front().value;
            if (best.exact.plies || best.exact.difference) return values.moves.front().index;
            for (const analysis::ValuedMove& move : values.moves)
                if (!analysis::is_worse(move.value, best)) equals.push_back(move.index);
        }
    }
    engine_->forget();
    const int depth = first.proof == Proof::Search ? depth_at(first.depth, ply) : least_depth_later;
    const int lines = equals.empty() ? 1 : static_cast<int>(game.legal().size());
    const Analysis analysis = engine_->think(game, {.depth = depth, .lines = lines, .stop = limits_.stop});
    for (const AnalysedLine& line : analysis.lines)
        if (equals.empty() || std::ranges::find(equals, line.index) != equals.end()) return line.index;
    return analysis.best();
}

// The solution goes on as long as there is only one move that will do.
void Prover::add_line(Puzzle& puzzle, const Game& game, const OnlyMove& first) {
    const std::unique_ptr<Game> at = game.clone();
    std::size_t last = first.index;
    puzzle.line = {at->legal()[last]};
    at->play(last);
    while (puzzle.line.size() + 2 <= longest_solution && !at->outcome() && !limits_.stop.stop_requested()) {
        const std::size_t reply = best_defence(*at, first, puzzle.line.size());
        const AnyMove answer = at->legal()[reply];
        at->play(reply);
        std::optional<std::size_t> next;
        if (!at->outcome() && at->legal().size() == 1) {
            next = 0;
        } else if (!at->outcome()) {
            const std::optional<OnlyMove> only = only_move(*at, first, puzzle.line.size() + 1);
            if (only && only->goal == first.goal) next = only->index;
        }
        if (!next) {
            at->undo();
            break;
        }
        puzzle.line.push_back(answer);
        puzzle.line.push_back(at->legal()[*next]);
        last = *next;
        at->play(last);
    }
    puzzle.plies = puzzle.line.size();
    if (at->outcome()) return;
    at->undo();
    analysis::Sources sources = exact_;
    sources.engine = engine_;
    engine_->forget();
    const std::vector<AnyMove> rest = analysis::line_after(*at, last, sources,
                                                           {.nodes = limits_.nodes / 4,
                                                            .oracle_nodes = limits_.oracle_nodes,
                                                            .longest_line = longest_explanation + 1,
                                                            .stop = limits_.stop});
    puzzle.line.insert(puzzle.line.end(), rest.begin() + 1, rest.end());
}

std::optional<Puzzle> Prover::compose(const Game& from, const Wanted& wanted) {
    const Result<std::unique_ptr<Game>> placed = game_at(variant_, plain_position(from));
    if (!placed || (*placed)->legal().size() < least_choices) return std::nullopt;
    const Game& game = **placed;
    if (pieces_on(game) < least_pieces) return std::nullopt;
    const ExactVerdict exact = exact_verdict(game, exact_, limits_.oracle_nodes, limits_.stop);
    std::optional<OnlyMove> first = exact.only;
    if (!exact.complete) {
        engine_->forget();
        first = only_move_of(engine_->think(game, {.nodes = limits_.nodes, .lines = 2, .stop = limits_.stop}),
                             finding_margins);
        if (first && first->depth < least_depth) return std::nullopt;
    }
    if (!first || (first->goal == Goal::Draw && !wanted.saves)) return std::nullopt;
    if (is_too_easy(game, first->index, wanted.easiest)) return std::nullopt;
    if (first->proof == Proof::Search && searched(game, first->depth) != first) return std::nullopt;
    Puzzle puzzle{.position = game.placement(),
                  .goal = first->goal,
                  .proof = first->proof,
                  .depth = first->depth,
                  .level = level_of_puzzle(game, first->index, wanted.easiest)};
    add_line(puzzle, game, *first);
    puzzle.themes = themes_of(game, puzzle.line);
    if (limits_.stop.stop_requested()) return std::nullopt;
    return puzzle;
}

Result<void> Prover::verify(const Puzzle& puzzle) {
    const Result<std::unique_ptr<Game>> placed = game_at(variant_, puzzle.position);
    if (!placed) return std::unexpected(placed.error());
    Game& game = **placed;
    if (game.legal().size() < least_choices)
        return fail(fmt::format("there are only {} legal moves", game.legal().size()));
    const OnlyMove first{.goal = puzzle.goal, .proof = puzzle.proof, .depth = puzzle.depth};
    for (std::size_t ply = 0; ply < puzzle.line.size(); ++ply) {
        const std::optional<std::size_t> index = find_move(game, puzzle.line[ply]);
        if (!index) return fail(fmt::format("move {} of the solution is not legal", ply + 1));
        if (ply % 2 == 0 && ply < puzzle.plies && game.legal().size() > 1) {
            if (puzzle.proof != Proof::Search) {
                const ExactVerdict exact = exact_verdict(game, exact_, 0, limits_.stop);
                if (!exact.complete && !limits_.stop.stop_requested())
                    return fail(fmt::format("not checked: endgame files with {} pieces are missing", pieces_on(game)));
            }
            const std::optional<OnlyMove> only = only_move(game, first, ply);
            if (limits_.stop.stop_requested()) return fail("interrupted");
            if (!only || only->index != *index || only->goal != puzzle.goal)
                return fail(fmt::format("move {} of the solution is not the only one that {}", ply + 1,
                                        puzzle.goal == Goal::Win ? "wins" : "saves the draw"));
        }
        game.play(*index);
    }
    const Result<std::unique_ptr<Game>> start = game_at(variant_, puzzle.position);
    const int level = level_of_puzzle(**start, *find_move(**start, puzzle.line.front()));
    if (level != puzzle.level) return fail(fmt::format("its level is {}, not {}", level, puzzle.level));
    return {};
}

}  // namespace crownhead::puzzles
