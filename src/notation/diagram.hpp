// Diagrams (S0.4): `.` a light square, `#` an empty dark one, `o` `O` man and king of Black (player 1), `x` `X` of White
// (player 2). White is at the bottom; mirrored boards are drawn mirrored.
#pragma once

#include <string>
#include <string_view>

#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::diagram {

// One line per row from the top, characters separated by one space, a newline after each row.
std::string write(const Variant& v, const Placement& placement);

// The same with a margin: the number of the first dark square of each row, or ranks and files.
std::string write_numbered(const Variant& v, const Placement& placement, Notation notation);

// Spaces, empty lines and the last newline may be missing or added. A diagram does not say whose turn it is; it is read
// with the first side to move.
Result<Placement> read(const Variant& v, std::string_view text);

}  // namespace crownhead::diagram
