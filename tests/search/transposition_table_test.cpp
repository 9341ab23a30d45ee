// The transposition table: what is found was stored for that key, and what is worth more stays longer.
#include "search/transposition_table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "search/score.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

// Different keys that share a cluster: tables choose it by the lowest bits, and none here has more than 2^32 of them.
std::uint64_t neighbour(std::uint64_t number) { return (number << 32) | 77; }

bool holds(const TranspositionTable& table, std::uint64_t key) {
    TranspositionTable::Found found;
    return table.find(key, found);
}

TEST(TranspositionTable, FindsExactlyWhatWasStored) {
    TranspositionTable table(1);
    Random random(1);
    const int scores[] = {0, 1, -1, 255, -256, 65536, score::won, -score::won, score::loss(250), score::win(250)};
    for (const Bound bound : {Bound::Upper, Bound::Lower, Bound::Exact})
        for (const int score : scores)
            for (int i = 0; i < 256; ++i) {
                const std::uint64_t key = random.next();
                table.store(key, score, i, bound, 255 - i);
                TranspositionTable::Found found;
                ASSERT_TRUE(table.find(key, found));
                ASSERT_EQ(found.score, score);
                ASSERT_EQ(found.depth, i);
                ASSERT_EQ(found.bound, bound);
                ASSERT_EQ(found.move, 255 - i);
            }
}

TEST(TranspositionTable, DoesNotFindOtherKeys) {
    TranspositionTable table(1);
    EXPECT_FALSE(holds(table, 0));
    EXPECT_FALSE(holds(table, neighbour(1)));
    table.store(neighbour(1), 5, 3, Bound::Exact, 7);
    EXPECT_FALSE(holds(table, neighbour(2)));
    EXPECT_FALSE(holds(table, neighbour(1) + 1));
    EXPECT_FALSE(holds(table, ~neighbour(1)));
    EXPECT_TRUE(holds(table, neighbour(1)));
}

// What is known of a position is replaced as a whole, except that a move is better than none.
TEST(TranspositionTable, OnePositionHasOneEntry) {
    TranspositionTable table(1);
    const std::uint64_t key = neighbour(1);
    table.store(key, 5, 30, Bound::Exact, 7);
    table.store(key, -6, 2, Bound::Upper, TranspositionTable::no_move);
    TranspositionTable::Found found;
    ASSERT_TRUE(table.find(key, found));
    EXPECT_EQ(found.score, -6);
    EXPECT_EQ(found.depth, 2);
    EXPECT_EQ(found.bound, Bound::Upper);
    EXPECT_EQ(found.move, 7);
    table.store(key, -6, 2, Bound::Upper, 9);
    ASSERT_TRUE(table.find(key, found));
    EXPECT_EQ(found.move, 9);
    // The other places of the cluster are still free.
    for (std::uint64_t i = 2; i <= 4; ++i) table.store(neighbour(i), 0, 1, Bound::Exact, 0);
    for (std::uint64_t i = 1; i <= 4; ++i) EXPECT_TRUE(holds(table, neighbour(i))) << i;
}

TEST(TranspositionTable, DeepEntriesOutliveShallowOnes) {
    TranspositionTable table(1);
    for (std::uint64_t i = 1; i <= 3; ++i) table.store(neighbour(i), 0, 20, Bound::Exact, 0);
    for (std::uint64_t i = 4; i <= 40; ++i) {
        table.store(neighbour(i), 0, static_cast<int>(i % 20), Bound::Exact, 0);
        EXPECT_TRUE(holds(table, neighbour(i)));                // the newest is always there
        EXPECT_FALSE(holds(table, neighbour(i - 1)) && i > 4);  // in the place of the last one
    }
    for (std::uint64_t i = 1; i <= 3; ++i) EXPECT_TRUE(holds(table, neighbour(i))) << i;
}

TEST(TranspositionTable, OldEntriesGoFirst) {
    TranspositionTable table(1);
    for (std::uint64_t i = 1; i <= 4; ++i) table.store(neighbour(i), 0, 12, Bound::Exact, 0);
    table.next_search();
    table.next_search();
    for (std::uint64_t i = 5; i <= 8; ++i) table.store(neighbour(i), 0, 5, Bound::Exact, 0);
    for (std::uint64_t i = 1; i <= 4; ++i) EXPECT_FALSE(holds(table, neighbour(i))) << i;
    for (std::uint64_t i = 5; i <= 8; ++i) EXPECT_TRUE(holds(table, neighbour(i))) << i;
}

// The age is a number of few bits, which begins again without harm to the entries of the present search.
TEST(TranspositionTable, ManySearches) {
    TranspositionTable table(1);
    for (std::uint64_t i = 1; i <= 1000; ++i) {
        table.next_search();
        table.store(neighbour(i), 0, 30, Bound::Exact, 0);
        table.store(neighbour(i + 5000), 0, 10, Bound::Exact, 0);
        ASSERT_TRUE(holds(table, neighbour(i)));
        ASSERT_TRUE(holds(table, neighbour(i + 5000)));
    }
}

TEST(TranspositionTable, Clear) {
    TranspositionTable table(1);
    Random random(2);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 1000; ++i) {
        keys.push_back(random.next());
        table.store(keys.back(), i, 1, Bound::Exact, 0);
    }
    table.clear();
    for (const std::uint64_t key : keys) ASSERT_FALSE(holds(table, key));
    table.store(keys.front(), 1, 1, Bound::Exact, 0);
    EXPECT_TRUE(holds(table, keys.front()));
}

// The data of a key follow from the key, so any thread can tell whether what it finds was ever stored for it. All keys share
// a few clusters: the threads write over each other all the time.
TEST(ThreadsTranspositionTable, NeverMixesEntries) {
    TranspositionTable table(1);
    constexpr int threads = 4;
#ifdef CROWNHEAD_SANITIZED
    constexpr int rounds = 50'000;
#else
    constexpr int rounds = 500'000;  // enough that a table without the mixed key is caught
#endif
    std::atomic<int> wrong = 0;
    std::atomic<int> hits = 0;
    const auto work = [&](std::uint64_t seed) {
        Random random(seed);
        for (int round = 0; round < rounds; ++round) {
            std::uint64_t state = random.below(200);
            const std::uint64_t key = (splitmix64(state) & ~std::uint64_t{0xffff'fffe}) | 8;
            std::uint64_t data = key;
            const std::uint64_t mixed = splitmix64(data);
            const int score = static_cast<int>(mixed % 1'800'000'001) - score::won;
            const int depth = static_cast<int>((mixed >> 32) & 255);
            const int move = static_cast<int>((mixed >> 40) % 255);
            const auto bound = static_cast<Bound>(1 + (mixed >> 50) % 3);
            if (random.below(2) == 0) {
                table.store(key, score, depth, bound, move);
                continue;
            }
            TranspositionTable::Found found;
            if (!table.find(key, found)) continue;
            ++hits;
            if (found.score != score || found.depth != depth || found.move != move || found.bound != bound) ++wrong;
        }
    };
    {
        std::vector<std::jthread> running;
        for (int i = 0; i < threads; ++i) running.emplace_back(work, static_cast<std::uint64_t>(i));
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(hits, 0);
}

}  // namespace
}  // namespace crownhead
