// The first frame to every page: games, strategies and limits.
#pragma once

#include <string>
#include <string_view>

namespace crownhead::server {

std::string hello(std::string_view version);

}  // namespace crownhead::server
