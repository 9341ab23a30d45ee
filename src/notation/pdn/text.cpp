#include "notation/pdn/text.hpp"

#include <array>
#include <utility>

namespace crownhead::pdn {

namespace {

char meaning_of(std::string_view character) {
    constexpr std::array<std::pair<std::string_view, char>, 14> table{{
        {"\u00a0", ' '},
        {"\u00ab", '"'},
        {"\u00bb", '"'},
        {"\u00ad", '-'},  // soft hyphen
        {"\u00bd", half},
        {"\u00d7", 'x'},  // times
        {"\u0425", 'x'},  // Cyrillic
        {"\u0445", 'x'},
        {"\u2026", '.'},
        {"\u2212", '-'},  // minus
        {"\u3000", ' '},
        {"\ufe63", '-'},
        {"\ufeff", ' '},  // byte order mark
        {"\uff0d", '-'},
    }};
    for (const auto& [text, as] : table)
        if (text == character) return as;
    if (!character.starts_with("\xe2\x80") || character.size() != 3) return other;
    const unsigned char last = byte_at(character, 2);  // U+2000..U+203F
    if (last <= 0x8b || last == 0xa8 || last == 0xa9 || last == 0xaf) return ' ';
    if (last >= 0x90 && last <= 0x95) return '-';
    if (last >= 0x98 && last <= 0x9f) return '"';
    return other;
}

}  // namespace

std::string clean_comment(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (is_space(c)) {
            if (!out.empty() && out.back() != ' ') out += ' ';
        } else {
            out += c == '{' ? '(' : c == '}' ? ')' : c;
        }
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

Symbol Text::look_beyond_ascii(std::size_t at) {
    const std::size_t length = at < text_.size() ? sequence_length(byte_at(text_, at)) : 1;
    if (at + length > text_.size()) {
        hit_end_ = true;
        return {};
    }
    return {meaning_of(text_.substr(at, length)), static_cast<std::uint8_t>(length)};
}

}  // namespace crownhead::pdn
