// The documents' evaluations on positions small enough to count by hand.
#include "eval/safety.hpp"

#include <gtest/gtest.h>

#include "eval/centre.hpp"
#include "eval/material.hpp"
#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "runtime/convert.hpp"

namespace crownhead {
namespace {

constexpr Geometry board6{.size = 6};
constexpr Geometry board8{.size = 8};

template <Geometry G>
Position<G> position(const Variant& v, std::string_view text) {
    const auto placement = fen::read(v, text);
    EXPECT_TRUE(placement) << text;
    return to_position<G>(v, *placement);
}

Position<board6> mini(std::string_view text) { return position<board6>(list::mini, text); }

TEST(Material, KingsCountThreeMen) {
    EXPECT_EQ(eval::material(position<board8>(list::english, "B:W21,K22:B1,2,3"), Side::Black), -100);
    EXPECT_EQ(eval::material(position<board8>(list::english, "B:W21,K22:B1,2,3"), Side::White), 100);
}

// 18 stands three squares from the nearest edge, 1 on the edge.
TEST(Centre, PiecesAndDistanceFromTheEdge) {
    EXPECT_EQ(eval::centre(position<board8>(list::english, "B:W1:B18"), Side::Black), 3);
    EXPECT_EQ(eval::centre(position<board8>(list::english, "B:W1,5:B18"), Side::Black), 3 - 100);
    EXPECT_EQ(eval::centre(position<board8>(list::english, "B:W21-32:B1-12"), Side::Black), 0);
}

TEST(Safety, BothSidesAreAlikeAtTheStart) {
    const auto pos = to_position<board6>(list::mini, start_placement(list::mini));
    EXPECT_EQ(eval::safety(pos, Side::Black), 0);
    EXPECT_EQ(eval::safety_counts(pos, Side::Black).pieces, 6);
    EXPECT_EQ(eval::safety_counts(pos, Side::Black).border, 4);  // 1, 2, 3 on the top row, 4 on the left edge
}

// Past the rearmost enemy man: 14 has left the white man on 10 behind; 8 is still before it.
TEST(Safety, PastTheRearmostEnemy) {
    EXPECT_EQ(eval::safety_counts(mini("B:W10:B14"), Side::Black).safe, 1);
    EXPECT_EQ(eval::safety_counts(mini("B:W10:B8"), Side::Black).safe, 0);
    EXPECT_EQ(eval::safety_counts(mini("B:W10:B8"), Side::White).safe, 0);
    EXPECT_EQ(eval::safety_counts(mini("B:W:B8"), Side::Black).safe, 1);  // nobody left to meet
}

// 8 (row 2) with 4's neighbours 5 and 6 behind it: a white man before it has nowhere to land.
TEST(Safety, Sheltered) {
    EXPECT_EQ(eval::safety_counts(mini("B:W17:B5,6,8"), Side::Black).safe, 1);
    EXPECT_EQ(eval::safety_counts(mini("B:W17:B5,8"), Side::Black).safe, 0);     // open from the left
    EXPECT_EQ(eval::safety_counts(mini("B:W17:B5,8,11"), Side::Black).safe, 1);  // 11 stands where the jump would start
}

// 8 can take 11 and its back (5 and 6) is held by its own side; without 6 it is not covered.
TEST(Safety, SafeToEat) {
    EXPECT_EQ(eval::safety_counts(mini("B:W11:B5,6,8"), Side::Black).safe_to_eat, 1);
    EXPECT_EQ(eval::safety_counts(mini("B:W11:B5,8"), Side::Black).safe_to_eat, 0);
    EXPECT_EQ(eval::safety_counts(mini("B:W11,13:B5,6,8"), Side::Black).safe_to_eat, 0);  // nowhere to land
}

// The formula of S1.4 put together: Black has 3 pieces, 1 safe, 1 safe to eat, 0 on the border; White 1 on nothing.
TEST(Safety, WeightsOfTheDocument) {
    const auto pos = mini("B:W11:B5,6,8");
    const eval::SafetyCounts own = eval::safety_counts(pos, Side::Black);
    const eval::SafetyCounts enemy = eval::safety_counts(pos, Side::White);
    EXPECT_EQ(eval::safety(pos, Side::Black), 1000 * (own.pieces - enemy.pieces) + 3000 * (own.safe - enemy.safe) +
                                                  2000 * (own.safe_to_eat - enemy.safe_to_eat) +
                                                  500 * (own.border - enemy.border));
    EXPECT_EQ(eval::safety(pos, Side::Black), -eval::safety(pos, Side::White));
}

}  // namespace
}  // namespace crownhead
