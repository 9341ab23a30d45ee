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

namespace {

Played forfeited(Played played, Side loser, std::string why) {
    played.finish = Finish::Forfeit;
    played.winner = !loser;
    played.why = std::move(why);
    return played;
}

}  // namespace

Played play_out(Game& game, Player& black, Player& white, int longest, const std::atomic<bool>* stop) {
    Played played;
    const auto stopped = [&] {
        if (stop == nullptr || !*stop) return false;
        played.finish = Finish::Stopped;
        return true;
    };
    if (const auto outcome = game.outcome()) {
        played.winner = outcome->winner;
        return played;
    }
    for (const Side side : {Side::Black, Side::White}) {
        Player& player = side == Side::Black ? black : white;
        player.watch(stop);
        Result<void> ready = player.begin(game);
        if (stopped()) return played;
        if (!ready) return forfeited(std::move(played), side, std::move(ready.error().message));
    }
    for (int ply = 0;; ++ply) {
        if (const auto outcome = game.outcome()) {
            played.winner = outcome->winner;
            return played;
        }
        if (stopped()) return played;
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
        if (!choice.forfeit.empty() && stopped()) return played;  // it was broken off, not wrong
        if (choice.forfeit.empty() && choice.index >= game.legal().size())
            choice.forfeit = "chose a move that is not there";
        if (!choice.forfeit.empty()) return forfeited(std::move(played), turn, std::move(choice.forfeit));
        game.play(choice.index);
    }
}

}  // namespace crownhead
