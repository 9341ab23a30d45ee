// Why a text is no FEN, as a word that messages can have (fen.WORD in data/messages).
#pragma once

#include <string_view>

#include "rules/variant.hpp"

namespace crownhead::fen {

// turn, lists, list, second-list, square, range, backwards, twice or end; empty where the text can be read.
std::string_view fault(const Variant& v, std::string_view text);

}  // namespace crownhead::fen
