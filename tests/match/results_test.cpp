#include "match/results.hpp"

#include <gtest/gtest.h>

#include "match/draw_rules.hpp"
#include "match/tournament.hpp"
#include "rules/variants.hpp"

namespace crownhead {
namespace {

Tally played(const Plan& plan) {
    Tally tally(plan);
    EXPECT_TRUE(play_all(tally, {}));
    return tally;
}

Plan results_plan() {
    return {.variants = {&list::mini, &list::suicide}, .players = {"random", "edge", "scatter"}, .pairs = 3};
}

// Page, report and results.json show these numbers: there is no other computation.
TEST(RunResults, IntervalsAreThoseOfTheStatistics) {
    const Tally tally = played(results_plan());
    const nlohmann::ordered_json json = run_results(tally);
    EXPECT_EQ(json["state"], "complete");
    EXPECT_EQ(json["done"], tally.games());
    EXPECT_EQ(json["games"], (std::vector<std::string>{"mini", "suicide"}));
    ASSERT_EQ(json["cells"].size(), tally.cells().size());
    const auto interval = [](const Estimate& e) { return nlohmann::ordered_json{e.value, e.low, e.high}; };
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        EXPECT_EQ(json["cells"][i]["score"], interval(score_of(tally[i].stats)));
        EXPECT_EQ(json["cells"][i]["elo"], interval(elo_of(tally[i].stats)));
        EXPECT_EQ(json["cells"][i]["first_begins_score"], interval(score_of(tally[i].by_starter[0])));
    }
    EXPECT_EQ(json["standings"].size(), 3U * 3);  // all games, and each of two
    EXPECT_TRUE(json["standings"][0]["game"].is_null());
    EXPECT_EQ(json["starters"].size(), 2U);
}

TEST(RunResults, AScoreCountsGamesWithoutTheirPair) {
    MatchStats stats;
    stats.add_game(2);
    EXPECT_EQ(score_of(stats).value, 1.0);
    EXPECT_EQ(score_of(stats).low, 0.0);
    const Estimate gap = difference_of({0.6, 0.5, 0.7}, {0.5, 0.4, 0.6});
    EXPECT_NEAR(gap.value, 0.1, 1e-12);
    EXPECT_NEAR(gap.high - gap.value, std::hypot(0.1, 0.1), 1e-12);
}

TEST(DrawRules, GamesWithoutThemEndByTheOtherRules) {
    const Variant& free = without_draw_rules(list::suicide);
    EXPECT_EQ(free.end.repetitions, 0);
    EXPECT_EQ(free.end.bare, list::suicide.end.bare);
    EXPECT_EQ(&free, &without_draw_rules(list::suicide));
    Plan plan{.variants = {&free}, .players = {"random", "edge"}, .pairs = 5, .longest = 2000, .draw_rules = false};
    const auto again = plan_text::read(plan_text::write(plan));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, plan);
    const Tally tally = played(plan);
    EXPECT_EQ(tally[0].ends[static_cast<std::size_t>(Reason::Repetition)], 0U);
    std::uint64_t unfinished = 0;
    for (const WinDrawLoss& part : tally[0].by_starter) unfinished += part.unfinished;
    EXPECT_EQ(unfinished, tally[0].too_long);
}

}  // namespace
}  // namespace crownhead
