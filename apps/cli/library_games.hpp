// `crownhead library import` and `export`, which stand below `crownhead library`.
#pragma once

#include "command_line.hpp"

namespace crownhead::cli {

void add_library_games(CommandLine& line, Command& group);

}  // namespace crownhead::cli
