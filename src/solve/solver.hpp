// Solver: the exact value of a position of a small game and of each of its moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "game/value.hpp"
#include "runtime/game.hpp"
#include "solve/proof_table.hpp"
#include "solve/space.hpp"
#include "util/result.hpp"

namespace crownhead::solve {

struct SolveOptions {
    int threads = 1;
    std::uint64_t memory = std::uint64_t{4} << 30U;  // bytes, for what has been found
    std::string checkpoint{};                        // file that keeps what was found when it is stopped; empty: none
    double checkpoint_seconds = 60;                  // how often it is written meanwhile
    bool backwards = false;                          // take moves in the other order
    std::stop_token stop{};
    // Called by one thread at a time, after each first move.
    std::function<void(std::size_t moves_done, std::size_t moves, std::uint64_t nodes)> on_progress{};
};

struct MoveValue {
    AnyMove mv;
    Value value = Value::Unknown;  // for the side that makes it
};

struct Solution {
    Value value = Value::Unknown;  // for the side to move
    std::vector<MoveValue> moves;  // in the order of Game::legal()
    std::uint64_t nodes = 0;       // positions expanded, with repetitions
    std::uint64_t entries = 0;     // questions in the table at the end
    std::uint64_t resumed = 0;     // of them from a checkpoint
};

class Solver {
public:
    Solver(const Space& space, const SolveOptions& options)
        : space_(space), options_(options), table_(options.memory) {}

    // The game must not be over, and have at most most_space_pieces pieces. An error if it was stopped or the memory is
    // used up; then the checkpoint, where one is wanted, has been written.
    Result<Solution> run(const Game& game);

    const ProofTable& table() const { return table_; }

private:
    Result<void> save() const;

    const Space& space_;
    SolveOptions options_;
    ProofTable table_;
};

}  // namespace crownhead::solve
