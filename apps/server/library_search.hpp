// What is looked for in the library, and which part of what is found is wanted. What is empty does not matter.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/setup.hpp"

namespace crownhead::server {

// A position that games are to have reached.
struct WantedPosition {
    std::string board{};
    Side turn = Side::Black;
    bool swapped = false;  // also with colours changed
};
struct LibraryRequest {
    std::string game{};
    std::string player{};
    std::string result{};
    std::string text{};
    // That `player` means too, or `text` where no player is named: pages have names for them.
    std::vector<std::string> computers{};
    std::string from{};  // 2026-11-15
    std::string to{};
    std::string after{};  // `next` of the page before
    std::int64_t offset = 0;
    std::int64_t limit = 50;
    std::optional<WantedPosition> position{};
    std::optional<std::array<int, 4>> material{};  // men and kings of Black, of White
    std::string folder{};
    std::string label{};
    bool deleted = false;  // those in the bin, and no others
};

}  // namespace crownhead::server
