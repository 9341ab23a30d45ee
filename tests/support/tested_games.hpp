// The games that a test goes through which takes long: all of them, or with sanitizers, which make everything several times
// slower, one for each movement and each size of board. That is what the code differs by.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "rules/variants.hpp"

namespace crownhead {

#ifdef CROWNHEAD_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

inline const std::vector<Variant>& tested_games() {
    static const std::vector<Variant> games = [] {
        std::vector<Variant> chosen;
        for (const Variant& v : variants) {
            const bool same_movement =
                std::ranges::any_of(chosen, [&](const Variant& other) { return other.move == v.move; });
            const bool same_size =
                std::ranges::any_of(chosen, [&](const Variant& other) { return other.size() == v.size(); });
            if (!sanitized || !same_movement || !same_size) chosen.push_back(v);
        }
        return chosen;
    }();
    return games;
}

inline bool is_tested(std::string_view game) {
    return std::ranges::any_of(tested_games(), [&](const Variant& v) { return v.name == game; });
}

// Games that differ only in how they end have the same moves: one of them can stand for the others.
inline bool has_own_moves(const Variant& v) {
    const auto same = [&](const Variant& other) { return other.board == v.board && other.move == v.move; };
    return std::ranges::find_if(variants, same)->name == v.name;
}

}  // namespace crownhead
