// The page, as it was built from web/ and put into the program.
#pragma once

#include <string_view>

namespace crownhead::server {

std::string_view page();

}  // namespace crownhead::server
