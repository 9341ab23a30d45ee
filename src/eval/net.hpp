// Net: a small neural network that evaluates the positions of one game. Plain data with its file format; net_evaluator.hpp
// runs it.
//
// Two views of the board, the mover's and the opponent's, go through the same input layer. A view is turned so that its own
// men move down the board, and counts own men, own kings, enemy men and enemy kings by square. The hidden values of both
// views are clipped to [0, 1] and squared; the output weights depend on the number of pieces. All arithmetic is on
// integers, so every machine computes the same value. 100 points are one unit of the logistic curve.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::eval {

inline constexpr std::size_t net_hidden = 128;
inline constexpr std::size_t net_buckets = 8;
inline constexpr int net_unit = 255;        // 1.0 in the input layer and the hidden values
inline constexpr int net_output_unit = 64;  // 1.0 in the output layer
inline constexpr int net_points = 100;
// Output weights are at most 127 / 64, so that a hidden value times a weight fits into 16 bits and all products into 32.
inline constexpr int largest_output_weight = 127;
// Sixty pieces with such weights fit into 16 bits.
inline constexpr int largest_input_weight = 505;
inline constexpr int largest_net_score = 30'000;
// Nets are trained on games that endgame files decide before; with fewer pieces the terms know more.
inline constexpr int net_least_pieces = 5;

struct Net {
    std::size_t squares = 0;
    std::vector<std::int16_t> input;  // one row of net_hidden for each input
    std::array<std::int16_t, net_hidden> input_bias{};
    std::array<std::array<std::int16_t, 2 * net_hidden>, net_buckets> output{};  // the mover's view first
    std::array<std::int32_t, net_buckets> output_bias{};                         // in products
    std::string record{};                                                        // how it was made; one line

    std::size_t inputs() const { return 4 * squares; }

    friend bool operator==(const Net&, const Net&) = default;
};

// A set of squares by index.
using SquareBits = std::array<std::uint64_t, 2>;

// A position as a net sees it: turned so that the men of the side to move go to higher indexes.
struct PackedPosition {
    SquareBits own{};
    SquareBits enemy{};
    SquareBits kings{};

    friend bool operator==(const PackedPosition&, const PackedPosition&) = default;
};

// A net without weights for the board of this game.
Net empty_net(const Variant& variant);

// Which output weights count with so many pieces on the board; `full`: in the start position.
constexpr std::size_t net_bucket(int pieces, int full) {
    constexpr int last = static_cast<int>(net_buckets) - 1;
    const int bucket = (pieces - 1) * static_cast<int>(net_buckets) / full;
    return static_cast<std::size_t>(bucket < 0 ? 0 : bucket > last ? last : bucket);
}

std::string write_net(const Variant& variant, const Net& net);
// Refuses a file for other rules, of another version, damaged or incomplete; the error has the offset.
Result<Net> read_net(const Variant& variant, std::string_view file);

// The net that comes with the program.
std::optional<Net> builtin_net(const Variant& variant);

}  // namespace crownhead::eval
