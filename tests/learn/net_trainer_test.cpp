// Training: it learns, the net in whole numbers is as good as the one in floating point, and threads do not matter.
#include "learn/net_trainer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "eval/net_evaluator.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead::learn {
namespace {

int count(const eval::SquareBits& set) { return std::popcount(set[0]) + std::popcount(set[1]); }

// Random positions of the 6x6 board whose value is the balance of pieces, a king counted twice.
std::vector<Sample> material_samples(std::size_t size) {
    Random random(1);
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < size; ++i) {
        PackedPosition position;
        for (std::size_t square = 0; square < 18; ++square) {
            const std::uint64_t bit = std::uint64_t{1} << square;
            const std::uint32_t kind = random.below(6);
            if (kind < 2) position.own[0] |= bit;
            if (kind >= 4) position.enemy[0] |= bit;
            if (kind == 1 || kind == 5) position.kings[0] |= bit;
        }
        const eval::SquareBits own_kings{position.own[0] & position.kings[0], 0};
        const eval::SquareBits enemy_kings{position.enemy[0] & position.kings[0], 0};
        const int balance = count(position.own) - count(position.enemy) + count(own_kings) - count(enemy_kings);
        const auto target = static_cast<float>(1 / (1 + std::exp(-0.4 * balance)));
        samples.push_back({.position = position, .target = target, .held_out = i % 10 == 0});
    }
    return samples;
}

Position<Geometry{6}> unpack(const PackedPosition& packed) {
    constexpr Geometry board{6};
    Position<board> pos;
    for (int i = 0; i < board.squares(); ++i) {
        const SquareSet<board> square(static_cast<Square>(board.bit(i)));
        const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(i);
        if ((packed.own[0] & bit) != 0) pos.pieces[slot(Side::Black)] |= square;
        if ((packed.enemy[0] & bit) != 0) pos.pieces[slot(Side::White)] |= square;
        if ((packed.kings[0] & bit) != 0) pos.kings |= square;
    }
    return pos;
}

const TrainOptions quick{.epochs = 10, .rate = 0.003, .batch = 256};

TEST(NetTrainer, LearnsAndKeepsWhatItLearntInWholeNumbers) {
    const Variant& v = **find_variant("english-6");
    const std::vector<Sample> samples = material_samples(4000);
    double first_loss = 0;
    const TrainedNet trained = train_net(v, samples, quick, [&](const TrainProgress& progress) {
        if (progress.epoch == 1) first_loss = progress.held_out_loss;
    });
    EXPECT_LT(trained.held_out_loss, 0.3 * first_loss);
    EXPECT_LT(trained.held_out_loss, 0.005);

    eval::NetEvaluator<Geometry{6}> evaluator(trained.net, 2 * v.pieces_per_side(), 1);
    double loss = 0;
    int held_out = 0;
    for (const Sample& sample : samples) {
        if (!sample.held_out) continue;
        const double expected = 1 / (1 + std::exp(-evaluator(unpack(sample.position), 0) / 100.0));
        loss += (expected - sample.target) * (expected - sample.target);
        ++held_out;
    }
    EXPECT_NEAR(loss / held_out, trained.held_out_loss, 0.02 * trained.held_out_loss);
}

TEST(NetTrainer, GivesTheSameNetOnAnyNumberOfThreads) {
    const Variant& v = **find_variant("english-6");
    const std::vector<Sample> samples = material_samples(1000);
    TrainOptions options = quick;
    options.epochs = 2;
    const TrainedNet one = train_net(v, samples, options, {});
    options.threads = 3;
    const TrainedNet three = train_net(v, samples, options, {});
    EXPECT_EQ(one.net, three.net);
    EXPECT_EQ(one.held_out_loss, three.held_out_loss);
}

TEST(NetTrainer, GoesOnWithANet) {
    const Variant& v = **find_variant("english-6");
    const std::vector<Sample> samples = material_samples(4000);
    const TrainedNet trained = train_net(v, samples, quick, {});
    TrainOptions options = quick;
    options.epochs = 1;
    options.rate = 0;
    options.last_rate = 0;
    const TrainedNet fresh = train_net(v, samples, options, {});
    options.from = &trained.net;
    const TrainedNet same = train_net(v, samples, options, {});
    EXPECT_EQ(same.net, trained.net);  // nothing is learnt at a rate of 0, and nothing is lost
    EXPECT_NEAR(same.held_out_loss, trained.held_out_loss, 0.02 * trained.held_out_loss);
    EXPECT_LT(same.held_out_loss, 0.5 * fresh.held_out_loss);
}

TEST(NetTrainer, StopsWhenItIsAskedTo) {
    std::stop_source stop;
    TrainOptions options = quick;
    options.stop = stop.get_token();
    int epochs = 0;
    train_net(**find_variant("english-6"), material_samples(500), options, [&](const TrainProgress&) {
        ++epochs;
        stop.request_stop();
    });
    EXPECT_EQ(epochs, 1);
}

TEST(NetSamples, AreOneForEachPositionWithTheMeanOfItsTargets) {
    TrainingRecord record;
    record.position.own = {5, 0};
    record.result = GameResult::Win;
    TrainingRecord lost = record;
    lost.result = GameResult::Loss;
    TrainingRecord other = record;
    other.position.kings = {1, 0};
    other.score = 100;
    other.result = GameResult::Unknown;
    const std::vector<TrainingRecord> records{record, lost, other};
    const std::vector<Sample> samples = make_samples(records, 0.5, 0);
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_EQ(samples[0].position, record.position);
    EXPECT_NEAR(samples[0].target, 0.5, 1e-6);                       // the mean of 0.75 and 0.25
    EXPECT_NEAR(samples[1].target, 1 / (1 + std::exp(-1.0)), 1e-6);  // no result: the score alone
}

}  // namespace
}  // namespace crownhead::learn
