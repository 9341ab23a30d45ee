#include "match/tournament.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "players/catalogue.hpp"
#include "solve/oracle.hpp"
#include "util/random.hpp"
#include "util/threads.hpp"

namespace crownhead {

namespace {

// Hands out the games: the first pair of every cell, then the second pair of every cell ..., so that all cells grow
// together.
class Schedule {
public:
    explicit Schedule(const Tally& tally) : tally_(tally) {}

    std::optional<GameId> next() {
        const std::uint64_t cells = tally_.cells().size();
        const std::uint64_t all = tally_.complete() ? 0 : tally_.planned();
        for (; at_ < all; ++at_) {
            const GameId id{.cell = static_cast<std::size_t>(at_ / 2 % cells), .number = at_ / 2 / cells * 2 + at_ % 2};
            if (tally_.complete(id.cell) || tally_.has(id)) continue;
            ++at_;
            return id;
        }
        return std::nullopt;
    }

private:
    const Tally& tally_;
    std::uint64_t at_ = 0;
};

}  // namespace

Result<std::vector<PlayerFactory>> read_players(const Plan& plan) {
    std::vector<PlayerFactory> players;
    for (const std::string& description : plan.players) {
        Result<PlayerFactory> read = PlayerFactory::read(description);
        if (!read) return std::unexpected(std::move(read.error()));
        players.push_back(std::move(*read));
    }
    return players;
}

FinishedGame play_game(const Plan& plan, const std::vector<PlayerFactory>& players, const MatchCell& cell,
                       const GameId& id, const std::stop_token& stop, std::shared_ptr<solve::SharedSolution> solution) {
    const std::uint64_t pair = id.number / 2;
    std::uint64_t state = plan.seed + 0x632be59bd9b4e019ULL * (pair + 1) + 0xd1342543de82ef95ULL * id.cell;
    for (std::uint64_t skip = 0; skip < id.number % 2 * 2; ++skip) splitmix64(state);
    const std::unique_ptr<Player> first = players[cell.first].make(splitmix64(state));
    const std::unique_ptr<Player> second = players[cell.second].make(splitmix64(state));

    const auto game = opening(*cell.variant, plan.openings_of(*cell.variant), plan.opening_plies,
                              static_cast<std::size_t>(cell.opening(id.number)), plan.seed, plan.start());
    FinishedGame finished{.id = id, .opening_plies = game->played().size()};
    const bool first_is_black = cell.side_of_first(id.number) == Side::Black;
    Player& black = first_is_black ? *first : *second;
    Player& white = first_is_black ? *second : *first;
    Played played = play_out(*game, black, white, plan.longest, stop, std::move(solution));
    finished.finish = played.finish;
    finished.winner = played.winner;
    finished.why = std::move(played.why);
    if (const auto outcome = game->outcome()) finished.reason = outcome->reason;
    const Placement placement = game->placement();
    finished.left = {placement.pieces(Side::Black), placement.pieces(Side::White)};
    finished.thinking = {played.thinking[first_is_black ? 0 : 1], played.thinking[first_is_black ? 1 : 0]};
    finished.moves.assign(game->played().begin(), game->played().end());
    return finished;
}

Result<void> play_all(Tally& tally, const RunOptions& options) {
    const Result<std::vector<PlayerFactory>> players = read_players(tally.plan());
    if (!players) return std::unexpected(players.error());
    std::mutex mutex;  // guards tally, schedule, error and the callbacks
    Schedule schedule(tally);
    std::optional<Error> error;
    const auto solution = std::make_shared<solve::SharedSolution>();
    const auto stopped = [&] { return options.stop.stop_requested(); };
    const auto work = [&] {
        for (;;) {
            std::optional<GameId> id;
            {
                const std::scoped_lock lock(mutex);
                if (!error && !stopped()) id = schedule.next();
            }
            if (!id) return;
            const FinishedGame game =
                play_game(tally.plan(), *players, tally.cells()[id->cell], *id, options.stop, solution);
            const std::scoped_lock lock(mutex);
            if (error || game.finish == Finish::Stopped) return;
            if (options.on_game) {
                if (const Result<void> kept = options.on_game(game); !kept) {
                    error = kept.error();
                    return;
                }
            }
            tally.add(game);
            if (options.on_counted) options.on_counted(tally);
        }
    };
    on_threads(options.threads, work);
    if (error) return std::unexpected(*error);
    return {};
}

}  // namespace crownhead
