// Sets of k out of n as numbers: the rank of a set in colexicographic order, the set with a rank, and packing of bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "board/square_set.hpp"
#include "util/assert.hpp"

namespace crownhead::egdb {

inline constexpr int most_chosen = 12;  // pieces of one kind in any class

namespace detail {

struct Binomials {
    std::array<std::array<std::uint64_t, most_chosen + 1>, max_squares + 1> rows{};

    constexpr Binomials() {
        for (std::size_t n = 0; n < rows.size(); ++n) {
            rows[n][0] = 1;
            for (std::size_t k = 1; k <= most_chosen && n > 0; ++k) rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
        }
    }
};
inline constexpr Binomials binomials{};

}  // namespace detail

constexpr std::uint64_t choose(int n, int k) {
    if (k < 0 || n < 0) return 0;
    return detail::binomials.rows[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

template <class W>
constexpr std::uint64_t rank_of(W set) {
    std::uint64_t rank = 0;
    for (std::size_t k = 1; set != 0; ++k, set &= set - 1)
        rank += detail::binomials.rows[static_cast<std::size_t>(bits::lowest(set))][k];
    return rank;
}

// The set of k bits with this rank.
template <class W>
constexpr W set_of_rank(std::uint64_t rank, int k) {
    W set = 0;
    int n = max_squares;
    for (; k > 0; --k) {
        while (choose(n, k) > rank) --n;
        rank -= choose(n, k);
        set |= W{1} << n;
    }
    return set;
}

// The next set with as many bits, in the order of ranks; 0 has no next.
template <class W>
constexpr W next_set(W set) {
    if (set == 0) return 0;
    const W low = set & (~set + 1);
    const W carried = set + low;
    return carried | (((carried ^ set) >> bits::lowest(low)) >> 2);
}

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

}  // namespace crownhead::egdb
