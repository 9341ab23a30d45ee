// Probe<G>: what the search asks about positions with few pieces, whoever knows the answer.
#pragma once

#include <optional>

#include "egdb/value.hpp"
#include "game/position.hpp"

namespace crownhead {

template <Geometry G>
class Probe {
public:
    virtual ~Probe() = default;

    virtual int pieces() const = 0;  // positions with more are not known
    // For the side to move. The position is not over, and no capture is compulsory in it.
    virtual std::optional<egdb::Value> value(const Position<G>& pos) const = 0;
};

}  // namespace crownhead
