// Text out of a file that may be damaged or made by others, fit for a terminal and for a page: well-formed UTF-8 without
// characters that control anything.
#pragma once

#include <string>
#include <string_view>

#include "util/parse.hpp"

namespace crownhead::server {

inline std::string harmless(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t length = 1;
        while (length < 4 && i + length < text.size() &&
               (static_cast<unsigned char>(text[i + length]) & 0xc0U) == 0x80U)
            ++length;
        const std::string_view character = text.substr(i, length);
        const auto first = static_cast<unsigned char>(character[0]);
        // Line ends and tabs are as good as spaces. U+0080 to U+009F, and those that turn the direction of a line.
        // NOLINTBEGIN(misc-misleading-bidirectional): escaped, they turn nothing here
        const bool control = length == 1 ? first < ' ' || first == 0x7f
                                         : character < "\u00a0" || (character >= "\u202a" && character <= "\u202e") ||
                                               (character >= "\u2066" && character <= "\u2069");
        // NOLINTEND(misc-misleading-bidirectional)
        if (first == '\n' || first == '\t')
            result += ' ';
        else if (control || !is_utf8(character))
            result += '?';
        else
            result += character;
        i += length;
    }
    return result;
}

}  // namespace crownhead::server
