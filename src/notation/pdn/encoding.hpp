// Character encodings of PDN files: UTF-8, and what files before version 3.0 have: ISO-8859-1, and for Russian Windows-1251 and
// CP866. Files do not name theirs; it is found out from the bytes of the whole file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

enum class Encoding : std::uint8_t {
    Utf8,  // and bytes that are none as ISO-8859-1
    Latin1,
    Windows1251,
    Cp866,
};

std::string_view name(Encoding encoding);

// Takes the bytes of a file, in pieces of any length, and says how they are to be read.
class EncodingFinder {
public:
    void add(std::string_view bytes);
    Encoding found() const;

private:
    // How plausible the words are that the bytes make in one encoding.
    struct Words {
        int ascii = 0;  // letters of the word that is being read
        int upper = 0;
        int lower = 0;
        bool upper_after_lower = false;
        long score = 0;
    };

    void end_word(std::size_t encoding);

    std::array<Words, 4> words_{};  // by encoding
    long characters_ = 0;           // of UTF-8, beyond ASCII
    long wrong_ = 0;                // bytes that are no UTF-8
    int expected_ = 0;              // bytes of the character that is being read
};

Encoding find_encoding(std::string_view text);

// Appends bytes of an encoding with one byte for each character.
void append_as_utf8(std::string& out, std::string_view bytes, Encoding encoding);

// Appends to `out` as UTF-8; bytes that are no UTF-8 are read as ISO-8859-1. Returns the bytes at the end that begin a
// character without completing it.
std::string append_as_utf8(std::string& out, std::string_view bytes);

// A byte of ISO-8859-1, with the dashes and quotes that Windows adds to it.
void append_latin1(std::string& out, unsigned char byte);

// The text with U+FFFD in place of bytes that are no UTF-8.
std::string valid_utf8(std::string text);

}  // namespace crownhead::pdn
