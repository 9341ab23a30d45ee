// The data folder belongs to one program at a time. Its file `lock` is locked by that program and says where its page is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "util/result.hpp"

namespace crownhead::server {

// Keeps other programs out of the folder; gone with the program, whatever ends it.
class FolderLock {
public:
    static Result<FolderLock> take(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

// For whoever comes later. Requires that this program has the lock.
void announce_page(const std::filesystem::path& folder, const std::string& url);

// Where the program that has the folder now shows its page; nothing if there is no such program.
std::optional<std::string> announced_page(const std::filesystem::path& folder);

}  // namespace crownhead::server
