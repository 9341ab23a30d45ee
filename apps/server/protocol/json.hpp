// The pieces that answers and events are made of; those that a report has too are in match/wire_json.hpp.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "game/any_move.hpp"
#include "game/outcome.hpp"
#include "game/placement.hpp"
#include "match/wire_json.hpp"
#include "protocol/refusal.hpp"
#include "protocol/requests.hpp"
#include "rules/variant.hpp"
#include "runtime/game.hpp"
#include "search/reported_score.hpp"
#include "solve/oracle.hpp"
#include "util/message.hpp"

namespace crownhead::server {

std::string to_frame(const Json& json);  // bytes that are no UTF-8 are replaced
std::string answer(const Json& id, Json ok);
std::string answer(const Json& id, const Refusal& refusal);

std::string_view colour(Side side);
std::optional<Side> read_colour(std::string_view word);
Json colour_or_null(std::optional<Side> side);

Json message_or_null(const std::optional<Message>& message);
// A message that was written by message_json, from disk; any other text is a remark in words.
std::optional<Message> read_message(std::string_view text);

Json score_json(const Score& score);
Json seat_json(const Seat& seat);
Json outcome_json(const Variant& v, const Outcome& outcome);
Message reason_message(Reason reason);       // in a word or two
Json known_json(const solve::Exact& known);  // null where nothing is known
Json legal_json(const Game& game);

std::expected<Placement, Refusal> read_board(const Variant& v, std::string_view board, Side turn);

// A game at this position, or at its start. Takes as long as generating its moves takes.
std::expected<std::unique_ptr<Game>, Refusal> game_from(const std::string& name, const std::optional<std::string>& fen);
// Why a position cannot be set up.
Refusal position_refusal(const Variant& v, const Placement& placement, const Error& error);

}  // namespace crownhead::server
