// The terms of the engine's evaluation: a few counts for each side, made from whole sets of squares. The weight of a term
// is in the weights of each game (eval/weights.hpp); here is only what it counts. Besides these terms the engine looks
// at the squares of men and kings and at the pattern of men on the home row (eval/evaluator.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "board/direction.hpp"
#include "board/rays.hpp"
#include "game/position.hpp"

namespace crownhead::eval {

// Own minus enemy, unless said otherwise.
enum class Term : std::uint8_t {
    Men,
    Kings,
    SafeSteps,    // steps of men to squares where no neighbour can take them
    Offers,       // steps of men to squares where a neighbour can
    KingSteps,    // squares that kings can step to
    LockedKings,  // kings that cannot step
    Runaways,     // men in the far half that no enemy piece stands before
    RunawayRows,  // the rows that those have advanced beyond the middle
    Supported,    // men with an own piece behind them
    Exposed,      // pieces that a neighbour could take now
    StuckMen,     // men that cannot step
    OnlyKings,    // 1 for the only side with a king
    Lopsided,     // men more on one half (left, right) than on the other
    TheMove,      // 1 if the side to move has the move, else -1: it will have the opposition if the sides just walk
    Turn,         // 1: the side to move is us
};
inline constexpr std::size_t term_count = 15;

inline constexpr std::array<std::string_view, term_count> term_names{
    "men",       "kings",   "safe-steps", "offers",     "king-steps", "locked-kings", "runaways", "runaway-rows",
    "supported", "exposed", "stuck-men",  "only-kings", "lopsided",   "the-move",     "turn"};

using TermCounts = std::array<int, term_count>;

// The left half of the board.
template <Geometry G>
inline constexpr SquareSet<G> left_half = [] {
    SquareSet<G> set;
    for (int i = 0; i < G.squares(); ++i)
        if (cell_of(G.size, i).column < G.size / 2) set |= SquareSet<G>(static_cast<Square>(G.bit(i)));
    return set;
}();

// Every second row, counted from the top: a step changes between them.
template <Geometry G>
inline constexpr SquareSet<G> odd_rows = [] {
    SquareSet<G> set;
    for (int row = 1; row < G.size; row += 2) set |= SquareSet<G>::rows(row, row);
    return set;
}();

namespace detail {

template <Geometry G, Movement M, Side Us>
[[gnu::always_inline]] inline void count_side(const Position<G>& pos, int sign, TermCounts& counts) {
    using Set = SquareSet<G>;
    using Steps = std::conditional_t<Us == Side::Black, DownDiagonals, UpDiagonals>;
    using EnemySteps = std::conditional_t<Us == Side::Black, UpDiagonals, DownDiagonals>;
    using EnemyJumps =
        std::conditional_t<M.man_capture == ManCapture::AllEight, AllDirections,
                           std::conditional_t<M.man_capture == ManCapture::AllFour, AllDiagonals, EnemySteps>>;
    using KingJumps = std::conditional_t<M.man_capture == ManCapture::AllEight, AllDirections, AllDiagonals>;
    const auto add = [&](Term term, int n)
                         __attribute__((always_inline)) { counts[static_cast<std::size_t>(term)] += sign * n; };

    const Set men = pos.men_of(Us);
    const Set own = pos.of(Us);
    const Set enemy_men = pos.men_of(!Us);
    const Set enemy_kings = pos.kings_of(!Us);
    const Set empty = pos.empty();
    add(Term::Men, men.count());

    // Where an enemy piece beside us could jump: it stands before the square, and the square behind is free.
    Set danger;  // from men
    EnemyJumps::each([&]<Direction D>() __attribute__((always_inline)) {
        danger |= enemy_men.template stepped<D>() & empty.template stepped_back<D>();
    });
    Set exposed = (M.man_takes_king ? own : men) & danger;
    if constexpr (has_kings(M)) {
        if (enemy_kings) {
            Set king_danger;
            KingJumps::each([&]<Direction D>() __attribute__((always_inline)) {
                king_danger |= enemy_kings.template stepped<D>() & empty.template stepped_back<D>();
            });
            exposed |= own & king_danger;
            danger |= king_danger;
        }
    }
    add(Term::Exposed, exposed.count());

    Set able;
    Set supported;
    Steps::each([&]<Direction D>() __attribute__((always_inline)) {
        const Set to = men.template stepped<D>() & empty;
        // Straight in front of an enemy piece the square that the man has just left is free to land on.
        const Set taken = danger | pos.of(!Us).template stepped_back<D>();
        add(Term::SafeSteps, (to - taken).count());
        add(Term::Offers, (to & taken).count());
        able |= to.template stepped_back<D>();
        supported |= own.template stepped<D>();
    });
    add(Term::StuckMen, (men - able).count());
    add(Term::Supported, (men & supported).count());
    const int left = 2 * (men & left_half<G>).count() - men.count();
    add(Term::Lopsided, left < 0 ? -left : left);

    // Runaways: from every enemy piece a cone of squares opens backwards in which our men still have to pass it.
    constexpr Set far_half = Us == Side::Black ? Set::rows(G.size / 2, G.size - 1) : Set::rows(0, G.size / 2 - 1);
    if (const Set advanced = men & far_half) {
        Set shadow = pos.of(!Us) & far_half;
        for (int row = 1; row < G.size / 2; ++row) {
            Set wider = shadow;
            Steps::each([&]<Direction D>()
                            __attribute__((always_inline)) { wider |= shadow.template stepped_back<D>(); });
            shadow = wider & far_half;
        }
        if (Set free = advanced - shadow) {
            add(Term::Runaways, free.count());
            constexpr int first = Us == Side::Black ? G.size / 2 + 1 : G.size / 2 - 2;
            for (int row = first; row > 0 && row < G.size - 1; row += Us == Side::Black ? 1 : -1) {
                free &= Us == Side::Black ? Set::rows(row, G.size - 1) : Set::rows(0, row);
                add(Term::RunawayRows, free.count());
            }
        }
    }

    if constexpr (has_kings(M)) {
        if (const Set kings = pos.kings_of(Us)) {
            add(Term::Kings, kings.count());
            if (enemy_kings.empty()) add(Term::OnlyKings, 1);
            Set free;
            int steps = 0;
            AllDiagonals::each([&]<Direction D>() __attribute__((always_inline)) {
                const Set to = kings.template stepped<D>() & empty;
                free |= to.template stepped_back<D>();
                if constexpr (!kings_fly(M)) steps += to.count();
            });
            if constexpr (kings_fly(M)) {
                for (const Square sq : kings) {
                    Set to;
                    AllDiagonals::each([&]<Direction D>()
                                           __attribute__((always_inline)) { to |= reach<D>(sq, empty); });
                    steps += to.count();
                }
            }
            add(Term::KingSteps, steps);
            add(Term::LockedKings, (kings - free).count());
        }
    }
}

}  // namespace detail

// For the side to move.
template <Movement M, Geometry G>
TermCounts count_terms(const Position<G>& pos) {
    TermCounts counts{};
    const int black = pos.turn == Side::Black ? 1 : -1;
    detail::count_side<G, M, Side::Black>(pos, black, counts);
    detail::count_side<G, M, Side::White>(pos, -black, counts);
    // Each step moves one piece between odd and even rows. The side to move has the move if an odd number of pieces stands on
    // the rows of the kind of its home row.
    const SquareSet<G> rows = pos.turn == Side::Black ? pos.occupied() - odd_rows<G> : pos.occupied() & odd_rows<G>;
    counts[static_cast<std::size_t>(Term::TheMove)] = rows.count() % 2 == 1 ? 1 : -1;
    counts[static_cast<std::size_t>(Term::Turn)] = 1;
    return counts;
}

}  // namespace crownhead::eval
