// What is done to a library from outside: checking, backups, and getting back what can be had. What `crownhead library` does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "util/result.hpp"

namespace crownhead::server {

struct LibraryCheck {
    std::int64_t games = 0;
    std::vector<std::string> problems{};  // of the file, and of each game that cannot be opened in full
};
// Reads everything and plays every game again. Also while the library is in use.
Result<LibraryCheck> check_library(const std::filesystem::path& folder);

struct LibraryBackup {
    std::filesystem::path file{};
    std::string made{};
    std::uint64_t bytes = 0;
};
Result<LibraryBackup> backup_library(const std::filesystem::path& folder);

// What a backup would bring back, and what not.
struct RestorePlan {
    std::string damage{};  // what is wrong with the library now; empty: nothing
    std::filesystem::path backup{};
    std::string made{};
    std::int64_t games = 0;            // in the backup
    std::int64_t missing = 0;          // games that were begun or went on since, as far as the library can be read
    std::vector<std::string> names{};  // of some of these
};
// `file`: of a backup; empty: the newest one that is not damaged.
Result<RestorePlan> plan_restore(const std::filesystem::path& folder, const std::filesystem::path& file);

// Where the old file was moved to. Not while a server uses the folder.
Result<std::filesystem::path> restore_library(const std::filesystem::path& folder, const RestorePlan& plan);

struct LibrarySalvage {
    std::int64_t games = 0;
    std::int64_t moves = 0;
    std::int64_t lost = 0;         // games of which only moves were found
    std::int64_t cut = 0;          // games that can be opened up to a damaged move
    std::filesystem::path kept{};  // where the old file is now
};
// Makes a new library of all that can be read in the file. Not while a server uses the folder.
Result<LibrarySalvage> salvage_library(const std::filesystem::path& folder);

// Whether the library can be opened, but for the lock.
bool library_is_damaged(const std::filesystem::path& folder);

}  // namespace crownhead::server
