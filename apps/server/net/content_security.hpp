// The Content-Security-Policy of a page whose scripts and styles stand in it: each is allowed by its hash, nothing else is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownhead::server {

// What stands between <element ...> and </element>, where there is no src. The page is our own and well formed.
std::vector<std::string_view> inline_elements(std::string_view page, std::string_view element);

std::string content_policy(std::string_view page);

}  // namespace crownhead::server
