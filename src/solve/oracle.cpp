#include "solve/oracle.hpp"

#include <string>

#include "solve/mini_oracle.hpp"

namespace crownhead::solve {

bool has_oracle(const Variant& variant) { return variant.name == "mini"; }

Result<std::unique_ptr<Oracle>> new_oracle(const Variant& variant, std::shared_ptr<const Endgames> /*endgames*/) {
    if (!has_oracle(variant)) return fail("there is no exact play for " + std::string(variant.name));
    return mini_oracle();
}

}  // namespace crownhead::solve
