// The evaluation of the mini-checkers document (mission S1.4), own minus enemy:
//   1000 for each piece, 3000 for each safe one, 2000 for each that is safe to eat, 500 for each on the border.
// Our exact definitions, for a man and for the men of the other side as its enemies:
//   border       on one of the four edges of the board;
//   safe         level with the rearmost enemy man or past it, so that no enemy will ever meet it; or, away from the border (which counts by itself), sheltered: in
//                both directions in which enemy men jump, the square behind it is occupied or the square before it is held
//                by its own side, so that no enemy jump over it exists;
//   safe to eat  can capture now, and each of the two squares behind it is off the board or held by its own side.
#pragma once

#include "board/direction.hpp"
#include "eval/centre.hpp"
#include "game/position.hpp"

namespace crownhead::eval {

struct SafetyCounts {
    int pieces = 0;
    int safe = 0;
    int safe_to_eat = 0;
    int border = 0;
};

namespace detail {

// DL and DR: the two directions in which the men of this side move.
template <Geometry G, Side Us, Direction DL, Direction DR>
SafetyCounts count_safety(const Position<G>& pos) {
    using Set = SquareSet<G>;
    const Set own = pos.of(Us);
    const Set enemy = pos.of(!Us);
    const Set empty = pos.empty();
    const Set occupied = pos.occupied();

    SafetyCounts counts;
    counts.pieces = own.count();
    counts.border = (own - inner_squares<G>(1)).count();

    // Rows from that of the rearmost enemy man on; an enemy's rear is the row farthest ahead of us.
    Set past = Set::all();
    if (enemy) {
        past = Set{};
        const int per_row = G.per_row();
        int rear = -1;
        for (int index = 0; index < G.squares(); ++index)
            if (enemy.has(static_cast<Square>(G.bit(index)))) {
                const int row = index / per_row;
                if (rear < 0 || (Us == Side::Black ? row > rear : row < rear)) rear = row;
            }
        past = Us == Side::Black ? Set::rows(rear, G.size - 1) : Set::rows(0, rear);
    }
    // An enemy man jumps against our direction: from the square ahead of ours to the one behind it.
    const Set left_covered = occupied.template stepped<DL>() | own.template stepped_back<DL>();
    const Set right_covered = occupied.template stepped<DR>() | own.template stepped_back<DR>();
    const Set sheltered = left_covered & right_covered & inner_squares<G>(1);
    counts.safe = (own & (past | sheltered)).count();

    const Set jumpers = own & ((enemy.template stepped_back<DL>() & empty.template shifted<-2 * G.step(DL)>()) |
                               (enemy.template stepped_back<DR>() & empty.template shifted<-2 * G.step(DR)>()));
    const Set free_behind = Set::all() - own;  // empty or enemy
    const Set uncovered = free_behind.template stepped<DL>() | free_behind.template stepped<DR>();
    counts.safe_to_eat = (jumpers - uncovered).count();
    return counts;
}

}  // namespace detail

template <Geometry G>
SafetyCounts safety_counts(const Position<G>& pos, Side side) {
    return side == Side::Black ? detail::count_safety<G, Side::Black, Direction::DownLeft, Direction::DownRight>(pos)
                               : detail::count_safety<G, Side::White, Direction::UpLeft, Direction::UpRight>(pos);
}

template <Geometry G>
int safety(const Position<G>& pos, Side us) {
    const SafetyCounts own = safety_counts(pos, us);
    const SafetyCounts enemy = safety_counts(pos, !us);
    return 1000 * (own.pieces - enemy.pieces) + 3000 * (own.safe - enemy.safe) +
           2000 * (own.safe_to_eat - enemy.safe_to_eat) + 500 * (own.border - enemy.border);
}

}  // namespace crownhead::eval
