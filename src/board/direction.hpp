// Directions as compile-time lists: which ones a piece may use, seen from its side.
#pragma once

#include "board/geometry.hpp"

namespace crownhead {

constexpr Direction reverse(Direction d) {
    switch (d) {
        case Direction::DownLeft: return Direction::UpRight;
        case Direction::DownRight: return Direction::UpLeft;
        case Direction::UpLeft: return Direction::DownRight;
        case Direction::UpRight: return Direction::DownLeft;
        case Direction::Down: return Direction::Up;
        case Direction::Right: return Direction::Left;
        case Direction::Up: return Direction::Down;
        case Direction::Left: return Direction::Right;
    }
    return d;
}

template <Direction... D>
struct Directions {
    // Calls f.template operator()<D>() for each direction.
    template <class F>
    [[gnu::always_inline]] static constexpr void each(F&& f) {
        (f.template operator()<D>(), ...);
    }
};

using DownDiagonals = Directions<Direction::DownLeft, Direction::DownRight>;
using UpDiagonals = Directions<Direction::UpLeft, Direction::UpRight>;
using AllDiagonals = Directions<Direction::DownLeft, Direction::DownRight, Direction::UpLeft, Direction::UpRight>;
using AllDirections = Directions<Direction::DownLeft, Direction::DownRight, Direction::UpLeft, Direction::UpRight,
                                 Direction::Down, Direction::Right, Direction::Up, Direction::Left>;

}  // namespace crownhead
