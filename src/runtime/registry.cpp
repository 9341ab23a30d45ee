// From names to games.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/edit_distance.hpp"
#include "util/parse.hpp"

namespace crownhead {

namespace {

std::string_view nearest_name(std::string_view name) {
    name = name.substr(0, 32);  // a longer one is near to nothing anyway
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

std::optional<std::size_t> find_path(const Game& game, const AnyMove& mv) {
    for (std::size_t i = 0; i < game.legal().size(); ++i) {
        const AnyMove& legal = game.legal()[i];
        if (legal.from != mv.from || legal.to() != mv.to() || legal.captured() != mv.captured()) continue;
        if (std::ranges::any_of(game.paths(i), [&](const AnyMove& path) { return path.hops == mv.hops; })) return i;
    }
    return std::nullopt;
}

Result<const Variant*> find_variant(std::string_view name) {
    for (const VariantAlias& known : variant_aliases)
        if (known.alias == name) name = known.name;
    for (const Variant& v : variants)
        if (v.name == name || std::string(v.family) + "-" + std::to_string(v.size()) == name) return &v;
    for (const Variant& v : variants)
        if (v.family == name) return &v;  // no game has the bare name: the first of its boards
    const std::size_t dash = name.rfind('-');
    if (dash != std::string_view::npos) {
        const std::string_view family = name.substr(0, dash);
        for (const Variant& v : variants)
            if (v.family == family)
                return fail("there is no board of size '" + excerpt(name.substr(dash + 1)) + "' for " +
                                std::string(family) + "; it is played on " + sizes_of(family),
                            dash + 1);
    }
    return fail("unknown game '" + excerpt(name) + "'; did you mean '" + std::string(nearest_name(name)) + "'?");
}

Result<std::unique_ptr<Game>> new_game(std::string_view name) {
    const auto variant = find_variant(name);
    if (!variant) return std::unexpected(variant.error());
    return new_game(**variant);
}

}  // namespace crownhead
