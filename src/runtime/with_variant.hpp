// From a variant chosen at run time to the template values its hot code is compiled for. Batch programs (perft, playouts,
// endgame generation) use this; everything else uses Game.
#pragma once

#include <cstddef>
#include <utility>

#include "rules/variants.hpp"
#include "util/assert.hpp"

namespace crownhead {

struct EveryVariant {
    constexpr bool operator()(const Variant&) const { return true; }
};

// Calls f.template operator()<G, M>() for the board and movement of v, which must be in the list of variants and among the
// chosen ones; code is compiled for no others.
template <class Chosen = EveryVariant, class F>
void with_variant(const Variant& v, F&& f) {
    const auto matches = [&]<std::size_t I>() {
        if constexpr (Chosen{}(variants[I])) {
            if (variants[I].name == v.name) {
                f.template operator()<variants[I].board, variants[I].move>();
                return true;
            }
        }
        return false;
    };
    const bool found = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (matches.template operator()<I>() || ...);
    }(std::make_index_sequence<variants.size()>{});
    CH_ASSERT(found);
    static_cast<void>(found);
}

}  // namespace crownhead
