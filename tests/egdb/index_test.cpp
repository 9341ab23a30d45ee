#include "egdb/index.hpp"

#include <gtest/gtest.h>

#include <array>

#include "game/symmetry.hpp"
#include "rules/variants.hpp"
#include "runtime/with_variant.hpp"
#include "support/tested_games.hpp"
#include "util/random.hpp"

namespace crownhead::egdb {
namespace {

std::uint64_t positions_with(const Variant& v, int pieces) {
    std::uint64_t total = 0;
    with_variant(v, [&]<Geometry G, Movement M>() {
        for (const Material& m : stages_with(v, pieces)) {
            total += Index<G, M>(m).size();
            if (m.us != m.them) total += Index<G, M>(m.swapped()).size();
        }
    });
    return total;
}

// docs/sources.md#endgames: placements with both sides present.
TEST(Index, CountsThePositionsOfTheTables) {
    const std::array<std::uint64_t, 7> eight{3'488,         196'032,        6'209'316,      139'450'808,
                                             2'426'085'676, 34'243'113'624, 403'190'250'561};
    const std::array<std::uint64_t, 7> ten{8'845,          806'300,           41'971'200,        1'570'600'750,
                                           46'198'758'750, 1'119'691'797'720, 23'013'188'500'365};
    const std::array<std::uint64_t, 5> six{1'029, 30'126, 481'755, 5'276'874, 43'091'465};
    for (std::size_t i = 0; i < eight.size(); ++i)
        EXPECT_EQ(positions_with(list::english, static_cast<int>(i) + 2), eight[i]);
    for (std::size_t i = 0; i < ten.size(); ++i)
        EXPECT_EQ(positions_with(list::international, static_cast<int>(i) + 2), ten[i]);
    for (std::size_t i = 0; i < six.size(); ++i)
        EXPECT_EQ(positions_with(list::resized(list::english, "english-6", 6), static_cast<int>(i) + 2), six[i]);
}

// docs/sources.md#endgames: by the number of pieces of each side.
TEST(Index, CountsSplits) {
    constexpr Geometry g = list::english.board;
    constexpr Movement m = list::english.move;
    EXPECT_EQ((Index<g, m>({{0, 3}, {0, 3}}).size()), 18'123'840U);
    EXPECT_EQ((Index<g, m>({{0, 4}, {0, 2}}).size()), 13'592'880U);
    EXPECT_EQ((Index<g, m>({{0, 5}, {0, 5}}).size()), 16'257'084'480U);
    EXPECT_EQ((Index<g, m>({{2, 0}, {2, 0}}).size()), 125'664U);
}

// Every number is a position of the class, no two the same, and in the order in which blocks are walked through.
template <Geometry G, Movement M>
void expect_bijection(const Material& m) {
    const Index<G, M> index(m);
    std::uint64_t number = 0;
    for (std::uint64_t s = 0; s < index.slices(); ++s) {
        const auto slice = index.slice(s);
        index.each_in_slice(slice, [&](std::uint64_t men, SquareSet<G> theirs) {
            index.each_in_block(slice.men, theirs, [&](std::uint64_t in_block, const Position<G>& pos) {
                ASSERT_EQ(men * index.block() + in_block, number);
                ASSERT_EQ(index.of(pos), number);
                ASSERT_EQ(index.position(number), pos);
                ASSERT_EQ(material_of(pos), m);
                ASSERT_EQ(rotated(rotated(pos)), pos);
                ++number;
            });
        });
    }
    EXPECT_EQ(number, index.size()) << text_of(m);
}

void expect_bijections(const Variant& v, int pieces) {
    with_variant(v, [&]<Geometry G, Movement M>() {
        for (const Material& m : stages_up_to(v, pieces)) {
            expect_bijection<G, M>(m);
            if (m.us != m.them) expect_bijection<G, M>(m.swapped());
        }
    });
}

TEST(Index, IsABijection) {
    for (const Variant& v : variants)
        expect_bijections(v, !sanitized && (v.size() == 6 || v.name == "english") ? 3 : 2);
}
TEST(LongIndex, IsABijection) {
    for (const Variant& v : tested_games()) {
        if (sanitized)
            expect_bijections(v, v.size() <= 8 ? 3 : 2);
        else
            expect_bijections(v, v.size() == 6 ? 4 : v.size() == 12 ? 2 : 3);
    }
}

TEST(Index, LargeClassesAtRandom) {
    for (const Variant& v : variants)
        with_variant(v, [&]<Geometry G, Movement M>() {
            Random random(1);
            for (const Material& m : stages_with(v, 6)) {
                const Index<G, M> index(m);
                for (int i = 0; i < 50; ++i) {
                    const std::uint64_t number = random.next() % index.size();
                    const Position<G> pos = index.position(number);
                    ASSERT_EQ(index.of(pos), number) << v.name << " " << text_of(m);
                    ASSERT_EQ(material_of(pos), m);
                }
            }
        });
}

TEST(Material, StagesComeAfterWhatTheyLeadTo) {
    const auto stages = stages_up_to(list::english, 5);
    for (std::size_t i = 0; i < stages.size(); ++i)
        for (const Material& side : {stages[i], stages[i].swapped()})
            for (const Material& next : successors_of(side, true)) {
                const auto found = std::ranges::find(stages, leading(next));
                ASSERT_NE(found, stages.end()) << text_of(side) << " to " << text_of(next);
                EXPECT_LT(static_cast<std::size_t>(found - stages.begin()), i);
            }
    EXPECT_EQ(text_of(Material{{1, 2}, {2, 0}}), "KKm v mm");
    for (const Material& m : stages_up_to(list::breakthrough, 6)) EXPECT_EQ(m.us.kings + m.them.kings, 0);
}

}  // namespace
}  // namespace crownhead::egdb
