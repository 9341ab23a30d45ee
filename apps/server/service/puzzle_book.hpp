// PuzzleBook: the puzzles of every game, read when they are first asked for: those that come with the program, or those of a file with
// the name of the game in the folder `puzzles` of the data folder, which takes their place if nothing is wrong with it.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzles/puzzle_file.hpp"

namespace crownhead::server {

// Puzzles by how hard they are: by the lowest level of the engine that solves them.
inline constexpr std::array<std::string_view, 3> grade_names{"easy", "medium", "hard"};
std::string_view grade_of(const puzzles::Puzzle& puzzle);

struct GamePuzzles {
    const Variant* variant = nullptr;
    std::vector<puzzles::Puzzle> puzzles{};
    std::map<std::string, std::size_t> by_id{};
    std::string
        problem{};  // why the file in the data folder is not used: "english.txt: line 7: ..."; empty: there is none
};

// A puzzle with its game; its key is "english/1a2b3c4d".
struct KeyedPuzzle {
    std::shared_ptr<const GamePuzzles> game{};
    std::size_t number = 0;

    const puzzles::Puzzle& operator*() const { return game->puzzles[number]; }
    const puzzles::Puzzle* operator->() const { return &game->puzzles[number]; }
    std::string key() const;
};

class PuzzleBook {
public:
    explicit PuzzleBook(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The games that have puzzles, in the order of the list of games. May take a moment the first time.
    std::vector<std::shared_ptr<const GamePuzzles>> all();
    std::shared_ptr<const GamePuzzles> of(const Variant& variant);
    std::optional<KeyedPuzzle> find(std::string_view key);
    // The puzzle of a day (2026-11-15) among those that come with the program: the same everywhere.
    std::optional<KeyedPuzzle> of_day(std::string_view day);

private:
    GamePuzzles read(const Variant& variant, bool own) const;

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::map<std::string_view, std::shared_ptr<const GamePuzzles>> games_;  // guarded by the mutex
};

}  // namespace crownhead::server
