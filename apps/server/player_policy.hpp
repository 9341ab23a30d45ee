// Which players a page may have: none that starts another program, and none that thinks without end.
#pragma once

#include <string>
#include <string_view>

#include "players/catalogue.hpp"
#include "protocol/json.hpp"
#include "util/result.hpp"

namespace crownhead::server {

// May a page have this player in this game?
Result<void> check_player(std::string_view description, const Variant& variant);

// The same for a laboratory run, where every move must end soon by itself.
Result<void> check_lab_player(std::string_view description);

// Why not, in a sentence: for a player that one of the two refuses. `variant`: of that game, if it is about one.
Message player_message(std::string_view description, const Variant* variant);

// Seconds that a move may take at a table, whatever the options say; 0: the player ends by itself.
double longest_move(std::string_view description);

// For hints.
std::string hint_player();

// For hello: the strategies that a page may choose.
Json page_strategies();

}  // namespace crownhead::server
