// Plays the games of a plan, several at a time. The same plan gives the same games whatever the number of threads (as
// long as no player looks at the clock).
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "match/plan.hpp"
#include "match/tally.hpp"
#include "players/catalogue.hpp"
#include "util/result.hpp"

namespace crownhead {

// The players of a plan, read once. An error only if the plan was not checked.
Result<std::vector<PlayerFactory>> read_players(const Plan& plan);

// One game of the plan; nothing of any other game matters for it.
FinishedGame play_game(const Plan& plan, const std::vector<PlayerFactory>& players, const MatchCell& cell,
                       const GameId& id, const std::stop_token& stop,
                       std::shared_ptr<solve::SharedSolution> solution = nullptr);

struct RunOptions {
    int threads = 1;
    std::stop_token stop{};  // true: abandon the games that are being played and return
    // Called by one thread at a time, before the game is counted; an error ends the run.
    std::function<Result<void>(const FinishedGame&)> on_game{};
    // Called after it was counted.
    std::function<void(const Tally&)> on_counted{};
};

// Plays the games that the tally does not have yet.
Result<void> play_all(Tally& tally, const RunOptions& options);

}  // namespace crownhead
