// Exercises: puzzles and one's own mistakes as pages see them, and the verdict on a move. Nothing here is kept; the requests record
// what became of it.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/move_value.hpp"
#include "protocol/json.hpp"
#include "protocol/refusal.hpp"
#include "runtime/endgames.hpp"
#include "service/puzzle_book.hpp"
#include "service/training.hpp"

namespace crownhead::server {

// A position of no table: Position of protocol.json. Moves that are played in the game: LineStep.
Json position_of(const Game& game);
Json played_step(Game& game, std::size_t index);
Json played_steps(Game& game, const std::vector<AnyMove>& line, std::size_t from);

// What becomes of a move: `value`, for the side that makes it, and `line`, with at most so many plies. The engine of one is small.
std::unique_ptr<Engine> refuting_engine(const Variant& variant, const std::shared_ptr<const Endgames>& endgames);
Json refutation(const Game& game, std::size_t index, const analysis::Sources& sources, std::size_t plies,
                const std::stop_token& stop);

// Exercise of protocol.json.
Json puzzle_json(const KeyedPuzzle& puzzle, const PuzzleProgress& progress);
std::expected<Json, Refusal> mistake_json(const StoredMistake& mistake, const std::string& day);

// A move that was tried: Tried of protocol.json without the streak.
struct Verdict {
    bool right = false;
    bool done = false;  // nothing is left to find
    Json json{};
};

// At `ply` of the solution, the legal move with this index. What refutes a wrong one is found by the engine, with these files.
std::expected<Verdict, Refusal> try_puzzle(const puzzles::Puzzle& puzzle, const Variant& variant, std::size_t ply,
                                           std::size_t index, const std::shared_ptr<const Endgames>& endgames,
                                           const std::stop_token& stop);
std::expected<Verdict, Refusal> try_mistake(const StoredMistake& mistake, std::size_t index);

// The square of the man that moves next, and the whole solution as LineStep[].
std::expected<Json, Refusal> puzzle_hint(const puzzles::Puzzle& puzzle, std::size_t ply);
std::expected<Json, Refusal> mistake_hint(const StoredMistake& mistake);
Json puzzle_solution(const puzzles::Puzzle& puzzle, const Variant& variant);
Json mistake_solution(const StoredMistake& mistake);

// Which puzzle comes next.
struct PuzzleFilter {
    std::string game{};   // empty: any
    std::string grade{};  // of grade_names
    std::string theme{};
    std::string proof{};
};
struct Matching {
    std::size_t count = 0;
    std::size_t open = 0;               // that were not tried yet
    std::optional<KeyedPuzzle> next{};  // after the one with the key `after`, those that were not tried first
};
Matching next_puzzle(const std::vector<std::shared_ptr<const GamePuzzles>>& games, const PuzzleFilter& filter,
                     const PuzzleProgress& progress, const std::string& after);

}  // namespace crownhead::server
