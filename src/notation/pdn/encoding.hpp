// Character encodings of PDN files: UTF-8, and ISO-8859-1 as most files before version 3.0.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace crownhead::pdn {

constexpr unsigned char byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// Length of the UTF-8 sequence that this byte begins; 0 if it cannot begin one.
constexpr std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return 2;
    if (first >= 0xe0 && first <= 0xef) return 3;
    if (first >= 0xf0 && first <= 0xf4) return 4;
    return 0;
}

bool is_ascii(std::string_view text);

// Appends to `out` as UTF-8; bytes that are no UTF-8 are read as ISO-8859-1. Returns the bytes at the end that begin a
// character without completing it.
std::string append_as_utf8(std::string& out, std::string_view bytes);

// A byte of ISO-8859-1, with the dashes and quotes that Windows adds to it.
void append_latin1(std::string& out, unsigned char byte);

// The text with U+FFFD in place of bytes that are no UTF-8.
std::string valid_utf8(std::string text);

}  // namespace crownhead::pdn
