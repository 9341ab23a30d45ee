// Runs: the same games on any number of threads, fair to both players, ended when asked to or when the test is sure.
#include "match/tournament.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rules/variants.hpp"
#include "runtime/game.hpp"

namespace crownhead {
namespace {

constexpr std::string_view weak = "random";
constexpr std::string_view strong = "engine:nodes=100,hash=1";

const Variant& suicide_6() { return **find_variant("suicide-6"); }

Plan match(const Variant& v, std::string_view first, std::string_view second, std::uint64_t pairs) {
    return {.variants = {&v}, .players = {std::string(first), std::string(second)}, .pairs = pairs, .longest = 400};
}

Tally run(const Plan& plan, RunOptions options = {}) {
    Tally tally(plan);
    const Result<void> played = play_all(tally, options);
    EXPECT_TRUE(played.has_value()) << played.error().message;
    return tally;
}

// Everything but the time it took.
void expect_same(const CellTally& a, const CellTally& b) {
    EXPECT_EQ(a.stats.wins, b.stats.wins);
    EXPECT_EQ(a.stats.draws, b.stats.draws);
    EXPECT_EQ(a.stats.losses, b.stats.losses);
    EXPECT_EQ(a.stats.pairs, b.stats.pairs);
    EXPECT_EQ(a.lengths, b.lengths);
    EXPECT_EQ(a.ends, b.ends);
    EXPECT_EQ(a.too_long, b.too_long);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(a.thinking[i].moves, b.thinking[i].moves);
}

TEST(Tournament, PlaysEveryPairAndCounts) {
    for (const Variant* const v : {&suicide_6(), &list::mini}) {
        const Tally tally = run(match(*v, strong, weak, 5));
        const CellTally& result = tally[0];
        EXPECT_TRUE(tally.complete());
        EXPECT_EQ(tally.games(), 10U);
        EXPECT_EQ(result.stats.games(), 10U) << v->name;
        std::uint64_t pairs = 0;
        for (const std::uint64_t count : result.stats.pairs) pairs += count;
        EXPECT_EQ(pairs, 5U);
        EXPECT_GT(result.stats.points(), 5) << v->name;  // the engine knows more than nothing
        EXPECT_EQ(result.by_starter[0].games(), 5U);
        EXPECT_EQ(result.by_starter[1].games(), 5U);
        EXPECT_EQ(result.by_starter[0].wins + result.by_starter[1].wins, result.stats.wins);
        // Openings of 6 plies are nobody's moves.
        EXPECT_NEAR(static_cast<double>(result.thinking[0].moves + result.thinking[1].moves + 60),
                    10 * result.mean_length(), 1e-6);
        EXPECT_GT(result.thinking[0].seconds, 0);
        EXPECT_GE(result.thinking[0].seconds, result.thinking[0].slowest);
    }
}

// White begins in the one game, Black in the other; each game has an opening of its own.
TEST(Tournament, OnePlayerMayBeginEveryGame) {
    for (const Variant* const v : {&list::international, &suicide_6()}) {
        for (const Starter starter : {Starter::First, Starter::Second}) {
            Plan plan = match(*v, weak, weak, 3);
            plan.starter = starter;
            std::vector<std::vector<AnyMove>> openings;
            Tally tally(plan);
            RunOptions options;
            options.on_game = [&](const FinishedGame& game) -> Result<void> {
                const Side first = tally.cells()[0].side_of_first(game.id.number);
                EXPECT_EQ(first == v->setup.first, starter == Starter::First);
                std::vector<AnyMove> moves(game.moves.begin(), game.moves.begin() + plan.opening_plies);
                EXPECT_EQ(std::ranges::count(openings, moves), 0);
                openings.push_back(std::move(moves));
                return {};
            };
            ASSERT_TRUE(play_all(tally, options));
            EXPECT_EQ(openings.size(), 6U) << v->name;
            EXPECT_EQ(tally[0].by_starter[starter == Starter::First ? 0 : 1].games(), 6U) << v->name;
        }
    }
}

// White is to move where Black begins otherwise; the moves of the opening come after the position.
TEST(Tournament, GamesBeginAtAPosition) {
    Plan plan = match(suicide_6(), weak, "alphabeta:depth=1", 6);
    plan.fen = "W:W13-18:B1-6";
    for (const auto openings : {Openings::Start, Openings::Random}) {
        plan.openings = openings;
        plan.opening_plies = 2;
        std::vector<std::vector<AnyMove>> games(12);
        RunOptions options;
        options.on_game = [&](const FinishedGame& game) -> Result<void> {
            EXPECT_EQ(game.opening_plies, openings == Openings::Start ? 0U : 2U);
            const std::unique_ptr<Game> played = starting_game(suicide_6(), plan.start());
            EXPECT_EQ(played->turn(), Side::White);
            for (const AnyMove& mv : game.moves) {
                const std::optional<std::size_t> index = find_path(*played, mv);
                EXPECT_TRUE(index);
                if (index) played->play(*index);
            }
            EXPECT_TRUE(played->outcome());
            games[game.id.number] = game.moves;
            return {};
        };
        const Tally one = run(plan, options);
        const auto before = games;
        options.threads = 3;
        const Tally many = run(plan, options);
        expect_same(one[0], many[0]);
        EXPECT_EQ(games, before);
        // Who begins is who is to move there: the first player has White every second time.
        EXPECT_EQ(one[0].by_starter[0].games(), 6U);
    }
    plan.starter = Starter::First;
    EXPECT_EQ(run(plan)[0].by_starter[0].games(), 12U);
}

TEST(Tournament, SameSeedSameResult) {
    const Plan plan = match(suicide_6(), weak, weak, 20);
    Plan other = plan;
    other.seed = 2;
    const Tally tally = run(plan);
    expect_same(tally[0], run(plan)[0]);
    EXPECT_NE(tally[0].lengths, run(other)[0].lengths);
}

// Whoever plays the same moves with both colours wins as often as it loses, in each pair.
TEST(Tournament, APlayerIsAsGoodAsItself) {
    for (const Variant* const v : {&suicide_6(), &list::mini}) {
        const Tally tally = run(match(*v, strong, strong, 5));
        EXPECT_EQ(tally[0].stats.wins, tally[0].stats.losses) << v->name;
        EXPECT_EQ(tally[0].stats.pairs[2], 5U) << v->name;
    }
}

// Exchanged players exchange the results; random numbers would not, so neither player has any.
TEST(Tournament, ExchangedPlayersExchangeResults) {
    const CellTally one = run(match(suicide_6(), strong, "alphabeta:depth=1", 5))[0];
    const CellTally two = run(match(suicide_6(), "alphabeta:depth=1", strong, 5))[0];
    EXPECT_EQ(one.stats.wins, two.stats.losses);
    EXPECT_EQ(one.stats.draws, two.stats.draws);
    EXPECT_EQ(one.lengths, two.lengths);
    EXPECT_EQ(one.thinking[0].moves, two.thinking[1].moves);
}

TEST(Tournament, EverybodyMeetsEverybodyInEveryGame) {
    Plan plan = match(suicide_6(), weak, "alphabeta:depth=1", 1);
    plan.players.emplace_back("minimax:depth=2");
    plan.variants.push_back(&list::mini);
    std::multiset<std::pair<std::size_t, std::uint64_t>> seen;
    const Tally tally = run(plan, {.on_game = [&](const FinishedGame& game) -> Result<void> {
                                seen.emplace(game.id.cell, game.id.number);
                                return {};
                            }});
    ASSERT_EQ(tally.cells().size(), 6U);
    EXPECT_EQ(seen.size(), 12U);
    for (std::size_t cell = 0; cell < 6; ++cell)
        for (std::uint64_t number = 0; number < 2; ++number) EXPECT_EQ(seen.count({cell, number}), 1U);
    plan.pairing = Pairing::Gauntlet;
    EXPECT_EQ(run(plan).cells().size(), 4U);
}

// The openings depend on the seed and the number of the pair alone: all cells of a game have the same ones.
TEST(Tournament, BothGamesOfAPairAndAllCellsHaveTheSameOpening) {
    Plan plan = match(suicide_6(), weak, weak, 3);
    plan.players.emplace_back(weak);
    std::map<std::uint64_t, std::set<std::vector<int>>> openings;
    run(plan, {.on_game = [&](const FinishedGame& game) -> Result<void> {
            std::vector<int> moves;
            EXPECT_EQ(game.opening_plies, 6U);
            for (std::size_t i = 0; i < game.opening_plies; ++i)
                moves.push_back(100 * game.moves[i].from + game.moves[i].to());
            openings[game.id.number / 2].insert(moves);
            return {};
        }});
    EXPECT_EQ(openings.size(), 3U);
    for (const auto& [pair, moves] : openings) EXPECT_EQ(moves.size(), 1U);
}

TEST(Tournament, EndsWhenAskedToAndGoesOn) {
    const Plan plan = match(list::mini, weak, weak, 100);
    std::stop_source stop;
    Tally tally(plan);
    ASSERT_TRUE(play_all(tally, {.stop = stop.get_token(), .on_counted = [&](const Tally& t) {
                                     if (t.games() >= 7) stop.request_stop();
                                 }}));
    EXPECT_EQ(tally.games(), 7U);
    EXPECT_FALSE(tally.complete());
    ASSERT_TRUE(play_all(tally, {}));
    EXPECT_TRUE(tally.complete());
    expect_same(tally[0], run(plan)[0]);
}

TEST(Tournament, AnErrorInKeepingAGameEndsTheRun) {
    Tally tally(match(list::mini, weak, weak, 100));
    const Result<void> played =
        play_all(tally, {.on_game = [](const FinishedGame&) -> Result<void> { return fail("disk full"); }});
    ASSERT_FALSE(played);
    EXPECT_EQ(played.error().message, "disk full");
    EXPECT_EQ(tally.games(), 0U);
}

TEST(Tournament, LongGamesAreBrokenOff) {
    Plan plan = match(list::english, weak, weak, 3);
    plan.openings = Openings::Start;
    plan.longest = 4;
    const Tally tally = run(plan);
    EXPECT_EQ(tally[0].too_long, 6U);
    EXPECT_EQ(tally[0].stats.draws, 6U);
    EXPECT_EQ(tally[0].mean_length(), 4);
}

TEST(Tournament, TheSequentialTestEndsAMatchEarly) {
    Plan plan = match(suicide_6(), strong, weak, 10'000);
    plan.sprt = Sprt{.elo0 = 0, .elo1 = 100};
    const Tally tally = run(plan);
    EXPECT_TRUE(tally.complete());
    EXPECT_EQ(tally.sprt(0).verdict, Verdict::Accepted);
    EXPECT_LT(tally.games(), 200U);
    EXPECT_EQ(tally.games() % 2, 0U);
}

TEST(ThreadsTournament, AnyNumberOfThreadsGivesTheSameResult) {
    for (const Variant* const v : {&suicide_6(), &list::mini}) {
        Plan plan = match(*v, strong, weak, 9);
        plan.players.emplace_back("alphabeta:depth=2");
        for (const bool sequential : {false, true}) {
            if (sequential) plan.sprt = Sprt{.elo0 = 0, .elo1 = 200};
            const Tally one = run(plan);
            const Tally three = run(plan, {.threads = 3});
            for (std::size_t cell = 0; cell < 3; ++cell) expect_same(one[cell], three[cell]);
        }
    }
}

// Counted as they end, not in the order of the plan: after the stop each of the other threads ends one game at most.
TEST(ThreadsTournament, EndsWhenAskedTo) {
    std::stop_source stop;
    std::uint64_t ended = 0;
    Tally tally(match(list::mini, weak, weak, 100'000));
    ASSERT_TRUE(
        play_all(tally, {.threads = 3, .stop = stop.get_token(), .on_game = [&](const FinishedGame&) -> Result<void> {
                             if (++ended == 5) stop.request_stop();
                             return {};
                         }}));
    EXPECT_GE(ended, 5U);
    EXPECT_LE(ended, 7U);
}

}  // namespace
}  // namespace crownhead
