// LibraryChanges: what is changed in the library besides the games themselves, on one connection: deleting and restoring,
// names, folders, labels, and the index of marks. It throws what SQLite says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "service/library.hpp"

namespace crownhead::server {

class LibraryChanges {
public:
    explicit LibraryChanges(SQLite::Database& db) : db_(db) {}

    bool remove(const std::string& id);
    bool restore(const std::string& id);
    bool rename(const std::string& id, const std::string& name);
    bool move_to(const std::string& id, const std::string& folder);
    bool set_label(const std::string& id, const std::string& label, bool on);

    bool put_folder(const Folder& folder);
    bool remove_folder(const std::string& id);

    // Games that were deleted 30 days ago, those without a move, and those of runs that were only opened.
    void purge();
    std::int64_t erase_deleted(std::int64_t most);

    // The marks of the game with this number.
    void add_marks(std::int64_t doc, std::vector<std::int64_t> marks);
    void set_marked(const std::string& id, std::vector<std::int64_t> marks);
    // Away with the marks of games that are gone, if they are many.
    void sweep();

private:
    bool update(const char* text, const std::string& id, const std::string& value);
    std::int64_t erase(const std::string& which, const std::string& limit);
    SQLite::Statement& mark_statement();

    SQLite::Database& db_;
    std::unique_ptr<SQLite::Statement> mark_;
};

}  // namespace crownhead::server
