// Placement: which piece stands on which square, by official number, and whose turn it is. Plain data for every board
// size; text formats, tests and user interfaces speak this instead of the templates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/setup.hpp"

namespace crownhead {

enum class Piece : std::uint8_t { None, BlackMan, BlackKing, WhiteMan, WhiteKing };

constexpr Piece piece_of(Side side, bool king) {
    return side == Side::Black ? (king ? Piece::BlackKing : Piece::BlackMan)
                               : (king ? Piece::WhiteKing : Piece::WhiteMan);
}
constexpr bool is_king(Piece p) { return p == Piece::BlackKing || p == Piece::WhiteKing; }
constexpr bool belongs_to(Piece p, Side side) {
    return side == Side::Black ? (p == Piece::BlackMan || p == Piece::BlackKing)
                               : (p == Piece::WhiteMan || p == Piece::WhiteKing);
}

// How often in a row this side has just stepped with one king (Frisian art. 17); count 0 when it does not matter.
struct KingRun {
    std::uint8_t square = 0;  // number of the square where that king stands now
    std::uint8_t count = 0;

    friend bool operator==(const KingRun&, const KingRun&) = default;
};

struct Placement {
    Side turn = Side::Black;
    std::array<KingRun, 2> king_runs{};  // by side; always zero in games without such a limit
    std::vector<Piece> squares;          // squares[n - 1] is the square with number n

    explicit Placement(int count = 0) : squares(static_cast<std::size_t>(count), Piece::None) {}

    int count() const { return static_cast<int>(squares.size()); }
    Piece at(int number) const { return squares[static_cast<std::size_t>(number - 1)]; }
    int pieces(Side side) const {
        int count = 0;
        for (const Piece p : squares) count += belongs_to(p, side) ? 1 : 0;
        return count;
    }
    void put(int number, Piece p) { squares[static_cast<std::size_t>(number - 1)] = p; }

    friend bool operator==(const Placement&, const Placement&) = default;
};

}  // namespace crownhead
