#include "play/drawing.hpp"

#include <string_view>

#include <fmt/format.h>

#include "common.hpp"
#include "notation/diagram.hpp"

namespace crownhead::cli {

char symbol(Side side) { return side == Side::Black ? 'o' : 'x'; }

std::string numbered_board(const Variant& v, const Placement& placement, Notation notation) {
    const std::string diagram = diagram::write_numbered(v, placement, notation);
    if (notation == Notation::Algebraic) return diagram;
    std::string text;
    int row = 0;
    for (const std::string_view line : split(diagram, "\n")) {
        text += fmt::format("{}   ", line);
        std::string numbers;
        for (int column = 0; column < v.size(); ++column) {
            const int number = number_of_cell(v.setup, v.size(), {row, column});
            numbers += number == 0 ? "   " : fmt::format("{:3}", number);
        }
        text += numbers.substr(0, numbers.find_last_not_of(' ') + 1) + '\n';
        ++row;
    }
    return text;
}

}  // namespace crownhead::cli
