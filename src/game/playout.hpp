// Playout: a game of uniformly random legal moves to its end.
#pragma once

#include "game/history.hpp"
#include "util/random.hpp"

namespace crownhead {

struct PlayoutResult {
    Outcome outcome;
    std::size_t plies = 0;
};

// Plays from where `history` stands. `on_move(position before, move)` sees every move.
template <Movement M, Geometry G, class OnMove>
PlayoutResult playout(History<G>& history, const Ending& end, Random& random, OnMove&& on_move) {
    const std::size_t first = history.ply();
    MoveList<G> moves;
    for (;;) {
        const Position<G>& pos = history.pos();
        if (const auto result = decided(pos, end)) return {*result, history.ply() - first};
        moves.clear();
        generate<M>(pos, moves);
        if (moves.empty()) {
            if (const auto result = blocked<M>(pos, end)) return {*result, history.ply() - first};
            moves.push_back(Move<G>{});
        }
        if (const auto result = drawn(history, end)) return {*result, history.ply() - first};
        const Move<G> mv = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        on_move(pos, mv);
        history.template play<M>(mv, end);
    }
}

template <Movement M, Geometry G>
PlayoutResult playout(History<G>& history, const Ending& end, Random& random) {
    return playout<M>(history, end, random, [](const Position<G>&, const Move<G>&) {});
}

}  // namespace crownhead
