// MiniIndex: the positions of mini as numbers 0, 1, 2 ..., and their moves on whole sets.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "egdb/combinations.hpp"
#include "game/movegen.hpp"
#include "game/position.hpp"
#include "rules/variants.hpp"
#include "solve/mini.hpp"

namespace crownhead::solve {

inline constexpr Geometry mini_board = list::mini.board;
inline constexpr Movement mini_movement = list::mini.move;
using MiniSet = SquareSet<mini_board>;
using MiniPosition = Position<mini_board>;

// For either side to move. All positions with as many men of each side are neighbours; among these, those with the same black
// men. Every number below size() is a position, though nobody has a man in the first one.
class MiniIndex {
public:
    MiniIndex() : ranks_(std::size_t{1} << mini_board.squares()) {
        for (std::uint64_t set = 0; set < ranks_.size(); ++set)
            if (std::popcount(set) <= mini_men) ranks_[set] = static_cast<std::uint16_t>(egdb::rank_of(set));
        for (int black = 0; black <= mini_men; ++black) {
            for (int white = 0; white <= mini_men; ++white) {
                first_[slot_of(black)][slot_of(white)] = size_;
                size_ += count(black, white);
            }
        }
    }

    std::uint64_t size() const { return size_; }

    // The positions with so many men: how many there are, and the number of the first.
    static std::uint64_t count(int black, int white) {
        return egdb::choose(mini_board.squares(), black) * ways(black, white);
    }
    std::uint64_t first(int black, int white) const { return first_[slot_of(black)][slot_of(white)]; }

    // The ways to place the white men once the black ones stand.
    static std::uint64_t ways(int black, int white) { return egdb::choose(mini_board.squares() - black, white); }

    std::uint64_t of(const MiniPosition& pos) const {
        const MiniSet black = pos.of(Side::Black);
        const MiniSet white = pos.of(Side::White);
        return first(black.count(), white.count()) +
               ranks_[extract(black.word(), MiniSet::all().word())] * ways(black.count(), white.count()) +
               ranks_[extract(white.word(), (MiniSet::all() - black).word())];
    }

private:
    static std::size_t slot_of(int men) { return static_cast<std::size_t>(men); }

    std::vector<std::uint16_t> ranks_;  // of every set of squares with few enough men, without the ghosts
    std::array<std::array<std::uint64_t, mini_men + 1>, mini_men + 1> first_{};
    std::uint64_t size_ = 0;
};

namespace detail {

template <Side Us>
MiniPosition after_step(const MiniPosition& pos, MiniSet from, MiniSet over, MiniSet to) {
    MiniPosition next = pos;
    next.pieces[slot(Us)] = (pos.of(Us) - from) | to;
    next.pieces[slot(!Us)] -= over;
    next.turn = !Us;
    return next;
}

// Takes the captures from the generator as sets.
template <class Visit>
struct MiniCaptures {
    const MiniPosition& pos;
    Visit& visit;
    bool any = false;

    template <Direction D, Side Us>
    void add_singles(MiniSet landings, std::uint32_t /*rank*/) {
        any = true;
        for (const Square to : landings) {
            const MiniSet landed(to);
            visit(after_step<Us>(pos, landed.template shifted<-2 * mini_board.step(D)>(),
                                 landed.template stepped_back<D>(), landed));
        }
    }
    void add(const Move<mini_board>& /*mv*/, std::uint32_t /*rank*/, int /*pieces*/) {}  // there are no longer ones
};

}  // namespace detail

// Calls visit(position) with what each move of Us leads to. False: there is none; whether that is a pass or the end of the
// game depends on the other side.
template <Side Us, class Visit>
bool each_mini_move(const MiniPosition& pos, Visit&& visit) {
    const Generator<mini_board, mini_movement, Us> generator(pos);
    detail::MiniCaptures<Visit> captures{pos, visit};
    generator.find_captures(captures);
    if (captures.any) return true;
    bool any = false;
    generator.man_steps([&]<Direction D>(MiniSet landings) {
        any = any || landings;
        for (const Square to : landings) {
            const MiniSet landed(to);
            visit(detail::after_step<Us>(pos, landed.template stepped_back<D>(), {}, landed));
        }
    });
    return any;
}

template <Side Us>
bool can_move(const MiniPosition& pos) {
    return Generator<mini_board, mini_movement, Us>(pos).any_move();
}

}  // namespace crownhead::solve
