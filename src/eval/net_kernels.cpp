#include "eval/net_kernels.hpp"

#include <algorithm>
#include <cstddef>

#include "eval/net.hpp"

namespace crownhead::eval {

namespace {

std::int32_t products(const std::int16_t* sums, const std::int16_t* weights) {
    std::int32_t total = 0;
    for (std::size_t i = 0; i < net_hidden; ++i) {
        const auto value = std::clamp<std::int16_t>(sums[i], 0, net_unit);
        const auto weighted = static_cast<std::int16_t>(value * weights[i]);
        total += value * weighted;
    }
    return total;
}

}  // namespace

void update_sums(const std::int16_t* input, const std::int16_t* from, std::int16_t* to,
                 std::span<const std::uint16_t> added, std::span<const std::uint16_t> removed) {
    const auto row = [&](std::uint16_t number) { return input + number * net_hidden; };
    // A step and a capture of one piece are nearly all there is.
    if (added.size() == 1 && removed.size() == 1) {
        const std::int16_t* const in = row(added[0]);
        const std::int16_t* const out = row(removed[0]);
        for (std::size_t i = 0; i < net_hidden; ++i) to[i] = static_cast<std::int16_t>(from[i] + in[i] - out[i]);
        return;
    }
    if (added.size() == 1 && removed.size() == 2) {
        const std::int16_t* const in = row(added[0]);
        const std::int16_t* const out = row(removed[0]);
        const std::int16_t* const taken = row(removed[1]);
        for (std::size_t i = 0; i < net_hidden; ++i)
            to[i] = static_cast<std::int16_t>(from[i] + in[i] - out[i] - taken[i]);
        return;
    }
    if (from != to) std::copy_n(from, net_hidden, to);
    for (const std::uint16_t number : added) {
        const std::int16_t* const in = row(number);
        for (std::size_t i = 0; i < net_hidden; ++i) to[i] = static_cast<std::int16_t>(to[i] + in[i]);
    }
    for (const std::uint16_t number : removed) {
        const std::int16_t* const out = row(number);
        for (std::size_t i = 0; i < net_hidden; ++i) to[i] = static_cast<std::int16_t>(to[i] - out[i]);
    }
}

std::int32_t output_products(const std::int16_t* own, const std::int16_t* other, const std::int16_t* weights) {
    return products(own, weights) + products(other, weights + net_hidden);
}

}  // namespace crownhead::eval
