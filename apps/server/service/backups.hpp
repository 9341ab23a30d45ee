// Backups: copies of the library in the folder `backups` beside it, made by SQLite's own backup while the library is in use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "util/result.hpp"

namespace crownhead::server {

inline constexpr std::size_t kept_backups = 7;

struct Backup {
    std::filesystem::path file{};
    std::string made{};  // 2026-11-15T10:00:00Z
    std::uint64_t bytes = 0;
};

std::filesystem::path library_file(const std::filesystem::path& folder);

// Waits until a file or folder is on the disk.
void synchronise(const std::filesystem::path& path);

// Newest first.
std::vector<Backup> list_backups(const std::filesystem::path& folder);

// A copy as of now, on the disk when this returns; the oldest ones beyond seven are removed. Nothing is left of a copy that
// was stopped or failed.
Result<Backup> make_backup(const std::filesystem::path& folder, const std::stop_token& stop = {});

// Whether the newest one is a day old, or there is none and there are games.
bool backup_is_due(const std::filesystem::path& folder);

// What is wrong with a file of the library; empty if nothing. Reads all of it.
std::string damage_of(const std::filesystem::path& file);

}  // namespace crownhead::server
