// Player: a strategy. It is shown a game and answers with one of its legal moves. It knows nothing of clocks,
// terminals or opponents; whoever asks it has seen to it that the game is not over.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/game.hpp"
#include "util/result.hpp"

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

    // A game is about to be played. What takes time before the first move belongs here. An error says why the player
    // cannot play it (external engines); then the game is lost.
    virtual Result<void> begin(const Game& game) {
        static_cast<void>(game);
        return {};
    }
    // Once this becomes true nobody waits for an answer any more, and a player that can break off does so.
    virtual void watch(const std::atomic<bool>* stop) { static_cast<void>(stop); }

    // Requires that the game is not over. May change the player (its random numbers, its memory), never the game.
    virtual Choice choose(const Game& game) = 0;
};

}  // namespace crownhead
