// Squares as text: by number in every game, also by name (a1 is the corner at White's left) in the games that use names.
#pragma once

#include <string>
#include <string_view>

#include "rules/variant.hpp"
#include "util/parse.hpp"
#include "util/result.hpp"

namespace crownhead::square_text {

struct ReadSquare {
    int number = 0;
    Notation notation = Notation::Numeric;  // how it was written
};

// The name of a square: files from White's left, ranks from White's side. On a mirrored board a1 is not a playing square.
inline std::string name(const Variant& v, int number) {
    const Cell c = cell_of_number(v.setup, v.size(), number);
    return static_cast<char>('a' + c.column) + std::to_string(v.size() - c.row);
}

inline std::string write(const Variant& v, int number, Notation notation) {
    return notation == Notation::Algebraic ? name(v, number) : std::to_string(number);
}

// The squares of this game, for messages: "1..50", or "1..32 or a1..h8".
inline std::string range(const Variant& v) {
    std::string text = "1.." + std::to_string(v.squares());
    if (v.setup.notation == Notation::Algebraic)
        text += std::string(" or a1..") + static_cast<char>('a' + v.size() - 1) + std::to_string(v.size());
    return text;
}

// A number from 1 to `squares`.
inline Result<int> read_number(Cursor& in, int squares) {
    const std::size_t start = in.offset();
    const Result<int> number = in.number();
    if (!number) return number;
    if (*number < 1 || *number > squares)
        return fail("there is no square " + excerpt(in.since(start)) + ": expected 1.." + std::to_string(squares),
                    start);
    return number;
}

// A name, in any game; capital letters are accepted.
inline Result<int> read_name(const Variant& v, Cursor& in) {
    const std::size_t start = in.offset();
    const char last = static_cast<char>('a' + v.size() - 1);
    const char file = lower(in.peek());
    if (file < 'a' || file > last) return in.expected(std::string("a file a..") + last);
    in.advance();
    const Result<int> rank = in.number();
    if (!rank) return rank;
    if (*rank < 1 || *rank > v.size())
        return fail(
            "there is no square " + excerpt(in.since(start)) + ": expected a rank 1.." + std::to_string(v.size()),
            start);
    const int number = number_of_cell(v.setup, v.size(), {v.size() - *rank, file - 'a'});
    if (number == 0) return fail(excerpt(in.since(start)) + " is a light square: expected a dark one", start);
    return number;
}

// A square by number, or by name in the games that use names.
inline Result<ReadSquare> read(const Variant& v, Cursor& in) {
    const bool names = v.setup.notation == Notation::Algebraic;
    if (!is_digit(in.peek()) && !(names && is_letter(in.peek()))) return in.expected("a square " + range(v));
    const Notation notation = is_digit(in.peek()) ? Notation::Numeric : Notation::Algebraic;
    const Result<int> number = notation == Notation::Numeric ? read_number(in, v.squares()) : read_name(v, in);
    if (!number) return std::unexpected(number.error());
    return ReadSquare{*number, notation};
}

}  // namespace crownhead::square_text
