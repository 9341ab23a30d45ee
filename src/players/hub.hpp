// Another program as a player: an engine that speaks the Hub protocol on its standard input and output. The referee is
// strict: an illegal move, a crash or an answer that comes too late is a forfeit.
#pragma once

#include <memory>

#include "players/catalogue.hpp"
#include "players/player.hpp"
#include "util/result.hpp"

namespace crownhead {

// Options: seconds, depth, nodes for a move (one second unless another limit is given); margin, how many seconds it may
// be late (1; 60 without a time for a move); param-NAME=VALUE, a parameter of the engine; last cmd=PROGRAM ARGUMENTS, run
// by the shell.
Result<std::unique_ptr<Player>> hub_player(const PlayerOptions& options);

}  // namespace crownhead
