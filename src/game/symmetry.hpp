// Positions with the board turned round and the colours exchanged, so that Black is always to move.
#pragma once

#include "board/symmetry.hpp"
#include "game/position.hpp"

namespace crownhead {

constexpr Run rotated(const Geometry& g, Run run) {
    if (run.count == 0) return {};
    return {static_cast<Square>(g.bits() - 1 - bit_of(run.square)), run.count};
}

// The same position seen by the other side: what was White's is Black's.
template <Geometry G>
constexpr Position<G> rotated(const Position<G>& pos) {
    Position<G> other;
    other.pieces = {rotated(pos.pieces[1]), rotated(pos.pieces[0])};
    other.kings = rotated(pos.kings);
    other.turn = !pos.turn;
    other.runs = {rotated(G, pos.runs[1]), rotated(G, pos.runs[0])};
    return other;
}

// With Black to move.
template <Geometry G>
constexpr Position<G> normalised(const Position<G>& pos) {
    return pos.turn == Side::Black ? pos : rotated(pos);
}

}  // namespace crownhead
