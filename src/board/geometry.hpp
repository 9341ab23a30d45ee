// The shape of a board as a template value, and its embedding into the bits of a word.
//
// Only dark squares exist. Row 0 is the top row; its squares stand in columns 1, 3, 5 ...; row 1 uses columns 0, 2, 4 ...
// (mission S0.2). Between rows there are ghost bits, so that a diagonal step is the same shift on every square and a step
// off the board ends on a ghost or outside the word. Two embeddings:
//   plain  (one ghost after every second row): 20, 35, 54, 77 bits for sizes 6, 8, 10, 12
//   spaced (one more after every row): also horizontal steps cannot wrap; needed by orthogonal captures (Frisian)
#pragma once

#include <array>
#include <cstdint>

namespace crownhead {

// Diagonals first; the orthogonal ones go to the next square of the same colour, two rows or columns away.
enum class Direction : std::uint8_t { DownLeft, DownRight, UpLeft, UpRight, Down, Right, Up, Left };

inline constexpr int max_size = 12;
inline constexpr int max_squares = max_size * max_size / 2;

struct Geometry {
    int size = 8;
    bool spaced = false;

    constexpr int per_row() const { return size / 2; }
    constexpr int squares() const { return size * size / 2; }

    constexpr int down_left() const { return per_row() + (spaced ? 1 : 0); }
    constexpr int down_right() const { return down_left() + 1; }
    constexpr int pair() const { return down_left() + down_right(); }  // two rows further down
    constexpr int bits() const { return bit(squares() - 1) + 1; }

    // Bit of the square with this index (0-based, row by row from the top left).
    constexpr int bit(int index) const {
        const int row = index / per_row();
        return (row / 2) * pair() + (row % 2) * down_left() + index % per_row();
    }

    constexpr int step(Direction d) const {
        switch (d) {
            case Direction::DownLeft: return down_left();
            case Direction::DownRight: return down_right();
            case Direction::UpLeft: return -down_right();
            case Direction::UpRight: return -down_left();
            case Direction::Down: return pair();
            case Direction::Up: return -pair();
            case Direction::Right: return 1;
            case Direction::Left: return -1;
        }
        return 0;
    }

    friend constexpr bool operator==(const Geometry&, const Geometry&) = default;
};

// Row and column of a square index; the column counts all squares, light ones too.
struct Cell {
    int row = 0;
    int column = 0;
    friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

constexpr Cell cell_of(int size, int index) {
    const int row = index / (size / 2);
    return {row, 2 * (index % (size / 2)) + (row % 2 == 0 ? 1 : 0)};
}

constexpr bool is_dark(Cell c) { return (c.row + c.column) % 2 == 1; }

constexpr int index_of(int size, Cell c) { return c.row * (size / 2) + c.column / 2; }

}  // namespace crownhead
