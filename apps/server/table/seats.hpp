// Seats: which sides of a table a page may play. A seat belongs to the pages that know its secret.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "rules/setup.hpp"

namespace crownhead::server {

constexpr std::size_t seat_index(Side side) { return side == Side::Black ? 0 : 1; }

// The seats that one page holds.
struct Held {
    std::array<bool, 2> sides{};

    bool holds(Side side) const { return sides[seat_index(side)]; }
    bool any() const { return sides[0] || sides[1]; }
    void take(Side side) { sides[seat_index(side)] = true; }
    void leave(Side side) { sides[seat_index(side)] = false; }

    friend bool operator==(const Held&, const Held&) = default;
};

// Takes as long for a wrong secret as for the right one.
constexpr bool same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size() || a.empty()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
    return difference == 0;
}

// Names that nobody guesses, of small letters and digits.
std::string random_word(std::size_t size);

}  // namespace crownhead::server
