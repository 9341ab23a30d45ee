// Position<G>: the pieces of both sides and whose turn it is; a value. No history.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "board/square_set.hpp"
#include "rules/movement.hpp"
#include "rules/setup.hpp"

namespace crownhead {

constexpr std::size_t slot(Side side) { return static_cast<std::size_t>(side); }

// The king with which a side has just stepped, and how often in a row (Movement::king_run).
struct Run {
    Square square = no_square;
    std::uint8_t count = 0;

    friend constexpr bool operator==(const Run&, const Run&) = default;
};

template <Geometry G>
struct Position {
    using Set = SquareSet<G>;

    std::array<Set, 2> pieces{};
    Set kings;
    Side turn = Side::Black;
    std::array<Run, 2> runs{};

    constexpr Set of(Side side) const { return pieces[slot(side)]; }
    constexpr Set kings_of(Side side) const { return of(side) & kings; }
    constexpr Set men_of(Side side) const { return of(side) - kings; }
    constexpr Set occupied() const { return pieces[0] | pieces[1]; }
    constexpr Set empty() const { return Set::all() - occupied(); }

    friend constexpr bool operator==(const Position&, const Position&) = default;
};

// The row on which men of this side are crowned.
template <Geometry G>
constexpr SquareSet<G> far_row_of(Side side) {
    constexpr SquareSet<G> top = SquareSet<G>::rows(0, 0);
    constexpr SquareSet<G> bottom = SquareSet<G>::rows(G.size - 1, G.size - 1);
    return side == Side::Black ? bottom : top;
}

// A move by its effect: two ways to capture the same pieces between the same squares are one move.
template <Geometry G>
struct Move {
    Square from = no_square;
    Square to = no_square;  // no_square: a pass
    bool promotes = false;
    SquareSet<G> captured;

    constexpr bool is_pass() const { return to == no_square; }
    constexpr bool is_capture() const { return !captured.empty(); }

    friend constexpr bool operator==(const Move&, const Move&) = default;
};

// The position after a move of the side Us, which must be the side to move.
template <Movement M, Side Us, Geometry G>
constexpr Position<G> after(const Position<G>& pos, const Move<G>& mv) {
    using Set = SquareSet<G>;
    Position<G> next = pos;
    next.turn = !Us;
    if (mv.is_pass()) return next;
    const Set from(mv.from);
    const Set to(mv.to);
    CH_ASSERT(pos.turn == Us && (pos.of(Us) & from) == from && (mv.captured - pos.of(!Us)).empty());
    const bool king = has_kings(M) && pos.kings.has(mv.from);
    next.pieces[slot(Us)] = (pos.of(Us) - from) | to;  // in this order: a circular capture ends where it began
    next.pieces[slot(!Us)] -= mv.captured;
    if constexpr (has_kings(M)) {
        next.kings -= from | mv.captured;
        if (king || mv.promotes) next.kings |= to;
    }
    if constexpr (M.king_run > 0) {
        Run& run = next.runs[slot(Us)];
        if (!king || mv.is_capture())
            run = {};
        else if (run.square == mv.from)
            run = {mv.to, static_cast<std::uint8_t>(run.count < M.king_run ? run.count + 1 : run.count)};
        else
            run = {mv.to, 1};
        Run& theirs = next.runs[slot(!Us)];
        if (theirs.count > 0 && mv.captured.has(theirs.square)) theirs = {};
    }
    CH_ASSERT(next.pieces[0].on_board() && next.pieces[1].on_board() && (next.kings - next.occupied()).empty());
    return next;
}

template <Movement M, Geometry G>
constexpr Position<G> after(const Position<G>& pos, const Move<G>& mv) {
    return pos.turn == Side::Black ? after<M, Side::Black>(pos, mv) : after<M, Side::White>(pos, mv);
}

}  // namespace crownhead
