// Games, moves and messages as the page and the report read them (apps/server/protocol.json: Game, Hop, Message).
#pragma once

#include <nlohmann/json.hpp>

#include "game/any_move.hpp"
#include "rules/variant.hpp"
#include "util/message.hpp"

namespace crownhead {

nlohmann::ordered_json game_json(const Variant& variant);
nlohmann::ordered_json hops_json(const AnyMove& mv);
nlohmann::ordered_json message_json(const Message& message);

}  // namespace crownhead
