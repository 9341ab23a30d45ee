// Variant: one game on one board, as plain constexpr data. The list of all games is rules/variants.hpp.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "board/geometry.hpp"
#include "rules/ending.hpp"
#include "rules/movement.hpp"
#include "rules/setup.hpp"

namespace crownhead {

struct Variant {
    std::string_view name;     // "suicide-10"; the bare family name for the default size
    std::string_view family;   // "suicide"
    std::string_view title;    // "Suicide checkers"
    std::string_view summary;  // one sentence for people
    std::string_view source;   // where the rules come from
    Geometry board;
    Movement move;
    Ending end;
    Setup setup;

    constexpr int size() const { return board.size; }
    constexpr int squares() const { return board.squares(); }
    constexpr int pieces_per_side() const { return setup.rows * board.per_row(); }
};

constexpr Variant derive(Variant v, auto edit) {
    edit(v);
    return v;
}

// The row on which a man of this side is crowned, counted from the top.
constexpr int far_row(int size, Side side) { return side == Side::Black ? size - 1 : 0; }

// A hash of everything that decides legal moves and results (not of names and numbering). It goes into every data file,
// so that a file made for other rules is refused.
constexpr std::uint64_t fingerprint(const Variant& v) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
    const auto add = [&](std::uint64_t value) {
        for (int i = 0; i < 8; ++i) hash = (hash ^ ((value >> (8 * i)) & 0xff)) * 0x100000001b3ULL;
    };
    const auto add_enum = [&](auto value) { add(static_cast<std::uint64_t>(value)); };
    add_enum(v.board.size);
    add_enum(v.move.king);
    add_enum(v.move.man_capture);
    add_enum(v.move.obligation);
    add_enum(v.move.chain);
    add_enum(v.move.promotion);
    add_enum(v.move.removal);
    add_enum(v.move.man_takes_king);
    add_enum(v.move.double_kill);
    add_enum(v.move.king_run);
    add_enum(v.end.bare);
    add_enum(v.end.blocked);
    add_enum(v.end.king_wins);
    add_enum(v.end.repetitions);
    add_enum(v.end.no_capture_limit);
    add_enum(v.end.no_advance_limit);
    add_enum(v.end.quiet_limit);
    for (const MaterialRule& rule : v.end.material) {
        add_enum(rule.kind);
        add_enum(rule.pieces_min);
        add_enum(rule.pieces_max);
        add_enum(rule.kings_min);
        add_enum(rule.moves);
    }
    return hash;
}

}  // namespace crownhead
