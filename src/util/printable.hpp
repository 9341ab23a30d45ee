// Text from outside, fit for a terminal, a page and a log: well-formed UTF-8 on one line, without characters that control
// anything or turn the direction of what stands around them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "util/parse.hpp"

namespace crownhead {

// Line ends and tabs become spaces, what is harmful or no UTF-8 a question mark. At most so many characters, then "...".
inline std::string printable(std::string_view text, std::size_t longest = std::string_view::npos) {
    std::string result;
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        if (count == longest) return result + "...";
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        const std::string_view character = text.substr(at, length);
        if (character.size() < length || !is_utf8(character)) {
            result += '?';
            ++at;
            continue;
        }
        // Controls, also U+0080 to U+009F; spaces without width, marks and overrides of direction; line and paragraph
        // separators; the byte order mark. Not the joiners (U+200C, U+200D), which words and emoji need.
        // NOLINTBEGIN(misc-misleading-bidirectional): escaped, they turn nothing here
        const bool harmful = first < ' ' || first == 0x7f || (length > 1 && character < "\u00a0") ||
                             character == "\u200b" || character == "\u200e" || character == "\u200f" ||
                             (character >= "\u2028" && character <= "\u202e") ||
                             (character >= "\u2060" && character <= "\u206f") || character == "\ufeff";
        // NOLINTEND(misc-misleading-bidirectional)
        if (first == '\n' || first == '\t')
            result += ' ';
        else
            result += harmful ? std::string_view("?") : character;
        at += length;
    }
    return result;
}

}  // namespace crownhead
