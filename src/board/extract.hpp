// Bits of a word packed together by a mask, and back.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "board/square_set.hpp"

namespace crownhead {

namespace detail {

constexpr std::uint64_t slow_extract(std::uint64_t word, std::uint64_t mask) {
    std::uint64_t packed = 0;
    for (int at = 0; mask != 0; ++at, mask &= mask - 1)
        if ((word & mask & (~mask + 1)) != 0) packed |= std::uint64_t{1} << at;
    return packed;
}

constexpr std::uint64_t slow_deposit(std::uint64_t packed, std::uint64_t mask) {
    std::uint64_t word = 0;
    for (; mask != 0; packed >>= 1, mask &= mask - 1)
        if ((packed & 1) != 0) word |= mask & (~mask + 1);
    return word;
}

}  // namespace detail

// The bits of a word that stand where the mask has ones, moved together.
inline std::uint64_t extract(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(word, mask);
#else
    return detail::slow_extract(word, mask);
#endif
}
inline Wide extract(Wide word, Wide mask) {
    const auto low_mask = static_cast<std::uint64_t>(mask);
    const Wide low = extract(static_cast<std::uint64_t>(word), low_mask);
    const Wide high = extract(static_cast<std::uint64_t>(word >> 64), static_cast<std::uint64_t>(mask >> 64));
    const int shift = std::popcount(low_mask);
    return low | (high << shift);
}

// The other way: the n-th bit goes to the n-th one of the mask.
inline std::uint64_t deposit(std::uint64_t packed, std::uint64_t mask) {
#ifdef __BMI2__
    return _pdep_u64(packed, mask);
#else
    return detail::slow_deposit(packed, mask);
#endif
}
inline Wide deposit(Wide packed, Wide mask) {
    const auto low_mask = static_cast<std::uint64_t>(mask);
    const Wide low = deposit(static_cast<std::uint64_t>(packed), low_mask);
    const Wide high =
        deposit(static_cast<std::uint64_t>(packed >> std::popcount(low_mask)), static_cast<std::uint64_t>(mask >> 64));
    return low | (high << 64);
}

}  // namespace crownhead
