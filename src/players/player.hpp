// Player: a strategy. It is shown a game and answers with one of its legal moves. It knows nothing of clocks,
// terminals or opponents; whoever asks it has seen to it that the game is not over.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead {

struct Choice {
    std::size_t index = 0;  // into Game::legal()
    std::string remark;     // what the player has to say about it, one line; may be empty
    std::string forfeit{};  // not empty: there is no move, for this reason, and the game is lost (external engines)
};

// Cut-offs of an alpha-beta search: where the player itself was to move, and where its opponent was.
struct Prunings {
    std::uint64_t max = 0;
    std::uint64_t min = 0;
};

// What a player that thinks for long has to tell meanwhile.
struct News {
    int depth = 0;              // plies, finished
    std::string score{};        // for the player, as it says it: "+0.35"
    std::uint64_t nodes = 0;    // positions seen
    std::vector<AnyMove> line;  // what it expects, from the position it was shown; may be empty
    std::optional<Prunings> prunings{};
};
using OnNews = std::function<void(const News&)>;

class Endgames;

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
    // Once this becomes true, in whatever thread, nobody waits for an answer any more, and a player that may think for long
    // breaks off. It must outlive the thinking, or the next watch().
    virtual void watch(const std::atomic<bool>* stop) { static_cast<void>(stop); }
    // From now on the player tells how its thinking goes, in the thread that called choose(). Most have nothing to tell.
    virtual void tell(const OnNews& on_news) { static_cast<void>(on_news); }

    // What is known of the endgames of the game that is being played, for as long as it is not told otherwise. Most players
    // have no use for it.
    virtual void know(const std::shared_ptr<const Endgames>& endgames) { static_cast<void>(endgames); }

    // Requires that the game is not over. May change the player (its random numbers, its memory), never the game.
    virtual Choice choose(const Game& game) = 0;
};

}  // namespace crownhead
