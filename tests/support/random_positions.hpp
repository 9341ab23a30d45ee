// Random positions for tests: half of them from random play, half of them thrown on the board, with many kings.
#pragma once

#include "game/history.hpp"
#include "game/legality.hpp"
#include "game/playout.hpp"
#include "rules/variant.hpp"
#include "runtime/convert.hpp"
#include "util/random.hpp"

namespace crownhead {

// A legal placement with a random number of pieces on random squares, at most so many a side.
template <Geometry G>
Position<G> thrown_position(const Variant& v, Random& random, int most) {
    Position<G> pos;
    pos.turn = random.below(2) == 0 ? Side::Black : Side::White;
    const std::uint32_t king_share = random.below(11);  // in tenths
    for (const Side side : {Side::Black, Side::White}) {
        const std::uint32_t wanted = 1 + random.below(static_cast<std::uint32_t>(std::min(most, v.pieces_per_side())));
        for (std::uint32_t i = 0; i < wanted; ++i) {
            const auto sq =
                static_cast<Square>(G.bit(static_cast<int>(random.below(static_cast<std::uint32_t>(G.squares())))));
            if (pos.occupied().has(sq)) continue;
            const bool king = has_kings(v.move) && random.below(10) < king_share;
            if (!king && has_kings(v.move) && far_row_of<G>(side).has(sq)) continue;
            pos.pieces[slot(side)] |= SquareSet<G>(sq);
            if (king) pos.kings |= SquareSet<G>(sq);
        }
    }
    if (v.move.king_run > 0) {
        for (const Side side : {Side::Black, Side::White})
            if (const auto kings = pos.kings_of(side); kings && random.below(2) == 0)
                pos.runs[slot(side)] = {kings.first(), static_cast<std::uint8_t>(1 + random.below(v.move.king_run))};
    }
    return pos;
}

// Calls f(position) `count` times.
template <Geometry G, Movement M, class F>
void each_random_position(const Variant& v, int count, std::uint64_t seed, F&& f) {
    Random random(seed);
    int left = count;
    while (left > 0) {
        History<G> history;
        history.start(to_position<G>(v, start_placement(v)), v.end);
        playout<M>(history, v.end, random, [&](const Position<G>& pos, const Move<G>&) {
            if (left > 0) {
                f(pos);
                --left;
            }
        });
        const int thrown = std::min(left, 60);  // about as many as a game gives
        for (int i = 0; i < thrown; ++i) f(thrown_position<G>(v, random, v.pieces_per_side()));
        left -= thrown;
    }
}

}  // namespace crownhead
