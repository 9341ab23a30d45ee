// Games, moves and messages as the page and the report read them (apps/server/protocol.json: Game, Hop, Message).
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/message.hpp"

namespace crownhead {

nlohmann::ordered_json game_json(const Variant& variant);
nlohmann::ordered_json hops_json(const AnyMove& mv);
nlohmann::ordered_json message_json(const Message& message);
std::string board_text(const Placement& placement);  // one letter per square: ebBwW

}  // namespace crownhead
