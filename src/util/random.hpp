// A small seedable generator with the same numbers on every platform (the standard distributions differ between
// libraries). splitmix64 for seeding and tables, xoshiro256** for play.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "util/assert.hpp"

namespace crownhead {

constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

class Random {
public:
    explicit constexpr Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) word = splitmix64(seed);
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t carry = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= carry;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in 0 .. bound-1, exactly: the few values that would make the first results likelier are drawn again.
    constexpr std::uint32_t below(std::uint32_t bound) {
        CH_ASSERT(bound > 0);
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t reject = static_cast<std::uint32_t>(-bound) % bound;
            while (static_cast<std::uint32_t>(product) < reject) product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace crownhead
