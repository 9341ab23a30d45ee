// The puzzles that come with the program, data/puzzles.
#pragma once

#include <string_view>
#include <vector>

#include "puzzles/puzzle_file.hpp"
#include "util/result.hpp"

namespace crownhead::puzzles {

// The games that have some, in the order of the list of games.
std::vector<const Variant*> games_with_puzzles();

// The text of the file of this game; empty if there is none.
std::string_view shipped_text(const Variant& variant);

}  // namespace crownhead::puzzles
