// Perfect play, in games small enough: it never gives away what the position is worth, and among moves that are worth the
// same it plays the one that is hardest to answer.
#pragma once

#include <cstdint>
#include <memory>

#include "players/catalogue.hpp"
#include "players/player.hpp"
#include "util/result.hpp"

namespace crownhead {

// Options: nodes for a move (what is not proven within them is left to the engine), egdb=FOLDER with endgame files.
Result<std::unique_ptr<Player>> perfect_player(const PlayerOptions& options, std::uint64_t seed);

}  // namespace crownhead
