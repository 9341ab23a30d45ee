// Player: a strategy. It is given a game and answers with one of its legal moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "runtime/game.hpp"
#include "search/limits.hpp"
#include "search/reported_score.hpp"
#include "util/message.hpp"

namespace crownhead {

class Endgames;

namespace solve {
class SharedSolution;
}

struct Choice {
    std::size_t index = 0;             // into Game::legal()
    std::optional<Message> remark{};   // what the player says about its move
    std::optional<Message> forfeit{};  // why there is no move; the game is lost
};

// Cut-offs of an alpha-beta search: where the player itself was to move, and where its opponent was.
struct Prunings {
    std::uint64_t max = 0;
    std::uint64_t min = 0;
};

// How the thinking goes.
struct Progress {
    int depth = 0;  // plies, finished
    Score score{};  // for the player
    std::uint64_t nodes = 0;
    std::vector<AnyMove> line{};  // the principal variation, its own move first; may be empty
    std::optional<Prunings> prunings{};
};
using OnProgress = std::function<void(const Progress&)>;

// What a player may use for a move. Everything is optional.
struct Context {
    std::stop_token stop{};            // once requested, the answer does not matter any more
    std::optional<ClockTime> clock{};  // of the player; divided by search/control.hpp
    double seconds = 0;                // at most this long, whatever the player's own options say; 0: no limit
    OnProgress on_progress{};          // called by the thread that called choose()
    std::shared_ptr<const Endgames> endgames{};         // of the game that is played
    std::shared_ptr<solve::SharedSolution> solution{};  // for all players of a run or program
};

class Player {
public:
    virtual ~Player() = default;

    virtual std::string_view name() const = 0;

    // Before the first move of a game: what takes time belongs here. The error says why the player cannot play it, and then
    // the game is lost.
    virtual std::expected<void, Message> begin(const Game& game, const Context& context) {
        static_cast<void>(game);
        static_cast<void>(context);
        return {};
    }

    // Requires that the game is not over. May change the player (its random numbers, its memory), never the game.
    virtual Choice choose(const Game& game, const Context& context) = 0;
};

}  // namespace crownhead
