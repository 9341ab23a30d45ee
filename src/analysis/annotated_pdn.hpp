// A game as PDN with the judgements of an Annotator: strength marks, comments that name value, source and depth, and the better
// line as a variation. What others wrote stays; what an earlier run wrote is replaced.
#pragma once

#include <string>
#include <vector>

#include "analysis/annotator.hpp"
#include "notation/pdn/pdn.hpp"
#include "runtime/game.hpp"

namespace crownhead::analysis {

// "draw (solution)", "+0.35 for White (engine, depth 14)": of a value for this side.
std::string describe(const Variant& variant, const MoveValue& value, Side side);

// The moves of a line, which begins where the game stands.
std::vector<std::string> line_texts_of(const Game& game, const std::vector<AnyMove>& line);

// `game`: the whole game, with the same moves as the PDN. `moves`: of the plies from `first` on.
void add_judgements(pdn::Game& pdn, const Game& game, const std::vector<JudgedMove>& moves, std::size_t first = 0);

}  // namespace crownhead::analysis
