#include "match/referee.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace crownhead {

ThinkingTime& ThinkingTime::operator+=(const ThinkingTime& other) {
    seconds += other.seconds;
    moves += other.moves;
    slowest = std::max(slowest, other.slowest);
    return *this;
}

Played play_out(Game& game, Player& black, Player& white, int longest, const std::atomic<bool>* stop) {
    Played played;
    for (Player* const player : {&black, &white}) player->begin(game);
    for (int ply = 0;; ++ply) {
        if (const auto outcome = game.outcome()) {
            played.winner = outcome->winner;
            return played;
        }
        if (stop != nullptr && *stop) {
            played.finish = Finish::Stopped;
            return played;
        }
        if (ply >= longest) {
            played.finish = Finish::TooLong;
            return played;
        }
        const Side turn = game.turn();
        Player& player = turn == Side::Black ? black : white;
        const auto start = std::chrono::steady_clock::now();
        Choice choice = player.choose(game);
        const double used = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        played.thinking[turn == Side::Black ? 0 : 1] += {.seconds = used, .moves = 1, .slowest = used};
        if (choice.forfeit.empty() && choice.index >= game.legal().size())
            choice.forfeit = "chose a move that is not there";
        if (!choice.forfeit.empty()) {
            played.finish = Finish::Forfeit;
            played.winner = !turn;
            played.why = std::move(choice.forfeit);
            return played;
        }
        game.play(choice.index);
    }
}

}  // namespace crownhead
