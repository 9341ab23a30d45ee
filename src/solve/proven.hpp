// Games whose value from the start is proven by a certificate in data/certificates.
#pragma once

#include <optional>

#include "game/value.hpp"
#include "rules/variant.hpp"

namespace crownhead::solve {

// For the side that begins; none where there is no certificate of these rules and this start.
std::optional<Value> proven_value(const Variant& variant);

}  // namespace crownhead::solve
