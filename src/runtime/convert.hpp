// Between the templates of layer 3 and plain data by square number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "game/any_move.hpp"
#include "game/path.hpp"
#include "game/placement.hpp"
#include "game/position.hpp"
#include "rules/variant.hpp"

namespace crownhead {

template <Geometry G>
constexpr Square square_of_number(const Variant& v, int number) {
    return static_cast<Square>(G.bit(index_of_number(v.setup, G.size, number)));
}

template <Geometry G>
constexpr std::uint8_t number_of_square(const Variant& v, Square sq) {
    if (sq == no_square) return 0;
    const int in_pair = bit_of(sq) % G.pair();
    const int row = 2 * (bit_of(sq) / G.pair()) + (in_pair >= G.down_left() ? 1 : 0);
    const int column = row % 2 == 1 ? in_pair - G.down_left() : in_pair;
    return static_cast<std::uint8_t>(number_of(v.setup, G.size, row * G.per_row() + column));
}

template <Geometry G>
Position<G> to_position(const Variant& v, const Placement& placement) {
    Position<G> pos;
    pos.turn = placement.turn;
    for (int n = 1; n <= placement.count(); ++n) {
        const Piece p = placement.at(n);
        if (p == Piece::None) continue;
        const SquareSet<G> sq(square_of_number<G>(v, n));
        pos.pieces[slot(belongs_to(p, Side::Black) ? Side::Black : Side::White)] |= sq;
        if (is_king(p)) pos.kings |= sq;
    }
    for (const Side side : {Side::Black, Side::White}) {
        const KingRun& run = placement.king_runs[slot(side)];
        if (run.count > 0) pos.runs[slot(side)] = {square_of_number<G>(v, run.square), run.count};
    }
    return pos;
}

template <Geometry G>
Placement to_placement(const Variant& v, const Position<G>& pos) {
    Placement placement(G.squares());
    placement.turn = pos.turn;
    for (const Side side : {Side::Black, Side::White}) {
        for (const Square sq : pos.of(side))
            placement.put(number_of_square<G>(v, sq), piece_of(side, pos.kings.has(sq)));
        const Run& run = pos.runs[slot(side)];
        if (run.count > 0) placement.king_runs[slot(side)] = {number_of_square<G>(v, run.square), run.count};
    }
    return placement;
}

// Every way to carry out a legal move, at most `most`; the first one is how the move is written.
template <Movement M, Geometry G>
std::vector<AnyMove> to_any_moves(const Variant& v, const Position<G>& pos, const Move<G>& mv, std::size_t most,
                                  ReachedJumps<G>& reached) {
    std::vector<AnyMove> all;
    if (mv.is_pass()) return {AnyMove{}};
    for (const Path& path : paths_of<M>(pos, mv, most, reached)) {
        AnyMove any;
        any.from = number_of_square<G>(v, mv.from);
        any.promotes = mv.promotes;
        for (const PathHop& hop : path)
            any.hops.push_back({number_of_square<G>(v, hop.to), number_of_square<G>(v, hop.captured),
                                number_of_square<G>(v, hop.captured_second)});
        all.push_back(std::move(any));
    }
    return all;
}

template <Movement M, Geometry G>
AnyMove to_any_move(const Variant& v, const Position<G>& pos, const Move<G>& mv, ReachedJumps<G>& reached) {
    if (!mv.is_capture() && !mv.is_pass())  // most moves; there is one way to make a step
        return {.from = number_of_square<G>(v, mv.from),
                .hops = {{.to = number_of_square<G>(v, mv.to)}},
                .promotes = mv.promotes};
    // Italian rules prefer some paths to others; all must be seen to find a legal one.
    const std::size_t most = M.obligation == Obligation::Italian ? 1000 : 1;
    std::vector<AnyMove> paths = to_any_moves<M>(v, pos, mv, most, reached);
    CH_ASSERT(!paths.empty());
    return std::move(paths.front());
}

template <Movement M, Geometry G>
AnyMove to_any_move(const Variant& v, const Position<G>& pos, const Move<G>& mv) {
    ReachedJumps<G> reached;
    return to_any_move<M>(v, pos, mv, reached);
}

}  // namespace crownhead
