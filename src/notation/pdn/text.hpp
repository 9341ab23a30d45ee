// The text of a PDN file as its grammar sees it: one symbol at a time. Internal to this folder.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "notation/pdn/encoding.hpp"
#include "util/parse.hpp"

namespace crownhead::pdn {

inline bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// A comment as it is stored: no braces, single spaces, none at the ends.
std::string clean_comment(std::string_view text);

// One character; typographic dashes, quotes and spaces read as the plain ones.
struct Symbol {
    char as = '\0';
    std::uint8_t length = 0;  // in bytes; 0 at the end of the text
};

// Values of Symbol::as that no ASCII character has.
inline constexpr char other = '\x80';  // a character without a meaning
inline constexpr char half = '\x81';   // ½

// A window on a file. It notes whether the parser looked beyond its end: then a longer window may read differently.
class Text {
public:
    explicit Text(std::string_view text) : text_(text) {}

    std::string_view all() const { return text_; }
    std::size_t size() const { return text_.size(); }
    std::string_view slice(std::size_t from, std::size_t to) const { return text_.substr(from, to - from); }
    bool hit_end() const { return hit_end_; }
    void note_end() { hit_end_ = true; }

    Symbol look(std::size_t at) {
        if (at < text_.size() && byte_at(text_, at) < 0x80) return {text_[at], 1};
        return look_beyond_ascii(at);
    }
    bool at_end(std::size_t at) { return look(at).length == 0; }

    std::size_t after_spaces(std::size_t at) {
        for (;;) {
            const Symbol symbol = look(at);
            if (symbol.length == 0 || !is_space(symbol.as)) return at;
            at += symbol.length;
        }
    }
    std::size_t after_spaces_on_line(std::size_t at) {
        for (;;) {
            const Symbol symbol = look(at);
            if (symbol.length == 0 || !is_space(symbol.as) || is_line_end(symbol.as)) return at;
            at += symbol.length;
        }
    }
    std::size_t after_digits(std::size_t at) {
        while (at < text_.size() && is_digit(text_[at])) ++at;
        if (at == text_.size()) hit_end_ = true;
        return at;
    }

private:
    // Out of line, to keep look() small: it is called for every character.
    Symbol look_beyond_ascii(std::size_t at);

    std::string_view text_;
    bool hit_end_ = false;
};

}  // namespace crownhead::pdn
