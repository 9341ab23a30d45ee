// Sets of k out of n as numbers: the rank of a set in colexicographic order, and the set with a rank.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "board/extract.hpp"
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

}  // namespace crownhead::egdb
