// Fitting: weights that are known beforehand are found again.
#include "learn/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "rules/variants.hpp"
#include "util/random.hpp"

namespace crownhead::learn {
namespace {

eval::Weights zero() { return eval::material_only(list::mini, 0, 0); }

// A few weights of different kinds: two terms, the square of a man and that of a king, the last pattern of all.
std::vector<std::size_t> some_weights() {
    const eval::WeightLayout layout{list::mini.size()};
    return {0, 3, layout.man(7), layout.king(0), layout.count() - 1};
}

eval::Weights truth() {
    eval::Weights weights = zero();
    int value = 120;
    for (const std::size_t i : some_weights()) {
        weights.values[i] = {value, -value / 2 + 20};
        value = -value + 25;
    }
    return weights;
}

// Random counts at random phases, with the score that these weights stand for.
Samples samples_of(const eval::Weights& weights, int count, std::uint64_t seed) {
    Random random(seed);
    Samples samples;
    for (int row = 0; row < count; ++row) {
        const double phase = random.below(101) / 100.0;
        std::vector<eval::Feature> features;
        double value = 0;
        for (const std::size_t i : some_weights()) {
            const int times = static_cast<int>(random.below(5)) - 2;
            features.push_back({static_cast<std::uint32_t>(i), times});
            value += times * (weights.values[i].opening * phase + weights.values[i].ending * (1 - phase));
        }
        samples.add(features, static_cast<float>(phase), static_cast<float>(1 / (1 + std::exp(-value / 100))));
    }
    return samples;
}

TEST(Samples, KeepTheirRows) {
    const eval::Feature first[] = {{1, 2}, {3, -1}};
    const eval::Feature second[] = {{7, 5}};
    Samples samples;
    samples.add(first, 0.25F, 1.0F);
    samples.add({}, 0.5F, 0.5F);
    Samples more;
    more.add(second, 1.0F, 0.0F);
    samples.append(more);
    ASSERT_EQ(samples.size(), 3U);
    ASSERT_EQ(samples.features(0).size(), 2U);
    EXPECT_EQ(samples.features(0)[1].weight, 3U);
    EXPECT_EQ(samples.features(0)[1].count, -1);
    EXPECT_EQ(samples.features(1).size(), 0U);
    ASSERT_EQ(samples.features(2).size(), 1U);
    EXPECT_EQ(samples.features(2)[0].count, 5);
    EXPECT_EQ(samples.phase(0), 0.25F);
    EXPECT_EQ(samples.score(2), 0.0F);
    samples.clear();
    EXPECT_EQ(samples.size(), 0U);
}

// One man more with 100 for a man: +100 is one unit of the logistic curve, 73 %.
TEST(Fit, LossIsCrossEntropy) {
    const eval::Weights weights = eval::material_only(list::mini, 100, 0);
    const eval::Feature man[] = {{0, 1}};
    Samples samples;
    samples.add(man, 0.3F, 1.0F);
    EXPECT_NEAR(loss_of(weights, samples), -std::log(1 / (1 + std::exp(-1.0))), 1e-6);
    EXPECT_NEAR(loss_of(zero(), samples), std::log(2.0), 1e-6);
    EXPECT_EQ(loss_of(weights, {}), 0);
}

TEST(Fit, FindsKnownWeights) {
    const Samples samples = samples_of(truth(), 20'000, 1);
    const FitResult result = fit(zero(), samples, {.square_size = 100});
    for (const std::size_t i : some_weights()) {
        EXPECT_NEAR(result.weights.values[i].opening, truth().values[i].opening, 4) << i;
        EXPECT_NEAR(result.weights.values[i].ending, truth().values[i].ending, 4) << i;
    }
    EXPECT_LT(result.loss_after, result.loss_before);
    EXPECT_NEAR(result.loss_before, std::log(2.0), 1e-6);
    EXPECT_NEAR(result.loss_after, loss_of(truth(), samples), 1e-3);
    EXPECT_NEAR(result.loss_after, loss_of(result.weights, samples), 1e-12);
    // Nothing is made up where no sample speaks of a weight.
    EXPECT_EQ(result.weights.values[1], eval::Weight{});
    EXPECT_EQ(result.weights.layout, zero().layout);
    EXPECT_EQ(result.weights.values.size(), zero().values.size());
}

// A square that was seen three times, always in won games, tells little.
TEST(Fit, WhatIsSeldomSeenStaysSmall) {
    Samples samples = samples_of(truth(), 3'000, 4);
    const auto square = static_cast<std::uint32_t>(zero().layout.king(3));
    const eval::Feature king[] = {{square, 1}};
    for (int i = 0; i < 3; ++i) samples.add(king, 0.5F, 1.0F);
    const eval::Weight fitted = fit(zero(), samples, {}).weights.values[square];
    EXPECT_GT(fitted.opening + fitted.ending, 0);
    EXPECT_LT(fitted.opening + fitted.ending, 10);
}

// A king is worth about as much as before the games in which there was hardly one.
TEST(Fit, WhatIsSeldomSeenStaysNearTheFirstGuess) {
    const eval::Weights guess = eval::material_only(list::english, 100, 150);
    const eval::Feature men[] = {{0, 1}};
    const eval::Feature king[] = {{1, 1}};
    Samples samples;
    for (int i = 0; i < 3'000; ++i) samples.add(men, 0.5F, i % 4 == 0 ? 0.0F : 1.0F);
    samples.add(king, 0.95F, 0.0F);
    const FitResult pulled = fit(guess, samples, {.prior = guess});
    EXPECT_NEAR(pulled.weights.values[1].opening, 150, 60);
    EXPECT_NEAR(pulled.weights.values[1].ending, 150, 10);
    EXPECT_NEAR(pulled.weights.values[2].opening, 0, 1);
    // Without a guess it is pulled towards zero.
    EXPECT_LT(fit(guess, samples, {}).weights.values[1].opening, pulled.weights.values[1].opening - 20);
}

TEST(Fit, TheTruthIsLeftAlone) {
    const Samples samples = samples_of(truth(), 5'000, 2);
    const FitResult result = fit(truth(), samples, {.epochs = 5, .rate = 0.001});
    for (const std::size_t i : some_weights())
        EXPECT_NEAR(result.weights.values[i].opening, truth().values[i].opening, 2) << i;
}

TEST(Fit, SameArgumentsSameResult) {
    const Samples samples = samples_of(truth(), 3'000, 3);
    const FitOptions options{.epochs = 3};
    const FitResult one = fit(zero(), samples, options);
    const FitResult two = fit(zero(), samples, options);
    EXPECT_TRUE(one.weights == two.weights);
    EXPECT_EQ(one.loss_after, two.loss_after);
    EXPECT_LT(one.loss_after, one.loss_before);
}

TEST(Fit, WithoutSamplesNothingChanges) {
    const FitResult result = fit(truth(), {}, {});
    EXPECT_TRUE(result.weights == truth());
    EXPECT_EQ(result.loss_before, 0);
    EXPECT_EQ(result.loss_after, 0);
}

// Samples that are all won would drive the weight to infinity; the file could not hold it.
TEST(Fit, WeightsStayWithinTheirLimit) {
    const eval::Feature man[] = {{0, 1}};
    Samples samples;
    for (int i = 0; i < 100; ++i) samples.add(man, 0.5F, 1.0F);
    const FitResult result = fit(zero(), samples, {.epochs = 400, .rate = 1, .term_size = 1e6});
    EXPECT_GT(result.weights.values[0].opening, 500);
    EXPECT_LE(result.weights.values[0].opening, eval::largest_weight);
    EXPECT_LE(result.weights.values[0].ending, eval::largest_weight);
}

}  // namespace
}  // namespace crownhead::learn
