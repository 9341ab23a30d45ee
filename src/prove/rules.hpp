// A second move generator, slow and simple on purpose: it looks at one square after another and follows the rule text
// (docs/rules.md) word by word. Proofs are verified by it, and the fast generator is tested against it; the two share only
// plain data types.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "rules/variant.hpp"

namespace crownhead::reference {

// Every legal move once: of several paths with the same effect the first one found. A forced pass is a move. Nothing
// when the side to move has no pieces or, where a king wins, when there is a king; Ending counts for nothing else.
std::vector<AnyMove> legal_moves(const Variant& v, const Placement& placement);

// Who has won a game in which there is no legal move; null: a draw. Draws by counting are not considered.
std::optional<Side> winner_without_move(const Variant& v, const Placement& placement);

// Every path by which a move with the effect of `mv` may be played. With Italian precedence a path on which the kings
// come later than they could is not allowed and not listed.
std::vector<AnyMove> all_paths(const Variant& v, const Placement& placement, const AnyMove& mv);

// The placement after a legal move.
Placement after(const Variant& v, const Placement& placement, const AnyMove& mv);

// Sequences of `depth` legal moves, counted one by one; paths with the same effect are one move.
std::uint64_t perft(const Variant& v, const Placement& placement, int depth);

}  // namespace crownhead::reference
