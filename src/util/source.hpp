// Source: where a reader gets its bytes from, piece by piece, so that a file of any length needs little memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>

namespace crownhead {

// Fills a buffer with the next bytes; 0: there are no more.
using Source = std::function<std::size_t(char*, std::size_t)>;

// A text in memory, at most `piece` bytes at a time. It must outlive the source.
inline Source text_source(std::string_view text, std::size_t piece = std::string_view::npos) {
    return [text, piece](char* into, std::size_t size) mutable {
        const std::size_t count = text.copy(into, std::min(size, piece));
        text.remove_prefix(count);
        return count;
    };
}

}  // namespace crownhead
