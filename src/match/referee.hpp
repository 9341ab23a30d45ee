// One game between two players, watched over: legal moves only, an end by the rules or none, thinking times noted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "players/player.hpp"
#include "runtime/game.hpp"

namespace crownhead {

enum class Finish : std::uint8_t {
    Rules,    // Game::outcome says how
    TooLong,  // broken off, counted as a draw
    Forfeit,  // a player could not or did not move legally, and loses
    Stopped,  // the game was abandoned and does not count
};

struct ThinkingTime {
    double seconds = 0;
    std::uint64_t moves = 0;
    double slowest = 0;  // the longest move, in seconds

    double mean() const { return moves == 0 ? 0.0 : seconds / static_cast<double>(moves); }  // for a move
    ThinkingTime& operator+=(const ThinkingTime& other);
};

struct Played {
    Finish finish = Finish::Rules;
    std::optional<Side> winner{};
    std::string why{};                     // of a forfeit
    std::array<ThinkingTime, 2> thinking;  // by side
};

// Plays on from where the game stands; `black` and `white` choose in turn. After `longest` further plies, or when `stop`
// becomes true, the game is broken off. Players of solved games share the solution.
Played play_out(Game& game, Player& black, Player& white, int longest, const std::stop_token& stop = {},
                std::shared_ptr<solve::SharedSolution> solution = nullptr);

}  // namespace crownhead
