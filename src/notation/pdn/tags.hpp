// The order of the tags of a PDN game. Internal to this folder.
#pragma once

#include <vector>

#include "notation/pdn/pdn.hpp"

namespace crownhead::pdn {

// The seven tags of the roster first, the rest as it came.
std::vector<Tag> in_roster_order(std::vector<Tag> tags);

}  // namespace crownhead::pdn
