// Restoring the library from a backup, with a question: for `crownhead library restore` and a server whose library is damaged.
#pragma once

#include <filesystem>
#include <string>

namespace crownhead::cli {

// True if it was restored. `file`: the newest backup if empty. Without `yes` it asks, where there is somebody to ask.
bool restore_from_backup(const std::filesystem::path& folder, const std::string& file, bool yes);

}  // namespace crownhead::cli
