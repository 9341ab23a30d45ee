// FEN: a position as one line of text, `W:W31-50:B1-20`. Syntax only: check_placement() in game/legality.hpp says whether the
// position can arise in play. A FEN holds neither the counters of the draw rules nor the king runs of Frisian draughts. The
// grammar: docs/formats.md#fen-a-position.
#pragma once

#include <string>
#include <string_view>

#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::fen {

struct ReadFen {
    Placement placement;
    Notation notation = Notation::Numeric;  // Algebraic if any square was named; without squares, that of the game
};

Result<Placement> read(const Variant& v, std::string_view text);
Result<ReadFen> read_with_notation(const Variant& v, std::string_view text);
// As other people write them: squares by name in any game.
Result<Placement> read_any(const Variant& v, std::string_view text);

// White's list first; men before kings, each by ascending number; three or more neighbouring numbers as a range. Names
// can be read back only in the games that prefer them.
std::string write(const Variant& v, const Placement& placement, Notation notation = Notation::Numeric);

}  // namespace crownhead::fen
