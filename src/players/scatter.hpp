// The better algorithm that the suicide document only hopes for (mission S0.9): it looks at its fellow pieces and spreads
// them over the board, and it looks at what the opponent is then forced to capture, no further.
#pragma once

#include <cstdint>
#include <memory>

#include "players/catalogue.hpp"
#include "players/player.hpp"

namespace crownhead {

// Takes the move with the best balance of pieces after the opponent's captures, if there are any: the worst balance where
// losing everything wins. Among equal balances the one with the fewest own pieces next to each other; then by chance.
std::unique_ptr<Player> scatter_player(std::uint64_t seed);

}  // namespace crownhead
