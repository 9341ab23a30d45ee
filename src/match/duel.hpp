// A match between two players: pairs of games from the same opening, in parallel, with the same result for the same seed
// whatever the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "game/outcome.hpp"
#include "match/openings.hpp"
#include "match/stats.hpp"
#include "players/player.hpp"
#include "runtime/game.hpp"

namespace crownhead {

struct DuelOptions {
    std::string first;  // players, as players/catalogue.hpp reads them
    std::string second;
    std::uint64_t pairs = 50;
    Openings openings = Openings::Random;
    int opening_plies = 6;
    std::uint64_t seed = 1;
    int threads = 1;
    int longest = 400;  // plies; a game that goes on for longer is a draw
};

struct DuelResult {
    MatchStats stats;
    std::uint64_t plies = 0;
    std::uint64_t broken_off = 0;          // games that became too long
    std::array<double, 2> seconds{};       // thinking time of the two players
    std::array<std::uint64_t, 2> moves{};  // and their moves
    std::array<double, 2> slowest{};       // the longest move of each, in seconds
};

// Plays on from where the game stands until it is over; `black` and `white` choose in turn. Nobody wins a game that is
// broken off after `longest` plies.
std::optional<Side> play_out(Game& game, Player& black, Player& white, int longest, bool& broken_off);

// `after_pair(result so far)` is called by one thread at a time; false ends the match.
Result<DuelResult> duel(const Variant& variant, const DuelOptions& options,
                        const std::function<bool(const DuelResult&)>& after_pair);

}  // namespace crownhead
