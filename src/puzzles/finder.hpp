// Finder: looks for puzzles in games, its own or those of others, at most one in each game, and none that resembles another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "match/game_record.hpp"
#include "puzzles/prover.hpp"
#include "puzzles/puzzle.hpp"

namespace crownhead::puzzles {

struct FinderOptions {
    std::uint64_t seed = 1;
    ProverLimits limits{};
    bool engine_only = false;  // nothing is proven
};

class Finder {
public:
    Finder(const Variant& variant, std::shared_ptr<const Endgames> endgames, const FinderOptions& options);

    // A game of the engine against itself, with a random opening and some random moves. What it gives follows from the seed, the
    // number and the puzzles so far.
    std::optional<Puzzle> in_own_game(std::uint64_t number, const std::vector<Puzzle>& so_far);
    // The moves of a game that was played.
    std::optional<Puzzle> in_record(const GameRecord& record, const std::vector<Puzzle>& so_far);

private:
    Analysis scout(const Game& game, std::uint64_t nodes);
    std::optional<Puzzle> look_at(const Game& game, const Analysis& analysis, const std::vector<Puzzle>& so_far,
                                  const Wanted& wanted = {});

    const Variant& variant_;
    FinderOptions options_;
    Prover prover_;
    std::shared_ptr<Engine> scout_;  // plays, and sees where a closer look is worth while
};

// Squares on which the positions differ.
int difference_of(const Placement& a, const Placement& b);
// Two puzzles with the same side to move differ on at least so many squares.
inline constexpr int least_difference = 4;
bool resembles_any(const Puzzle& puzzle, const std::vector<Puzzle>& others);

}  // namespace crownhead::puzzles
