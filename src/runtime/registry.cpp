// From names to games: the only place where every game is instantiated.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "runtime/game.hpp"
#include "runtime/game_of.hpp"
#include "runtime/with_variant.hpp"

namespace crownhead {

namespace {

// The number of letters to insert, delete or change.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::string_view nearest_name(std::string_view name) {
    const auto* best = &variants[0];
    std::size_t distance = edit_distance(name, best->name);
    for (const Variant& v : variants) {
        const std::size_t d = edit_distance(name, v.name);
        if (d < distance) {
            best = &v;
            distance = d;
        }
    }
    return best->name;
}

std::string sizes_of(std::string_view family) {
    std::vector<int> sizes;
    for (const Variant& v : variants)
        if (v.family == family) sizes.push_back(v.size());
    std::sort(sizes.begin(), sizes.end());
    std::string text;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (i > 0) text += i + 1 == sizes.size() ? " or " : ", ";
        text += std::to_string(sizes[i]);
    }
    return text;
}

}  // namespace

Result<const Variant*> find_variant(std::string_view name) {
    for (const Variant& v : variants)
        if (v.name == name || std::string(v.family) + "-" + std::to_string(v.size()) == name) return &v;
    const std::size_t dash = name.rfind('-');
    if (dash != std::string_view::npos) {
        const std::string_view family = name.substr(0, dash);
        for (const Variant& v : variants)
            if (v.family == family)
                return fail("there is no board of size '" + std::string(name.substr(dash + 1)) + "' for " +
                                std::string(family) + "; it is played on " + sizes_of(family),
                            dash + 1);
    }
    return fail("unknown game '" + std::string(name) + "'; did you mean '" + std::string(nearest_name(name)) + "'?");
}

std::unique_ptr<Game> new_game(const Variant& variant) {
    std::unique_ptr<Game> game;
    with_variant(variant, [&]<Geometry G, Movement M>() { game = std::make_unique<GameOf<G, M>>(variant); });
    return game;
}

Result<std::unique_ptr<Game>> new_game(std::string_view name) {
    const auto variant = find_variant(name);
    if (!variant) return std::unexpected(variant.error());
    return new_game(**variant);
}

}  // namespace crownhead
