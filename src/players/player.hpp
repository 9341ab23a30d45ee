// Player: a strategy. It is shown a game and answers with one of its legal moves. It knows nothing of clocks,
// terminals or opponents; whoever asks it has seen to it that the game is not over.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/game.hpp"

namespace crownhead {

struct Choice {
    std::size_t index = 0;  // into Game::legal()
    std::string remark;     // what the player has to say about it, one line; may be empty
};

class Player {
public:
    virtual ~Player() = default;

    virtual std::string_view name() const = 0;

    // Requires that the game is not over. May change the player (its random numbers, its memory), never the game.
    virtual Choice choose(const Game& game) = 0;
};

}  // namespace crownhead
