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
#include "util/random.hpp"

namespace crownhead {

namespace detail {

// How many plies a late move is reduced by: grows with the depth and the number of moves tried before it.
inline const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> all{};
    for (std::size_t d = 1; d < 64; ++d)
        for (std::size_t n = 1; n < 64; ++n)
            all[d][n] = static_cast<std::int8_t>(0.4 + std::log(static_cast<double>(d)) *
                                                           std::log(static_cast<double>(n)) / 1.6);
    return all;
}();

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

    const int excluded = excluded_[static_cast<std::size_t>(ply)];
    const bool complete = excluded == TranspositionTable::no_move;
    const std::uint64_t key = table_key(entry);
    TranspositionTable::Found found;
    int hash_move = TranspositionTable::no_move;
    const bool use_table = features_.has(SearchFeature::Table);
    if (use_table && complete && table_.find(key, found)) {
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
        if (prunes(pos, alpha, beta, depth, ply, value)) return value;
    }
    if (features_.has(SearchFeature::InternalReduction) && use_table && hash_move == TranspositionTable::no_move &&
        depth >= 4 && moves.size() > 1)
        --depth;

    // Singular extension: is the hash move better than all others by a margin, in a search of half the depth? If even one of
    // the others reaches beta without it (multi-cut), the position is good enough. Otherwise the hash move need not be
    // searched so deeply.
    int extension = 0;
    constexpr int singular_depth = 6;
    constexpr int singular_margin = 15;
    if (features_.has(SearchFeature::Singular) && complete && depth >= singular_depth && moves.size() > 1 &&
        hash_move < static_cast<int>(moves.size()) && found.bound != Bound::Upper && found.depth >= depth - 3 &&
        !score::is_distance(found.score) && ply < 2 * root_depth_) {
        const int bound = found.score - singular_margin;
        excluded_[static_cast<std::size_t>(ply)] = hash_move;
        const int value = search(bound - 1, bound, (depth - 1) / 2, ply);
        excluded_[static_cast<std::size_t>(ply)] = TranspositionTable::no_move;
        if (stopped_) return 0;
        if (value < bound)
            extension = 1;
        else if (!principal && bound >= beta)
            return bound;
        else if (!principal && found.score >= beta)
            extension = -1;
    }

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
        if (static_cast<int>(index) == excluded) continue;
        const Move<G>& mv = moves[index];
        step_to(mv, ply);
        if (depth > 1) table_.prefetch(table_key(line_[root_ + static_cast<std::size_t>(ply) + 1]));
        // A search with a null window that ends above the window leaves no line behind.
        if (principal) pv_[static_cast<std::size_t>(ply) + 1].clear();
        int value = 0;
        if (best == -score::infinite) {  // the first one
            const int extra = static_cast<int>(index) == hash_move ? extension : 0;
            value = -search(-beta, -alpha, depth - 1 + extra, ply + 1);
        } else {
            const bool reduced = features_.has(SearchFeature::Reductions) && quiet && !mv.promotes && depth >= 3 &&
                                 number >= (principal ? 3 : 2);
            const int less = reduced ? reduction(pos.turn, mv, depth, number, principal) : 0;
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

    if (use_table && complete) {
        const Bound bound = best >= beta ? Bound::Lower : best > floor ? Bound::Exact : Bound::Upper;
        table_.store(
            key, to_table(best, ply), depth, bound,
            best_index < TranspositionTable::no_move ? static_cast<int>(best_index) : TranspositionTable::no_move);
    }
    return best;
}

// Is this quiet position so good or so bad that the search of its moves can be left out? Then `value` is what to return.
template <Geometry G, Movement M>
bool Search<G, M>::prunes(const Position<G>& pos, int alpha, int beta, int depth, int ply, int& value) {
    constexpr int futility_depth = 8;
    constexpr int futility_margin = 30;  // for each ply that is left out
    constexpr int razoring_depth = 3;
    constexpr int razoring_margin = 70;
    const bool futility = features_.has(SearchFeature::Futility) && depth <= futility_depth;
    // Where one wants to lose, a quiet move can turn everything.
    const bool razoring = features_.has(SearchFeature::Razoring) && depth <= razoring_depth && !wants_to_lose();
    if (!futility && !razoring) return false;
    const int estimate = evaluate(pos, ply);
    const bool above = futility && estimate - futility_margin * depth >= beta;
    const bool below = razoring && estimate + razoring_margin * depth <= alpha;
    if ((!above && !below) || threatened(pos)) return false;
    if (above) {
        value = estimate - futility_margin * depth;
        return true;
    }
    quiescence_end_ = nodes_ + detail::quiescence_nodes;
    value = quiesce(alpha, beta, ply, 1);
    return value <= alpha || stopped_;
}

// How many plies less a late move is searched: more with depth and number, fewer for moves that were good elsewhere.
template <Geometry G, Movement M>
int Search<G, M>::reduction(Side side, const Move<G>& mv, int depth, int number, bool principal) const {
    constexpr int history_per_ply = 4096;
    int less = detail::reductions[static_cast<std::size_t>(std::min(depth, 63))]
                                 [static_cast<std::size_t>(std::min(number, 63))];
    if (principal) --less;
    if (features_.has(SearchFeature::History) && !mv.is_pass())
        less -= move_history_.history(side, mv) / history_per_ply;
    return std::clamp(less, 0, depth - 2);
}

// The key of the position in the table. Near the end of a count that draws the game the count is part of it; and scores of
// a search that must not let a known win go are kept apart, since draws score differently there.
template <Geometry G, Movement M>
std::uint64_t Search<G, M>::table_key(const Entry& entry) const {
    constexpr int counted_plies = 24;
    std::uint64_t key = entry.key ^ won_root_key_;
    if (!features_.has(SearchFeature::Draws)) return key;
    const int left = plies_to_count(entry, end_);
    if (left <= counted_plies) [[unlikely]] {
        std::uint64_t state = static_cast<std::uint64_t>(left);
        key ^= splitmix64(state);
    }
    return key;
}

// Nothing is gained or lost by a draw, except where the files say that the game is won: then any other way is better.
template <Geometry G, Movement M>
int Search<G, M>::draw_value(int ply) const {
    if (!root_is_won_) return 0;
    return ply % 2 == 0 ? -score::missed_win : score::missed_win;
}

// What the endgame files say. They are asked where something has changed for good since the root, so that a won ending is
// searched for a way to the next change instead of being called won all along. Before that, they only say where a win has
// been let go.
template <Geometry G, Movement M>
std::optional<int> Search<G, M>::known_value(const Position<G>& pos, int ply) const {
    if (probe_ == nullptr) return std::nullopt;
    const int pieces = pos.occupied().count();
    if (pieces > probe_->pieces()) return std::nullopt;
    const bool changed = pieces != root_pieces_ || (pos.occupied() - pos.kings).count() != root_men_;
    if (!changed && !root_is_won_) return std::nullopt;
    if (M.obligation != Obligation::Free && any_capture<M>(pos)) return std::nullopt;
    const std::optional<Value> known = probe_->value(pos);
    if (!known) return std::nullopt;
    if (*known == Value::Draw) return draw_value(ply);
    const bool still_won = root_is_won_ && (*known == Value::Win) == (ply % 2 == 0);
    if (!changed && still_won) return std::nullopt;
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
