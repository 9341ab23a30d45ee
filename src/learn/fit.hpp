// Fitting weights to positions with known results: logistic regression. The value of a position should be such that the
// logistic curve of it is the score that the side to move gets from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eval/weights.hpp"

namespace crownhead::learn {

// Positions as rows of features, all in one place.
class Samples {
public:
    // `phase`: the share of the pieces of the start position that are still there; `score`: of the side to move, 0 to 1.
    void add(std::span<const eval::Feature> features, float phase, float score);
    void append(const Samples& other);
    void clear();

    std::size_t size() const { return rows_.size(); }
    std::span<const eval::Feature> features(std::size_t row) const {
        return {features_.data() + rows_[row].first, rows_[row].count};
    }
    float phase(std::size_t row) const { return rows_[row].phase; }
    float score(std::size_t row) const { return rows_[row].score; }

private:
    struct Row {
        std::size_t first = 0;
        std::size_t count = 0;
        float phase = 0;
        float score = 0;
    };
    std::vector<Row> rows_;
    std::vector<eval::Feature> features_;
};

struct FitOptions {
    int epochs = 30;
    double rate = 0.02;
    // The first guess; zeros if there is none. Weights that few samples say anything about stay near it.
    std::optional<eval::Weights> prior{};
    // How far weights are expected to be from it, in points: the standard deviations of a normal distribution.
    double term_size = 100;
    double square_size = 15;  // squares and patterns
    std::uint64_t seed = 1;
};

struct FitResult {
    eval::Weights weights;
    double loss_before = 0;  // mean cross-entropy of the samples
    double loss_after = 0;
};

double loss_of(const eval::Weights& weights, const Samples& samples);

// Begins with the given weights. The same arguments give the same result.
FitResult fit(const eval::Weights& start, const Samples& samples, const FitOptions& options);

}  // namespace crownhead::learn
