// NetEvaluator<G>: evaluates positions with a net. The hidden sums of a position are those of a similar position with the
// rows of the pieces that differ added and removed; the position before is usually at hand.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/net.hpp"
#include "eval/net_kernels.hpp"
#include "game/position.hpp"

namespace crownhead::eval {

template <Geometry G>
PackedPosition pack(const Position<G>& pos) {
    PackedPosition packed;
    for (int i = 0; i < G.squares(); ++i) {
        const auto sq = static_cast<Square>(G.bit(i));
        if (!pos.occupied().has(sq)) continue;
        const auto index = static_cast<std::size_t>(pos.turn == Side::Black ? i : G.squares() - 1 - i);
        const std::uint64_t bit = std::uint64_t{1} << (index % 64);
        (pos.of(pos.turn).has(sq) ? packed.own : packed.enemy)[index / 64] |= bit;
        if (pos.kings.has(sq)) packed.kings[index / 64] |= bit;
    }
    return packed;
}

template <Geometry G>
class NetEvaluator {
public:
    // `full`: the number of pieces in the start position; `plies`: how deep a search may go. One object for each thread.
    NetEvaluator(const Net& net, int full, std::size_t plies) : net_(net), full_(full), stack_(plies) {
        CH_ASSERT(net.squares == static_cast<std::size_t>(G.squares()));
        blank_.views[0] = net.input_bias;
        blank_.views[1] = net.input_bias;
        std::ranges::fill(stack_, blank_);
    }

    // For the side to move. `ply`: where the search stands; positions at neighbouring plies are expected to be similar.
    int operator()(const Position<G>& pos, std::size_t ply) {
        CH_ASSERT(ply < stack_.size());
        const Sums& sums = update(pos, ply);
        const std::size_t bucket = net_bucket(pos.occupied().count(), full_);
        const std::int32_t products = output_products(sums.views[slot(pos.turn)].data(),
                                                      sums.views[slot(!pos.turn)].data(), net_.output[bucket].data());
        constexpr std::int64_t unit = std::int64_t{net_unit} * net_unit * net_output_unit;
        const std::int64_t points = (std::int64_t{products} + net_.output_bias[bucket]) * net_points / unit;
        return static_cast<int>(std::clamp<std::int64_t>(points, -largest_net_score, largest_net_score));
    }

private:
    using Set = SquareSet<G>;
    using Row = std::array<std::int16_t, net_hidden>;

    static constexpr std::size_t squares = static_cast<std::size_t>(G.squares());
    static constexpr std::array<std::uint8_t, 128> index_of_bit = [] {
        std::array<std::uint8_t, 128> all{};
        for (int i = 0; i < G.squares(); ++i) all[static_cast<std::size_t>(G.bit(i))] = static_cast<std::uint8_t>(i);
        return all;
    }();

    // The hidden sums of a position, as each side sees it.
    struct Sums {
        alignas(64) std::array<Row, 2> views{};
        std::array<Set, 2> pieces{};
        Set kings{};
    };

    static int difference(const Sums& sums, const Position<G>& pos) {
        const Set pieces = (sums.pieces[0] ^ pos.pieces[0]) | (sums.pieces[1] ^ pos.pieces[1]);
        return (pieces | (sums.kings ^ pos.kings)).count();
    }

    const Sums& update(const Position<G>& pos, std::size_t ply) {
        const Sums* base = &blank_;
        int least = pos.occupied().count();
        for (std::size_t back = 0; back <= 2 && back <= ply && least > 0; ++back) {
            const int changes = difference(stack_[ply - back], pos);
            if (changes < least) {
                least = changes;
                base = &stack_[ply - back];
            }
        }
        Sums& sums = stack_[ply];
        if (base == &sums && least == 0) return sums;
        Changes added;
        Changes removed;
        for (const Side side : {Side::Black, Side::White}) {
            const Set men = pos.men_of(side);
            const Set kings = pos.kings_of(side);
            const Set base_men = base->pieces[slot(side)] - base->kings;
            const Set base_kings = base->pieces[slot(side)] & base->kings;
            for (const Square sq : men - base_men) added.push(sq, side, false);
            for (const Square sq : kings - base_kings) added.push(sq, side, true);
            for (const Square sq : base_men - men) removed.push(sq, side, false);
            for (const Square sq : base_kings - kings) removed.push(sq, side, true);
        }
        for (const Side viewer : {Side::Black, Side::White})
            update_sums(net_.input.data(), base->views[slot(viewer)].data(), sums.views[slot(viewer)].data(),
                        added.rows(viewer), removed.rows(viewer));
        sums.pieces = pos.pieces;
        sums.kings = pos.kings;
        return sums;
    }

    // Rows of the input layer, for both views.
    class Changes {
    public:
        void push(Square sq, Side side, bool king) {
            const auto bit = static_cast<std::size_t>(bit_of(sq));
            for (const Side viewer : {Side::Black, Side::White}) {
                const std::size_t kind = (viewer == side ? 0U : 2U) + (king ? 1U : 0U);
                const std::size_t square = viewer == Side::Black ? index_of_bit[bit] : squares - 1 - index_of_bit[bit];
                rows_[slot(viewer)][count_] = static_cast<std::uint16_t>(kind * squares + square);
            }
            ++count_;
        }
        std::span<const std::uint16_t> rows(Side viewer) const { return {rows_[slot(viewer)].data(), count_}; }

    private:
        // NOLINTNEXTLINE(*-member-init): filled as far as count_ says, in the innermost loop of the search
        std::array<std::array<std::uint16_t, squares>, 2> rows_;
        std::size_t count_ = 0;
    };

    const Net& net_;
    int full_;
    Sums blank_;  // of an empty board
    std::vector<Sums> stack_;
};

}  // namespace crownhead::eval
