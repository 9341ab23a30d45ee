// The tally: whatever the order in which games arrive, the same result; nothing counts twice.
#include "match/tally.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "match/tournament.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

Plan tally_plan() {
    return {.variants = {*find_variant("suicide-6"), *find_variant("international")},
            .players = {"random", "edge"},
            .pairs = 8,
            .opening_plies = 2};
}

std::vector<FinishedGame> all_games(const Plan& plan) {
    std::vector<FinishedGame> games;
    Tally tally(plan);
    EXPECT_TRUE(play_all(tally, {.on_game = [&](const FinishedGame& game) -> Result<void> {
                             games.push_back(game);
                             return {};
                         }}));
    return games;
}

TEST(Tally, TheOrderDoesNotMatter) {
    const Plan plan = tally_plan();
    std::vector<FinishedGame> games = all_games(plan);
    ASSERT_EQ(games.size(), 32U);
    Tally straight(plan);
    for (const FinishedGame& game : games) EXPECT_TRUE(straight.add(game));
    Random random(1);
    for (int round = 0; round < 20; ++round) {
        for (std::size_t i = games.size(); i > 1; --i)
            std::swap(games[i - 1], games[random.below(static_cast<std::uint32_t>(i))]);
        Tally tally(plan);
        for (const FinishedGame& game : games) {
            EXPECT_FALSE(tally.has(game.id));
            EXPECT_TRUE(tally.add(game));
            EXPECT_TRUE(tally.has(game.id));
            EXPECT_FALSE(tally.add(game));  // nothing counts twice
        }
        EXPECT_TRUE(tally.complete());
        for (std::size_t cell = 0; cell < 2; ++cell) {
            EXPECT_EQ(tally[cell].stats.pairs, straight[cell].stats.pairs);
            EXPECT_EQ(tally[cell].lengths, straight[cell].lengths);
            EXPECT_EQ(tally[cell].thinking[0].seconds, straight[cell].thinking[0].seconds);  // to the last bit
        }
    }
}

TEST(Tally, WhoBegins) {
    const Plan plan = tally_plan();
    for (const std::size_t cell : {std::size_t{0}, std::size_t{1}})
        for (const std::uint64_t number : {0U, 1U}) {
            Tally tally(plan);
            // The first player has Black in game 0. Black begins suicide checkers, White international draughts.
            tally.add({.id = {.cell = cell, .number = 0}, .winner = Side::Black, .reason = Reason::NoPieces});
            if (number == 1)
                tally.add({.id = {.cell = cell, .number = 1}, .winner = Side::Black, .reason = Reason::NoPieces});
            const bool first_began = (number == 0) == (cell == 0);
            const WinDrawLoss& results = tally[cell].by_starter[first_began ? 0 : 1];
            EXPECT_EQ(results.wins, number == 0 ? 1U : 0U);
            EXPECT_EQ(results.losses, number == 0 ? 0U : 1U);
        }
}

TEST(Tally, ForfeitsAreCountedForWhoMadeThem) {
    Tally tally(tally_plan());
    tally.add({.id = {.cell = 0, .number = 0}, .finish = Finish::Forfeit, .winner = Side::White, .why = "crashed"});
    tally.add({.id = {.cell = 0, .number = 1}, .finish = Finish::Forfeit, .winner = Side::White, .why = "late"});
    EXPECT_EQ(tally[0].forfeits, (std::array<std::uint64_t, 2>{1, 1}));
    EXPECT_EQ(tally[0].forfeit_example, "random: crashed");
    EXPECT_EQ(tally[0].stats.pairs[2], 1U);
}

TEST(Tally, StandingsAddUp) {
    Plan plan = tally_plan();
    plan.players.emplace_back("scatter");
    Tally tally(plan);
    ASSERT_TRUE(play_all(tally, {}));
    const std::vector<Standing> order = standings(tally);
    ASSERT_EQ(order.size(), 3U);
    EXPECT_EQ(order.front().player, 2U);
    double points = 0;
    for (const Standing& standing : order) {
        EXPECT_EQ(standing.stats.games(), 64U);
        points += standing.stats.points();
    }
    EXPECT_EQ(points, 96);  // one for each game
}

}  // namespace
}  // namespace crownhead
