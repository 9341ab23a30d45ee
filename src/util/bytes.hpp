// Integers as bytes, lowest first, for binary files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crownhead::bytes {

template <class T>
void put(std::string& text, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        text += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xffU);
}

// Reads at the offset and moves it on; false if there are too few bytes.
template <class T>
bool take(std::string_view text, std::size_t& offset, T& value) {
    if (text.size() < sizeof(T) || offset > text.size() - sizeof(T)) return false;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        sum |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(text[offset + i])) << (8 * i);
    value = static_cast<T>(sum);
    offset += sizeof(T);
    return true;
}

}  // namespace crownhead::bytes
