// Comparing secrets that come from outside.
#pragma once

#include <cstddef>
#include <string_view>

namespace crownhead::server {

// Takes as long for a wrong secret as for the right one. An empty one is none.
constexpr bool same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size() || a.empty()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
    return difference == 0;
}

}  // namespace crownhead::server
