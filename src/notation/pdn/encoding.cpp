#include "notation/pdn/encoding.hpp"

#include <cstdint>
#include <cstring>

namespace crownhead::pdn {

namespace {

// Whether the bytes from `at` on can begin a UTF-8 character, as far as they are there.
bool plausible(std::string_view text, std::size_t at, std::size_t length) {
    for (std::size_t i = 1; i < length && at + i < text.size(); ++i)
        if ((byte_at(text, at + i) & 0xc0) != 0x80) return false;
    if (at + 1 >= text.size()) return true;
    const unsigned char first = byte_at(text, at);
    const unsigned char second = byte_at(text, at + 1);
    if (first == 0xe0) return second >= 0xa0;  // overlong
    if (first == 0xed) return second <= 0x9f;  // surrogates
    if (first == 0xf0) return second >= 0x90;  // overlong
    if (first == 0xf4) return second <= 0x8f;  // above U+10FFFF
    return true;
}

}  // namespace

bool is_ascii(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080ULL;
    std::uint64_t all = 0;
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + i, 8);
        all |= word;
    }
    for (; i < text.size(); ++i) all |= byte_at(text, i);
    return (all & high_bits) == 0;
}

void append_latin1(std::string& out, unsigned char byte) {
    switch (byte) {
        case 0x85: out += "\u2026"; return;
        case 0x91: out += "\u2018"; return;
        case 0x92: out += "\u2019"; return;
        case 0x93: out += "\u201c"; return;
        case 0x94: out += "\u201d"; return;
        case 0x96: out += "\u2013"; return;
        case 0x97: out += "\u2014"; return;
        default: out += static_cast<char>(0xc0 | (byte >> 6)); out += static_cast<char>(0x80 | (byte & 0x3f));
    }
}

std::string append_as_utf8(std::string& out, std::string_view bytes) {
    if (is_ascii(bytes)) {
        out += bytes;
        return {};
    }
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = sequence_length(byte_at(bytes, at));
        if (length == 0 || !plausible(bytes, at, length)) {
            append_latin1(out, byte_at(bytes, at++));
        } else if (at + length > bytes.size()) {
            return std::string(bytes.substr(at));
        } else {
            out.append(bytes, at, length);
            at += length;
        }
    }
    return {};
}

std::string valid_utf8(std::string text) {
    if (is_ascii(text)) return text;
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequence_length(byte_at(text, at));
        if (length == 0 || at + length > text.size() || !plausible(text, at, length)) {
            out += "\ufffd";
            ++at;
        } else {
            out.append(text, at, length);
            at += length;
        }
    }
    return out;
}

}  // namespace crownhead::pdn
