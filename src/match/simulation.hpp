// The batch simulator of the suicide document (mission S0.10, S0.11): one board size on each line of a text, one game for
// each, and a course log of them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead {

enum class Starter : std::uint8_t { Player1, Player2, Alternate };  // alternating: player 1 begins the first game

struct Simulation {
    std::string player1 = "random";  // players, as players/catalogue.hpp reads them
    std::string player2 = "edge";
    Starter starter = Starter::Player1;
    std::uint64_t seed = 1;
    int threads = 1;
    std::vector<const Variant*> games{};  // to be played, in this order
};

struct BadLine {
    std::size_t number = 0;  // counted from 1
    std::string text{};      // as it stands there, shortened
    std::string why{};
};

struct SizeList {
    std::vector<const Variant*> games{};  // of the good lines
    std::vector<BadLine> bad{};
};

// The games that a name stands for, by size: "suicide" is four of them, "suicide-6" or "mini" one.
Result<std::vector<const Variant*>> games_by_size(std::string_view name);

// One of these games for each line of the text. Spaces around a number, Windows line ends and empty lines do not matter.
SizeList read_sizes(std::string_view text, std::span<const Variant* const> games);

// Plays all games, several at a time. `write` gets the log piece by piece, in order, from one thread at a time, and `done`
// the number of games so far; neither depends on the number of threads. A player that forfeits ends the simulation.
Result<void> simulate(const Simulation& simulation, const std::function<Result<void>(std::string_view)>& write,
                      const std::function<void(std::uint64_t)>& done);

}  // namespace crownhead
