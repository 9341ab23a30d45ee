// The page, as it was built from web/ and put into the program.
#pragma once

#include <string_view>

namespace crownhead::server {

std::string_view page();
std::string_view compressed_page();  // by gzip

}  // namespace crownhead::server
