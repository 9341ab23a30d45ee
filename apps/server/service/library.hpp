// Library: all games, in the SQLite file crownhead.db of the data folder. What was saved survives the end of the program and
// of the power. Not for several threads at once: service/storage.hpp has the thread that writes, and threads that read by
// connections of their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/requests.hpp"
#include "table/stored.hpp"
#include "util/result.hpp"

namespace crownhead::server {

inline constexpr int library_version = 7;  // of the tables in the file

struct LibraryEntry {
    std::string id{};
    std::string name{};
    std::string game{};
    Seat black{};
    Seat white{};
    std::string result{};
    int plies = 0;
    std::string created{};
    std::string changed{};
};

struct LibraryPage {
    std::vector<LibraryEntry> games{};
    std::int64_t total = 0;  // that were found, from `after` on
    bool more = false;       // there may be more than that
    std::string next{};      // `after` of the next page; empty: this was the last one
};

// Reads, on a connection of its own: beside the writer and other readers, and without waiting for them.
class LibraryReader {
public:
    virtual ~LibraryReader() = default;

    virtual Result<std::optional<StoredGame>> load(const std::string& id) = 0;  // not the deleted ones
    virtual Result<std::optional<std::string>> find_origin(const std::string& origin) = 0;
    // Games with at least one move or a result, newest first. However many there are, a bounded number is looked at: a page
    // may have fewer games than `limit`, none even, and a `next` one all the same.
    virtual Result<LibraryPage> search(const LibraryRequest& request) = 0;
};

class Library : public LibraryReader {
public:
    // Makes the folder and the file if need be, or brings an older file up to date. A file that is damaged, of a newer
    // program or of another one is refused and left as it is. Only one program at a time may use a folder.
    static Result<std::unique_ptr<Library>> open(const std::filesystem::path& folder);

    // Sees everything that was saved before it is asked.
    virtual Result<std::unique_ptr<LibraryReader>> reader() = 0;

    // Adds the game, or changes what is kept of it and adds its moves to those that are kept. Within a group it is on disk
    // when the group has ended, without an error.
    virtual Result<void> save(const StoredGame& game) = 0;
    virtual Result<void> begin_group() = 0;
    virtual Result<void> end_group() = 0;

    // False: there is no such game.
    virtual Result<bool> remove(const std::string& id) = 0;  // until restored; for good after 30 days
    virtual Result<bool> restore(const std::string& id) = 0;
    virtual Result<bool> rename(const std::string& id, const std::string& name) = 0;
};

// The time now, 2026-11-15T10:00:00Z.
std::string time_stamp();

}  // namespace crownhead::server
