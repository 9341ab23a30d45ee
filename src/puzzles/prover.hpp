// Prover: makes a puzzle of a position, and proves a puzzle again. What the exact sources do not know is confirmed by a search of
// fixed depth that knows no endgame files, so that it gives the same answer everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "analysis/move_value.hpp"
#include "puzzles/only_move.hpp"
#include "puzzles/puzzle.hpp"
#include "runtime/endgames.hpp"
#include "runtime/engine.hpp"
#include "solve/oracle.hpp"
#include "util/result.hpp"

namespace crownhead::puzzles {

inline constexpr std::size_t least_choices = 3;        // legal moves in the position
inline constexpr int least_pieces = 3;                 // on the board
inline constexpr int easiest_level = 3;                // what levels 1 and 2 find is no puzzle
inline constexpr int least_depth = 7;                  // of a search that confirms
inline constexpr std::size_t longest_solution = 13;    // plies to find
inline constexpr std::size_t longest_explanation = 6;  // plies behind them

struct ProverLimits {
    std::uint64_t nodes = 60'000;          // of the engine, for a new puzzle
    std::uint64_t oracle_nodes = 200'000;  // of the oracle for each question, likewise
    std::stop_token stop{};
};

// What a puzzle must be to be welcome.
struct Wanted {
    int easiest = easiest_level;
    bool saves = true;  // a saving move will do, too
};

class Prover {
public:
    // `endgames` may be missing. `solves`: with an oracle, where the game has one.
    Prover(const Variant& variant, std::shared_ptr<const Endgames> endgames, ProverLimits limits, bool solves = true);

    // The puzzle in this position, if it is one. The history of the game does not matter.
    std::optional<Puzzle> compose(const Game& from, const Wanted& wanted = {});

    // Every claim of a puzzle. The error says which one does not hold, or what is missing to check it.
    Result<void> verify(const Puzzle& puzzle);

    // What the oracle has found so far goes, so that the next answer depends on the position alone.
    void forget();

    // All moves of this position can be given exact values, as far as can be said without asking.
    bool is_exact(const Game& game) const;

private:
    std::optional<OnlyMove> searched(const Game& game, int depth);
    std::optional<OnlyMove> only_move(const Game& game, const OnlyMove& first, std::size_t ply);
    bool level_finds(const Game& game, int level, std::size_t index);
    int level_of_puzzle(const Game& game, std::size_t index, int lowest = 1);
    bool is_too_easy(const Game& game, std::size_t index, int easiest);
    std::size_t best_defence(const Game& game, const OnlyMove& first, std::size_t ply);
    void add_line(Puzzle& puzzle, const Game& game, const OnlyMove& first);

    const Variant& variant_;
    ProverLimits limits_;
    bool solves_;
    analysis::Sources exact_;
    std::shared_ptr<solve::SharedSolution> solution_;
    std::shared_ptr<Engine> engine_;                                     // without endgame files
    std::array<std::shared_ptr<Engine>, highest_tried_level> levels_{};  // made when needed
};

}  // namespace crownhead::puzzles
