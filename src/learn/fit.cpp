#include "learn/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "util/random.hpp"

namespace crownhead::learn {

namespace {

constexpr double unit = 100;  // points of a weight for one unit of the logistic curve

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// The value of a sample; weights come in pairs, for the opening and for the ending.
double value_of(const std::vector<double>& weights, const Samples& samples, std::size_t row) {
    double opening = 0;
    double ending = 0;
    for (const eval::Feature& feature : samples.features(row)) {
        opening += weights[2 * feature.weight] * feature.count;
        ending += weights[2 * feature.weight + 1] * feature.count;
    }
    const double phase = samples.phase(row);
    return opening * phase + ending * (1 - phase);
}

double loss_of(const std::vector<double>& weights, const Samples& samples) {
    double sum = 0;
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const double p = std::clamp(logistic(value_of(weights, samples, row)), 1e-9, 1 - 1e-9);
        const double score = samples.score(row);
        sum -= score * std::log(p) + (1 - score) * std::log(1 - p);
    }
    return samples.size() == 0 ? 0 : sum / static_cast<double>(samples.size());
}

std::vector<double> in_units(const eval::Weights& weights) {
    std::vector<double> all;
    for (const eval::Weight& w : weights.values) {
        all.push_back(w.opening / unit);
        all.push_back(w.ending / unit);
    }
    return all;
}

eval::Weights in_points(const std::vector<double>& all, const eval::WeightLayout& layout) {
    const auto rounded = [](double w) {
        return static_cast<int>(
            std::lround(std::clamp(w * unit, -1.0 * eval::largest_weight, 1.0 * eval::largest_weight)));
    };
    eval::Weights weights{.layout = layout, .values = {}};
    for (std::size_t i = 0; i < all.size(); i += 2) weights.values.push_back({rounded(all[i]), rounded(all[i + 1])});
    return weights;
}

// Adam: each weight moves by about `rate` a step, in the direction of its gradient averaged over time.
class Adam {
public:
    Adam(std::size_t count, double rate) : rate_(rate), mean_(count), square_(count) {}

    void set_rate(double rate) { rate_ = rate; }
    void step(std::vector<double>& weights, const std::vector<double>& gradient) {
        constexpr double b1 = 0.9;
        constexpr double b2 = 0.999;
        ++steps_;
        const double c1 = 1 - std::pow(b1, steps_);
        const double c2 = 1 - std::pow(b2, steps_);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            mean_[i] = b1 * mean_[i] + (1 - b1) * gradient[i];
            square_[i] = b2 * square_[i] + (1 - b2) * gradient[i] * gradient[i];
            weights[i] -= rate_ * (mean_[i] / c1) / (std::sqrt(square_[i] / c2) + 1e-8);
        }
    }

private:
    double rate_;
    int steps_ = 0;
    std::vector<double> mean_;
    std::vector<double> square_;
};

}  // namespace

void Samples::add(std::span<const eval::Feature> features, float phase, float score) {
    rows_.push_back({features_.size(), features.size(), phase, score});
    features_.insert(features_.end(), features.begin(), features.end());
}

void Samples::append(const Samples& other) {
    for (std::size_t row = 0; row < other.size(); ++row) add(other.features(row), other.phase(row), other.score(row));
}

void Samples::clear() {
    rows_.clear();
    features_.clear();
}

double loss_of(const eval::Weights& weights, const Samples& samples) { return loss_of(in_units(weights), samples); }

FitResult fit(const eval::Weights& start, const Samples& samples, const FitOptions& options) {
    std::vector<double> weights = in_units(start);
    FitResult result{.weights = start, .loss_before = loss_of(weights, samples), .loss_after = 0};
    if (samples.size() == 0) return result;

    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(options.seed);
    Adam adam(weights.size(), options.rate);
    std::vector<double> gradient(weights.size());
    const std::vector<double> prior = options.prior ? in_units(*options.prior) : std::vector<double>(weights.size());
    std::vector<double> pull(weights.size());
    for (std::size_t i = 0; i < pull.size(); ++i) {
        const double size = (i / 2 < eval::term_count ? options.term_size : options.square_size) / unit;
        pull[i] = 1 / (size * size * static_cast<double>(samples.size()));
    }
    constexpr std::size_t batch = 1024;
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        adam.set_rate(options.rate * (1 - static_cast<double>(epoch) / options.epochs));
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
        for (std::size_t first = 0; first < order.size(); first += batch) {
            const std::size_t last = std::min(first + batch, order.size());
            const double share = 1 / static_cast<double>(last - first);
            for (std::size_t i = 0; i < weights.size(); ++i) gradient[i] = pull[i] * (weights[i] - prior[i]);
            for (std::size_t i = first; i < last; ++i) {
                const std::size_t row = order[i];
                const double error = (logistic(value_of(weights, samples, row)) - samples.score(row)) * share;
                const double phase = samples.phase(row);
                for (const eval::Feature& feature : samples.features(row)) {
                    gradient[2 * feature.weight] += error * feature.count * phase;
                    gradient[2 * feature.weight + 1] += error * feature.count * (1 - phase);
                }
            }
            adam.step(weights, gradient);
        }
    }
    result.weights = in_points(weights, start.layout);
    result.loss_after = loss_of(result.weights, samples);
    return result;
}

}  // namespace crownhead::learn
