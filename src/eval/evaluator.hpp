// Evaluator<G, M>: the engine's opinion of a quiet position, from the weights of a game. Squares are looked up eight at a
// time: for each byte of a set there is a table with the sums of its 256 values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eval/terms.hpp"
#include "eval/weights.hpp"

namespace crownhead::eval {

// The squares as each side counts them from its own home row, and the bits of that row.
template <Geometry G>
constexpr std::size_t own_square(Side side, int index) {
    return static_cast<std::size_t>(side == Side::Black ? index : G.squares() - 1 - index);
}

template <Geometry G>
constexpr std::size_t home_pattern(const Position<G>& pos, Side side) {
    // The squares of one row are neighbouring bits.
    const int first = side == Side::Black ? 0 : G.bit(G.squares() - G.per_row());
    const auto mask = (std::size_t{1} << G.per_row()) - 1;
    const auto row = static_cast<std::size_t>(pos.men_of(side).word() >> first) & mask;
    if (side == Side::Black) return row;
    std::size_t turned = 0;
    for (int i = 0; i < G.per_row(); ++i) turned |= ((row >> i) & 1) << (G.per_row() - 1 - i);
    return turned;
}

template <Geometry G, Movement M>
class Evaluator {
public:
    // `full`: the number of pieces in the start position.
    Evaluator(const Weights& weights, int full) : full_(full) {
        const WeightLayout& layout = weights.layout;
        for (std::size_t i = 0; i < term_count; ++i) terms_[i] = pack(weights.values[i]);
        for (const Side side : {Side::Black, Side::White}) {
            for (std::size_t chunk = 0; chunk < chunks; ++chunk)
                for (std::size_t byte = 0; byte < 256; ++byte)
                    for (int index = 0; index < G.squares(); ++index) {
                        const auto bit = static_cast<std::size_t>(G.bit(index));
                        if (bit / 8 != chunk || ((byte >> bit % 8) & 1) == 0) continue;
                        const std::size_t square = own_square<G>(side, index);
                        men_[slot(side)][chunk][byte] += pack(weights.values[layout.man(square)]);
                        kings_[slot(side)][chunk][byte] += pack(weights.values[layout.king(square)]);
                    }
            for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
                std::size_t own = pattern;
                if (side == Side::White) {
                    own = 0;
                    for (int i = 0; i < G.per_row(); ++i) own |= ((pattern >> i) & 1) << (G.per_row() - 1 - i);
                }
                home_[slot(side)][pattern] = pack(weights.values[layout.home(own)]);
            }
        }
    }

    // For the side to move.
    int operator()(const Position<G>& pos) const {
        std::int64_t sum = squares(pos, Side::Black) - squares(pos, Side::White);
        if (pos.turn == Side::White) sum = -sum;
        const TermCounts counts = count_terms<M>(pos);
        for (std::size_t i = 0; i < term_count; ++i) sum += counts[i] * terms_[i];
        const auto ending = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
        const auto opening = static_cast<std::int32_t>((sum - ending) >> 32);
        const int pieces = pos.occupied().count();
        const int phase = pieces < full_ ? pieces : full_;
        return (opening * phase + ending * (full_ - phase)) / full_;
    }

private:
    static constexpr std::size_t chunks = static_cast<std::size_t>((G.bits() + 7) / 8);
    static constexpr std::size_t patterns = std::size_t{1} << G.per_row();

    // Both values of a weight in one number, so that one addition adds both.
    static std::int64_t pack(const Weight& w) {
        return static_cast<std::int64_t>(w.opening) * (std::int64_t{1} << 32) + w.ending;
    }

    using Table = std::array<std::array<std::int64_t, 256>, chunks>;

    static std::int64_t look_up(const Table& table, SquareSet<G> set) {
        std::int64_t sum = 0;
        for (std::size_t chunk = 0; chunk < chunks; ++chunk)
            sum += table[chunk][static_cast<std::size_t>(set.word() >> (8 * chunk)) & 255];
        return sum;
    }

    std::int64_t squares(const Position<G>& pos, Side side) const {
        const SquareSet<G> men = pos.men_of(side);
        std::int64_t sum = look_up(men_[slot(side)], men);
        const int first = side == Side::Black ? 0 : G.bit(G.squares() - G.per_row());
        sum += home_[slot(side)][static_cast<std::size_t>(men.word() >> first) & (patterns - 1)];
        if constexpr (has_kings(M)) {
            if (const SquareSet<G> kings = pos.kings_of(side)) sum += look_up(kings_[slot(side)], kings);
        }
        return sum;
    }

    std::array<std::int64_t, term_count> terms_{};
    std::array<Table, 2> men_{};
    std::array<Table, 2> kings_{};
    std::array<std::array<std::int64_t, patterns>, 2> home_{};
    int full_;
};

// The same evaluation feature by feature: the value of a position is the sum over all of them, each times its weight at
// this phase.
template <Movement M, Geometry G>
std::vector<Feature> features(const Position<G>& pos) {
    const WeightLayout layout{G.size};
    std::vector<Feature> all;
    const auto add = [&](std::size_t weight, int count) {
        if (count != 0) all.push_back({static_cast<std::uint32_t>(weight), count});
    };
    const TermCounts counts = count_terms<M>(pos);
    for (std::size_t i = 0; i < term_count; ++i) add(i, counts[i]);
    for (const Side side : {Side::Black, Side::White}) {
        const int sign = side == pos.turn ? 1 : -1;
        for (int index = 0; index < G.squares(); ++index) {
            const auto sq = static_cast<Square>(G.bit(index));
            if (!pos.of(side).has(sq)) continue;
            const std::size_t square = own_square<G>(side, index);
            add(pos.kings.has(sq) ? layout.king(square) : layout.man(square), sign);
        }
        add(layout.home(home_pattern(pos, side)), sign);
    }
    return all;
}

}  // namespace crownhead::eval
