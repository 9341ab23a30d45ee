// FEN: a position as one line of text, `W:W31-50:B1-20`. Syntax only: whether the position can arise in play is
// check_placement in game/legality.hpp. Grammar and tolerance: docs/formats.md. A FEN carries neither the counters of
// the draw rules nor the king runs of Frisian draughts.
#pragma once

#include <string>
#include <string_view>

#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::fen {

struct ReadFen {
    Placement placement;
    Notation notation = Notation::Numeric;  // Algebraic if any square was given by name; as preferred if none was given
};

Result<Placement> read(const Variant& v, std::string_view text);
Result<ReadFen> read_with_notation(const Variant& v, std::string_view text);

// White's list first; men before kings, each by ascending number; three or more neighbouring numbers as a range. Names
// can be read back only in the games that prefer them.
std::string write(const Variant& v, const Placement& placement, Notation notation = Notation::Numeric);

}  // namespace crownhead::fen
