// The value of every move of a position, from the best source there is, and always with that source: the rules (the game is over),
// the solution of a small game, the endgame files, or the engine, whose values are estimates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "runtime/endgames.hpp"
#include "runtime/engine.hpp"
#include "runtime/game.hpp"
#include "solve/oracle.hpp"

namespace crownhead::analysis {

enum class Source : std::uint8_t { None, Rules, Solution, Endgames, Engine };

std::string_view name(Source source);  // "none", "rules", "solution", "endgames", "engine"

// For one side: an exact value or an estimate.
struct MoveValue {
    Source source = Source::None;
    solve::Exact exact{};  // unless it is an estimate
    int score = 0;         // of the engine (search/score.hpp)
    int depth = 0;         // that the score rests on

    bool is_known() const { return source != Source::None; }
    bool is_exact() const { return is_known() && source != Source::Engine; }

    friend bool operator==(const MoveValue&, const MoveValue&) = default;
};

// What the side can expect to score, 0 to 1. A win is 1 and a draw 1/2; an estimate of s hundredths is 1 / (1 + exp(-s / 100)), the
// curve that evaluations are fitted to (docs/cli.md#annotate).
double expected_score(const MoveValue& value);

// For the other side, one ply earlier.
MoveValue before_move(const MoveValue& after);

// Less for the side: by the expected score, then by the pieces where they are counted.
bool is_worse(const MoveValue& a, const MoveValue& b);
bool is_worse(const solve::Exact& a, const solve::Exact& b);  // likewise; nothing is worse than what is not known

// Where values come from; any of them may be missing. The engine should know the same endgame files.
struct Sources {
    std::shared_ptr<Engine> engine{};
    std::shared_ptr<const Endgames> endgames{};
    std::shared_ptr<solve::Oracle> oracle{};
};

struct ValueLimits {
    std::uint64_t nodes = 100'000;            // of the engine
    std::uint64_t oracle_nodes = 10'000'000;  // of the oracle; more than that: the engine's estimate stands in
    std::size_t lines = 1;                    // moves that the engine is to judge
    std::size_t longest_line = 8;             // plies
    std::stop_token stop{};
};

struct ValuedMove {
    std::size_t index = 0;        // among the legal moves
    MoveValue value{};            // for the side that makes it
    std::vector<AnyMove> line{};  // the move itself and what is expected to follow; may be the move alone

    friend bool operator==(const ValuedMove&, const ValuedMove&) = default;
};

struct PositionValues {
    MoveValue position{};             // for the side to move
    std::vector<ValuedMove> moves{};  // those that something is known of, best first

    const ValuedMove* find(std::size_t index) const;
};

// The game must not be over. Deterministic for an engine with one thread and the same past.
PositionValues values_of(const Game& game, const Sources& sources, const ValueLimits& limits);

// What is expected to follow after the move with this index, which comes first.
std::vector<AnyMove> line_after(const Game& game, std::size_t index, const Sources& sources, const ValueLimits& limits);

}  // namespace crownhead::analysis
