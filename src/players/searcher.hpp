// The players that look ahead to a fixed depth: minimax and alpha-beta (mission S2.4, S3.3) and the player of the
// mini-checkers document with its three levels (S1.3-S1.5).
#pragma once

#include <memory>

#include "players/catalogue.hpp"
#include "players/player.hpp"
#include "search/limits.hpp"
#include "util/result.hpp"

namespace crownhead {

// Options depth=1..20, eval=material|centre|safety, seconds=0..3600 (0: no limit).
Result<std::unique_ptr<Player>> searching_player(Method method, const PlayerOptions& options);

// Option level=1..3: alpha-beta with the safety evaluation to depth 5 * level + 2, at most 15 seconds a move.
Result<std::unique_ptr<Player>> mini_player(const PlayerOptions& options);

}  // namespace crownhead
