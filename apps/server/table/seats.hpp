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

// Names that nobody guesses, of small letters and digits.
std::string random_word(std::size_t size);

}  // namespace crownhead::server
