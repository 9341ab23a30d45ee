// Puzzle: a position in which exactly one move wins, or exactly one move saves the draw. Plain data, with the names that files and
// the protocol use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "rules/variant.hpp"

namespace crownhead::puzzles {

enum class Goal : std::uint8_t { Win, Draw };

// How it is known that no other move will do.
enum class Proof : std::uint8_t {
    Solution,  // proven to the end of the game by the solver
    Endgames,  // by the endgame files
    Search,    // confirmed by a search of a stated depth: an estimate
};

// What the solution is about; each has a detector in themes.hpp.
enum class Theme : std::uint8_t { Shot, Breakthrough, Block, Net };

inline constexpr std::array<std::string_view, 2> goal_names{"win", "draw"};
inline constexpr std::array<std::string_view, 3> proof_names{"solution", "endgames", "search"};
inline constexpr std::array<std::string_view, 4> theme_names{"shot", "breakthrough", "block", "net"};

constexpr std::string_view name(Goal goal) { return goal_names[static_cast<std::size_t>(goal)]; }
constexpr std::string_view name(Proof proof) { return proof_names[static_cast<std::size_t>(proof)]; }
constexpr std::string_view name(Theme theme) { return theme_names[static_cast<std::size_t>(theme)]; }

// Levels are tried from 1 up to this one; a puzzle that none of them solves has the next number as its level.
inline constexpr int highest_tried_level = 8;

struct Puzzle {
    Placement position{};
    Goal goal = Goal::Win;
    Proof proof = Proof::Search;
    int depth = 0;                // of the search; 0 where it is proven
    std::size_t plies = 0;        // of the line that are to be found, the replies between them included: 1, 3, 5 ...
    int level = 0;                // the lowest level of the engine that finds the first move every time
    std::vector<Theme> themes{};  // in the order of their names above
    std::vector<AnyMove> line{};  // the solution, with the best defence; what follows after `plies` only explains it

    friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

// Eight hexadecimal digits that follow from the position, so that a link to a puzzle outlives changes to the rest of the file.
std::string id_of(const Variant& variant, const Puzzle& puzzle);

}  // namespace crownhead::puzzles
