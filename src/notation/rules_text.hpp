// The rules of a game in a few sentences, made from the same data that the program plays by. The full account with its
// sources is docs/rules.md.
#pragma once

#include <string>

#include "rules/variant.hpp"

namespace crownhead::cli {

std::string rules_text(const Variant& v);

}  // namespace crownhead::cli
