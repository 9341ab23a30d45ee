// Setup: the start position, who begins, and how squares are numbered and named. Black is always at the top and moves
// down; what a game calls its sides and where it puts square 1 is data here.
#pragma once

#include <cstdint>
#include <string_view>

#include "board/geometry.hpp"

namespace crownhead {

enum class Side : std::uint8_t { Black, White };  // Black = top = player 1; White = bottom = player 2
constexpr Side operator!(Side s) { return s == Side::Black ? Side::White : Side::Black; }

enum class Notation : std::uint8_t { Numeric, Algebraic };
enum class SideNames : std::uint8_t { Players, Colours };  // "player 1" or "Black"

struct Setup {
    int rows = 3;  // filled with men on each side
    Side first = Side::Black;
    bool mirrored = false;                  // the near-left corner is light (Italian, Spanish)
    bool from_bottom_right = false;         // square 1 is at the bottom right instead of the top left (Spanish)
    Notation notation = Notation::Numeric;  // preferred; squares are always readable by number too
    char separator = 'x';                   // written between the squares of a capture
    SideNames names = SideNames::Colours;
    std::string_view game_type = "";  // PDN GameType tag; empty where none is defined

    friend constexpr bool operator==(const Setup&, const Setup&) = default;
};

// Numbers count from 1, row by row. Indexes are those of the geometry: row by row from the top left of a board whose
// near-left corner is dark. A mirrored board is drawn reflected; the rules do not notice.
constexpr int number_of(const Setup& setup, int size, int index) {
    const int per_row = size / 2;
    const int reflected = setup.mirrored ? index - index % per_row + (per_row - 1 - index % per_row) : index;
    return setup.from_bottom_right ? size * per_row - reflected : reflected + 1;
}

constexpr int index_of_number(const Setup& setup, int size, int number) {
    const int per_row = size / 2;
    const int reflected = setup.from_bottom_right ? size * per_row - number : number - 1;
    return setup.mirrored ? reflected - reflected % per_row + (per_row - 1 - reflected % per_row) : reflected;
}

// Where the square with this number stands in a diagram with White at the bottom.
constexpr Cell cell_of_number(const Setup& setup, int size, int number) {
    Cell c = cell_of(size, index_of_number(setup, size, number));
    if (setup.mirrored) c.column = size - 1 - c.column;
    return c;
}

// The number of a dark square of the diagram; 0 for a light one.
constexpr int number_of_cell(const Setup& setup, int size, Cell c) {
    if (setup.mirrored) c.column = size - 1 - c.column;
    return is_dark(c) ? number_of(setup, size, index_of(size, c)) : 0;
}

}  // namespace crownhead
