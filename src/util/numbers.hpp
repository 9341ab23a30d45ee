// Numbers in text from outside. A failure says which numbers were expected and what was found instead.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "util/parse.hpp"
#include "util/result.hpp"

namespace crownhead {

template <class T>
concept Number = (std::integral<T> || std::floating_point<T>) && !std::same_as<T, bool> && !std::same_as<T, char>;

// As short as it can be read back: 3600, not 3600.000000.
template <Number T>
std::string number_text(T value) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), end};
}

// "a whole number from 1 to 256", "a number of at least 0": the bounds that a type has anyway are left out.
template <Number T>
std::string number_range(T lowest, T highest) {
    const std::string kind = std::integral<T> ? "a whole number" : "a number";
    if (highest < std::numeric_limits<T>::max())
        return kind + " from " + number_text(lowest) + " to " + number_text(highest);
    const bool bounded = std::is_unsigned_v<T> || lowest > std::numeric_limits<T>::lowest();
    return bounded ? kind + " of at least " + number_text(lowest) : kind;
}

// The whole text as one decimal number: a minus sign is read, spaces and a plus sign are not. Not-a-number and infinity
// are out of every range.
template <Number T>
Result<T> parse_number(std::string_view text, std::type_identity_t<T> lowest, std::type_identity_t<T> highest) {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end || !(value >= lowest && value <= highest))
        return fail("expected " + number_range<T>(lowest, highest) + ", found '" + excerpt(text) + "'");
    return value;
}

template <Number T>
Result<T> parse_number(std::string_view text) {
    return parse_number<T>(text, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max());
}

// The whole text as one hexadecimal number without prefix.
template <std::unsigned_integral T>
Result<T> parse_hex(std::string_view text) {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value, 16);
    if (error != std::errc() || rest != end)
        return fail("expected a hexadecimal number of at most " + std::to_string(2 * sizeof(T)) + " digits, found '" +
                    excerpt(text) + "'");
    return value;
}

}  // namespace crownhead
