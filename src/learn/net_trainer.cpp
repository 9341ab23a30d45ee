#include "learn/net_trainer.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <unordered_map>

#include "util/assert.hpp"
#include "util/random.hpp"
#include "util/threads.hpp"

namespace crownhead::learn {

namespace {

constexpr std::size_t hidden = eval::net_hidden;
constexpr std::size_t buckets = eval::net_buckets;
constexpr std::size_t shards = 32;  // of a batch; each adds up its own gradient, so threads do not matter
constexpr float largest_input = static_cast<float>(eval::largest_input_weight) / eval::net_unit;
constexpr float largest_output = static_cast<float>(eval::largest_output_weight) / eval::net_output_unit;

constexpr float output_products = static_cast<float>(eval::net_unit * eval::net_unit) * eval::net_output_unit;

using HiddenRow = std::array<float, hidden>;

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

std::uint64_t hash_of(const PackedPosition& position) {
    std::uint64_t hash = 0;
    for (const eval::SquareBits& set : {position.own, position.enemy, position.kings})
        for (const std::uint64_t word : set) {
            std::uint64_t state = hash ^ word;
            hash = splitmix64(state);
        }
    return hash;
}

// All parameters in one row, so that the optimiser need not know what they are.
struct Layout {
    std::size_t inputs = 0;

    std::size_t input(std::size_t row) const { return row * hidden; }
    std::size_t input_bias() const { return inputs * hidden; }
    std::size_t output(std::size_t bucket) const { return (inputs + 1) * hidden + bucket * 2 * hidden; }
    std::size_t output_bias() const { return output(buckets); }
    std::size_t size() const { return output_bias() + buckets; }
};

// The inputs that are on, as the mover and the opponent see them.
struct ActiveInputs {
    std::array<std::uint16_t, 2 * max_squares> own{};
    std::array<std::uint16_t, 2 * max_squares> other{};
    std::size_t count = 0;
};

void find_inputs(const PackedPosition& position, std::size_t squares, ActiveInputs& active) {
    active.count = 0;
    const auto scan = [&](const eval::SquareBits& pieces, bool enemy) {
        for (std::size_t word = 0; word < 2; ++word)
            for (std::uint64_t rest = pieces[word]; rest != 0; rest &= rest - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(rest));
                const std::size_t square = 64 * word + bit;
                const std::size_t king = (position.kings[word] >> bit) & 1;
                active.own[active.count] = static_cast<std::uint16_t>(((enemy ? 2 : 0) + king) * squares + square);
                active.other[active.count] =
                    static_cast<std::uint16_t>(((enemy ? 0 : 2) + king) * squares + squares - 1 - square);
                ++active.count;
            }
    };
    scan(position.own, false);
    scan(position.enemy, true);
}

class Trainer {
public:
    Trainer(const Variant& variant, std::span<const Sample> samples, const TrainOptions& options)
        : squares_(static_cast<std::size_t>(variant.board.squares())),
          full_(2 * variant.pieces_per_side()),
          layout_{4 * squares_},
          samples_(samples),
          options_(options),
          parameters_(layout_.size()),
          mean_(layout_.size()),
          variance_(layout_.size()),
          gradients_(shards, std::vector<float>(layout_.size())) {
        Random random(options.seed);
        const auto uniform = [&](float scale) {
            return scale * (2 * static_cast<float>(random.below(1U << 24U)) / static_cast<float>(1U << 24U) - 1);
        };
        for (std::size_t i = 0; i < layout_.input_bias(); ++i) parameters_[i] = uniform(0.15F);
        for (std::size_t i = layout_.input_bias(); i < layout_.output(0); ++i) parameters_[i] = 0.25F;
        for (std::size_t i = layout_.output(0); i < layout_.output_bias(); ++i) parameters_[i] = uniform(0.1F);
        if (options.from != nullptr) take_over(*options.from);
        for (std::size_t i = 0; i < samples.size(); ++i) (samples[i].held_out ? held_out_ : training_).push_back(i);
        for (std::size_t i = training_.size(); i > 1; --i)
            std::swap(training_[i - 1], training_[random.below(static_cast<std::uint32_t>(i))]);
    }

    TrainedNet run(const std::function<void(const TrainProgress&)>& on_epoch) {
        TrainedNet result;
        const std::size_t batches = (training_.size() + options_.batch - 1) / options_.batch;
        const auto all_steps = static_cast<double>(batches) * options_.epochs;
        std::vector<std::size_t> order(batches);
        std::iota(order.begin(), order.end(), std::size_t{0});
        Random random(options_.seed + 1);
        std::uint64_t step = 0;
        for (int epoch = 1; epoch <= options_.epochs && !options_.stop.stop_requested(); ++epoch) {
            for (std::size_t i = order.size(); i > 1; --i)
                std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
            double loss = 0;
            for (const std::size_t batch : order) {
                const std::size_t begin = batch * options_.batch;
                const std::size_t end = std::min(begin + options_.batch, training_.size());
                loss += gradient(std::span(training_).subspan(begin, end - begin), true);
                const double progress = static_cast<double>(step) / all_steps;
                const double rate = options_.last_rate + (options_.rate - options_.last_rate) * 0.5 *
                                                             (1 + std::cos(std::numbers::pi * progress));
                descend(++step, static_cast<float>(rate), static_cast<float>(end - begin));
            }
            result.loss = training_.empty() ? 0 : loss / static_cast<double>(training_.size());
            result.held_out_loss =
                held_out_.empty() ? 0 : gradient(held_out_, false) / static_cast<double>(held_out_.size());
            if (on_epoch) on_epoch({epoch, result.loss, result.held_out_loss});
        }
        return result;
    }

    void quantise(eval::Net& net) const {
        const auto round = [](float value, int scale, int largest) {
            return static_cast<std::int16_t>(
                std::clamp<long>(std::lround(value * static_cast<float>(scale)), -largest, largest));
        };
        for (std::size_t i = 0; i < layout_.input_bias(); ++i)
            net.input[i] = round(parameters_[i], eval::net_unit, eval::largest_input_weight);
        for (std::size_t i = 0; i < hidden; ++i)
            net.input_bias[i] =
                round(parameters_[layout_.input_bias() + i], eval::net_unit, eval::largest_input_weight);
        for (std::size_t b = 0; b < buckets; ++b) {
            for (std::size_t i = 0; i < 2 * hidden; ++i)
                net.output[b][i] =
                    round(parameters_[layout_.output(b) + i], eval::net_output_unit, eval::largest_output_weight);
            net.output_bias[b] =
                static_cast<std::int32_t>(std::lround(parameters_[layout_.output_bias() + b] * output_products));
        }
    }

private:
    void take_over(const eval::Net& net) {
        CH_ASSERT(net.squares == squares_);
        const auto copy = [&](std::span<const std::int16_t> weights, std::size_t to, int scale) {
            for (std::size_t i = 0; i < weights.size(); ++i)
                parameters_[to + i] = static_cast<float>(weights[i]) / static_cast<float>(scale);
        };
        copy(net.input, 0, eval::net_unit);
        copy(net.input_bias, layout_.input_bias(), eval::net_unit);
        for (std::size_t b = 0; b < buckets; ++b) {
            copy(net.output[b], layout_.output(b), eval::net_output_unit);
            parameters_[layout_.output_bias() + b] = static_cast<float>(net.output_bias[b]) / output_products;
        }
    }

    // The sum of the squared errors; with `train` the gradients of the shards, too.
    double gradient(std::span<const std::size_t> chosen, bool train) {
        std::array<double, shards> losses{};
        std::atomic<std::size_t> next = 0;
        on_threads(options_.threads, [&] {
            for (std::size_t shard = next++; shard < shards; shard = next++) {
                const std::size_t begin = chosen.size() * shard / shards;
                const std::size_t end = chosen.size() * (shard + 1) / shards;
                if (train) std::ranges::fill(gradients_[shard], 0.0F);
                losses[shard] = shard_gradient(chosen.subspan(begin, end - begin), train, gradients_[shard]);
            }
        });
        return std::accumulate(losses.begin(), losses.end(), 0.0);
    }

    double shard_gradient(std::span<const std::size_t> chosen, bool train, std::vector<float>& out) const {
        double loss = 0;
        ActiveInputs active;
        HiddenRow own;
        HiddenRow other;
        for (const std::size_t number : chosen) {
            const Sample& sample = samples_[number];
            find_inputs(sample.position, squares_, active);
            const std::size_t bucket = eval::net_bucket(static_cast<int>(active.count), full_);
            sum_rows(std::span(active.own).first(active.count), own);
            sum_rows(std::span(active.other).first(active.count), other);
            const float* const weights = parameters_.data() + layout_.output(bucket);
            float value = parameters_[layout_.output_bias() + bucket];
            value += dot(own, weights) + dot(other, weights + hidden);
            const float expected = sigmoid(value);
            const float error = expected - sample.target;
            loss += static_cast<double>(error) * error;
            if (!train) continue;
            const float slope = 2 * error * expected * (1 - expected);
            out[layout_.output_bias() + bucket] += slope;
            float* const output = out.data() + layout_.output(bucket);
            back(own, weights, slope, output);
            back(other, weights + hidden, slope, output + hidden);
            float* const bias = out.data() + layout_.input_bias();
            for (std::size_t i = 0; i < hidden; ++i) bias[i] += own[i] + other[i];
            for (std::size_t k = 0; k < active.count; ++k) {
                add_to(out.data() + layout_.input(active.own[k]), own);
                add_to(out.data() + layout_.input(active.other[k]), other);
            }
        }
        return loss;
    }

    void sum_rows(std::span<const std::uint16_t> inputs, HiddenRow& sums) const {
        std::copy_n(parameters_.data() + layout_.input_bias(), hidden, sums.begin());
        for (const std::uint16_t input : inputs) {
            const float* const row = parameters_.data() + layout_.input(input);
            for (std::size_t i = 0; i < hidden; ++i) sums[i] += row[i];
        }
    }

    static float dot(const HiddenRow& sums, const float* weights) {
        // Sixteen sums in a fixed order: vectors, and the same result everywhere.
        std::array<float, 16> totals{};
        for (std::size_t i = 0; i < hidden; i += totals.size())
            for (std::size_t k = 0; k < totals.size(); ++k) {
                const float value = std::clamp(sums[i + k], 0.0F, 1.0F);
                totals[k] += value * value * weights[i + k];
            }
        float total = 0;
        for (const float part : totals) total += part;
        return total;
    }

    // Adds to the gradient of the output weights and turns the sums into their own gradient.
    static void back(HiddenRow& sums, const float* weights, float slope, float* output) {
        for (std::size_t i = 0; i < hidden; ++i) {
            const float value = std::clamp(sums[i], 0.0F, 1.0F);
            output[i] += slope * value * value;
            const bool inside = sums[i] > 0 && sums[i] < 1;
            sums[i] = inside ? slope * weights[i] * 2 * value : 0.0F;
        }
    }

    static void add_to(float* row, const HiddenRow& sums) {
        for (std::size_t i = 0; i < hidden; ++i) row[i] += sums[i];
    }

    // One step of Adam.
    void descend(std::uint64_t step, float rate, float count) {
        constexpr float mean_decay = 0.9F;
        constexpr float variance_decay = 0.999F;
        const float mean_scale = 1 / (1 - std::pow(mean_decay, static_cast<float>(step)));
        const float variance_scale = 1 / (1 - std::pow(variance_decay, static_cast<float>(step)));
        const std::size_t size = layout_.size();
        std::atomic<std::size_t> next = 0;
        constexpr std::size_t chunk = 2048;
        on_threads(options_.threads, [&] {
            for (std::size_t begin = chunk * next++; begin < size; begin = chunk * next++) {
                const std::size_t end = std::min(begin + chunk, size);
                for (std::size_t i = begin; i < end; ++i) {
                    float sum = 0;
                    for (const auto& shard : gradients_) sum += shard[i];
                    const float slope = sum / count;
                    mean_[i] = mean_decay * mean_[i] + (1 - mean_decay) * slope;
                    variance_[i] = variance_decay * variance_[i] + (1 - variance_decay) * slope * slope;
                    const float change =
                        rate * mean_[i] * mean_scale / (std::sqrt(variance_[i] * variance_scale) + 1e-8F);
                    const float limit = i < layout_.output(0)       ? largest_input
                                        : i < layout_.output_bias() ? largest_output
                                                                    : 1e3F;
                    parameters_[i] = std::clamp(parameters_[i] - change, -limit, limit);
                }
            }
        });
    }

    std::size_t squares_;
    int full_;
    Layout layout_;
    std::span<const Sample> samples_;
    const TrainOptions& options_;
    std::vector<float> parameters_;
    std::vector<float> mean_;
    std::vector<float> variance_;
    std::vector<std::vector<float>> gradients_;
    std::vector<std::size_t> training_;
    std::vector<std::size_t> held_out_;
};

}  // namespace

std::vector<Sample> make_samples(std::span<const TrainingRecord> records, double result_share, double held_out) {
    struct Hash {
        std::size_t operator()(const PackedPosition& position) const { return hash_of(position); }
    };
    std::vector<Sample> samples;
    std::vector<std::uint32_t> counts;
    std::unordered_map<PackedPosition, std::uint32_t, Hash> places;
    places.reserve(records.size());
    constexpr std::uint64_t parts = 1'000'000;
    for (const TrainingRecord& record : records) {
        const double searched = 1 / (1 + std::exp(-record.score / 100.0));
        double target = searched;
        if (record.result != GameResult::Unknown) {
            const double result = 0.5 * static_cast<double>(record.result);
            target = result_share * result + (1 - result_share) * searched;
        }
        const auto [found, fresh] = places.try_emplace(record.position, static_cast<std::uint32_t>(samples.size()));
        if (fresh) {
            const bool out = hash_of(record.position) % parts < static_cast<std::uint64_t>(held_out * parts);
            samples.push_back({.position = record.position, .target = 0, .held_out = out});
            counts.push_back(0);
        }
        samples[found->second].target += static_cast<float>(target);
        ++counts[found->second];
    }
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i].target /= static_cast<float>(counts[i]);
    return samples;
}

TrainedNet train_net(const Variant& variant, std::span<const Sample> samples, const TrainOptions& options,
                     const std::function<void(const TrainProgress&)>& on_epoch) {
    Trainer trainer(variant, samples, options);
    TrainedNet trained = trainer.run(on_epoch);
    trained.net = eval::empty_net(variant);
    trainer.quantise(trained.net);
    return trained;
}

}  // namespace crownhead::learn
