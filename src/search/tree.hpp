// The tree below the root: principal variation search, pruning, reductions, draws and endgame probes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/quiescence.hpp"
#include "search/search.hpp"

namespace crownhead {

namespace detail {

// How many plies a late move is reduced by: grows with the depth and the number of moves tried before it.
inline const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> all{};
    for (std::size_t d = 1; d < 64; ++d)
        for (std::size_t n = 1; n < 64; ++n)
            all[d][n] = static_cast<std::int8_t>(0.4 + std::log(static_cast<double>(d)) *
                                                           std::log(static_cast<double>(n)) / 1.9);
    return all;
}();

inline int reduction(int depth, int number) {
    return reductions[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
}

}  // namespace detail

template <Geometry G, Movement M>
int Search<G, M>::search(int alpha, int beta, int depth, int ply) {
    if (depth <= 0 && features_.has(SearchFeature::Quiescence)) {
        quiescence_end_ = nodes_ + detail::quiescence_nodes;
        return quiesce(alpha, beta, ply, 1);
    }
    if (poll()) return 0;
    deepest_ = std::max(deepest_, ply);
    const Entry& entry = line_[root_ + static_cast<std::size_t>(ply)];
    const Position<G>& pos = entry.pos;
    const bool principal = beta - alpha > 1;
    if (principal) pv_[static_cast<std::size_t>(ply)].clear();
    if (const auto result = decided(pos, end_)) return value_of(*result, pos.turn, ply);
    if (features_.has(SearchFeature::Draws) && is_draw(ply) && any_move<M>(pos)) return draw_value(ply);
    if (const auto known = known_value(pos, ply)) return *known;
    if (ply >= detail::max_ply) return evaluate(pos, ply);

    // Nothing can be nearer than a win at the next ply.
    alpha = std::max(alpha, score::loss(ply));
    beta = std::min(beta, score::win(ply + 1));
    if (alpha >= beta) return alpha;

    TranspositionTable::Found found;
    int hash_move = TranspositionTable::no_move;
    const bool use_table = features_.has(SearchFeature::Table);
    if (use_table && table_.find(entry.key, found)) {
        hash_move = found.move;
        // The plain search without pruning must know the value at this depth, no other.
        const bool deep_enough = features_.has(SearchFeature::Quiescence) ? found.depth >= depth : found.depth == depth;
        if (deep_enough && !principal) {
            const int known = from_table(found.score, ply);
            if (found.bound == Bound::Exact || (found.bound == Bound::Lower && known >= beta) ||
                (found.bound == Bound::Upper && known <= alpha))
                return known;
        }
    }

    MoveList<G> moves;
    if (!charge(generate<M>(pos, moves, search_budget))) return evaluate(pos, ply);
    if (moves.empty()) {
        if (const auto result = blocked<M>(pos, end_)) return value_of(*result, pos.turn, ply);
        moves.push_back(Move<G>{});  // a pass
    }
    if (depth <= 0) return evaluate(pos, ply);

    const bool quiet = !moves[0].is_capture();
    if (moves.size() == 1) {
        if (features_.has(SearchFeature::ForcedMoves) && ply < 2 * root_depth_) ++depth;
    } else if (!principal && quiet && !score::is_decided(beta)) {
        int value = 0;
        if (prunes(pos, beta, depth, ply, value)) return value;
    }
    if (features_.has(SearchFeature::InternalReduction) && use_table && hash_move == TranspositionTable::no_move &&
        depth >= 4 && moves.size() > 1)
        --depth;

    MoveOrder<G> order(moves);
    if (moves.size() > 1)
        order.rate(hash_move, wants_to_lose(), features_, move_history_, killers_[static_cast<std::size_t>(ply)],
                   pos.turn, played_[static_cast<std::size_t>(ply - 1)]);

    const int floor = alpha;
    int best = -score::infinite;
    std::size_t best_index = TranspositionTable::no_move;
    SmallList<std::uint32_t, 32> tried;
    for (int number = 0; number < static_cast<int>(moves.size()); ++number) {
        const std::size_t index = order.next();
        const Move<G>& mv = moves[index];
        step_to(mv, ply);
        if (depth > 1) table_.prefetch(line_[root_ + static_cast<std::size_t>(ply) + 1].key);
        // A search with a null window that ends above the window leaves no line behind.
        if (principal) pv_[static_cast<std::size_t>(ply) + 1].clear();
        int value = 0;
        if (number == 0) {
            value = -search(-beta, -alpha, depth - 1, ply + 1);
        } else {
            int less = 0;
            if (features_.has(SearchFeature::Reductions) && quiet && !mv.promotes && depth >= 3 &&
                number >= (principal ? 3 : 2)) {
                less = detail::reduction(depth, number) - (principal ? 1 : 0);
                less = std::clamp(less, 0, depth - 2);
            }
            value = -search(-alpha - 1, -alpha, depth - 1 - less, ply + 1);
            if (value > alpha && less > 0) value = -search(-alpha - 1, -alpha, depth - 1, ply + 1);
            if (value > alpha && value < beta) value = -search(-beta, -alpha, depth - 1, ply + 1);
        }
        if (stopped_) return 0;
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_index = index;
                alpha = value;
                if (principal) keep_line(mv, ply);
                if (alpha >= beta) {
                    if (quiet && moves.size() > 1) remember(pos.turn, moves, tried, mv, depth, ply);
                    break;
                }
            }
        }
        if (quiet) tried.push_back(static_cast<std::uint32_t>(index));
    }

    if (use_table) {
        const Bound bound = best >= beta ? Bound::Lower : best > floor ? Bound::Exact : Bound::Upper;
        table_.store(
            entry.key, to_table(best, ply), depth, bound,
            best_index < TranspositionTable::no_move ? static_cast<int>(best_index) : TranspositionTable::no_move);
    }
    return best;
}

// Is this quiet position so good that the search of all its moves can be left out? Then `value` is what to return.
template <Geometry G, Movement M>
bool Search<G, M>::prunes(const Position<G>& pos, int beta, int depth, int ply, int& value) {
    constexpr int deepest_pruned = 6;
    constexpr int margin = 30;  // for each ply that is left out
    if (!features_.has(SearchFeature::Futility) || depth > deepest_pruned) return false;
    value = evaluate(pos, ply) - margin * depth;
    return value >= beta && !threatened(pos);
}

// Nothing is gained or lost by a draw, except where the files say that the game is won: then any other way is better.
template <Geometry G, Movement M>
int Search<G, M>::draw_value(int ply) const {
    if (!root_is_won_) return 0;
    return ply % 2 == 0 ? -score::missed_win : score::missed_win;
}

// What the endgame files say. They are asked only where something has changed for good since the root, so that a won
// ending is searched for a way to the next change instead of being called won all along.
template <Geometry G, Movement M>
std::optional<int> Search<G, M>::known_value(const Position<G>& pos, int ply) const {
    if (probe_ == nullptr) return std::nullopt;
    const int pieces = pos.occupied().count();
    if (pieces > probe_->pieces()) return std::nullopt;
    if (pieces == root_pieces_ && (pos.occupied() - pos.kings).count() == root_men_) return std::nullopt;
    if (M.obligation != Obligation::Free && any_capture<M>(pos)) return std::nullopt;
    const std::optional<Value> known = probe_->value(pos);
    if (!known) return std::nullopt;
    if (*known == Value::Draw) return draw_value(ply);
    return *known == Value::Win ? score::known_win - ply : ply - score::known_win;
}

// A position that occurred before in this line, or as often in the game as the rules ask; or the end of a count.
template <Geometry G, Movement M>
bool Search<G, M>::is_draw(int ply) const {
    const std::size_t at = root_ + static_cast<std::size_t>(ply);
    const Entry& now = line_[at];
    const auto quiet = static_cast<std::size_t>(now.quiet());
    int found = 1;
    for (std::size_t back = 4; back <= quiet && back <= at; back += 2) {
        const Entry& earlier = line_[at - back];
        if (earlier.key != now.key || !(earlier.pos == now.pos)) continue;
        ++found;
        if (at - back >= root_ || (end_.repetitions > 0 && found >= end_.repetitions)) return true;
    }
    return drawn_by_count(now, end_).has_value();
}

template <Geometry G, Movement M>
void Search<G, M>::remember(Side side, const MoveList<G>& moves, const SmallList<std::uint32_t, 32>& tried,
                            const Move<G>& good, int depth, int ply) {
    if (good.promotes || good.is_capture() || good.is_pass()) return;
    const int bonus = std::min(depth * depth, 400);
    move_history_.credit(side, good, bonus);
    for (const std::uint32_t index : tried) move_history_.credit(side, moves[index], -bonus);
    killers_[static_cast<std::size_t>(ply)].add(good);
    const Move<G>& previous = played_[static_cast<std::size_t>(ply - 1)];
    if (!previous.is_pass()) move_history_.set_counter(side, previous, good);
}

template <Geometry G, Movement M>
void Search<G, M>::keep_line(const Move<G>& mv, int ply) {
    std::vector<Move<G>>& line = pv_[static_cast<std::size_t>(ply)];
    const std::vector<Move<G>>& rest = pv_[static_cast<std::size_t>(ply) + 1];
    line.assign(1, mv);
    line.insert(line.end(), rest.begin(), rest.end());
}

}  // namespace crownhead
