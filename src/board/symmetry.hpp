// Sets of squares on the board turned by 180 degrees.
#pragma once

#include <cstdint>

#include "board/square_set.hpp"

namespace crownhead {

constexpr std::uint64_t reversed(std::uint64_t w) {
    w = ((w >> 1) & 0x5555555555555555ULL) | ((w & 0x5555555555555555ULL) << 1);
    w = ((w >> 2) & 0x3333333333333333ULL) | ((w & 0x3333333333333333ULL) << 2);
    w = ((w >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((w & 0x0f0f0f0f0f0f0f0fULL) << 4);
    return __builtin_bswap64(w);
}
constexpr Wide reversed(Wide w) {
    return (static_cast<Wide>(reversed(static_cast<std::uint64_t>(w))) << 64) |
           reversed(static_cast<std::uint64_t>(w >> 64));
}

template <Geometry G>
constexpr SquareSet<G> rotated(SquareSet<G> set) {
    constexpr int spare = static_cast<int>(sizeof(Word<G>)) * 8 - G.bits();
    return SquareSet<G>(static_cast<Word<G>>(reversed(set.word()) >> spare));
}

}  // namespace crownhead
