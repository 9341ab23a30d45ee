// Puzzle files: the puzzles of one game as text, one on each line. The format: docs/formats.md#puzzles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzles/puzzle.hpp"
#include "util/result.hpp"

namespace crownhead::puzzles {

struct PuzzleFile {
    const Variant* variant = nullptr;
    std::string made{};      // how: words that follow from the options, so that a run goes on only with the same ones
    std::uint64_t next = 0;  // the game that a run looks through next
    std::vector<Puzzle> puzzles{};
};

std::string write_puzzles(const PuzzleFile& file);

// Everything is checked: the rules, the checksum of each line, that positions are legal and different, that the lines can be
// played. Messages begin with "line 12: ". `expected` is the game that the file must be of; null: any.
Result<PuzzleFile> read_puzzles(std::string_view text, const Variant* expected = nullptr);

}  // namespace crownhead::puzzles
