// SquareSet: against plain sets of integers, on every board and so on 64 and 128 bits.
#include "board/square_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <type_traits>
#include <vector>

#include "board/direction.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

using Plain = std::set<int>;  // by bit

template <class F>
void on_every_set(F f) {
    f.template operator()<Geometry{.size = 6}>();
    f.template operator()<Geometry{.size = 8}>();
    f.template operator()<Geometry{.size = 10}>();
    f.template operator()<Geometry{.size = 10, .spaced = true}>();
    f.template operator()<Geometry{.size = 12}>();
}

template <Geometry G>
Plain all_bits() {
    Plain all;
    for (int index = 0; index < G.squares(); ++index) all.insert(G.bit(index));
    return all;
}

template <Geometry G>
SquareSet<G> set_of(const Plain& plain) {
    SquareSet<G> set;
    for (const int bit : plain) set |= SquareSet<G>(static_cast<Square>(bit));
    return set;
}

template <Geometry G>
Plain plain_of(SquareSet<G> set) {
    Plain plain;
    for (const Square sq : set) EXPECT_TRUE(plain.insert(bit_of(sq)).second);
    return plain;
}

template <Geometry G>
Plain random_plain(Random& random) {
    const std::uint32_t share = random.below(11);  // from nearly empty to nearly full
    Plain plain;
    for (const int bit : all_bits<G>())
        if (random.below(10) < share) plain.insert(bit);
    return plain;
}

static_assert(std::is_same_v<SquareSet<Geometry{.size = 10, .spaced = true}>::word_type, std::uint64_t>);
static_assert(sizeof(SquareSet<Geometry{.size = 12}>) == 16);

// Both halves of the wide word, and the border between them.
constexpr Wide wide(int bit) { return Wide{1} << bit; }
static_assert(bits::count(wide(0) | wide(63) | wide(64) | wide(127)) == 4 && bits::count(~Wide{0}) == 128);
static_assert(bits::lowest(wide(64)) == 64 && bits::lowest(wide(63) | wide(64)) == 63 &&
              bits::lowest(wide(127)) == 127);
static_assert(bits::highest(wide(63)) == 63 && bits::highest(wide(63) | wide(64)) == 64 && bits::highest(wide(0)) == 0);
static_assert(bits::count(~std::uint64_t{0}) == 64 && bits::lowest(std::uint64_t{8}) == 3 &&
              bits::highest(~std::uint64_t{0}) == 63);

TEST(SquareSet, AllHasEverySquareAndNoGhost) {
    on_every_set([]<Geometry G>() {
        const auto all = SquareSet<G>::all();
        EXPECT_EQ(all.count(), G.squares());
        EXPECT_EQ(plain_of(all), all_bits<G>());
        EXPECT_TRUE(all.on_board());
        EXPECT_EQ(bit_of(all.first()), 0);
        EXPECT_EQ(bit_of(all.last()), G.bits() - 1);
        for (int bit = 0; bit < G.bits(); ++bit) {
            const auto sq = static_cast<Square>(bit);
            EXPECT_EQ(all.has(sq), all_bits<G>().contains(bit));
            EXPECT_EQ(SquareSet<G>(sq).on_board(), all_bits<G>().contains(bit));
        }
    });
}

TEST(SquareSet, RowsCountFromTheTop) {
    on_every_set([]<Geometry G>() {
        for (int first = 0; first < G.size; ++first) {
            for (int last = first; last < G.size; ++last) {
                Plain expected;
                for (int index = 0; index < G.squares(); ++index) {
                    const int row = cell_of(G.size, index).row;
                    if (row >= first && row <= last) expected.insert(G.bit(index));
                }
                EXPECT_EQ(plain_of(SquareSet<G>::rows(first, last)), expected);
            }
        }
    });
}

TEST(SquareSet, EmptyAndSingle) {
    on_every_set([]<Geometry G>() {
        const SquareSet<G> none;
        EXPECT_TRUE(none.empty());
        EXPECT_FALSE(static_cast<bool>(none));
        EXPECT_TRUE(none.single());  // at most one
        EXPECT_EQ(none.count(), 0);
        EXPECT_TRUE(none.begin() == none.end());
        for (const int a : all_bits<G>()) {
            const SquareSet<G> one(static_cast<Square>(a));
            EXPECT_TRUE(one.single() && static_cast<bool>(one) && !one.empty());
            EXPECT_EQ(one.count(), 1);
            EXPECT_EQ(bit_of(one.first()), a);
            EXPECT_EQ(bit_of(one.last()), a);
            EXPECT_EQ(one.lowest(), one);
            for (const int b : all_bits<G>()) EXPECT_EQ((one | SquareSet<G>(static_cast<Square>(b))).single(), a == b);
        }
    });
}

TEST(SquareSet, AgreesWithPlainSets) {
    on_every_set([]<Geometry G>() {
        Random random(11);
        for (int round = 0; round < 200; ++round) {
            const Plain a = random_plain<G>(random);
            const Plain b = random_plain<G>(random);
            const SquareSet<G> x = set_of<G>(a);
            const SquareSet<G> y = set_of<G>(b);
            EXPECT_EQ(plain_of(x), a);
            EXPECT_EQ(x.count(), static_cast<int>(a.size()));
            EXPECT_EQ(x == y, a == b);

            const auto combined = [&](auto algorithm) {
                Plain result;
                algorithm(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
                return result;
            };
            const Plain both = combined([](auto... p) { std::set_intersection(p...); });
            const Plain either = combined([](auto... p) { std::set_union(p...); });
            const Plain only_one = combined([](auto... p) { std::set_symmetric_difference(p...); });
            const Plain only_a = combined([](auto... p) { std::set_difference(p...); });
            EXPECT_EQ(plain_of(x & y), both);
            EXPECT_EQ(plain_of(x | y), either);
            EXPECT_EQ(plain_of(x ^ y), only_one);
            EXPECT_EQ(plain_of(x - y), only_a);
            SquareSet<G> z = x;
            EXPECT_EQ(plain_of(z &= y), both);
            EXPECT_EQ(plain_of((z = x) |= y), either);
            EXPECT_EQ(plain_of((z = x) ^= y), only_one);
            EXPECT_EQ(plain_of((z = x) -= y), only_a);
        }
    });
}

TEST(SquareSet, PopTakesTheFirstSquareAway) {
    on_every_set([]<Geometry G>() {
        Random random(12);
        for (int round = 0; round < 100; ++round) {
            const Plain plain = random_plain<G>(random);
            SquareSet<G> set = set_of<G>(plain);
            for (auto it = plain.begin(); it != plain.end(); ++it) {
                EXPECT_EQ(bit_of(set.first()), *it);
                EXPECT_EQ(bit_of(set.last()), *plain.rbegin());
                EXPECT_EQ(plain_of(set.lowest()), Plain{*it});
                EXPECT_EQ(bit_of(set.pop()), *it);
            }
            EXPECT_TRUE(set.empty());
        }
    });
}

// A shifted set, masked, holds the neighbours of its squares and nothing else.
TEST(SquareSet, StepsMoveEverySquare) {
    on_every_set([]<Geometry G>() {
        Random random(13);
        for (int round = 0; round < 200; ++round) {
            const Plain plain = random_plain<G>(random);
            const SquareSet<G> set = set_of<G>(plain);
            const auto check = [&]<Direction D>() {
                Plain forward;
                Plain back;
                for (int index = 0; index < G.squares(); ++index) {
                    const Cell c = cell_of(G.size, index);
                    constexpr bool down = D == Direction::DownLeft || D == Direction::DownRight;
                    constexpr bool right = D == Direction::DownRight || D == Direction::UpRight;
                    const auto visit = [&](int sign, Plain& target) {
                        const Cell to{c.row + sign * (down ? 1 : -1), c.column + sign * (right ? 1 : -1)};
                        const bool inside = to.row >= 0 && to.row < G.size && to.column >= 0 && to.column < G.size;
                        if (inside && plain.contains(G.bit(index))) target.insert(G.bit(index_of(G.size, to)));
                    };
                    visit(1, forward);
                    visit(-1, back);
                }
                const SquareSet<G> all = SquareSet<G>::all();
                EXPECT_EQ(plain_of(set.template stepped<D>() & all), forward) << G.size;
                EXPECT_EQ(plain_of(set.template stepped_back<D>() & all), back) << G.size;
                EXPECT_EQ((set.template shifted<2 * G.step(D)>()), (set.template stepped<D>().template stepped<D>()));
            };
            AllDiagonals::each([&]<Direction D>() { check.template operator()<D>(); });
        }
    });
}

}  // namespace
}  // namespace crownhead
