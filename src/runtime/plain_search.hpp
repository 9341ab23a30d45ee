// The plain searches, minimax and alpha-beta, of any game.
#pragma once

#include "runtime/game.hpp"
#include "search/limits.hpp"

namespace crownhead {

// The game must not be over. `on_depth` is called whenever a depth is finished.
PlainReport plain_search(const Game& game, const PlainLimits& limits, const OnPlainReport& on_depth = {});

}  // namespace crownhead
