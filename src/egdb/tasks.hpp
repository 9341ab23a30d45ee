// Long work on endgame files, as plain data: what is wanted, and what came of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "egdb/material.hpp"
#include "game/placement.hpp"
#include "game/value.hpp"

namespace crownhead::egdb {

inline constexpr int most_pieces = 12;  // no set of files is larger; a 6x6 board has no more

// How far the work is, in positions. Called by one thread at a time.
using OnProgress = std::function<void(std::uint64_t done, std::uint64_t of, const Material& stage)>;

struct BuildOptions {
    std::string folder;  // of this game; made if it is not there
    int pieces = 4;
    std::uint64_t memory = std::uint64_t{4} << 30U;  // bytes
    int threads = 1;
    bool distances = false;  // also how far the end is
    std::stop_token stop{};  // set from outside: leave at the next occasion
    OnProgress on_progress{};
    std::function<void(const std::string&)> on_note{};  // a file that was of no use and is made again
};

struct BuildReport {
    bool stopped = false;
    std::size_t built = 0;        // stages
    std::size_t found = 0;        // that were there
    std::uint64_t positions = 0;  // built
};

struct VerifyOptions {
    int threads = 1;
    std::stop_token stop{};
    OnProgress on_progress{};
};

struct VerifyReport {
    bool stopped = false;
    std::uint64_t positions = 0;
    std::uint64_t wrong = 0;
    std::string first_wrong{};  // in words
};

// The longest win or loss of a class, and a position that has it.
struct LongestWay {
    int plies = 0;
    Placement example;
};

// What a file says of one class.
struct ClassInfo {
    Material material;
    std::array<std::uint64_t, 3> totals{};  // by Value
    std::uint64_t file_bytes = 0;           // of the stage, reported with its first class; 0 with the other
    std::optional<LongestWay> longest{};    // where distances are known

    std::uint64_t positions() const { return totals[0] + totals[1] + totals[2]; }
    std::uint64_t with(Value value) const { return totals[static_cast<std::size_t>(value)]; }
};

}  // namespace crownhead::egdb
