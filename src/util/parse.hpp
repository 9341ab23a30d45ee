// Cursor: reads a text from left to right and knows where it is, so that every message about the text can say so.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "util/result.hpp"

namespace crownhead {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whether these bytes are well-formed UTF-8.
constexpr bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
        const unsigned first = byte(i);
        const std::size_t length = first < 0x80   ? 1
                                   : first < 0xc2 ? 0
                                   : first < 0xe0 ? 2
                                   : first < 0xf0 ? 3
                                   : first < 0xf5 ? 4
                                                  : 0;
        if (length == 0) return false;
        for (std::size_t k = 1; k < length; ++k)
            if ((byte(i + k) & 0xc0U) != 0x80U) return false;
        const unsigned second = byte(i + 1);  // not overlong, no surrogates, nothing beyond the last plane
        if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
            (first == 0xf4 && second > 0x8f))
            return false;
        i += length;
    }
    return true;
}

// Text from outside, fit for a message: short, on one line, printable.
inline std::string excerpt(std::string_view text, std::size_t longest = 24) {
    std::string result;
    for (const char c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
    if (text.size() > longest) result += "...";
    return result;
}

class Cursor {
public:
    explicit constexpr Cursor(std::string_view text) : Cursor(text, 0, "the end") {}
    // A part of a larger text: offsets count from the start of that, and `end` names the end of the part in messages.
    constexpr Cursor(std::string_view text, std::size_t base, std::string_view end)
        : text_(text), base_(base), end_(end) {}

    constexpr std::size_t offset() const { return base_ + at_; }
    constexpr bool at_end() const { return at_ == text_.size(); }
    // The character `ahead` places further on; a zero beyond the end.
    constexpr char peek(std::size_t ahead = 0) const { return ahead < text_.size() - at_ ? text_[at_ + ahead] : '\0'; }
    // What was read since the cursor stood at `offset`.
    constexpr std::string_view since(std::size_t offset) const {
        return text_.substr(offset - base_, at_ + base_ - offset);
    }

    constexpr void advance() {
        if (!at_end()) ++at_;
    }
    constexpr void skip_spaces() {
        while (!at_end() && is_space(text_[at_])) ++at_;
    }
    constexpr bool accept(char c) {
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    constexpr bool accept(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    // A decimal number without sign; leading zeros do not matter. One too large for an int reads as the largest int, so
    // the range check of the caller refuses it like any other.
    Result<int> number() {
        if (!is_digit(peek())) return expected("a number");
        constexpr int highest = std::numeric_limits<int>::max();
        int value = 0;
        for (; is_digit(peek()); ++at_) {
            const int digit = peek() - '0';
            value = value > (highest - digit) / 10 ? highest : 10 * value + digit;
        }
        return value;
    }

    Result<void> expect(char c) {
        if (accept(c)) return {};
        return expected(std::string("'") + c + "'");
    }

    // The error for something else than `what` standing here.
    std::unexpected<Error> expected(std::string_view what) const {
        return fail("expected " + std::string(what) + ", found " + found(), offset());
    }

    // What stands here, in words.
    std::string found() const {
        if (at_end()) return std::string(end_);
        const char c = text_[at_];
        if (c == '\n') return "the end of the line";
        if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
        constexpr std::string_view hex = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        return std::string("the byte 0x") + hex[byte / 16] + hex[byte % 16];
    }

private:
    std::string_view text_;
    std::size_t base_;
    std::string_view end_;
    std::size_t at_ = 0;
};

}  // namespace crownhead
