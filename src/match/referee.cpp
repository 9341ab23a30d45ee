#include "match/referee.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "notation/message_text.hpp"

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

Played play_out(Game& game, Player& black, Player& white, int longest, const std::stop_token& stop,
                std::shared_ptr<solve::SharedSolution> solution) {
    Played played;
    const auto stopped = [&] {
        if (!stop.stop_requested()) return false;
        played.finish = Finish::Stopped;
        return true;
    };
    if (const auto outcome = game.outcome()) {
        played.winner = outcome->winner;
        return played;
    }
    const Context context{.stop = stop, .solution = std::move(solution)};
    for (const Side side : {Side::Black, Side::White}) {
        Player& player = side == Side::Black ? black : white;
        const std::expected<void, Message> ready = player.begin(game, context);
        if (stopped()) return played;
        if (!ready) return forfeited(std::move(played), side, message_text::write(ready.error(), game.variant()));
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
        Choice choice = player.choose(game, context);
        const double used = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        played.thinking[turn == Side::Black ? 0 : 1] += {.seconds = used, .moves = 1, .slowest = used};
        if (choice.forfeit && stopped()) return played;  // interrupted, not at fault
        if (!choice.forfeit && choice.index >= game.legal().size()) choice.forfeit = Message{"forfeit.no-such-move"};
        if (choice.forfeit)
            return forfeited(std::move(played), turn, message_text::write(*choice.forfeit, game.variant()));
        game.play(choice.index);
    }
}

}  // namespace crownhead
