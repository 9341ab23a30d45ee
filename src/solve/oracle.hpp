// Oracle: the exact value of any position of a game that is small enough, from the very first move on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "game/value.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"
#include "util/stoppable_mutex.hpp"

namespace crownhead {

class Endgames;

namespace solve {

// The value of a position for one side with perfect play. Repetition is a draw; the counts of moves after which a
// game is drawn do not matter.
struct Exact {
    Value value = Value::Unknown;
    std::optional<int> plies{};       // to the end, where known (endgames with distances)
    std::optional<int> difference{};  // pieces more at the end, where pieces are counted (mini)
    // Of a winning move, where the distance is not known: taking the smallest one every time reaches the end.
    std::optional<std::uint32_t> rank{};

    friend bool operator==(const Exact&, const Exact&) = default;
};

// For the side to move, both the position and its moves, which are in the order of Game::legal().
struct Answer {
    Exact position;
    std::vector<Exact> moves;
};

struct OracleLimits {
    std::uint64_t nodes = 0;  // positions to expand; 0: no limit
    std::stop_token stop{};   // set from outside: give up
};

class MiniSolution;

// The solution of mini, made when it is first asked for and shared by the oracles that are given it.
class SharedSolution {
public:
    // Takes some seconds the first time. Null if it was stopped.
    std::shared_ptr<const MiniSolution> get(const std::stop_token& stop);

private:
    StoppableMutex mutex_;
    std::shared_ptr<const MiniSolution> solution_;
};

class Oracle {
public:
    virtual ~Oracle() = default;

    // The game must not be over. Null if it was stopped or would take more nodes than allowed; what was found so far is
    // kept for the next question. Several threads may ask, and are answered one after the other; one that waits for its
    // turn notices its stop token.
    virtual std::optional<Answer> ask(const Game& game, const OracleLimits& limits) = 0;
};

// Whether there is an oracle for this game: mini, and all games with kings on 6x6.
bool has_oracle(const Variant& variant);

// With the small endgame files of the game (EndgameStore::complete). mini needs none, but its solution; without a shared
// one the oracle makes its own.
Result<std::unique_ptr<Oracle>> new_oracle(const Variant& variant, std::shared_ptr<const Endgames> endgames,
                                           std::shared_ptr<SharedSolution> solution = nullptr);

}  // namespace solve

}  // namespace crownhead
