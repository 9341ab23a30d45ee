// Rays: for every square and direction the squares in line, as constexpr tables, and how far one gets along them.
#pragma once

#include <array>

#include "board/square_set.hpp"

namespace crownhead {

template <Geometry G>
struct Rays {
    using Set = SquareSet<G>;
    std::array<std::array<Set, static_cast<std::size_t>(G.bits())>, 8> rays{};

    constexpr Rays() {
        const Set board = Set::all();
        for (int d = 0; d < 8; ++d) {
            const auto direction = static_cast<Direction>(d);
            // Without the spaced embedding a horizontal step may wrap; there such rays are left empty and never used.
            if (!G.spaced && d >= 4) continue;
            const int step = G.step(direction);
            for (const Square from : board) {
                Set ray;
                for (int bit = bit_of(from) + step; bit >= 0 && bit < G.bits() && board.has(static_cast<Square>(bit));
                     bit += step)
                    ray |= Set(static_cast<Square>(bit));
                rays[static_cast<std::size_t>(d)][static_cast<std::size_t>(bit_of(from))] = ray;
            }
        }
    }
};

template <Geometry G>
inline constexpr Rays<G> rays_of{};

// All squares from (not including) sq to the edge.
template <Direction D, Geometry G>
constexpr SquareSet<G> ray(Square sq) {
    return rays_of<G>.rays[static_cast<std::size_t>(D)][static_cast<std::size_t>(bit_of(sq))];
}

// The square of a non-empty part of a ray that is met first when one goes in direction D.
template <Direction D, Geometry G>
constexpr Square nearest(SquareSet<G> part) {
    if constexpr (G.step(D) > 0)
        return part.first();
    else
        return part.last();
}

// The squares that can be reached from sq in direction D while every square in between is open.
template <Direction D, Geometry G>
constexpr SquareSet<G> reach(Square sq, SquareSet<G> open) {
    const SquareSet<G> line = ray<D, G>(sq);
    const SquareSet<G> blockers = line - open;
    if (blockers.empty()) return line;
    const Square first = nearest<D>(blockers);
    return line - ray<D, G>(first) - SquareSet<G>(first);
}

}  // namespace crownhead
