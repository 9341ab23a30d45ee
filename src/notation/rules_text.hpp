// The rules of a game in a few sentences, made from the same data that the program plays by. The full account with its
// sources is docs/rules.md.
#pragma once

#include <string>
#include <vector>

#include "rules/variant.hpp"
#include "util/message.hpp"

namespace crownhead::rules_text {

// How men and kings move, what must be captured, who wins; without who stands where.
std::vector<Message> rules(const Variant& v);

// When a game is a draw: phrases that belong in one list.
std::vector<Message> draws(const Variant& v);

// Both in English.
std::vector<std::string> sentences(const Variant& v);

}  // namespace crownhead::rules_text
