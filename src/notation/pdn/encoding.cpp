#include "notation/pdn/encoding.hpp"

#include <algorithm>
#include <array>
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

using HighHalf = std::array<char16_t, 128>;

constexpr HighHalf windows_1251 = [] {
    constexpr std::array<char16_t, 64> signs{
        0x0402, 0x0403, 0x201a, 0x0453, 0x201e, 0x2026, 0x2020, 0x2021, 0x20ac, 0x2030, 0x0409, 0x2039, 0x040a,
        0x040c, 0x040b, 0x040f, 0x0452, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x0098, 0x2122,
        0x0459, 0x203a, 0x045a, 0x045c, 0x045b, 0x045f, 0x00a0, 0x040e, 0x045e, 0x0408, 0x00a4, 0x0490, 0x00a6,
        0x00a7, 0x0401, 0x00a9, 0x0404, 0x00ab, 0x00ac, 0x00ad, 0x00ae, 0x0407, 0x00b0, 0x00b1, 0x0406, 0x0456,
        0x0491, 0x00b5, 0x00b6, 0x00b7, 0x0451, 0x2116, 0x0454, 0x00bb, 0x0458, 0x0405, 0x0455, 0x0457};
    HighHalf table{};
    for (std::size_t i = 0; i < 64; ++i) table[i] = signs[i];
    for (std::size_t i = 64; i < 128; ++i) table[i] = static_cast<char16_t>(0x0410 + i - 64);
    return table;
}();

constexpr HighHalf cp866 = [] {
    constexpr std::array<char16_t, 48> frames{
        0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557,
        0x255d, 0x255c, 0x255b, 0x2510, 0x2514, 0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f,
        0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559,
        0x2558, 0x2552, 0x2553, 0x256b, 0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580};
    constexpr std::array<char16_t, 16> signs{0x0401, 0x0451, 0x0404, 0x0454, 0x0407, 0x0457, 0x040e, 0x045e,
                                             0x00b0, 0x2219, 0x00b7, 0x221a, 0x2116, 0x00a4, 0x25a0, 0x00a0};
    HighHalf table{};
    for (std::size_t i = 0; i < 48; ++i) table[i] = static_cast<char16_t>(0x0410 + i);
    for (std::size_t i = 0; i < 48; ++i) table[48 + i] = frames[i];
    for (std::size_t i = 0; i < 16; ++i) table[96 + i] = static_cast<char16_t>(0x0440 + i);
    for (std::size_t i = 0; i < 16; ++i) table[112 + i] = signs[i];
    return table;
}();

void append_character(std::string& out, char16_t c) {
    if (c >= 0x800) {
        out += static_cast<char>(0xe0 | (c >> 12));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    } else {
        out += static_cast<char>(0xc0 | (c >> 6));
    }
    out += static_cast<char>(0x80 | (c & 0x3f));
}

// What a character beyond ASCII is in a text of this encoding.
enum class Sort : std::uint8_t { Upper, Lower, Sign, Unlikely };

Sort sort_of(Encoding encoding, unsigned char byte) {
    if (encoding == Encoding::Latin1) {
        if (byte < 0xc0)
            return byte < 0xa0 && byte != 0x85 && (byte < 0x91 || byte > 0x97) ? Sort::Unlikely : Sort::Sign;
        if (byte == 0xd7 || byte == 0xf7) return Sort::Sign;
        return byte < 0xdf ? Sort::Upper : Sort::Lower;
    }
    const char16_t c = (encoding == Encoding::Windows1251 ? windows_1251 : cp866)[byte - 0x80U];
    if (c == 0x0401 || (c >= 0x0410 && c < 0x0430)) return Sort::Upper;
    if (c == 0x0451 || (c >= 0x0430 && c < 0x0450)) return Sort::Lower;
    if (c == 0x0406 || c == 0x0407 || c == 0x0404 || c == 0x040e || c == 0x0490)
        return Sort::Upper;  // of Ukraine, Belarus
    if (c == 0x0456 || c == 0x0457 || c == 0x0454 || c == 0x045e || c == 0x0491) return Sort::Lower;
    const bool usual = c == 0xa0 || c == 0xab || c == 0xbb || c == 0x2116 || (c >= 0x2013 && c <= 0x2026);
    return usual ? Sort::Sign : Sort::Unlikely;
}

constexpr bool is_ascii_letter(unsigned char byte) { return (byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z'; }

}  // namespace

std::string_view name(Encoding encoding) {
    switch (encoding) {
        case Encoding::Utf8: return "UTF-8";
        case Encoding::Latin1: return "ISO-8859-1";
        case Encoding::Windows1251: return "Windows-1251";
        case Encoding::Cp866: return "CP866";
    }
    return "";
}

// A word is plausible in Latin-1 if most of its letters are those of ASCII, in the others if none is; capitals stand at the
// beginning, or throughout.
void EncodingFinder::end_word(std::size_t encoding) {
    Words& words = words_[encoding];
    const int high = words.upper + words.lower;
    if (high > 0 && static_cast<Encoding>(encoding) == Encoding::Latin1) {
        if (words.ascii > 0)
            words.score += high <= words.ascii + 1 ? 2 * high : -high;
        else if (high > 1)
            words.score -= 2 * high;
    } else if (high > 0) {
        const bool cased = !words.upper_after_lower && (words.lower == 0 || words.upper <= 1);
        if (words.ascii > 0)
            words.score -= high;
        else if (high > 1)
            words.score += cased ? 2 * high : -high;
    }
    const long score = words.score;
    words = {};
    words.score = score;
}

void EncodingFinder::add(std::string_view bytes) {
    if (is_ascii(bytes) && expected_ == 0) {  // most blocks: only the words at their ends matter
        const auto is_letter_here = [](char c) { return is_ascii_letter(static_cast<unsigned char>(c)); };
        const auto first = std::ranges::find_if_not(bytes, is_letter_here) - bytes.begin();
        const bool one_word = first == static_cast<std::ptrdiff_t>(bytes.size());
        const auto last = std::find_if_not(bytes.rbegin(), bytes.rend(), is_letter_here) - bytes.rbegin();
        for (std::size_t i = 1; i < words_.size(); ++i) {
            words_[i].ascii += static_cast<int>(first);
            if (one_word) continue;
            end_word(i);
            words_[i].ascii = static_cast<int>(last);
        }
        return;
    }
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (expected_ > 0 && (byte & 0xc0U) == 0x80U) {
            if (--expected_ == 0) ++characters_;
        } else {
            if (expected_ > 0) ++wrong_;
            const std::size_t length = sequence_length(byte);
            expected_ = length > 1 ? static_cast<int>(length) - 1 : 0;
            if (length == 0) ++wrong_;
        }
        for (const Encoding encoding : {Encoding::Latin1, Encoding::Windows1251, Encoding::Cp866}) {
            const auto i = static_cast<std::size_t>(encoding);
            Words& words = words_[i];
            if (byte < 0x80) {
                if (is_ascii_letter(byte))
                    ++words.ascii;
                else if (words.ascii + words.upper + words.lower > 0)
                    end_word(i);
                continue;
            }
            switch (sort_of(encoding, byte)) {
                case Sort::Upper:
                    words.upper_after_lower = words.upper_after_lower || words.lower > 0;
                    ++words.upper;
                    break;
                case Sort::Lower: ++words.lower; break;
                case Sort::Unlikely: words.score -= 2; [[fallthrough]];
                case Sort::Sign: end_word(i); break;
            }
        }
    }
}

Encoding EncodingFinder::found() const {
    EncodingFinder whole = *this;  // with the last word
    for (std::size_t i = 1; i < words_.size(); ++i) whole.end_word(i);
    const long wrong = wrong_ + (expected_ > 0 ? 1 : 0);
    if (wrong == 0 || characters_ > wrong) return Encoding::Utf8;
    const auto score = [&](Encoding encoding) { return whole.words_[static_cast<std::size_t>(encoding)].score; };
    Encoding best = Encoding::Latin1;
    for (const Encoding candidate : {Encoding::Windows1251, Encoding::Cp866})
        if (score(candidate) > score(best) && score(candidate) > 0) best = candidate;
    return best;
}

Encoding find_encoding(std::string_view text) {
    if (is_ascii(text)) return Encoding::Utf8;
    EncodingFinder finder;
    finder.add(text);
    return finder.found();
}

void append_as_utf8(std::string& out, std::string_view bytes, Encoding encoding) {
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            out += c;
        else if (encoding == Encoding::Latin1)
            append_latin1(out, byte);
        else
            append_character(out, (encoding == Encoding::Windows1251 ? windows_1251 : cp866)[byte - 0x80U]);
    }
}

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
