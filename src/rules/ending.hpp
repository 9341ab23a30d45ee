// Ending: when a game is over and who has won. Data read at run time; it never changes what a legal move is, except that
// `Blocked::Passes` turns "no move" into the move `pass` and `king_wins` stops the game at the first king.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace crownhead {

enum class Bare : std::uint8_t { Loses, Wins };  // a side without pieces

enum class Blocked : std::uint8_t {
    Loses,  // the side to move has pieces but no move
    Wins,
    Draws,
    Passes,  // it passes; when neither side can move, more pieces win
};

// A draw when a certain balance of material has lasted for a number of moves of each side, counted from the moment it
// arises (the move that creates it is not counted).
struct MaterialRule {
    enum class Kind : std::uint8_t {
        None,
        LoneKing,                // one side has a single king and nothing else
        LoneKingOnLongDiagonal,  // and that king stands on the long diagonal
        Balance,                 // both sides have kings; any capture or promotion starts the count again
    };
    Kind kind = Kind::None;
    std::uint8_t pieces_min = 0;  // pieces of the other side (Balance: of both sides together)
    std::uint8_t pieces_max = 0;
    std::uint8_t kings_min = 0;  // how many of these must be kings (not used by Balance)
    std::uint8_t moves = 0;      // of each side
    std::string_view what = "";  // the material in words, for the message

    friend constexpr bool operator==(const MaterialRule&, const MaterialRule&) = default;
};

inline constexpr int max_material_rules = 6;  // the Russian code has five

struct Ending {
    Bare bare = Bare::Loses;
    Blocked blocked = Blocked::Loses;
    bool king_wins = false;
    std::uint8_t repetitions = 0;       // a draw when a position occurs for the n-th time with the same side to move
    std::uint8_t no_capture_limit = 0;  // a draw after n moves of each side without a capture
    std::uint8_t no_advance_limit = 0;  // ... in which no man was moved
    std::uint8_t quiet_limit = 0;       // ... in which neither happened
    std::array<MaterialRule, max_material_rules> material{};

    friend constexpr bool operator==(const Ending&, const Ending&) = default;
};

}  // namespace crownhead
