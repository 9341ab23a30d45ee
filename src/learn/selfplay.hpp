// Games of the engine against itself: where samples come from, and whether new weights are better than old ones.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "eval/weights.hpp"
#include "learn/fit.hpp"
#include "match/stats.hpp"
#include "rules/variant.hpp"

namespace crownhead::learn {

struct SelfPlayOptions {
    std::uint64_t games = 1000;
    std::uint64_t nodes = 2000;  // for each move
    int opening_plies = 8;       // random moves at the start: this many or up to four fewer
    double result_share = 0.7;   // of a sample's score; the rest is what the search thought of the position
    std::uint64_t seed = 1;
    int threads = 1;
    int longest = 0;         // plies; then the game is a draw. 0: 30 for each row of the board
    std::stop_token stop{};  // once requested, the games that are played are abandoned
};

// A sample for each quiet position of each game after the random opening. `after_game(games done)` is called by one thread at
// a time. The same options give the same samples, whatever the number of threads.
Samples self_play(const Variant& variant, const eval::Weights& weights, const SelfPlayOptions& options,
                  const std::function<void(std::uint64_t)>& after_game);

// The first weights against the second, `options.games` games in pairs.
MatchStats compare(const Variant& variant, const eval::Weights& first, const eval::Weights& second,
                   const SelfPlayOptions& options, const std::function<void(std::uint64_t)>& after_game);

}  // namespace crownhead::learn
