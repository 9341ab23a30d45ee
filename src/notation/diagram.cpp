#include "notation/diagram.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead::diagram {

namespace {

constexpr std::string_view symbols = "#oOxX";  // by Piece

std::string row_text(const Variant& v, const Placement& placement, int row) {
    std::string out;
    for (int column = 0; column < v.size(); ++column) {
        if (column > 0) out += ' ';
        const int number = number_of_cell(v.setup, v.size(), {row, column});
        out += number == 0 ? '.' : symbols[static_cast<std::size_t>(placement.at(number))];
    }
    return out;
}

int first_number(const Variant& v, int row) {
    const int number = number_of_cell(v.setup, v.size(), {row, 0});
    return number != 0 ? number : number_of_cell(v.setup, v.size(), {row, 1});
}

}  // namespace

std::string write(const Variant& v, const Placement& placement) {
    CH_ASSERT(placement.count() == v.squares());
    std::string out;
    for (int row = 0; row < v.size(); ++row) out += row_text(v, placement, row) + '\n';
    return out;
}

std::string write_numbered(const Variant& v, const Placement& placement, Notation notation) {
    CH_ASSERT(placement.count() == v.squares());
    std::string out;
    for (int row = 0; row < v.size(); ++row) {
        const int margin = notation == Notation::Algebraic ? v.size() - row : first_number(v, row);
        out += fmt::format("{:2}  {}\n", margin, row_text(v, placement, row));
    }
    if (notation == Notation::Algebraic) {
        out += "   ";
        for (int column = 0; column < v.size(); ++column) out += {' ', static_cast<char>('a' + column)};
        out += '\n';
    }
    return out;
}

Result<Placement> read(const Variant& v, std::string_view text) {
    Cursor in(text);
    Placement placement(v.squares());
    placement.turn = v.setup.first;
    const auto skip_blanks = [&] {
        while (in.peek() == ' ' || in.peek() == '\t' || in.peek() == '\r') in.advance();
    };
    for (int row = 0; row < v.size(); ++row) {
        in.skip_spaces();
        if (in.at_end()) return fail(fmt::format("expected {} rows, found {}", v.size(), row), in.offset());
        for (int column = 0; column < v.size(); ++column) {
            skip_blanks();
            const int number = number_of_cell(v.setup, v.size(), {row, column});
            if (number == 0) {
                if (!in.accept('.'))
                    return in.expected(fmt::format("'.' for the light square {} of row {}", column + 1, row + 1));
                continue;
            }
            const std::size_t symbol = in.at_end() ? std::string_view::npos : symbols.find(in.peek());
            if (symbol == std::string_view::npos)
                return in.expected(fmt::format("one of #oOxX for the dark square {} of row {}", column + 1, row + 1));
            in.advance();
            placement.put(number, static_cast<Piece>(symbol));
        }
        skip_blanks();
        if (!in.at_end() && in.peek() != '\n')
            return in.expected(fmt::format("{} characters in row {}", v.size(), row + 1));
    }
    in.skip_spaces();
    if (!in.at_end()) return in.expected(fmt::format("the end after {} rows", v.size()));
    return placement;
}

}  // namespace crownhead::diagram
