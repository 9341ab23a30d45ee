// Material: how many men and kings each side has, the side to move first. The positions with the same material are a class,
// and classes are solved and stored one after the other.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/variant.hpp"

namespace crownhead::egdb {

struct Force {
    std::uint8_t men = 0;
    std::uint8_t kings = 0;

    constexpr int pieces() const { return men + kings; }
    friend constexpr auto operator<=>(const Force&, const Force&) = default;
};

struct Material {
    Force us;  // the side to move
    Force them;

    constexpr int pieces() const { return us.pieces() + them.pieces(); }
    constexpr int men() const { return us.men + them.men; }
    constexpr Material swapped() const { return {them, us}; }
    friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

inline std::string text_of(const Force& force) { return std::string(force.kings, 'K') + std::string(force.men, 'm'); }
inline std::string text_of(const Material& m) { return text_of(m.us) + " v " + text_of(m.them); }
// In names of files and addresses: "Kmm-KK".
inline std::string name_of(const Material& m) { return text_of(m.us) + "-" + text_of(m.them); }

// The class with this name. Kings come first, and each side has a piece.
inline std::optional<Material> read_material(std::string_view name) {
    const auto read = [](std::string_view text) -> std::optional<Force> {
        const std::size_t kings = std::min(text.find_first_not_of('K'), text.size());
        const std::size_t men = text.size() - kings;
        if (text.empty() || text.size() > 20 || text.find_first_not_of('m', kings) != std::string_view::npos)
            return std::nullopt;
        return Force{static_cast<std::uint8_t>(men), static_cast<std::uint8_t>(kings)};
    };
    const std::size_t dash = name.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const std::optional<Force> us = read(name.substr(0, dash));
    const std::optional<Force> them = read(name.substr(dash + 1));
    if (!us || !them) return std::nullopt;
    return Material{*us, *them};
}

// Whether positions with kings are ever played on: not where there are none, and not where the first one wins.
constexpr bool plays_with_kings(const Variant& v) { return has_kings(v.move) && !v.end.king_wins; }

// A class and the same with the other side to move lead into each other, so they are solved together: a stage. Of the two,
// this is the one where the side to move has more men, or else more kings.
constexpr Material leading(const Material& m) { return m.us < m.them ? m.swapped() : m; }

// The stages with this many pieces, each after those that it leads into: a capture leaves fewer pieces, a promotion fewer men.
inline std::vector<Material> stages_with(const Variant& v, int pieces) {
    std::vector<Material> stages;
    const auto forces = [&](int count) {
        std::vector<Force> all;
        for (int kings = plays_with_kings(v) ? count : 0; kings >= 0; --kings)
            all.push_back({static_cast<std::uint8_t>(count - kings), static_cast<std::uint8_t>(kings)});
        return all;
    };
    for (int ours = 1; ours < pieces; ++ours) {
        if (ours > v.pieces_per_side() || pieces - ours > v.pieces_per_side()) continue;
        for (const Force us : forces(ours))
            for (const Force them : forces(pieces - ours))
                if (const Material m{us, them}; leading(m) == m) stages.push_back(m);
    }
    std::ranges::sort(stages, {}, [](const Material& m) { return std::pair(m.men(), m); });
    return stages;
}

// Classes with up to this many pieces, in the order in which they can be solved.
inline std::vector<Material> stages_up_to(const Variant& v, int pieces) {
    std::vector<Material> all;
    for (int count = 2; count <= pieces; ++count)
        for (const Material& m : stages_with(v, count)) all.push_back(m);
    return all;
}

// The classes that one move leads to from a class, apart from the class itself with the other side to move. The side to
// move of the result is the one that was not to move.
inline std::vector<Material> successors_of(const Material& m, bool with_kings) {
    std::vector<Material> all;
    for (int promoted = 0; promoted <= (with_kings && m.us.men > 0 ? 1 : 0); ++promoted)
        for (int men = 0; men <= m.them.men; ++men)
            for (int kings = 0; kings <= m.them.kings; ++kings) {
                const Force us{static_cast<std::uint8_t>(m.us.men - promoted),
                               static_cast<std::uint8_t>(m.us.kings + promoted)};
                const Force them{static_cast<std::uint8_t>(m.them.men - men),
                                 static_cast<std::uint8_t>(m.them.kings - kings)};
                if (them.pieces() == 0 || (promoted == 0 && men == 0 && kings == 0)) continue;
                all.push_back({them, us});
            }
    return all;
}

}  // namespace crownhead::egdb
