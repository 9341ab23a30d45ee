// The characters, words and results of PDN, shared by its reader and its writer. Not for others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/pdn.hpp"
#include "util/parse.hpp"

namespace crownhead::pdn {

inline constexpr std::array<std::string_view, 7> roster{"Event", "Site", "Date", "Round", "White", "Black", "Result"};

inline bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

inline std::size_t roster_rank(const Tag& tag) {
    return static_cast<std::size_t>(std::ranges::find(roster, std::string_view(tag.name)) - roster.begin());
}

// The roster first, the rest as it came.
inline std::vector<Tag> in_roster_order(std::vector<Tag> tags) {
    if (std::ranges::is_sorted(tags, {}, roster_rank)) return tags;
    std::vector<Tag> ordered;
    ordered.reserve(tags.size());
    for (std::size_t rank = 0; rank <= roster.size(); ++rank) {
        for (Tag& tag : tags)
            if (roster_rank(tag) == rank) ordered.push_back(tag);
    }
    return ordered;
}

// A character as the grammar sees it: typographic dashes, quotes and spaces are plain ones.
struct Symbol {
    char as = '\0';
    std::uint8_t length = 0;  // in bytes; 0: the text is over
};

// Values that no ASCII character has.
inline constexpr char other = '\x80';  // a character without a meaning
inline constexpr char half = '\x81';   // ½

// Length of the UTF-8 sequence that this byte begins; 0 if it cannot begin one.
constexpr std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return 2;
    if (first >= 0xe0 && first <= 0xef) return 3;
    if (first >= 0xf0 && first <= 0xf4) return 4;
    return 0;
}

constexpr unsigned char byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// Can the bytes from `at` on begin a UTF-8 character, as far as they are there?
inline bool plausible(std::string_view text, std::size_t at, std::size_t length) {
    for (std::size_t i = 1; i < length && at + i < text.size(); ++i)
        if ((byte_at(text, at + i) & 0xc0) != 0x80) return false;
    if (at + 1 >= text.size()) return true;
    const unsigned char first = byte_at(text, at);
    const unsigned char second = byte_at(text, at + 1);
    if (first == 0xe0) return second >= 0xa0;  // longer than needed
    if (first == 0xed) return second <= 0x9f;  // surrogates
    if (first == 0xf0) return second >= 0x90;  // longer than needed
    if (first == 0xf4) return second <= 0x8f;  // above U+10FFFF
    return true;
}

inline bool is_ascii(std::string_view text) {
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

inline char meaning_of(std::string_view character) {
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

inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// A comment as it is kept: no braces, single spaces, none at the ends.
inline std::string clean_comment(std::string_view text) {
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

inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

struct ResultForm {
    std::string_view pattern;  // a space: any spaces or none; - any dash; h: the sign for one half
    std::string_view token;
    Verdict verdict;
    bool uneven = false;  // a draw with an advantage
};

// Those that look like moves.
inline constexpr std::array<ResultForm, 6> plain_results{{
    {"1 - 0", "1-0", Verdict::WhiteWins},
    {"0 - 1", "0-1", Verdict::BlackWins},
    {"2 - 0", "2-0", Verdict::WhiteWins},
    {"0 - 2", "0-2", Verdict::BlackWins},
    {"1 - 1", "1-1", Verdict::Draw},
    {"0 - 0", "0-0", Verdict::BothLose},
}};
inline constexpr std::array<ResultForm, 12> other_results{{
    {"1 1/2 - 1/2", "1 1/2 - 1/2", Verdict::Draw, true},
    {"1/2 - 1 1/2", "1/2 - 1 1/2", Verdict::Draw, true},
    {"1 h - h", "1\u00bd-\u00bd", Verdict::Draw, true},
    {"h - 1 h", "\u00bd-1\u00bd", Verdict::Draw, true},
    {"1+ - 1-", "1+ - 1-", Verdict::Draw, true},
    {"1- - 1+", "1- - 1+", Verdict::Draw, true},
    {"1/2 - 1/2", "1/2-1/2", Verdict::Draw},
    {"h - h", "\u00bd-\u00bd", Verdict::Draw},
    {"0.5 - 0.5", "0.5-0.5", Verdict::Draw},
    {"0,5 - 0,5", "0,5-0,5", Verdict::Draw},
    {"1/2", "1/2", Verdict::Draw},
    {"h", "\u00bd", Verdict::Draw},
}};

inline const ResultForm* plain_result(std::string_view token) {
    const auto* const found = std::ranges::find(plain_results, token, &ResultForm::token);
    return found == plain_results.end() ? nullptr : found;
}

// Points with decimals that make two together, such as 1.2-0.8: the ResultFormat "Goes".
struct Points {
    std::size_t end = 0;  // 0: something else stands here
    std::string token{};
    Verdict verdict = Verdict::Draw;
    bool uneven = false;
};

// Text that remembers whether somebody looked beyond its end.
class Text {
public:
    explicit Text(std::string_view text) : text_(text) {}

    std::string_view all() const { return text_; }
    std::size_t size() const { return text_.size(); }
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

    // The end of the pattern of a result that stands here; 0: something else does.
    std::size_t after_result(std::size_t at, std::string_view pattern) {
        for (const char wanted : pattern) {
            if (wanted == ' ') {
                at = after_spaces(at);
                continue;
            }
            const Symbol symbol = look(at);
            if (symbol.length == 0 || symbol.as != (wanted == 'h' ? half : wanted)) return 0;
            at += symbol.length;
        }
        return result_goes_on(at) ? 0 : at;
    }

    Points points(std::size_t at) {
        constexpr int both = 200;
        const Decimal first = decimal(at);
        if (first.end == 0) return {};
        const std::size_t dash = after_spaces(first.end);
        if (look(dash).as != '-') return {};
        const std::size_t start = after_spaces(dash + look(dash).length);
        const Decimal second = decimal(start);
        if (second.end == 0 || first.hundredths + second.hundredths != both || result_goes_on(second.end)) return {};
        Points found{.end = second.end, .uneven = first.hundredths != second.hundredths};
        found.token = text_.substr(at, first.end - at);
        found.token += '-';
        found.token += text_.substr(start, second.end - start);
        if (first.hundredths == both) found.verdict = Verdict::WhiteWins;
        if (second.hundredths == both) found.verdict = Verdict::BlackWins;
        return found;
    }

private:
    struct Decimal {
        std::size_t end = 0;  // 0: none
        int hundredths = 0;
    };

    // One digit, a point or comma, one or two digits.
    Decimal decimal(std::size_t at) {
        if (!is_digit(look(at).as)) return {};
        const Symbol point = look(at + 1);
        if (point.length != 1 || (point.as != '.' && point.as != ',')) return {};
        const std::size_t first = at + 2;
        const std::size_t end = after_digits(first);
        if (end == first || end > first + 2) return {};
        const auto digit = [&](std::size_t i) { return i < end ? text_[i] - '0' : 0; };
        return {end, 100 * digit(at) + 10 * digit(first) + digit(first + 1)};
    }

    bool result_goes_on(std::size_t at) {
        const Symbol next = look(at);
        return is_digit(next.as) || is_letter(next.as) || next.as == '-' || next.as == ':' || next.as == '/' ||
               next.as == '+' || next.as == half;
    }

    // Kept out of the way of look(), which is called for every character.
    [[gnu::noinline]] Symbol look_beyond_ascii(std::size_t at) {
        const std::size_t length = at < text_.size() ? sequence_length(byte_at(text_, at)) : 1;
        if (at + length > text_.size()) {
            hit_end_ = true;
            return {};
        }
        return {meaning_of(text_.substr(at, length)), static_cast<std::uint8_t>(length)};
    }

    std::string_view text_;
    bool hit_end_ = false;
};

// The result that a text as a whole is; nothing for * and everything else.
struct FoundResult {
    std::string token{};
    Verdict verdict = Verdict::Unknown;
    bool uneven = false;
};

inline std::optional<FoundResult> find_result(std::string_view written) {
    const std::string_view token = trimmed(written);
    if (token.empty()) return std::nullopt;
    Text text(token);
    const auto matches = [&](const ResultForm& form) { return text.after_result(0, form.pattern) == token.size(); };
    for (const std::span<const ResultForm> forms :
         {std::span<const ResultForm>(plain_results), std::span<const ResultForm>(other_results)}) {
        const auto found = std::ranges::find_if(forms, matches);
        if (found != forms.end()) return FoundResult{std::string(found->token), found->verdict, found->uneven};
    }
    Points points = text.points(0);
    if (points.end != token.size()) return std::nullopt;
    return FoundResult{std::move(points.token), points.verdict, points.uneven};
}

// Bytes that are no UTF-8 become the character that stands for what cannot be read.
inline std::string valid_utf8(std::string text) {
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
