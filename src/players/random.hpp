// Algorithm 1 of the suicide document (mission S0.8): a uniformly random legal move.
#pragma once

#include <cstdint>
#include <memory>

#include "players/catalogue.hpp"
#include "players/player.hpp"

namespace crownhead {

std::unique_ptr<Player> random_player(std::uint64_t seed);

}  // namespace crownhead
