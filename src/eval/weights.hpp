// Weights of the terms and squares of the engine's evaluation in one game; plain data for every board, with
// its text file. A hundred points are one unit of the logistic curve: +100 means that the side to move scores 73 %.
// Every weight is a pair, for a full board and for an empty one; between them it changes with the number of pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eval/terms.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::eval {

struct Weight {
    int opening = 0;
    int ending = 0;

    friend bool operator==(const Weight&, const Weight&) = default;
};

// All weights stand in one row: terms, then men by square, kings by square, and the patterns of men on the home row.
// Squares are counted from the own home row, as Black sees them; bit i of a pattern is the square i of that row.
struct WeightLayout {
    int size = 8;

    std::size_t squares() const { return static_cast<std::size_t>(size * size / 2); }
    std::size_t home_patterns() const { return std::size_t{1} << (size / 2); }
    std::size_t man(std::size_t square) const { return term_count + square; }
    std::size_t king(std::size_t square) const { return term_count + squares() + square; }
    std::size_t home(std::size_t pattern) const { return term_count + 2 * squares() + pattern; }
    std::size_t count() const { return term_count + 2 * squares() + home_patterns(); }

    friend bool operator==(const WeightLayout&, const WeightLayout&) = default;
};

inline constexpr int largest_weight = 3000;

struct Weights {
    WeightLayout layout;
    std::vector<Weight> values;

    friend bool operator==(const Weights&, const Weights&) = default;
};

// How often a weight counts in a position.
struct Feature {
    std::uint32_t weight = 0;
    std::int32_t count = 0;
};

// A guess to begin with, for games without a fitted file: material where pieces are good, mobility where they are not.
Weights first_guess(const Variant& variant);
// Nothing but these two values, for tests and for comparing with the plain evaluation.
Weights material_only(const Variant& variant, int man, int king);

std::string write_weights(const Variant& variant, const Weights& weights);
// Refuses a file for other rules, of another version, damaged or incomplete; the error has the offset in the text.
Result<Weights> read_weights(const Variant& variant, std::string_view text);

// The game whose weights a game without a fitted file plays with; null: none.
const Variant* relative_of(const Variant& variant);
// The weights that come with the program: those of the game, of its relative, or the first guess.
Weights builtin_weights(const Variant& variant);
// The text of that file; empty if there is none.
std::string_view builtin_weights_text(std::string_view game);

}  // namespace crownhead::eval
