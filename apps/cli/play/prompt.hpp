// Questions in the terminal: one line of input each, and what is asked before a game in `crownhead play`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/game.hpp"

namespace crownhead::cli {

std::string lowered(std::string_view text);

// Asks on standard output and reads the answer, without spaces around it. What a program sends is shown behind the
// prompt, so that the output reads like a session at a terminal. Nothing at the end of input.
std::optional<std::string> ask(std::string_view prompt);

// Which sides are played by people here.
struct Sides {
    bool black = false;
    bool white = false;

    bool contains(Side side) const { return side == Side::Black ? black : white; }
    bool both() const { return black && white; }
    bool none() const { return !black && !white; }
};

std::optional<Sides> read_sides(const Variant& v, std::string_view text);

// The user wants to leave before the game has begun. The following throw it.
struct Leave {};

std::string ask_game();
Sides ask_sides(const Variant& v, Side turn);
std::string ask_opponent(const Game& game);

}  // namespace crownhead::cli
