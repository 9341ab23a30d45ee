// The requests about endings: classes of endgame positions, and drills.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace crownhead::server {

struct EndingsClassesRequest {
    std::string game{};
};
struct EndingsClassRequest {
    std::string game{};
    std::string material{};  // "KK-K"
};
struct EndingsDrillRequest {
    std::string key{};  // "english/KK-K/win/hard/7"
};
struct EndingsMoveRequest {
    std::string key{};
    std::vector<std::size_t> moves{};  // of both sides, so far
    std::size_t index = 0;
    std::string day{};
};

}  // namespace crownhead::server
