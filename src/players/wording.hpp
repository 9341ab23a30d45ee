// Words that several players use in what they say about a position.
#pragma once

#include <string>

namespace crownhead {

inline std::string in_plies(int count) { return std::to_string(count) + (count == 1 ? " ply" : " plies"); }

}  // namespace crownhead
