// The inner loops of a net. They are compiled with full optimisation in every build (CMakeLists.txt), so that they become
// vector instructions also where the rest is built for debugging.
#pragma once

#include <cstdint>
#include <span>

namespace crownhead::eval {

// to = from + the rows `added` - the rows `removed` of the input layer. `to` may be `from`.
void update_sums(const std::int16_t* input, const std::int16_t* from, std::int16_t* to,
                 std::span<const std::uint16_t> added, std::span<const std::uint16_t> removed);

// The hidden values of both views times their output weights, the mover's view first.
std::int32_t output_products(const std::int16_t* own, const std::int16_t* other, const std::int16_t* weights);

}  // namespace crownhead::eval
