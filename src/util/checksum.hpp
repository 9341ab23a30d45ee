// A checksum of a text, for files that must notice damage. Not for secrets: those who mean to can make two texts alike.
#pragma once

#include <cstdint>
#include <string_view>

namespace crownhead {

constexpr std::uint64_t checksum(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

}  // namespace crownhead
