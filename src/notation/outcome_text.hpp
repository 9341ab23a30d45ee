// How a game ended, in words: "player 2 has no pieces left and wins", "draw: the same position for the third time".
#pragma once

#include <string>
#include <string_view>

#include "game/outcome.hpp"
#include "rules/variant.hpp"
#include "util/message.hpp"

namespace crownhead {

// What this game calls a side: "player 1" or "Black".
std::string_view side_name(const Variant& v, Side side);

namespace outcome_text {

// A word for tables and programs: "no-pieces", "repetition".
std::string_view word(Reason reason);

// "three-kings-against-one": the code material.WORD is its sentence.
std::string material_word(const MaterialRule& rule);

Message message(const Variant& v, const Outcome& outcome);
std::string describe(const Variant& v, const Outcome& outcome);  // the message in English

}  // namespace outcome_text

}  // namespace crownhead
