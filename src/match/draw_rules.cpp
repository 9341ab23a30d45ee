#include "match/draw_rules.hpp"

#include <algorithm>
#include <vector>

#include "rules/variants.hpp"
#include "util/assert.hpp"

namespace crownhead {

const Variant& without_draw_rules(const Variant& variant) {
    static const std::vector<Variant> all = [] {
        std::vector<Variant> copies;
        copies.reserve(variants.size());
        for (const Variant& v : variants)
            copies.push_back(derive(v, [](Variant& copy) {
                copy.end.repetitions = 0;
                copy.end.no_capture_limit = 0;
                copy.end.no_advance_limit = 0;
                copy.end.quiet_limit = 0;
                copy.end.material = {};
            }));
        return copies;
    }();
    const auto found = std::ranges::find(all, variant.name, &Variant::name);
    CH_ASSERT(found != all.end());
    return *found;
}

}  // namespace crownhead
