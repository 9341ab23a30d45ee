// Games of the engine against itself: the same samples on any number of threads, and no favours.
#include "learn/selfplay.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "rules/variants.hpp"
#include "runtime/game.hpp"

namespace crownhead::learn {
namespace {

const Variant& suicide_6() { return **find_variant("suicide-6"); }

const SelfPlayOptions small{.games = 4, .nodes = 50};

bool same(const Samples& a, const Samples& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t row = 0; row < a.size(); ++row) {
        if (a.phase(row) != b.phase(row) || a.score(row) != b.score(row)) return false;
        if (!std::ranges::equal(a.features(row), b.features(row), [](const auto& x, const auto& y) {
                return x.weight == y.weight && x.count == y.count;
            }))
            return false;
    }
    return true;
}

TEST(SelfPlay, SamplesAreWithinTheirBounds) {
    for (const Variant* const v : {&suicide_6(), &list::mini, &list::english}) {
        const eval::Weights weights = eval::first_guess(*v);
        std::vector<std::uint64_t> calls;
        const Samples samples = self_play(*v, weights, small, [&](std::uint64_t done) { calls.push_back(done); });
        EXPECT_EQ(calls, (std::vector<std::uint64_t>{1, 2, 3, 4}));
        ASSERT_GT(samples.size(), 10U) << v->name;
        for (std::size_t row = 0; row < samples.size(); ++row) {
            ASSERT_GE(samples.score(row), 0.0F);
            ASSERT_LE(samples.score(row), 1.0F);
            ASSERT_GT(samples.phase(row), 0.0F);  // there is somebody to move
            ASSERT_LE(samples.phase(row), 1.0F);
            ASSERT_FALSE(samples.features(row).empty());
            for (const eval::Feature& feature : samples.features(row))
                ASSERT_LT(feature.weight, weights.layout.count());
        }
    }
}

// With the result alone a sample is won, drawn or lost; with the search alone it is never certain of a quiet position.
TEST(SelfPlay, ResultAndSearchShareTheScore) {
    SelfPlayOptions options = small;
    options.result_share = 1;
    const Samples results = self_play(suicide_6(), eval::first_guess(suicide_6()), options, {});
    for (std::size_t row = 0; row < results.size(); ++row) {
        const float score = results.score(row);
        ASSERT_TRUE(score == 0.0F || score == 0.5F || score == 1.0F) << score;
    }
    options.result_share = 0;
    const Samples opinions = self_play(suicide_6(), eval::first_guess(suicide_6()), options, {});
    ASSERT_EQ(opinions.size(), results.size());  // the same games
    int between = 0;
    for (std::size_t row = 0; row < opinions.size(); ++row) {
        const float score = opinions.score(row);
        if (score != 0.0F && score != 0.5F && score != 1.0F) ++between;
    }
    EXPECT_GT(between, 0);
}

TEST(SelfPlay, SeedsMatter) {
    const eval::Weights weights = eval::first_guess(suicide_6());
    SelfPlayOptions other = small;
    other.seed = 2;
    const Samples samples = self_play(suicide_6(), weights, small, {});
    EXPECT_TRUE(same(samples, self_play(suicide_6(), weights, small, {})));
    EXPECT_FALSE(same(samples, self_play(suicide_6(), weights, other, {})));
}

TEST(Compare, EqualWeightsAreExactlyEven) {
    for (const Variant* const v : {&suicide_6(), &list::mini, &list::english}) {
        const eval::Weights weights = eval::first_guess(*v);
        const MatchStats stats = compare(*v, weights, weights, small, {});
        EXPECT_EQ(stats.games(), 4U) << v->name;
        EXPECT_EQ(stats.wins, stats.losses) << v->name;
        EXPECT_EQ(stats.pairs[2], 2U) << v->name;
    }
}

TEST(Compare, WrongIdeasLose) {
    SelfPlayOptions options = small;
    options.games = 12;
    const eval::Weights good = eval::material_only(list::mini, 100, 0);
    const eval::Weights bad = eval::material_only(list::mini, -100, 0);
    EXPECT_GT(compare(list::mini, good, bad, options, {}).points(), 8);
    EXPECT_LT(compare(list::mini, bad, good, options, {}).points(), 4);
}

TEST(ThreadsSelfPlay, AnyNumberOfThreadsGivesTheSameSamples) {
    const eval::Weights weights = eval::first_guess(suicide_6());
    const Samples one = self_play(suicide_6(), weights, small, {});
    SelfPlayOptions options = small;
    options.threads = 2;
    std::uint64_t last = 0;
    const Samples two = self_play(suicide_6(), weights, options, [&](std::uint64_t done) { last = done; });
    EXPECT_TRUE(same(one, two));
    EXPECT_EQ(last, small.games);

    const eval::Weights other = eval::material_only(suicide_6(), 50, 50);
    const MatchStats alone = compare(suicide_6(), weights, other, small, {});
    const MatchStats together = compare(suicide_6(), weights, other, options, {});
    EXPECT_EQ(alone.pairs, together.pairs);
    EXPECT_EQ(alone.wins, together.wins);
}

}  // namespace
}  // namespace crownhead::learn
