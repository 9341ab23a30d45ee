// The data folder belongs to one program at a time (util/folder_lock.hpp). Its file `lock` also says where the page is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace crownhead::server {

// For programs that come later. Requires that this program has the lock.
void announce_page(const std::filesystem::path& folder, const std::string& url);

// Where the program that has the folder now shows its page; nothing if there is no such program.
std::optional<std::string> announced_page(const std::filesystem::path& folder);

}  // namespace crownhead::server
