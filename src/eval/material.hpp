// Material: 100 for a man, 300 for a king, own minus enemy. The smallest evaluation there is.
#pragma once

#include "game/position.hpp"

namespace crownhead::eval {

template <Geometry G>
int material(const Position<G>& pos, Side us) {
    const auto worth = [&](Side side) { return 100 * pos.of(side).count() + 200 * pos.kings_of(side).count(); };
    return worth(us) - worth(!us);
}

}  // namespace crownhead::eval
