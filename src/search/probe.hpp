// Probe<G>: exact values of positions with few pieces, from endgame files.
#pragma once

#include <optional>

#include "game/position.hpp"
#include "game/value.hpp"

namespace crownhead {

template <Geometry G>
class Probe {
public:
    virtual ~Probe() = default;

    virtual int pieces() const = 0;  // positions with more are not known
    // For the side to move. The position is not over, and no capture is compulsory in it.
    virtual std::optional<Value> value(const Position<G>& pos) const = 0;
    // The same of any position, with the distance where it is known.
    virtual std::optional<ExactValue> exact_value(const Position<G>& pos) const = 0;
};

}  // namespace crownhead
