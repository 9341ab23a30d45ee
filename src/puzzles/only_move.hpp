// OnlyMove: the one move of a position that wins, or that saves the draw; and what is known to be so, by which source.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>

#include "analysis/move_value.hpp"
#include "puzzles/puzzle.hpp"
#include "runtime/engine.hpp"
#include "runtime/game.hpp"

namespace crownhead::puzzles {

struct OnlyMove {
    std::size_t index = 0;  // among the legal moves
    Goal goal = Goal::Win;
    Proof proof = Proof::Search;
    int depth = 0;  // of the search

    friend bool operator==(const OnlyMove&, const OnlyMove&) = default;
};

// By which a search decides, in expected scores. The best move wins if it is worth at least `won`, and saves the draw if it is
// worth at least `held` and the next one at most `lost`; either way it is worth more than the next one by `gap`.
struct SearchMargins {
    double won = 0.80;
    double held = 0.35;
    double lost = 0.15;
    double gap = 0.25;
};
inline constexpr SearchMargins claim_margins{};
// A new puzzle has something to spare, so that it survives a change of the evaluation.
inline constexpr SearchMargins finding_margins{.won = 0.83, .held = 0.40, .lost = 0.12, .gap = 0.30};

// The only move by the two best lines of a search.
std::optional<OnlyMove> only_move_of(const Analysis& analysis, const SearchMargins& margins = claim_margins);

// What an exact source says of a position.
struct ExactVerdict {
    bool complete = false;           // every move is known
    std::optional<OnlyMove> only{};  // nothing: several moves are as good, or all lose
};

// Without an engine: `sources` has endgame files, an oracle, both or none.
ExactVerdict exact_verdict(const Game& game, const analysis::Sources& sources, std::uint64_t oracle_nodes,
                           const std::stop_token& stop);

}  // namespace crownhead::puzzles
