// Salvage: the games that can still be read in a damaged file of the library. It does not ask SQLite, which gives up at the
// first page that is wrong: it looks at every page of the file and of its log (format: sqlite.org/fileformat2.html) and takes
// the rows that make sense, each by itself.
#pragma once

#include <cstdint>
#include <filesystem>

#include "util/result.hpp"

namespace crownhead::server {

struct Salvaged {
    std::int64_t games = 0;
    std::int64_t moves = 0;
    std::int64_t lost = 0;  // games of which moves were found and nothing else
};

// From the file `damaged`, which is only read, to the new library `target`, which is complete or not there.
Result<Salvaged> salvage(const std::filesystem::path& damaged, const std::filesystem::path& target);

}  // namespace crownhead::server
