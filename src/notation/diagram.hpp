// The board as text (mission S0.4): `.` a light square, `#` an empty dark one, `o` `O` man and king of Black (player
// 1), `x` `X` of White (player 2); White at the bottom, mirrored boards as they are seen.
#pragma once

#include <string>
#include <string_view>

#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::diagram {

// One line per row from the top, characters separated by one space, each line ended.
std::string write(const Variant& v, const Placement& placement);

// The same for people: before each row the number of its first dark square, or ranks and files.
std::string write_numbered(const Variant& v, const Placement& placement, Notation notation);

// Spaces between the characters, empty lines and the end of the last line may be missing or added. A diagram does not
// say whose turn it is: the side that begins the game.
Result<Placement> read(const Variant& v, std::string_view text);

}  // namespace crownhead::diagram
