#include "puzzles/shipped.hpp"

#include <cstddef>

#include "rules/variants.hpp"

// The files in data/puzzles, put here by the build (cmake/embed.cmake).
extern "C" {
extern const char* const builtin_puzzles_names[];  // NOLINT(*-avoid-non-const-global-variables)
extern const char* const builtin_puzzles_texts[];  // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead::puzzles {

std::string_view shipped_text(const Variant& variant) {
    for (std::size_t i = 0; builtin_puzzles_names[i] != nullptr; ++i)
        if (variant.name == builtin_puzzles_names[i]) return builtin_puzzles_texts[i];
    return {};
}

std::vector<const Variant*> games_with_puzzles() {
    std::vector<const Variant*> games;
    for (const Variant& variant : variants)
        if (!shipped_text(variant).empty()) games.push_back(&variant);
    return games;
}

}  // namespace crownhead::puzzles
