// Every position as one in which Black is to move: the board turned round and the colours exchanged where White is.
#pragma once

#include <cstdint>
#include <utility>

#include "game/position.hpp"

namespace crownhead::egdb {

constexpr std::uint64_t reversed(std::uint64_t w) {
    w = ((w >> 1) & 0x5555555555555555ULL) | ((w & 0x5555555555555555ULL) << 1);
    w = ((w >> 2) & 0x3333333333333333ULL) | ((w & 0x3333333333333333ULL) << 2);
    w = ((w >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((w & 0x0f0f0f0f0f0f0f0fULL) << 4);
    return __builtin_bswap64(w);
}
constexpr Wide reversed(Wide w) {
    return (static_cast<Wide>(reversed(static_cast<std::uint64_t>(w))) << 64) |
           reversed(static_cast<std::uint64_t>(w >> 64));
}

template <Geometry G>
constexpr SquareSet<G> rotated(SquareSet<G> set) {
    constexpr int spare = static_cast<int>(sizeof(Word<G>)) * 8 - G.bits();
    return SquareSet<G>(static_cast<Word<G>>(reversed(set.word()) >> spare));
}

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

}  // namespace crownhead::egdb
