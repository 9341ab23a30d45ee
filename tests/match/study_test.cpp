#include "match/study.hpp"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "match/tournament.hpp"

namespace crownhead {
namespace {

bool ahead(int wins, int, int losses) { return wins > losses; }

TEST(Chance, WorkedExamples) {
    // Two games, each won, drawn or lost with a third: more wins than losses in 3 of 9 cases.
    EXPECT_NEAR(chance(1.0 / 3, 1.0 / 3, 1.0 / 3, 2, ahead), 3.0 / 9, 1e-12);
    // Three tosses of a coin.
    EXPECT_NEAR(chance(0.5, 0, 0.5, 3, ahead), 0.5, 1e-12);
    EXPECT_NEAR(chance(0.5, 0, 0.5, 3, [](int wins, int, int) { return wins == 3; }), 0.125, 1e-12);
    EXPECT_NEAR(chance(0.6, 0.2, 0.2, 50, [](int, int draws, int) { return draws == 0; }), std::pow(0.8, 50), 1e-15);
    EXPECT_NEAR(chance(0.3, 0.3, 0.4, 50, [](int, int, int) { return true; }), 1, 1e-9);
    EXPECT_EQ(chance(1, 0, 0, 50, ahead), 1);
    EXPECT_EQ(chance(0, 0, 1, 50, ahead), 0);
}

TEST(Study, PlansAreSound) {
    const std::vector<StudyPart> parts = study_parts({.games = 7, .strategy_games = 3});
    ASSERT_EQ(parts.size(), 3U);
    for (const StudyPart& part : parts) EXPECT_TRUE(check(part.plan)) << part.name;
    EXPECT_EQ(parts[0].plan.pairs, 50U);  // 50 games with each who begins
    EXPECT_EQ(parts[1].plan.pairs, 7U);
    EXPECT_EQ(parts[2].plan.pairs, 2U);
    EXPECT_EQ(parts[0].plan.variants.size(), 4U);
    EXPECT_EQ(parts[2].plan.variants.size(), 5U);
    EXPECT_EQ(parts[2].plan.cells().size(), 5U * 15);
}

TEST(Study, TablesHaveTheNumbersOfTheTally) {
    std::vector<StudyPart> parts = study_parts({.games = 3, .strategy_games = 2});
    // Enough of the third part to fill its tables.
    parts[2].plan.players.resize(3);
    std::vector<Tally> tallies;
    for (const StudyPart& part : parts) {
        tallies.emplace_back(part.plan);
        ASSERT_TRUE(play_all(tallies.back(), {}));
    }
    const StudyText text = study_text(tallies[0], tallies[1], tallies[2]);
    for (std::size_t cell = 0; cell < 4; ++cell)
        for (const std::size_t starter : {std::size_t{0}, std::size_t{1}}) {
            const WinDrawLoss& results = tallies[0][cell].by_starter[starter];
            ASSERT_EQ(results.games(), 50U);
            const int size = tallies[0].cells()[cell].variant->size();
            const std::string row = "| " + std::to_string(size) + "×" + std::to_string(size) + " | `" +
                                    (starter == 0 ? "random" : "edge") + "` | 50 | " +
                                    std::to_string(2 * results.wins) + ".0 % [";
            EXPECT_NE(text.markdown.find(row), std::string::npos) << row;
        }
    for (const std::string_view words :
         {"a flip: algorithm 2 performed better", "**`kingme`**", "2 games for each two"})
        EXPECT_NE(text.markdown.find(words), std::string::npos) << words;
    // Run times: seconds of each player, and of both for fifty games.
    for (std::size_t cell = 0; cell < 4; ++cell) {
        const CellTally& played = tallies[0][cell];
        const int size = tallies[0].cells()[cell].variant->size();
        const double both = played.thinking[0].seconds + played.thinking[1].seconds;
        const std::string row =
            fmt::format("| {0}×{0} | 100 | {1:.3f} | {2:.3f} | {3:.5f} | {4:.1f} |", size, played.thinking[0].seconds,
                        played.thinking[1].seconds, both / 2, played.mean_length());
        EXPECT_NE(text.markdown.find(row), std::string::npos) << row;
    }
    // Who begins, in the many games.
    for (std::size_t cell = 0; cell < 4; ++cell) {
        const WinDrawLoss& first = tallies[1][cell].by_starter[0];
        const int size = tallies[1].cells()[cell].variant->size();
        const std::string row = fmt::format("| {0}×{0} | {1:.2f} % [", size, 100 * score_of(first).value);
        EXPECT_NE(text.markdown.find(row), std::string::npos) << row;
    }
    ASSERT_EQ(text.charts.size(), 5U);
    std::vector<std::string> files;
    for (const auto& chart : text.charts) {
        files.push_back(chart["file"]);
        for (const auto& group : chart["groups"])
            for (const auto& bar : group["bars"]) {
                EXPECT_LE(0, bar["low"]) << chart["file"];
                EXPECT_LE(bar["low"], bar["value"]) << chart["file"];
                EXPECT_LE(bar["value"], bar["high"]) << chart["file"];
                EXPECT_LE(bar["high"], 1) << chart["file"];
            }
    }
    EXPECT_EQ(files, (std::vector<std::string>{"document-random-begins.svg", "many-random-begins.svg",
                                               "document-edge-begins.svg", "many-edge-begins.svg", "strategies.svg"}));
    const auto& chart = text.charts[0];
    EXPECT_EQ(chart["title"], "random begins: 50 games for each size");
    ASSERT_EQ(chart["groups"].size(), 4U);
    EXPECT_EQ(chart["groups"][3]["label"], "12×12");
    const auto& bar = chart["groups"][0]["bars"][2];
    const WinDrawLoss& results = tallies[0][0].by_starter[0];
    EXPECT_EQ(bar["label"], "edge wins");
    EXPECT_EQ(bar["value"], rate_of(results.losses, results.games()).value);
    EXPECT_EQ(bar["games"], 50);

    // Of a plan that nobody has played: the number of its games is written with separators.
    for (const auto& [pairs, words] :
         {std::pair{499U, "998 games"}, {500U, "1,000 games"}, {617'283U, "1,234,566 games"}}) {
        parts[2].plan.pairs = pairs;
        const StudyText planned = study_text(tallies[0], tallies[1], Tally(parts[2].plan));
        EXPECT_NE(planned.markdown.find(std::string("; ") + words + " for each two"), std::string::npos) << words;
    }
}

}  // namespace
}  // namespace crownhead
