// The limits and reports of searches. Plain data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

namespace crownhead {

// ---- The plain searches (search/minimax.hpp)

enum class Method : std::uint8_t { Minimax, AlphaBeta };
enum class Evaluation : std::uint8_t { Material, Centre, Safety };

struct PlainLimits {
    Method method = Method::AlphaBeta;
    Evaluation evaluation = Evaluation::Material;
    int depth = 5;           // plies
    double seconds = 0.0;    // 0: no limit; else depth 1, 2, 3 ... as far as the time allows
    std::stop_token stop{};  // once requested, the search ends as soon as it can
};

struct PlainReport {
    std::size_t best = 0;  // index of the move among the legal ones
    int score = 0;         // for the side to move
    int depth = 0;         // plies: what `best` and `score` rest on
    std::uint64_t nodes = 0;
    int deepest = 0;                 // plies
    std::uint64_t prunings_max = 0;  // cut-offs where the side that searches is to move
    std::uint64_t prunings_min = 0;  // ... where its opponent is
    bool complete = true;            // false: it ended before the depth was reached
};

// Called whenever a depth is finished.
using OnPlainReport = std::function<void(const PlainReport&)>;

// ---- The engine's search (search/search.hpp)

inline constexpr int max_depth = 99;

// What is left on a clock.
struct ClockTime {
    double seconds = 0.0;
    double increment = 0.0;  // seconds added for each move
    int moves = 0;           // until more time is added; 0: none is
};

// Zero means no limit. Without any, the search goes on until it is stopped or reaches max_depth.
struct SearchLimits {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0.0;  // for this move
    std::optional<ClockTime> clock{};
    // Pondering: the time runs from the moment this is requested (the ponder hit), even before the search has begun.
    std::optional<std::stop_token> ponder_hit{};
    int lines = 1;           // how many best moves to find, with a value each
    std::stop_token stop{};  // once requested, the search ends as soon as it can
};

// The features of the search, each of which can be switched off: to measure what it brings, and for tests.
enum class SearchFeature : std::uint8_t {
    Table,              // transposition table
    Aspiration,         // a narrow window around the last score
    Quiescence,         // captures are played out before a position is evaluated
    Threats,            // ... and one more ply where the opponent threatens to capture
    Killers,            // killer and counter moves
    History,            // moves that were good elsewhere come first
    Reductions,         // late moves are searched less deeply
    Futility,           // positions far above the window are not searched when little depth is left
    ForcedMoves,        // a forced reply costs no depth
    InternalReduction,  // internal iterative reduction: less depth where there is no hash move
    Draws,              // repetitions and move-count rules are seen
    Razoring,           // positions far below the window go to quiescence when little depth is left
    Singular,           // singular extension: a hash move without an alternative is searched deeper
};
inline constexpr std::size_t feature_count = 13;
inline constexpr std::array<std::string_view, feature_count> feature_names{
    "table",    "aspiration", "quiescence", "threats", "killers",  "history", "reductions",
    "futility", "forced",     "iir",        "draws",   "razoring", "singular"};

struct SearchFeatures {
    std::uint32_t off = 0;  // one bit for each feature

    constexpr bool has(SearchFeature feature) const { return ((off >> static_cast<unsigned>(feature)) & 1) == 0; }
    constexpr SearchFeatures without(SearchFeature feature) const {
        return {off | (1U << static_cast<unsigned>(feature))};
    }
    // Full width to the depth, and nothing else: the value of plain minimax.
    static constexpr SearchFeatures none() { return {(1U << feature_count) - 1}; }
    constexpr SearchFeatures with(SearchFeature feature) const {
        return {off & ~(1U << static_cast<unsigned>(feature))};
    }
};

}  // namespace crownhead
