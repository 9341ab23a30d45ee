// Which players a page may ask for. Many games share one machine, so a move has a longest time, and nothing that a page says
// starts another program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "messages.hpp"
#include "players/player.hpp"
#include "util/result.hpp"

namespace crownhead::server {

// Does the player exist, and may a page have it?
Result<void> check_player(std::string_view description);
// ... and may it sit down to this game?
Result<void> check_player(std::string_view description, const Variant& variant);

// The same for a laboratory run, where nobody sits at the board to end a move: each must end soon by itself.
Result<void> check_lab_player(std::string_view description);

// Seconds that the player may use for a move here, whatever its options say; 0: it needs no limit.
double longest_move(std::string_view description);

}  // namespace crownhead::server
