// LibraryQueries: what is read of the library, on one connection. It throws what SQLite says. Searches look at a bounded
// number of games, however many there are: a search that needs more goes on where the last one ended.
#pragma once

#include <optional>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "service/library.hpp"

namespace crownhead::server {

class LibraryQueries {
public:
    explicit LibraryQueries(SQLite::Database& db) : db_(db) {}

    std::optional<StoredGame> load(const std::string& id);
    std::optional<std::string> find_origin(const std::string& origin);
    LibraryPage search(const LibraryRequest& request);

private:
    std::optional<LibraryPage> search_words(const LibraryRequest& request);
    LibraryPage search_newest(const LibraryRequest& request);

    SQLite::Database& db_;
};

}  // namespace crownhead::server
