// Algorithm 2 of the suicide document (mission S0.8): captures first, otherwise towards the side columns.
#pragma once

#include <cstdint>
#include <memory>

#include "players/catalogue.hpp"
#include "players/player.hpp"

namespace crownhead {

// Ties are broken uniformly at random, and so is the choice among several captures.
std::unique_ptr<Player> edge_player(std::uint64_t seed);

}  // namespace crownhead
