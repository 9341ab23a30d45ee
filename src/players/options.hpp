// Reading the options of a player: numbers in a range, with messages that say what is possible.
#pragma once

#include <charconv>
#include <string>
#include <system_error>

#include "players/catalogue.hpp"
#include "util/parse.hpp"
#include "util/result.hpp"

namespace crownhead {

inline Result<int> read_int(const PlayerOption& option, int lowest, int highest) {
    int value = 0;
    const char* const end = option.value.data() + option.value.size();
    const auto [rest, error] = std::from_chars(option.value.data(), end, value);
    if (error != std::errc() || rest != end || value < lowest || value > highest)
        return fail(option.key + " must be a whole number from " + std::to_string(lowest) + " to " +
                    std::to_string(highest) + ", not '" + excerpt(option.value) + "'");
    return value;
}

// Seconds for a move; 0 where it means no limit.
inline Result<double> read_seconds(const PlayerOption& option) {
    constexpr double highest = 3600;
    double value = 0;
    const char* const end = option.value.data() + option.value.size();
    const auto [rest, error] = std::from_chars(option.value.data(), end, value);
    if (error != std::errc() || rest != end || !(value >= 0 && value <= highest))
        return fail(option.key + " must be a number from 0 to 3600, not '" + excerpt(option.value) + "'");
    return value;
}

}  // namespace crownhead
