// The first frame to every page: games, strategies and limits.
#pragma once

#include <string>
#include <string_view>

namespace crownhead::server {

// `threads`: that one analysis may use.
std::string hello(std::string_view version, int threads);

}  // namespace crownhead::server
