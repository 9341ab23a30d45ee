// Themes: what a solution is about, found out from its moves alone. A theme is named only where its definition is met exactly.
#pragma once

#include <vector>

#include "puzzles/puzzle.hpp"
#include "runtime/game.hpp"

namespace crownhead::puzzles {

// `game` stands at the position of the puzzle; the line begins there.
//   shot          ordinary games: the first reply captures, and at the end of the line, where nothing can be taken at once, the solver has
//                 taken more pieces than he gave
//   breakthrough  ordinary games: a man of the solver is crowned, or reaches the row that wins
//   block         ordinary games: the line ends the game because the opponent, who still has pieces, cannot move
//   net           games that are won by losing all pieces: two replies or more, and each is the only legal move and captures
std::vector<Theme> themes_of(const Game& game, const std::vector<AnyMove>& line);

}  // namespace crownhead::puzzles
