// Who begins the games of two players.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace crownhead {

enum class Starter : std::uint8_t { Alternate, First, Second };  // alternating: the first player begins the first game

inline constexpr std::array<std::string_view, 3> starter_words{"alternate", "first", "second"};  // by Starter

constexpr std::string_view word(Starter starter) { return starter_words[static_cast<std::size_t>(starter)]; }

constexpr std::optional<Starter> read_starter(std::string_view text) {
    const auto* const found = std::ranges::find(starter_words, text);
    if (found == starter_words.end()) return std::nullopt;
    return static_cast<Starter>(found - starter_words.begin());
}

}  // namespace crownhead
