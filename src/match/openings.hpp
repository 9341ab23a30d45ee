// Opening positions for matches: every pair of games begins with one, played from both sides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead {

enum class Openings : std::uint8_t {
    Start,    // the start position
    Random,   // some random moves
    Ballots,  // the list that comes with the game
};

// auto (nothing: ballots where there are some, else random moves), start, random or ballots.
Result<std::optional<Openings>> read_openings(std::string_view word);

bool has_ballots(const Variant& variant);

// The position for pair number `pair`: the same for the same arguments. Random openings have `plies` moves, and are drawn
// again as long as the game is over by then or a capture decides at once who is ahead. Ballots are dealt in a random order,
// all of them before one comes again. `start`: the moves begin there and not at the start of the game; then material need not
// be equal after random ones, only as it was.
std::unique_ptr<Game> opening(const Variant& variant, Openings kind, int plies, std::size_t pair, std::uint64_t seed,
                              const std::optional<Placement>& start = std::nullopt);

// The game at `start`, or at its own start.
std::unique_ptr<Game> starting_game(const Variant& variant, const std::optional<Placement>& start);

}  // namespace crownhead
