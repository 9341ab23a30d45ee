// Reading the options of a player: numbers in a range, with messages that say what is possible.
#pragma once

#include <string>

#include "players/catalogue.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"
#include "util/result.hpp"

namespace crownhead {

inline Result<int> read_int(const PlayerOption& option, int lowest, int highest) {
    const Result<int> value = parse_number<int>(option.value, lowest, highest);
    if (!value)
        return fail(option.key + " must be " + number_range(lowest, highest) + ", not '" + excerpt(option.value) + "'");
    return value;
}

// Seconds for a move; 0 where it means no limit.
inline Result<double> read_seconds(const PlayerOption& option) {
    constexpr double highest = 3600;
    const Result<double> value = parse_number<double>(option.value, 0, highest);
    if (!value)
        return fail(option.key + " must be " + number_range(0.0, highest) + ", not '" + excerpt(option.value) + "'");
    return value;
}

}  // namespace crownhead
