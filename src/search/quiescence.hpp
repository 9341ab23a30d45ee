// Quiescence search: captures are played out before a position is evaluated.
#pragma once

#include <algorithm>

#include "search/search.hpp"

namespace crownhead {

// Plays out captures before a position is evaluated. Captures are compulsory in most games, so a side may not
// stand pat while one is possible. `extra`: plies that may be spent on threats.
template <Geometry G, Movement M>
int Search<G, M>::quiesce(int alpha, int beta, int ply, int extra) {
    if (poll()) return 0;
    deepest_ = std::max(deepest_, ply);
    const Position<G>& pos = line_[root_ + static_cast<std::size_t>(ply)].pos;
    if (beta - alpha > 1) pv_[static_cast<std::size_t>(ply)].clear();
    if (const auto result = decided(pos, end_)) return value_of(*result, pos.turn, ply);
    if (ply >= detail::max_ply || nodes_ > quiescence_end_) return evaluate(pos, ply);

    MoveList<G> moves;
    if (!charge(captures(pos, moves))) return evaluate(pos, ply);
    int best = -score::infinite;
    if (moves.empty() || M.obligation == Obligation::Free) {
        if (moves.empty() && !any_step(pos)) {
            if (const auto result = blocked<M>(pos, end_)) return value_of(*result, pos.turn, ply);
            moves.push_back(Move<G>{});  // a pass
        } else if (const auto known = known_value(pos, ply)) {
            return *known;
        } else {
            best = evaluate(pos, ply);
            const bool in_doubt = moves.empty() && extra > 0 && features_.has(SearchFeature::Threats) &&
                                  (wants_to_lose() ? best < beta : best > alpha) && threatened(pos);
            if (in_doubt) {
                // A threat only lowers the score (raises it where one wants to lose): else the extra ply changes nothing.
                best = -score::infinite;
                generate<M>(pos, moves);  // there are no captures
                --extra;
            } else {
                if (best >= beta || moves.empty()) return best;
                alpha = std::max(alpha, best);
            }
        }
    }

    MoveOrder<G> order(moves);
    if (moves.size() > 1)
        order.rate(TranspositionTable::no_move, wants_to_lose(), features_, move_history_,
                   killers_[static_cast<std::size_t>(ply)], pos.turn, played_[static_cast<std::size_t>(ply - 1)]);
    for (std::size_t number = 0; number < moves.size(); ++number) {
        const Move<G>& mv = moves[order.next()];
        step_to(mv, ply);
        const int value = -quiesce(-beta, -alpha, ply + 1, extra);
        if (stopped_) return 0;
        if (value > best) {
            best = value;
            if (value > alpha) {
                if (beta - alpha > 1) keep_line(mv, ply);
                alpha = value;
                if (alpha >= beta) break;
            }
        }
    }
    return best;
}

// Could the opponent capture if it were his turn?
template <Geometry G, Movement M>
bool Search<G, M>::threatened(const Position<G>& pos) {
    Position<G> passed = pos;
    passed.turn = !pos.turn;
    return any_capture<M>(passed);
}

template <Geometry G, Movement M>
std::uint64_t Search<G, M>::captures(const Position<G>& pos, MoveList<G>& moves) {
    return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).captures(moves, search_budget)
                                   : Generator<G, M, Side::White>(pos).captures(moves, search_budget);
}

template <Geometry G, Movement M>
bool Search<G, M>::any_step(const Position<G>& pos) {
    return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).any_step()
                                   : Generator<G, M, Side::White>(pos).any_step();
}

}  // namespace crownhead
