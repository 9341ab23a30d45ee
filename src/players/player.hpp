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
    std::string forfeit{};  // not empty: there is no move, for this reason, and the game is lost (external engines)
};

class Player {
public:
    virtual ~Player() = default;

    virtual std::string_view name() const = 0;

    // A game is about to be played. What takes time before the first move belongs here.
    virtual void begin(const Game& game) { static_cast<void>(game); }

    // Requires that the game is not over. May change the player (its random numbers, its memory), never the game.
    virtual Choice choose(const Game& game) = 0;
};

}  // namespace crownhead
