// Games whose value from the start is proven by a certificate in data/certificates.
#pragma once

#include <optional>
#include <string_view>

#include "game/value.hpp"
#include "rules/variant.hpp"

namespace crownhead::solve {

// The bytes of the certificate that comes with the program; empty where there is none.
std::string_view shipped_certificate(const Variant& variant);

// For the side that begins; none where there is no certificate of these rules and this start.
std::optional<Value> proven_value(const Variant& variant);

}  // namespace crownhead::solve
