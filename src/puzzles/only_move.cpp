#include "puzzles/only_move.hpp"

#include <algorithm>

namespace crownhead::puzzles {

namespace {

double share_of_score(int score) {
    return analysis::expected_score({.source = analysis::Source::Engine, .score = score});
}

}  // namespace

std::optional<OnlyMove> only_move_of(const Analysis& analysis, const SearchMargins& margins) {
    if (analysis.lines.size() < 2) return std::nullopt;
    const double best = share_of_score(analysis.lines[0].score);
    const double next = share_of_score(analysis.lines[1].score);
    OnlyMove only{.index = analysis.best(), .depth = analysis.depth};
    if (best - next < margins.gap) return std::nullopt;
    if (best >= margins.won) return only;
    if (best < margins.held || next > margins.lost) return std::nullopt;
    only.goal = Goal::Draw;
    return only;
}

ExactVerdict exact_verdict(const Game& game, const analysis::Sources& sources, std::uint64_t oracle_nodes,
                           const std::stop_token& stop) {
    const analysis::PositionValues values = analysis::values_of(
        game, {.endgames = sources.endgames, .oracle = sources.oracle}, {.oracle_nodes = oracle_nodes, .stop = stop});
    ExactVerdict verdict{.complete = !values.moves.empty() && values.moves.size() == game.legal().size()};
    if (!verdict.complete) return verdict;
    const analysis::ValuedMove& best = values.moves.front();
    const auto as_good = [&](const analysis::ValuedMove& move) {
        return move.value.exact.value == best.value.exact.value;
    };
    if (best.value.exact.value == Value::Loss || std::ranges::count_if(values.moves, as_good) != 1) return verdict;
    const bool by_files = std::ranges::all_of(
        values.moves, [](const analysis::ValuedMove& move) { return move.value.source == analysis::Source::Endgames; });
    verdict.only = {.index = best.index,
                    .goal = best.value.exact.value == Value::Win ? Goal::Win : Goal::Draw,
                    .proof = by_files ? Proof::Endgames : Proof::Solution};
    return verdict;
}

}  // namespace crownhead::puzzles
