// Games without the draw rules that the documents do not have: repetition, counts of moves, little material.
#pragma once

#include "rules/variant.hpp"

namespace crownhead {

// How long a game without draw rules may last, in plies, before it is called unfinished.
inline constexpr int longest_without_draws = 10'000;

// The same game with none of them; a blocked side may still draw. `variant` must be in the list of variants.
const Variant& without_draw_rules(const Variant& variant);

}  // namespace crownhead
