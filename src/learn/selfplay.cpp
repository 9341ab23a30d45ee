#include "learn/selfplay.hpp"

#include <atomic>
#include <cmath>
#include <mutex>
#include <vector>

#include "match/openings.hpp"
#include "match/referee.hpp"
#include "players/player.hpp"
#include "runtime/engine.hpp"
#include "search/score.hpp"
#include "util/threads.hpp"

namespace crownhead::learn {

namespace {

constexpr std::size_t table_megabytes = 2;

int pieces_on(const Placement& placement) {
    int count = 0;
    for (const Piece piece : placement.squares)
        if (piece != Piece::None) ++count;
    return count;
}

float expected_score(int score) {
    if (score::is_decided(score)) return score > 0 ? 1.0F : 0.0F;
    return static_cast<float>(1 / (1 + std::exp(-score / 100.0)));
}

// Calls the worker on several threads, each with the same counter of work items.
void in_parallel(int threads, const std::function<void(std::atomic<std::uint64_t>&)>& worker) {
    std::atomic<std::uint64_t> next = 0;
    on_threads(threads, [&] { worker(next); });
}

// The engine with some weights as a player.
class FixedNodes final : public Player {
public:
    FixedNodes(const Variant& variant, const eval::Weights& weights, std::uint64_t nodes)
        : engine_(new_engine(variant, {.table_megabytes = table_megabytes, .weights = weights})), nodes_(nodes) {}

    std::string_view name() const override { return "engine"; }
    Choice choose(const Game& game, const Context& context) override {
        return {.index = engine_->think(game, {.nodes = nodes_, .stop = context.stop}).best()};
    }
    void forget() { engine_->forget(); }

private:
    std::unique_ptr<Engine> engine_;
    std::uint64_t nodes_;
};

int longest(const Variant& variant, const SelfPlayOptions& options) {
    return options.longest > 0 ? options.longest : 30 * variant.size();
}

Samples one_game(Engine& engine, const Variant& variant, const SelfPlayOptions& options, std::uint64_t number) {
    struct Seen {
        std::vector<eval::Feature> features;
        Side turn;
        float phase;
        float expected;
    };
    std::vector<Seen> seen;
    engine.forget();
    const int plies = options.opening_plies - static_cast<int>(number % 5);
    const auto game = opening(variant, Openings::Random, plies, number, options.seed);
    const auto full = static_cast<float>(2 * variant.pieces_per_side());
    std::optional<Side> winner;
    int idle = 0;  // plies since a man moved or a piece was taken
    for (int ply = 0; ply < longest(variant, options); ++ply) {
        if (const auto outcome = game->outcome()) {
            winner = outcome->winner;
            break;
        }
        const Analysis analysis = engine.think(*game, {.nodes = options.nodes, .stop = options.stop});
        const Placement placement = game->placement();
        // Kings that go to and fro would fill the samples with one position of one result.
        constexpr int idle_samples = 8;
        constexpr int idle_games = 60;
        if (idle >= idle_games) break;
        if (auto features = idle < idle_samples ? engine.quiet_features(*game) : std::nullopt)
            seen.push_back({std::move(*features), placement.turn,
                            std::min(1.0F, static_cast<float>(pieces_on(placement)) / full),
                            expected_score(analysis.score())});
        const AnyMove& mv = game->legal()[analysis.best()];
        idle = mv.is_capture() || mv.is_pass() || !is_king(placement.at(mv.from)) ? 0 : idle + 1;
        game->play(analysis.best());
    }
    Samples samples;
    const auto share = static_cast<float>(options.result_share);
    for (const Seen& one : seen) {
        const float result = !winner ? 0.5F : *winner == one.turn ? 1.0F : 0.0F;
        samples.add(one.features, one.phase, share * result + (1 - share) * one.expected);
    }
    return samples;
}

}  // namespace

Samples self_play(const Variant& variant, const eval::Weights& weights, const SelfPlayOptions& options,
                  const std::function<void(std::uint64_t)>& after_game) {
    std::vector<Samples> games(options.games);
    std::mutex mutex;  // guards done
    std::uint64_t done = 0;
    in_parallel(options.threads, [&](std::atomic<std::uint64_t>& next) {
        const auto engine = new_engine(variant, {.table_megabytes = table_megabytes, .weights = weights});
        for (std::uint64_t i = next++; i < options.games && !options.stop.stop_requested(); i = next++) {
            games[i] = one_game(*engine, variant, options, i);
            const std::scoped_lock lock(mutex);
            if (after_game) after_game(++done);
        }
    });
    Samples all;
    for (const Samples& game : games) all.append(game);
    return all;
}

MatchStats compare(const Variant& variant, const eval::Weights& first, const eval::Weights& second,
                   const SelfPlayOptions& options, const std::function<void(std::uint64_t)>& after_game) {
    MatchStats stats;
    std::mutex mutex;  // guards stats
    const std::uint64_t pairs = (options.games + 1) / 2;
    in_parallel(options.threads, [&](std::atomic<std::uint64_t>& next) {
        FixedNodes one(variant, first, options.nodes);
        FixedNodes two(variant, second, options.nodes);
        for (std::uint64_t pair = next++; pair < pairs && !options.stop.stop_requested(); pair = next++) {
            int pair_points = 0;
            MatchStats result;
            for (const Side side_of_first : {Side::Black, Side::White}) {
                one.forget();
                two.forget();
                const auto game = opening(variant, Openings::Random, options.opening_plies, pair, options.seed);
                const bool first_is_black = side_of_first == Side::Black;
                const Played played = play_out(*game, first_is_black ? one : two, first_is_black ? two : one,
                                               longest(variant, options), options.stop);
                if (played.finish == Finish::Stopped) return;
                const std::optional<Side> winner = played.winner;
                const int points = !winner ? 1 : *winner == side_of_first ? 2 : 0;
                result.add_game(points);
                pair_points += points;
            }
            result.add_pair(pair_points);
            const std::scoped_lock lock(mutex);
            stats += result;
            if (after_game) after_game(stats.games());
        }
    });
    return stats;
}

}  // namespace crownhead::learn
