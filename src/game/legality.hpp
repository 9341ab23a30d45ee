// Can this placement arise in play? If not, the error says which rule it breaks.
#pragma once

#include <cstddef>
#include <string>

#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead {

// A run of king steps (Frisian art. 17) belongs to a king on the board, in a game that counts them.
inline Result<void> check_king_runs(const Variant& v, const Placement& placement) {
    for (const Side side : {Side::Black, Side::White}) {
        const KingRun& run = placement.king_runs[static_cast<std::size_t>(side)];
        if (run.count == 0) continue;
        const std::string name = side == Side::Black ? "Black" : "White";
        if (run.count > v.move.king_run)
            return fail(name + " has a run of " + std::to_string(run.count) + " king steps; " + std::string(v.name) +
                        " counts at most " + std::to_string(v.move.king_run));
        if (run.square < 1 || run.square > placement.count() || placement.at(run.square) != piece_of(side, true))
            return fail(name + " has a run of king steps to " + std::to_string(run.square) + ", but no king there");
    }
    return {};
}

// What no game of this variant can even express, whether the position could arise in play or not.
inline Result<void> check_expressible(const Variant& v, const Placement& placement) {
    if (placement.count() != v.squares())
        return fail("the position has " + std::to_string(placement.count()) + " squares, " + std::string(v.name) +
                    " is played on " + std::to_string(v.squares()));
    for (int n = 1; n <= placement.count() && !has_kings(v.move); ++n)
        if (is_king(placement.at(n)))
            return fail("there are no kings in " + std::string(v.name) + ", but a king stands on " + std::to_string(n));
    return check_king_runs(v, placement);
}

inline Result<void> check_placement(const Variant& v, const Placement& placement) {
    if (auto checked = check_expressible(v, placement); !checked) return checked;
    int total = 0;
    for (const Side side : {Side::Black, Side::White}) {
        const std::string name = side == Side::Black ? "Black" : "White";
        int pieces = 0;
        for (int n = 1; n <= placement.count(); ++n) {
            const Piece p = placement.at(n);
            if (!belongs_to(p, side)) continue;
            ++pieces;
            const int row = index_of_number(v.setup, v.size(), n) / v.board.per_row();
            if (!is_king(p) && has_kings(v.move) && row == far_row(v.size(), side))
                return fail("the " + std::string(side == Side::Black ? "black" : "white") + " man on " +
                            std::to_string(n) + " stands on its far row, where it would be a king");
        }
        if (pieces > v.pieces_per_side())
            return fail(name + " has " + std::to_string(pieces) + " pieces; " + std::string(v.name) + " starts with " +
                        std::to_string(v.pieces_per_side()));
        total += pieces;
    }
    if (total == 0) return fail("there is no piece on the board");
    return {};
}

// The position a game starts with.
inline Placement start_placement(const Variant& v) {
    Placement p(v.squares());
    p.turn = v.setup.first;
    const int men = v.pieces_per_side();
    for (int index = 0; index < v.squares(); ++index) {
        const int number = number_of(v.setup, v.size(), index);
        if (index < men) p.put(number, Piece::BlackMan);
        if (index >= v.squares() - men) p.put(number, Piece::WhiteMan);
    }
    return p;
}

}  // namespace crownhead
