// How a game ended, in words: "player 2 has no pieces left and wins", "draw: the same position for the third time".
#pragma once

#include <string>
#include <string_view>

#include "game/outcome.hpp"
#include "rules/variant.hpp"

namespace crownhead {

// What this game calls a side: "player 1" or "Black".
std::string_view side_name(const Variant& v, Side side);

namespace outcome_text {

// A word for tables and programs: "no-pieces", "repetition".
std::string_view word(Reason reason);

std::string describe(const Variant& v, const Outcome& outcome);

}  // namespace outcome_text

}  // namespace crownhead
