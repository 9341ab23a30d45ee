// Can this placement arise in play? If not, the error says which rule it breaks.
#pragma once

#include <string>

#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead {

inline Result<void> check_placement(const Variant& v, const Placement& placement) {
    if (placement.count() != v.squares())
        return fail("the position has " + std::to_string(placement.count()) + " squares, " + std::string(v.name) +
                    " is played on " + std::to_string(v.squares()));
    int total = 0;
    for (const Side side : {Side::Black, Side::White}) {
        const std::string name = side == Side::Black ? "Black" : "White";
        int pieces = 0;
        for (int n = 1; n <= placement.count(); ++n) {
            const Piece p = placement.at(n);
            if (!belongs_to(p, side)) continue;
            ++pieces;
            const int row = index_of_number(v.setup, v.size(), n) / v.board.per_row();
            if (is_king(p) && !has_kings(v.move))
                return fail("there are no kings in " + std::string(v.name) + ", but a king stands on " +
                            std::to_string(n));
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
