// The evaluation: fast and slow sums agree, both sides are judged alike, and each term counts what its name says.
#include "eval/evaluator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "runtime/with_variant.hpp"
#include "support/random_positions.hpp"
#include "util/random.hpp"

namespace crownhead::eval {
namespace {

// Every board size and embedding; with short kings, flying ones and none.
struct Handful {
    constexpr bool operator()(const Variant& v) const {
        return v.name == "english" || v.name == "suicide-6" || v.name == "international" || v.name == "canadian" ||
               v.name == "frisian" || v.name == "mini";
    }
};

// Calls f(variant, position) for random positions of each of these games.
template <class F>
void each_position(int count, F&& f) {
    for (const Variant& v : variants) {
        if (!Handful{}(v)) continue;
        with_variant<Handful>(v, [&]<Geometry G, Movement M>() {
            each_random_position<G, M>(v, count, 11, [&](const Position<G>& pos) {
                if (!testing::Test::HasFatalFailure()) f.template operator()<G, M>(v, pos);
            });
        });
    }
}

Weights random_weights(const Variant& v, std::uint64_t seed) {
    Random random(seed);
    Weights weights = material_only(v, 0, 0);
    const auto draw = [&] { return static_cast<int>(random.below(2 * largest_weight + 1)) - largest_weight; };
    for (Weight& w : weights.values) w = {draw(), draw()};
    return weights;
}

TEST(Evaluator, IsTheSumOfItsFeatures) {
    each_position(1000, []<Geometry G, Movement M>(const Variant& v, const Position<G>& pos) {
        static const Weights weights = random_weights(v, 5);
        const int full = 2 * v.pieces_per_side();
        static const Evaluator<G, M> evaluator(weights, full);
        std::int64_t opening = 0;
        std::int64_t ending = 0;
        for (const Feature& feature : features<M>(pos)) {
            ASSERT_LT(feature.weight, weights.values.size());
            opening += std::int64_t{feature.count} * weights.values[feature.weight].opening;
            ending += std::int64_t{feature.count} * weights.values[feature.weight].ending;
        }
        const int phase = std::min(pos.occupied().count(), full);
        ASSERT_EQ(evaluator(pos), (opening * phase + ending * (full - phase)) / full) << v.name;
    });
}

// The board turned by half a turn, the colours and the turn exchanged: the same position as the other side sees it.
template <Geometry G>
Position<G> turned(const Position<G>& pos) {
    Position<G> other;
    other.turn = !pos.turn;
    for (int index = 0; index < G.squares(); ++index) {
        const auto from = static_cast<Square>(G.bit(index));
        const SquareSet<G> to(static_cast<Square>(G.bit(G.squares() - 1 - index)));
        for (const Side side : {Side::Black, Side::White})
            if (pos.of(side).has(from)) other.pieces[slot(!side)] |= to;
        if (pos.kings.has(from)) other.kings |= to;
    }
    return other;
}

TEST(Evaluator, JudgesBothSidesAlike) {
    each_position(1000, []<Geometry G, Movement M>(const Variant& v, const Position<G>& pos) {
        static const Evaluator<G, M> evaluator(
            [&] {
                Weights weights = random_weights(v, 6);
                weights.values[static_cast<std::size_t>(Term::TheMove)] = {};  // a test of its own
                return weights;
            }(),
            2 * v.pieces_per_side());
        ASSERT_EQ(evaluator(pos), evaluator(turned(pos))) << v.name;
        const TermCounts own = count_terms<M>(pos);
        const TermCounts other = count_terms<M>(turned(pos));
        for (std::size_t i = 0; i < term_count; ++i)
            if (static_cast<Term>(i) != Term::TheMove) {
                ASSERT_EQ(own[i], other[i]) << v.name << " " << term_names[i];
            }
    });
}

// ---- Single terms, on the board of English checkers: 1 to 4 is Black's home row, 29 to 32 White's, and both sides count.

constexpr Geometry board8{.size = 8};

int count(Term term, std::string_view text) {
    const auto placement = fen::read(list::english, text);
    EXPECT_TRUE(placement.has_value()) << text;
    if (!placement) return -999;
    const TermCounts counts = count_terms<list::english.move>(to_position<board8>(list::english, *placement));
    return counts[static_cast<std::size_t>(term)];
}

TEST(Terms, HaveAName) {
    for (const std::string_view name : term_names) EXPECT_FALSE(name.empty());
    EXPECT_EQ(term_names[static_cast<std::size_t>(Term::Turn)], "turn");  // the last one
}

TEST(Terms, Pieces) {
    EXPECT_EQ(count(Term::Men, "B:W21,K22:B1,2,K3"), 1);
    EXPECT_EQ(count(Term::Men, "W:W21,K22:B1,2,K3"), -1);
    EXPECT_EQ(count(Term::Kings, "B:W21,K22:B1,2,K3"), 0);
    EXPECT_EQ(count(Term::Kings, "W:W21,K22:B1,2,3"), 1);
    EXPECT_EQ(count(Term::Turn, "W:W21:B1"), 1);
    EXPECT_EQ(count(Term::Turn, "B:W21:B1"), 1);
}

// Black's far half are the squares 17 to 32.
TEST(Terms, Runaways) {
    EXPECT_EQ(count(Term::Runaways, "B:W32:B17"), 1);     // 32 comes too late
    EXPECT_EQ(count(Term::Runaways, "B:W32:B18"), 0);     // 32 can still meet it
    EXPECT_EQ(count(Term::Runaways, "B:WK29:B25"), 0);    // a king in the way is one too
    EXPECT_EQ(count(Term::Runaways, "B:W28:B25"), 1);     // level with it, not before it
    EXPECT_EQ(count(Term::Runaways, "B:W32:B13"), 0);     // not in the far half yet
    EXPECT_EQ(count(Term::Runaways, "B:W32:BK17"), 0);    // kings have arrived
    EXPECT_EQ(count(Term::Runaways, "W:W8:B12"), 1);      // White's, going up
    EXPECT_EQ(count(Term::Runaways, "B:W8:B12"), -1);     // ... seen by Black
    EXPECT_EQ(count(Term::Runaways, "B:W8:B25"), 0);      // one each
    EXPECT_EQ(count(Term::RunawayRows, "B:W32:B17"), 0);  // just past the middle
    EXPECT_EQ(count(Term::RunawayRows, "B:W32:B25"), 2);  // two rows further
    EXPECT_EQ(count(Term::RunawayRows, "W:W8:B12"), 2);
    EXPECT_EQ(count(Term::RunawayRows, "B:W29:B25"), 0);  // not free
}

TEST(Terms, Exposed) {
    EXPECT_EQ(count(Term::Exposed, "B:W23:B18"), 0);        // each could take the other
    EXPECT_EQ(count(Term::Exposed, "B:W23,27:B18"), 1);     // 27 covers 23
    EXPECT_EQ(count(Term::Exposed, "W:W23,27:B18"), -1);    // the same for White to move
    EXPECT_EQ(count(Term::Exposed, "B:W23,27:B14,18"), 0);  // and 14 covers 18
    EXPECT_EQ(count(Term::Exposed, "B:W17,22:B13"), 0);     // nobody lands beyond the edge
    EXPECT_EQ(count(Term::Exposed, "B:W14:B18"), 0);        // men do not take backwards
    EXPECT_EQ(count(Term::Exposed, "B:WK14:B18"), 1);       // kings do
    EXPECT_EQ(count(Term::Exposed, "B:W23,27:BK18"), 1);    // kings are taken like men
}

TEST(Terms, Kings) {
    EXPECT_EQ(count(Term::LockedKings, "B:W32:BK1,5,6"), 1);
    EXPECT_EQ(count(Term::LockedKings, "B:W32:BK1,5"), 0);
    EXPECT_EQ(count(Term::LockedKings, "B:W25,K29:B1"), -1);
    EXPECT_EQ(count(Term::KingSteps, "B:W32:BK18"), 4);
    EXPECT_EQ(count(Term::KingSteps, "B:W32:BK1,5"), 1);
    EXPECT_EQ(count(Term::KingSteps, "B:WK29:BK18"), 3);
    EXPECT_EQ(count(Term::OnlyKings, "B:W32:BK1"), 1);
    EXPECT_EQ(count(Term::OnlyKings, "B:W32:BK1,K2"), 1);
    EXPECT_EQ(count(Term::OnlyKings, "B:WK32:B1"), -1);
    EXPECT_EQ(count(Term::OnlyKings, "B:WK32:BK1"), 0);
    EXPECT_EQ(count(Term::OnlyKings, "B:W32:B1"), 0);
}

TEST(Terms, StuckMen) {
    EXPECT_EQ(count(Term::StuckMen, "B:W32:B1,5,6"), 1);
    EXPECT_EQ(count(Term::StuckMen, "B:W32:B1,5"), 0);
    EXPECT_EQ(count(Term::StuckMen, "B:W32:BK1,5,6"), 0);
    EXPECT_EQ(count(Term::StuckMen, "B:W17,18:B14"), 1);  // a jump is not a step
    EXPECT_EQ(count(Term::StuckMen, "B:W25,29:B1"), -1);  // 25 stands in the way of 29
}

TEST(Terms, Supported) {
    EXPECT_EQ(count(Term::Supported, "B:W32:B6,9"), 1);
    EXPECT_EQ(count(Term::Supported, "B:W32:B5,6,9"), 1);  // once is enough
    EXPECT_EQ(count(Term::Supported, "B:W32:BK6,9"), 1);   // by a king
    EXPECT_EQ(count(Term::Supported, "B:W32:B6,K9"), 0);   // kings need no support
    EXPECT_EQ(count(Term::Supported, "B:W6:B9"), 0);       // not by the enemy
    EXPECT_EQ(count(Term::Supported, "B:W28,32:B1"), -1);  // White's back is below
}

TEST(Terms, StepsOfMen) {
    EXPECT_EQ(count(Term::SafeSteps, "B:W32:B5"), 1 - 2);
    EXPECT_EQ(count(Term::SafeSteps, "B:WK29:B1,5,6"), 1 + 2);  // 1 cannot step; kings do not count
    EXPECT_EQ(count(Term::Offers, "B:WK29:B1,5,6"), 0);
    EXPECT_EQ(count(Term::Offers, "B:WK23:B15"), 2);  // on 18 and on 19 the king takes it from the side
    EXPECT_EQ(count(Term::SafeSteps, "B:WK23:B15"), 0);
    EXPECT_EQ(count(Term::Offers, "B:WK23:B15,K16"), 1);  // 16 covers 19
    EXPECT_EQ(count(Term::SafeSteps, "B:WK23:B15,K16"), 1);
    EXPECT_EQ(count(Term::Offers, "W:WK23:B15"), -2);
}

// Stepping to 18 in front of 22 leaves 15 empty, and 22 jumps there.
TEST(Terms, AStepInFrontOfAnEnemyIsAnOffer) {
    EXPECT_EQ(count(Term::Offers, "B:WK22:B15"), 1);
    EXPECT_EQ(count(Term::SafeSteps, "B:WK22:B15"), 1);  // 19
}

TEST(Terms, Lopsided) {
    EXPECT_EQ(count(Term::Lopsided, "B:W29,31:B1,2,5"), 3);
    EXPECT_EQ(count(Term::Lopsided, "B:W29,31:B1,3,5"), 1);
    EXPECT_EQ(count(Term::Lopsided, "W:W29,31:B3,4,K1"), -2);
}

// Who faces the other two squares apart and has to move must give way: he has not got the move.
TEST(Terms, TheMove) {
    EXPECT_EQ(count(Term::TheMove, "B:WK23:BK15"), -1);
    EXPECT_EQ(count(Term::TheMove, "W:WK23:BK15"), -1);
    EXPECT_EQ(count(Term::TheMove, "B:WK27:BK15"), 1);
    EXPECT_EQ(count(Term::TheMove, "W:WK27:BK15"), 1);
    each_position(1000, []<Geometry G, Movement M>(const Variant& v, const Position<G>& pos) {
        const auto move_of = [](const Position<G>& p) {
            return count_terms<M>(p)[static_cast<std::size_t>(Term::TheMove)];
        };
        ASSERT_EQ(move_of(pos), move_of(turned(pos))) << v.name;
    });
}

}  // namespace
}  // namespace crownhead::eval
