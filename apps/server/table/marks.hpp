// Marks: numbers by which games are found: the positions that they reached, how many pieces there were, and what was read of
// them. They are kept in the index of the library, so a mark never changes its meaning.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/setup.hpp"

namespace crownhead::server {

// Men and kings of Black, men and kings of White.
using Material = std::array<int, 4>;

// `board` as pages have it: a character for each square.
std::int64_t position_mark(std::string_view board, Side turn);
std::int64_t material_mark(const Material& material);
Material material_of(std::string_view board);

// Of the text of a game that was read.
std::int64_t text_mark(std::string_view text);

// The board turned round, with the pieces of one side for those of the other: the same position with colours changed.
std::string turned_round(std::string_view board);

}  // namespace crownhead::server
