// How distances are stored: for each block of positions the difference to the last one with the same value, in bytes, with
// long rows of no difference in one. Meant for small sets.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "egdb/codec.hpp"

namespace crownhead::egdb {

inline constexpr std::uint16_t no_distance = 0xffff;  // a draw, or a position that is never probed

// `values` are those of the block as a reader decodes them; only wins and losses have a distance.
std::string encode_distances(std::span<const std::uint16_t> distances, const PackedBlock& values);

// Fills as many distances as the span has; false if the bytes are not what the encoder writes.
bool decode_distances(std::string_view bytes, const PackedBlock& values, std::span<std::uint16_t> distances);

}  // namespace crownhead::egdb
