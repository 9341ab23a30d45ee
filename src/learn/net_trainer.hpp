// Trains a net on positions: stochastic gradient descent (Adam) on the squared error of the logistic curve. The same data,
// options and seed give the same net, whatever the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "eval/net.hpp"
#include "learn/training_data.hpp"

namespace crownhead::learn {

// A position that occurs several times is one sample with the mean of its targets.
struct Sample {
    PackedPosition position{};
    float target = 0;  // expected score of the side to move, 0 to 1
    bool held_out = false;
};

// `result_share`: how much the result of the game counts beside the score of the search. `held_out`: the share of positions
// kept for measuring, chosen by position.
std::vector<Sample> make_samples(std::span<const TrainingRecord> records, double result_share, double held_out);

struct TrainOptions {
    int epochs = 20;
    double rate = 0.001;  // at the start; falls along a cosine
    double last_rate = 0.00002;
    std::size_t batch = 16'384;
    std::uint64_t seed = 1;
    int threads = 1;
    const eval::Net* from = nullptr;  // training goes on with its weights; random ones otherwise
    std::stop_token stop{};
};

struct TrainProgress {
    int epoch = 0;
    double loss = 0;           // mean squared error of the epoch
    double held_out_loss = 0;  // after it
};

struct TrainedNet {
    eval::Net net{};
    double loss = 0;
    double held_out_loss = 0;
};

// `variant`: whose board it is; `on_epoch` is called by this thread.
TrainedNet train_net(const Variant& variant, std::span<const Sample> samples, const TrainOptions& options,
                     const std::function<void(const TrainProgress&)>& on_epoch);

}  // namespace crownhead::learn
