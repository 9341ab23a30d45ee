// The board and its sides as `crownhead play` draws them.
#pragma once

#include <string>

#include "game/placement.hpp"
#include "rules/variant.hpp"

namespace crownhead::cli {

char symbol(Side side);

// The board with its square numbers beside it; a board with square names has these in its margins.
std::string numbered_board(const Variant& v, const Placement& placement, Notation notation);

}  // namespace crownhead::cli
