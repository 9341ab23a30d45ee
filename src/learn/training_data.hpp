// Training data: positions with what a search and the rest of the game said of them, and the file that holds them
// (docs/formats.md). The file grows game by game; what a killed run left behind is read up to the last complete game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/net.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::learn {

using eval::PackedPosition;

enum class GameResult : std::uint8_t { Loss, Draw, Win, Unknown };

struct TrainingRecord {
    PackedPosition position{};
    std::int16_t score = 0;                   // of the search, in points, for the side to move
    GameResult result = GameResult::Unknown;  // of the game; unknown before a random move
};

struct TrainingFile {
    std::uint64_t games = 0;  // complete ones
    std::uint64_t bytes = 0;  // up to the end of the last complete game
    std::vector<TrainingRecord> records{};
};

// The start of a file, and one game as it is appended.
std::string training_header(const Variant& variant);
std::string write_training_game(const Variant& variant, const std::vector<TrainingRecord>& records);

// Reads all complete games. Refuses a file of another game, of other rules, or with a damaged game before its end. With
// `records` false only the games are counted.
Result<TrainingFile> read_training_data(const Variant& variant, std::string_view bytes, bool records = true);

}  // namespace crownhead::learn
