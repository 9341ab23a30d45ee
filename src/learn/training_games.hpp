// Games of the engine against itself that are played for training data.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "eval/net.hpp"
#include "learn/training_data.hpp"
#include "rules/variant.hpp"
#include "runtime/engine.hpp"
#include "util/result.hpp"

namespace crownhead::learn {

// Varied games teach more than good ones: the openings are random, and so is now and then a move later on.
struct TrainingGameOptions {
    std::uint64_t games = 1000;
    std::uint64_t nodes = 2000;  // for each move
    int least_opening = 6;       // random plies at the start, at least and at most
    int most_opening = 14;
    double random_moves = 0.1;  // share of random moves after that
    std::uint64_t seed = 1;
    int threads = 1;
    int longest = 0;  // plies; then the result is unknown. 0: 25 for each row of the board
    EvaluationKind evaluation = EvaluationKind::Terms;
    std::shared_ptr<const eval::Net> net{};
    std::shared_ptr<const Endgames> endgames{};  // a game ends where they know the result
    std::stop_token stop{};
};

// Plays the games that are missing in the file, which is made if need be, and appends them in the order of their numbers:
// the same options give the same file, whatever the number of threads and however often the run was interrupted.
// `after_game(games in the file, positions of this run)` is called by one thread at a time.
Result<void> play_training_games(const Variant& variant, const std::string& path, const TrainingGameOptions& options,
                                 const std::function<void(std::uint64_t, std::uint64_t)>& after_game);

}  // namespace crownhead::learn
