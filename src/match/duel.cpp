#include "match/duel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "players/catalogue.hpp"
#include "util/random.hpp"

namespace crownhead {

namespace {

// Notes how long a player thinks.
class Timed final : public Player {
public:
    Timed(Player& player, double& seconds, std::uint64_t& moves, double& slowest)
        : player_(player), seconds_(seconds), moves_(moves), slowest_(slowest) {}

    std::string_view name() const override { return player_.name(); }
    Choice choose(const Game& game) override {
        const auto start = std::chrono::steady_clock::now();
        Choice choice = player_.choose(game);
        const double used = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        seconds_ += used;
        ++moves_;
        slowest_ = std::max(slowest_, used);
        return choice;
    }

private:
    Player& player_;
    double& seconds_;
    std::uint64_t& moves_;
    double& slowest_;
};

void add(DuelResult& sum, const DuelResult& part) {
    sum.stats += part.stats;
    sum.plies += part.plies;
    sum.broken_off += part.broken_off;
    for (std::size_t i = 0; i < 2; ++i) {
        sum.seconds[i] += part.seconds[i];
        sum.moves[i] += part.moves[i];
        sum.slowest[i] = std::max(sum.slowest[i], part.slowest[i]);
    }
}

// Both games from one opening. The players are new for each game: nothing of an earlier game can matter.
Result<DuelResult> play_pair(const Variant& variant, const DuelOptions& options, std::uint64_t pair) {
    DuelResult result;
    int pair_points = 0;
    std::uint64_t state = options.seed + 0x632be59bd9b4e019ULL * (pair + 1);
    for (const Side side_of_first : {Side::Black, Side::White}) {
        auto first = make_player(options.first, splitmix64(state));
        if (!first) return std::unexpected(first.error());
        auto second = make_player(options.second, splitmix64(state));
        if (!second) return std::unexpected(second.error());
        Timed one(**first, result.seconds[0], result.moves[0], result.slowest[0]);
        Timed two(**second, result.seconds[1], result.moves[1], result.slowest[1]);
        const auto game = opening(variant, options.openings, options.opening_plies, pair, options.seed);
        bool broken_off = false;
        const bool first_is_black = side_of_first == Side::Black;
        const std::optional<Side> winner =
            play_out(*game, first_is_black ? one : two, first_is_black ? two : one, options.longest, broken_off);
        const int points = !winner ? 1 : *winner == side_of_first ? 2 : 0;
        result.stats.add_game(points);
        pair_points += points;
        result.plies += game->played().size();
        if (broken_off) ++result.broken_off;
    }
    result.stats.add_pair(pair_points);
    return result;
}

}  // namespace

std::optional<Side> play_out(Game& game, Player& black, Player& white, int longest, bool& broken_off) {
    broken_off = false;
    for (int ply = 0;; ++ply) {
        if (const auto outcome = game.outcome()) return outcome->winner;
        if (ply >= longest) {
            broken_off = true;
            return std::nullopt;
        }
        Player& player = game.placement().turn == Side::Black ? black : white;
        game.play(player.choose(game).index);
    }
}

Result<DuelResult> duel(const Variant& variant, const DuelOptions& options,
                        const std::function<bool(const DuelResult&)>& after_pair) {
    DuelResult sum;
    std::optional<Error> error;
    std::mutex mutex;  // guards sum and error
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> stop = false;
    const auto work = [&] {
        for (std::uint64_t pair = next++; pair < options.pairs && !stop; pair = next++) {
            const Result<DuelResult> result = play_pair(variant, options, pair);
            const std::scoped_lock lock(mutex);
            if (!result) {
                error = result.error();
                stop = true;
                return;
            }
            if (stop) return;
            add(sum, *result);
            if (after_pair && !after_pair(sum)) stop = true;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 1; i < options.threads; ++i) threads.emplace_back(work);
        work();
    }
    if (error) return std::unexpected(*error);
    return sum;
}

}  // namespace crownhead
