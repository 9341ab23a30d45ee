// Library: all games, in the SQLite file crownhead.db of the data folder. What was saved survives the end of the program and
// of the power. Not for several threads at once: service/storage.hpp has the thread that writes, and threads that read by
// connections of their own.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/requests.hpp"
#include "service/training.hpp"
#include "table/stored.hpp"
#include "util/result.hpp"

namespace crownhead::server {

inline constexpr int library_version = 10;  // of the tables in the file

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
    std::string folder{};  // id; empty: in none
    std::vector<std::string> labels{};
    std::string date{};     // of a game that was read from a PDN, as it is written there
    std::string deleted{};  // empty: it is not
};

struct Folder {
    std::string id{};
    std::string name{};

    friend bool operator==(const Folder&, const Folder&) = default;
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
    virtual Result<std::vector<Folder>> folders() = 0;  // by name
    virtual Result<std::vector<std::string>> labels() = 0;
    // A game that has this mark (table/marks.hpp) and is not deleted.
    virtual Result<std::optional<std::string>> find_mark(std::int64_t mark) = 0;
    // Games whose marks are not in the index yet, at most so many.
    virtual Result<std::vector<std::string>> unmarked(std::int64_t most) = 0;

    // service/training.hpp
    virtual Result<PuzzleProgress> puzzle_progress() = 0;
    virtual Result<std::vector<StoredMistake>> mistakes() = 0;
    virtual Result<DrillResults> drill_results(const std::string& game) = 0;
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
    virtual Result<bool> move_to(const std::string& id, const std::string& folder) = 0;  // empty: out of its folder
    virtual Result<bool> set_label(const std::string& id, const std::string& label, bool on) = 0;
    // Of those that were deleted, the oldest ones for good; how many.
    virtual Result<std::int64_t> erase_deleted(std::int64_t most) = 0;

    virtual Result<void> put_folder(const Folder& folder) = 0;      // a new one, or another name
    virtual Result<bool> remove_folder(const std::string& id) = 0;  // its games stay
    virtual Result<void> set_marked(const std::string& id, std::vector<std::int64_t> marks) = 0;

    // service/training.hpp
    virtual Result<void> record_puzzle(const std::string& key, bool right, const std::string& day) = 0;
    virtual Result<void> put_mistakes(const std::vector<StoredMistake>& mistakes) = 0;
    virtual Result<void> record_mistake(const std::string& table, int node, bool right, const std::string& day) = 0;
    virtual Result<void> record_drill(const std::string& key, bool right, const std::string& day) = 0;
};

// 2026-11-15T10:00:00Z
std::string time_stamp(std::chrono::system_clock::time_point when = std::chrono::system_clock::now());

}  // namespace crownhead::server
