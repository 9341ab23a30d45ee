// No position makes move generation slow: a hill climb looks for the boards on which captures take the most work, and what it
// finds is generated within the budget or refused when it is set up. Work is counted, not timed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "game/movegen.hpp"
#include "notation/fen.hpp"
#include "notation/outcome_text.hpp"
#include "rules/variants.hpp"
#include "runtime/convert.hpp"
#include "runtime/engine.hpp"
#include "runtime/follower.hpp"
#include "runtime/game.hpp"
#include "runtime/with_variant.hpp"
#include "support/game_at.hpp"
#include "support/tested_games.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

struct FlyingKings {
    constexpr bool operator()(const Variant& v) const { return kings_fly(v.move) && v.size() >= 8; }
};

// What the generator hands over, and the states that it remembers.
template <Geometry G>
struct WorkCounter {
    std::uint64_t work = 0;

    void add(const Move<G>&, std::uint32_t, int) { ++work; }
    template <Direction D, Side Us>
    void add_singles(SquareSet<G>, std::uint32_t) {}
    bool spend() { return ++work <= 2 * capture_budget; }
};

template <Geometry G, Movement M>
std::uint64_t work_of(const Position<G>& pos) {
    WorkCounter<G> counter;
    Generator<G, M, Side::White>(pos).find_captures(counter);
    return counter.work;
}

template <Geometry G>
Square random_square(Random& random) {
    return static_cast<Square>(G.bit(static_cast<int>(random.below(static_cast<std::uint32_t>(G.squares())))));
}

// One white king among black kings, changed square by square as long as the work does not become less.
template <Geometry G, Movement M>
Position<G> climb(std::uint32_t kings, int steps, Random& random) {
    Position<G> pos;
    pos.turn = Side::White;
    const Square first = random_square<G>(random);
    pos.pieces[slot(Side::White)] = SquareSet<G>(first);
    for (std::uint32_t i = 0; i < kings; ++i) pos.pieces[slot(Side::Black)] |= SquareSet<G>(random_square<G>(random));
    pos.pieces[slot(Side::Black)] -= SquareSet<G>(first);
    pos.kings = pos.occupied();
    std::uint64_t most = work_of<G, M>(pos);
    for (int i = 0; i < steps && most <= capture_budget; ++i) {
        Position<G> next = pos;
        const Side side = random.below(6) == 0 ? Side::White : Side::Black;
        const SquareSet<G> to(random_square<G>(random));
        if (to & next.occupied()) {
            if (side == Side::White || (to & next.of(Side::White))) continue;
            next.pieces[slot(Side::Black)] -= to;
        } else if (side == Side::White) {
            next.pieces[slot(Side::White)] = to;
        } else if (next.of(Side::Black).count() < static_cast<int>(kings)) {
            next.pieces[slot(Side::Black)] |= to;
        }
        next.kings = next.occupied();
        if (const std::uint64_t work = work_of<G, M>(next); work >= most) {
            most = work;
            pos = next;
        }
    }
    return pos;
}

void climb_all(int steps) {
    Random random(5);
    for (const Variant& v : variants) {
        if (!FlyingKings{}(v)) continue;
        with_variant<FlyingKings>(v, [&]<Geometry G, Movement M>() {
            for (int i = 0; i < 2; ++i) {
                const Position<G> pos = climb<G, M>(static_cast<std::uint32_t>(v.pieces_per_side()), steps, random);
                const std::unique_ptr<Game> game = new_game(v);
                const bool accepted = game->set(to_placement(v, pos), Strictness::Anything).has_value();
                MoveList<G> moves;
                const std::uint64_t work = Generator<G, M, Side::White>(pos).captures(moves, capture_budget);
                EXPECT_EQ(accepted, work <= capture_budget) << v.name;
                // Captures along rows and columns are what makes them immense, or thirty kings.
                if (v.move.man_capture != ManCapture::AllEight && v.size() < 12) {
                    EXPECT_LT(work, capture_budget / 4) << v.name;
                }
            }
        });
    }
}

TEST(CaptureWork, NoBoardTakesMoreThanTheBudget) { climb_all(20); }
#ifdef CROWNHEAD_SANITIZED
constexpr int long_climb = 30;
#else
constexpr int long_climb = 100;
#endif
TEST(LongCaptureWork, NoBoardTakesMoreThanTheBudget) { climb_all(long_climb); }

// After some steps of Black.
constexpr std::string_view becomes_immense = "B:WK26,K45:BK4,K8,K9,K11-13,K17,K22-24,K27-31,K33,K35,K39,K42,K48";
constexpr std::string_view immense =
    "W:WK34:BK4,K8,K9,K10,K11,K13,K17,K22,K24,K27,K28,K29,K30,K31,K33,K35,K39,K42,K46,K48";

TEST(CaptureWork, ImmensePositionsAreGeneratedOnceEach) {
    with_variant<FlyingKings>(list::frisian, [&]<Geometry G, Movement M>() {
        const Position<G> pos = to_position<G>(list::frisian, *fen::read(list::frisian, immense));
        MoveList<G> moves;
        EXPECT_LT(generate<M>(pos, moves), 1U << 20U);
        EXPECT_EQ(moves.size(), 26U);
        for (const Move<G>& mv : moves) EXPECT_EQ(mv.captured.count(), 19);
        ReachedJumps<G> reached;
        const std::vector<AnyMove> paths = to_any_moves<M>(list::frisian, pos, moves[0], 10'000, reached);
        EXPECT_GT(paths.size(), 1U);
        for (const AnyMove& path : paths) EXPECT_TRUE(same_effect(path, paths.front()));
    });
}

TEST(CaptureWork, MoreThanTheBudgetIsRefused) {
    const Variant& v = list::frisian;
    for (const std::string_view position :
         {immense, std::string_view(
                       "W:WK26,K45:BK4,K8,K9,K10,K11,K13,K17,K22,K24,K27,K28,K29,K30,K31,K33,K35,K39,K42,K46,K48")}) {
        const auto placement = fen::read(v, position);
        ASSERT_TRUE(placement);
        const std::unique_ptr<Game> game = new_game(v);
        const Result<void> set = game->set(*placement, Strictness::Legal);
        ASSERT_FALSE(set) << position;
        EXPECT_NE(set.error().message.find("too many ways"), std::string::npos) << set.error().message;
        EXPECT_EQ(game->legal().size(), new_game(v)->legal().size());  // it stands as it was
    }
}

// Accepted when it is set up: what makes it immense is a step of Black.
TEST(CaptureWork, AGameThatGetsBeyondTheBudgetEnds) {
    const Variant& v = list::frisian;
    const auto game = game_at(v, becomes_immense);
    const std::unique_ptr<Follower> follower = new_follower(v);
    ASSERT_TRUE(follower->set(game->placement(), Strictness::Legal));
    const auto over = [&](std::size_t index) {
        game->play(index);
        return game->outcome().has_value();
    };
    std::size_t index = 0;
    while (index < game->legal().size() && !over(index)) {
        game->undo();
        ++index;
    }
    ASSERT_TRUE(game->outcome());
    EXPECT_EQ(game->outcome()->reason, Reason::TooManyCaptures);
    EXPECT_EQ(game->outcome()->winner, std::nullopt);
    EXPECT_TRUE(game->legal().empty());
    EXPECT_EQ(outcome_text::describe(v, *game->outcome()),
              "draw: the captures in this position can be carried out in too many ways to list them");
    const AnyMove played = game->played().back();
    const std::span<const std::size_t> found = follower->between(played.from, played.to());
    ASSERT_EQ(found.size(), 1U);
    follower->play(found.front());
    EXPECT_EQ(follower->outcome(), game->outcome());
    EXPECT_EQ(follower->moves(), 0U);
    follower->undo();
    EXPECT_FALSE(follower->outcome());
    ASSERT_TRUE(game->undo());
    EXPECT_FALSE(game->outcome());
    EXPECT_FALSE(game->legal().empty());
    ASSERT_TRUE(game->redo());
    EXPECT_TRUE(game->outcome());
}

// Accepted when it is set up, but after a move of Black the captures of White pass the budget. The search counts the work as
// nodes; it may not do more of it than its own budget at any of them.
TEST(CaptureWork, ImmensePositionsBelowTheRootDoNotHoldUpASearch) {
    const auto game = game_at(list::frisian, becomes_immense);
    if (!sanitized) {  // the test itself is not optimised there
        std::uint64_t most = 0;
        with_variant<FlyingKings>(list::frisian, [&]<Geometry G, Movement M>() {
            const Position<G> pos = to_position<G>(list::frisian, game->placement());
            MoveList<G> moves;
            generate<M>(pos, moves);
            for (std::size_t i = 0; i < moves.size() && most <= capture_budget; ++i) {
                MoveList<G> replies;
                most = std::max(most, generate<M>(after<M>(pos, moves[i]), replies, 2 * capture_budget));
            }
        });
        ASSERT_GT(most, capture_budget);
    }
    const std::unique_ptr<Engine> engine = new_engine(list::frisian, {.table_megabytes = 1});
    const Analysis analysis = engine->think(*game, {.depth = 1});
    EXPECT_EQ(analysis.depth, 1);
    EXPECT_LT(analysis.nodes, game->legal().size() * search_budget / 4);
    EXPECT_LT(engine->think(*game, {.nodes = 100}).best(), game->legal().size());
}

}  // namespace
}  // namespace crownhead
