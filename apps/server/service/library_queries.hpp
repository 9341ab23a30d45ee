// LibraryQueries: what is read of the library, on one connection. It throws what SQLite says. Searches look at a bounded
// number of games, however many there are: a search that needs more goes on where the last one ended.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "service/library.hpp"

namespace crownhead::server {

class LibraryQueries {
public:
    explicit LibraryQueries(SQLite::Database& db) : db_(db) {}

    std::optional<StoredGame> load(const std::string& id);
    std::optional<std::string> find_origin(const std::string& origin);
    LibraryPage search(const LibraryRequest& request);
    std::vector<Folder> folders();
    std::vector<std::string> labels();
    std::optional<std::string> find_mark(std::int64_t mark);
    std::vector<std::string> unmarked(std::int64_t most);

private:
    struct Docs {
        std::string list{};       // numbers of games, with commas
        bool have_words = false;  // the words that are looked for need not be compared again
    };
    std::optional<Docs> rare_docs(const LibraryRequest& request);
    LibraryPage search_docs(const LibraryRequest& request, const Docs& docs);
    LibraryPage search_newest(const LibraryRequest& request);
    LibraryPage search_deleted(const LibraryRequest& request);
    void add_details(LibraryPage& page);

    SQLite::Database& db_;
};

}  // namespace crownhead::server
