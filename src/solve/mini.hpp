// MiniSolution: the whole game of mini, solved. Men only advance, so no position ever comes again, and a walk backwards from
// the ends of all games meets every position once. Known is, for every position with at most six men a side, by how many
// men the side to move is ahead at the end when both play as well as possible; its sign says who wins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "util/result.hpp"

namespace crownhead::solve {

inline constexpr int mini_men = 6;  // a side, at most

// Progress, in positions solved. Called by one thread at a time.
using OnMiniProgress = std::function<void(std::uint64_t done, std::uint64_t of)>;

struct MiniOptions {
    int threads = 1;
    std::stop_token stop{};  // set from outside: leave at the next occasion
    OnMiniProgress on_progress{};
};

// Differences are for the side to move.
struct MiniStatistics {
    std::uint64_t solved = 0;     // positions: all with at most six men a side
    std::uint64_t positions = 0;  // those of them that games from the start position can reach; the rest is about these
    std::uint64_t finished = 0;   // where the game is over
    std::array<std::array<std::uint64_t, 3>, 2 * mini_men + 1> values{};  // by men on the board and by Value
    std::array<std::uint64_t, 2 * mini_men + 1> differences{};            // from -6 to 6
    int longest_game = 0;                                                 // plies, passes included
    int start = 0;                                                        // the difference of the start position
    std::vector<std::pair<AnyMove, int>> first_moves{};                   // the difference for the side that makes it

    friend bool operator==(const MiniStatistics&, const MiniStatistics&) = default;
};

class MiniSolution {
public:
    // Takes some seconds, and half a gigabyte meanwhile. An error only if it was stopped.
    static Result<MiniSolution> make(const MiniOptions& options);

    // Files are checked when they are read; one that is damaged, or made for other rules, is refused.
    static Result<MiniSolution> load(const std::string& path);
    Result<void> save(const std::string& path) const;

    // From the file if it can be used; otherwise it is made, and written there.
    static Result<MiniSolution> complete(const std::string& path, const MiniOptions& options);

    const MiniStatistics& statistics() const { return statistics_; }

    // For the side to move. Null where a side has more men than a game begins with, or nobody has any.
    std::optional<int> difference(const Placement& placement) const;

    friend bool operator==(const MiniSolution&, const MiniSolution&) = default;

private:
    MiniSolution() = default;

    void ask_first_moves();  // fills in what the statistics say of them

    MiniStatistics statistics_;
    std::vector<std::uint8_t> table_;  // difference + 6, two positions a byte
};

}  // namespace crownhead::solve
