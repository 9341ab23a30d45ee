// Move ordering: every move once, the promising ones first, and otherwise as the generator lists them.
#include "search/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "util/random.hpp"

namespace crownhead {
namespace {

constexpr Geometry board8{.size = 8};
using Memory = MoveHistory<board8>;
using Killers = Memory::Killers;

// By square index, not by number; captured squares are as many as wanted.
Move<board8> step(int from, int to) {
    return {static_cast<Square>(board8.bit(from)), static_cast<Square>(board8.bit(to)), false, {}};
}
Move<board8> promotion(int from, int to) {
    Move<board8> mv = step(from, to);
    mv.promotes = true;
    return mv;
}
Move<board8> capture(int from, int to, int pieces) {
    Move<board8> mv = step(from, to);
    for (int i = 0; i < pieces; ++i) mv.captured |= SquareSet<board8>(static_cast<Square>(board8.bit(8 + i)));
    return mv;
}

MoveList<board8> list_of(const std::vector<Move<board8>>& moves) {
    MoveList<board8> list;
    for (const Move<board8>& mv : moves) list.push_back(mv);
    return list;
}

std::vector<std::size_t> handed_out(MoveOrder<board8>& order, std::size_t count) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(order.next());
    return all;
}

// What a rating has to go by; nothing unless said otherwise.
struct Known {
    int hash_move = 255;
    bool fewer_first = false;
    SearchFeatures features{};
    Killers killers{};
    Move<board8> previous{};
};

std::vector<std::size_t> order_of(const std::vector<Move<board8>>& moves, const Memory& memory, const Known& known) {
    const MoveList<board8> list = list_of(moves);
    MoveOrder<board8> order(list);
    order.rate(known.hash_move, known.fewer_first, known.features, memory, known.killers, Side::Black, known.previous);
    return handed_out(order, moves.size());
}

using Indices = std::vector<std::size_t>;

TEST(MoveOrder, WithoutRatingAsGenerated) {
    const MoveList<board8> list = list_of({step(8, 12), step(9, 12), step(9, 13)});
    MoveOrder<board8> order(list);
    EXPECT_EQ(handed_out(order, 3), (Indices{0, 1, 2}));
}

TEST(MoveOrder, EveryMoveOnce) {
    Random random(1);
    for (int round = 0; round < 50; ++round) {
        Memory memory;
        std::vector<Move<board8>> moves;
        const std::size_t count = 1 + random.below(200);  // also more than fit on the stack
        for (std::size_t i = 0; i < count; ++i) {
            const int from = static_cast<int>(random.below(32));
            const int to = static_cast<int>(random.below(32));
            moves.push_back(random.below(4) == 0 ? promotion(from, to) : step(from, to));
            memory.credit(Side::Black, moves.back(), static_cast<int>(random.below(801)) - 400);
        }
        Indices all = order_of(moves, memory, {.hash_move = static_cast<int>(random.below(255))});
        std::ranges::sort(all);
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(all[i], i);
    }
}

TEST(MoveOrder, HashPromotionsKillersCounterOthers) {
    const std::vector<Move<board8>> moves{step(0, 4),  step(1, 5),        step(2, 6), step(3, 7),
                                          step(8, 12), promotion(24, 28), step(9, 13)};
    const Move<board8> previous = step(20, 16);
    Memory memory;
    memory.set_counter(Side::Black, previous, moves[3]);
    memory.credit(Side::Black, moves[1], 400);
    const Known all{.hash_move = 6, .killers = {.first = moves[4], .second = moves[2]}, .previous = previous};
    EXPECT_EQ(order_of(moves, memory, all), (Indices{6, 5, 4, 2, 3, 1, 0}));

    Known some = all;
    some.features = SearchFeatures{}.without(SearchFeature::Killers);
    EXPECT_EQ(order_of(moves, memory, some), (Indices{6, 5, 1, 0, 2, 3, 4}));
    some.features = SearchFeatures{}.without(SearchFeature::History);
    EXPECT_EQ(order_of(moves, memory, some), (Indices{6, 5, 4, 2, 3, 0, 1}));
    some.features = SearchFeatures::none();
    EXPECT_EQ(order_of(moves, memory, some), (Indices{6, 5, 0, 1, 2, 3, 4}));
    some = all;
    some.previous = {};  // after a pass there is no counter move
    EXPECT_EQ(order_of(moves, memory, some), (Indices{6, 5, 4, 2, 1, 0, 3}));
    some = all;
    some.hash_move = 255;
    EXPECT_EQ(order_of(moves, memory, some), (Indices{5, 4, 2, 3, 1, 0, 6}));
}

TEST(MoveOrder, LargeCapturesFirstUnlessOneWantsToLose) {
    const std::vector<Move<board8>> moves{step(0, 4), capture(1, 10, 1), capture(2, 20, 3), capture(3, 15, 2),
                                          promotion(24, 28)};
    EXPECT_EQ(order_of(moves, Memory{}, {}), (Indices{2, 3, 1, 4, 0}));
    EXPECT_EQ(order_of(moves, Memory{}, {.fewer_first = true}), (Indices{1, 3, 2, 4, 0}));
    EXPECT_EQ(order_of(moves, Memory{}, {.hash_move = 0}), (Indices{0, 2, 3, 1, 4}));
}

TEST(MoveOrder, HistoryBySideAndTiesAsGenerated) {
    const std::vector<Move<board8>> moves{step(0, 4), step(1, 5), step(2, 6), step(3, 7), step(8, 12), step(9, 13)};
    Memory memory;
    memory.credit(Side::Black, moves[3], 20);
    memory.credit(Side::Black, moves[5], 20);
    memory.credit(Side::Black, moves[4], 90);
    memory.credit(Side::Black, moves[0], -20);
    memory.credit(Side::White, moves[2], 300);  // the other side's
    EXPECT_EQ(order_of(moves, memory, {}), (Indices{4, 3, 5, 1, 2, 0}));
}

TEST(MoveHistory, HistoryStaysWithinItsLimit) {
    Memory memory;
    const Move<board8> mv = step(0, 4);
    for (const int bonus : {1, 400, Memory::history_limit, -1, -400, -Memory::history_limit}) {
        for (int i = 0; i < 20'000; ++i) {
            const int before = memory.history(Side::Black, mv);
            memory.credit(Side::Black, mv, bonus);
            const int now = memory.history(Side::Black, mv);
            ASSERT_LE(std::abs(now), Memory::history_limit) << bonus;
            if (bonus > 0)
                ASSERT_GE(now, before) << bonus;
            else
                ASSERT_LE(now, before) << bonus;
        }
    }
    EXPECT_LT(memory.history(Side::Black, mv), -Memory::history_limit / 2);  // it does get there
    EXPECT_EQ(memory.history(Side::White, mv), 0);
    EXPECT_EQ(memory.history(Side::Black, step(0, 5)), 0);
}

TEST(MoveHistory, KillersAreTheLastTwoDifferentOnes) {
    Killers killers;
    killers.add(step(0, 4));
    killers.add(step(1, 5));
    killers.add(step(1, 5));
    EXPECT_EQ(killers.first, step(1, 5));
    EXPECT_EQ(killers.second, step(0, 4));
    killers.add(step(2, 6));
    EXPECT_EQ(killers.second, step(1, 5));
}

}  // namespace
}  // namespace crownhead
