// Days as texts: 2026-11-15. They can be compared as they are.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "util/numbers.hpp"

namespace crownhead {

inline std::optional<std::chrono::sys_days> read_day(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const Result<int> year = parse_number<int>(text.substr(0, 4), 1970, 9999);
    const Result<unsigned> month = parse_number<unsigned>(text.substr(5, 2));
    const Result<unsigned> day = parse_number<unsigned>(text.substr(8, 2));
    if (!year || !month || !day) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(*month),
                                           std::chrono::day(*day)};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date);
}

// A text that is no day stays as it is.
inline std::string day_after(std::string_view day, int days) {
    const std::optional<std::chrono::sys_days> from = read_day(day);
    if (!from) return std::string(day);
    const std::chrono::year_month_day date(*from + std::chrono::days(days));
    const auto padded = [](unsigned number, std::size_t digits) {
        std::string text = number_text(number);
        return std::string(digits - std::min(digits, text.size()), '0') + text;
    };
    return padded(static_cast<unsigned>(static_cast<int>(date.year())), 4) + '-' +
           padded(static_cast<unsigned>(date.month()), 2) + '-' + padded(static_cast<unsigned>(date.day()), 2);
}

}  // namespace crownhead
