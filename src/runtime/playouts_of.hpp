// Playouts of one board and movement.
#pragma once

#include <algorithm>
#include <cstdint>

#include "game/legality.hpp"
#include "game/playout.hpp"
#include "runtime/convert.hpp"
#include "runtime/playouts.hpp"

namespace crownhead {

template <Geometry G, Movement M>
PlayoutTotals playouts_of(const Variant& variant, std::uint64_t games, std::uint64_t seed) {
    PlayoutTotals totals;
    const Position<G> start = to_position<G>(variant, start_placement(variant));
    Random random(seed);
    History<G> history;
    for (std::uint64_t i = 0; i < games; ++i) {
        history.start(start, variant.end);
        const PlayoutResult result = playout<M>(history, variant.end, random);
        ++totals.games;
        totals.plies += result.plies;
        totals.longest = std::max<std::uint64_t>(totals.longest, result.plies);
        if (!result.outcome.winner)
            ++totals.draws;
        else if (*result.outcome.winner == Side::Black)
            ++totals.black_wins;
        else
            ++totals.white_wins;
    }
    return totals;
}

}  // namespace crownhead
