// Random positions of any game: half of them from random play, half of them thrown on the board, with many kings.
#pragma once

#include <cstdint>
#include <functional>

#include "game/placement.hpp"
#include "rules/variant.hpp"

namespace crownhead {

// Calls f(placement) `count` times.
void each_random_placement(const Variant& v, int count, std::uint64_t seed,
                           const std::function<void(const Placement&)>& f);

}  // namespace crownhead
