// What is done to a library from outside: games in and out, checking, backups, and getting back what can be had. What `crownhead
// library` does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "library_search.hpp"
#include "rules/variant.hpp"
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

// Games of PDN files into the library. What is there already is left out, so that an import that was ended can be begun again.
struct LibraryImport {
    std::size_t kept = 0;
    std::size_t known = 0;
    std::size_t refused = 0;
};
struct ImportWatch {
    std::function<void(const std::filesystem::path& file, std::size_t line, std::size_t game, const std::string& why)>
        refused{};
    // After every few games; `share` of the file was read. False: it is to end.
    std::function<bool(const std::filesystem::path& file, double share, const LibraryImport& so_far)> progress{};
};
// `game`: of games that do not say what they are; null: that is found out. `into`: the name of a folder of the library, which is
// made if need be; empty: none. Not while a server uses the data folder.
Result<LibraryImport> import_games(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& files,
                                   const Variant* game, const std::string& into, const ImportWatch& watch);

struct LibraryExport {
    std::int64_t games = 0;
    std::vector<std::string> unreadable{};  // games that cannot be opened
};
// What is found, as PDN, newest first, also while a server runs. `within`: the name of a folder of the library, empty: all of them.
// `write` is given one game at a time; false: it is to end.
Result<LibraryExport> export_games(const std::filesystem::path& folder, LibraryRequest search,
                                   const std::string& within, const std::function<bool(std::string_view pdn)>& write);

// Whether the library can be opened, but for the lock.
bool library_is_damaged(const std::filesystem::path& folder);

}  // namespace crownhead::server
