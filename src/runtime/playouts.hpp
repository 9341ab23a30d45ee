// Many games of random moves of any variant, in a row.
#pragma once

#include <cstdint>

#include "rules/variant.hpp"

namespace crownhead {

struct PlayoutTotals {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;
    std::uint64_t longest = 0;  // plies
    std::uint64_t black_wins = 0;
    std::uint64_t white_wins = 0;
    std::uint64_t draws = 0;
};

// Plays `games` games from the start position on this thread; the same seed gives the same games.
PlayoutTotals run_playouts(const Variant& variant, std::uint64_t games, std::uint64_t seed);

}  // namespace crownhead
