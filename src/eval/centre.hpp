// Pieces and centre (mission S2.4): 100 for every piece, man or king, plus its distance from the nearest edge of the board
// (0 on the edge, size/2 - 1 in the middle); own minus enemy. The second term keeps two kings from wandering aimlessly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "game/position.hpp"

namespace crownhead::eval {

// The squares that are at least `distance` rows and columns away from every edge.
template <Geometry G>
constexpr SquareSet<G> inner_squares(int distance) {
    SquareSet<G> set;
    for (int i = 0; i < G.squares(); ++i) {
        const Cell c = cell_of(G.size, i);
        const int edge = std::min({c.row, c.column, G.size - 1 - c.row, G.size - 1 - c.column});
        if (edge >= distance) set |= SquareSet<G>(static_cast<Square>(G.bit(i)));
    }
    return set;
}

template <Geometry G>
inline constexpr auto rings_of = [] {
    std::array<SquareSet<G>, static_cast<std::size_t>(G.size / 2)> rings{};
    for (int distance = 0; distance < G.size / 2; ++distance)
        rings[static_cast<std::size_t>(distance)] = inner_squares<G>(distance);
    return rings;
}();

template <Geometry G>
int centre(const Position<G>& pos, Side us) {
    const auto worth = [&](Side side) {
        int sum = 100 * pos.of(side).count();
        for (std::size_t distance = 1; distance < rings_of<G>.size(); ++distance)
            sum += (pos.of(side) & rings_of<G>[distance]).count();
        return sum;
    };
    return worth(us) - worth(!us);
}

}  // namespace crownhead::eval
