// The mistakes of a person in a game against a computer, from its review, as exercises.
#pragma once

#include <string>
#include <vector>

#include "service/training.hpp"
#include "table/table.hpp"

namespace crownhead::server {

// Of the moments of a finished review: those of the only person at the table, where the move was a mistake or a blunder. `day` is
// when they happened.
std::vector<StoredMistake> mistakes_of(const Table& table, const std::string& day);

}  // namespace crownhead::server
