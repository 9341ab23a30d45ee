// From a variant chosen at run time to the template values its hot code is compiled for. Batch programs (perft, playouts,
// endgame generation) use this; everything else uses Game.
#pragma once

#include <cstddef>
#include <utility>

#include "rules/variants.hpp"
#include "util/assert.hpp"

namespace crownhead {

// Calls f.template operator()<G, M>() for the board and movement of v, which must be in the list of variants.
template <class F>
void with_variant(const Variant& v, F&& f) {
    const bool found = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return ((variants[I].name == v.name && (f.template operator()<variants[I].board, variants[I].move>(), true)) ||
                ...);
    }(std::make_index_sequence<variants.size()>{});
    CH_ASSERT(found);
    static_cast<void>(found);
}

}  // namespace crownhead
