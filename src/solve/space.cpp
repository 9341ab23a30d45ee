#include "solve/space.hpp"

#include <utility>

#include "runtime/with_variant.hpp"
#include "solve/space_of.hpp"

namespace crownhead::solve {

namespace {

struct SmallBoards {
    constexpr bool operator()(const Variant& v) const { return v.size() == 6 && has_kings(v.move); }
};

}  // namespace

bool has_space(const Variant& variant) { return SmallBoards{}(variant); }

std::unique_ptr<Space> new_space(const Variant& variant, std::shared_ptr<const Endgames> endgames) {
    std::unique_ptr<Space> space;
    with_variant<SmallBoards>(variant, [&]<Geometry G, Movement M>() {
        space = std::make_unique<SpaceOf<G, M>>(variant, std::move(endgames));
    });
    return space;
}

}  // namespace crownhead::solve
