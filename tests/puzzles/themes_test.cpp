// Themes: each has positions that show it, and lines that miss the definition by one condition.
#include "puzzles/themes.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "puzzles/line.hpp"
#include "support/game_at.hpp"

namespace crownhead::puzzles {
namespace {

using ThemeList = std::vector<Theme>;

ThemeList themes(std::string_view name, std::string_view fen, std::string_view moves) {
    const std::unique_ptr<Game> game = crownhead::game_at(**find_variant(name), fen);
    const Result<std::vector<AnyMove>> line = read_line(*game, moves);
    EXPECT_TRUE(line.has_value()) << moves << ": " << (line ? "" : line.error().message);
    return line ? themes_of(*game, *line) : ThemeList{};
}

constexpr std::string_view two_for_three = "B:W13,19-21,23,30:B2,5,6,11,12,14";

TEST(Themes, ShotGivesAndTakesMore) {
    EXPECT_EQ(themes("english", two_for_three, "14-17 21x14 6-9 13x6 2x27 30-26 5-9"), ThemeList{Theme::Shot});
}

TEST(Themes, NoShotWhileSomethingCanBeTaken) {
    // 2x27 comes next: who has taken more is not known yet.
    EXPECT_EQ(themes("english", two_for_three, "14-17 21x14 6-9 13x6"), ThemeList{});
}

TEST(Themes, NoShotInAnEvenExchange) {
    EXPECT_EQ(themes("english", "B:W18,21,23-32:B1-8,10-12,16", "11-15 18x11 8x15 24-20"), ThemeList{});
}

TEST(Themes, NoShotWithoutAnOffer) {
    // A man is won because it cannot get away, not because one was offered.
    EXPECT_EQ(themes("english", "W:W21,32,K15:B12,13,K16", "32-27 16-20 15-11 12-16 11-15 16-19 15x24"), ThemeList{});
}

TEST(Themes, NoShotWherePiecesAreToBeLost) {
    EXPECT_EQ(themes("suicide", two_for_three, "14-17 21x14 6-9 13x6 2x27 30-26 5-9"), ThemeList{});
}

TEST(Themes, BreakthroughCrownsAMan) {
    EXPECT_EQ(themes("english", "W:W11,12:B17,K10", "12-8 17-21 8-3"), ThemeList{Theme::Breakthrough});
}

TEST(Themes, NoBreakthroughWithoutACrown) {
    EXPECT_EQ(themes("english", "W:W11,12:B17,K10", "12-8"), ThemeList{});
    // The opponent's man is crowned, not the solver's.
    EXPECT_EQ(themes("english", "W:W14,K22:B28,K5", "14-10 28-32"), ThemeList{});
}

TEST(Themes, BlockLeavesPiecesWithoutAMove) {
    EXPECT_EQ(themes("english", "B:W12:B3,4", "4-8"), ThemeList{Theme::Block});
}

TEST(Themes, NoBlockWhereTheOpponentCanMoveOrHasNothingLeft) {
    EXPECT_EQ(themes("english", "B:W12:B2,4", "4-8"), ThemeList{});
    EXPECT_EQ(themes("english", "B:W8:B3,4", "3x12"), ThemeList{});
}

TEST(Themes, NetForcesEveryReply) {
    EXPECT_EQ(themes("suicide", "W:WK10,K18:B26,K24,K27,K30", "18-23 27x18 10-14 18x9"), ThemeList{Theme::Net});
}

TEST(Themes, NoNetWithAFreeReplyOrASingleOne) {
    EXPECT_EQ(themes("suicide", "W:WK17:B27,K28,K31", "17-22 27-32 22-26 31x22"), ThemeList{});
    EXPECT_EQ(themes("suicide", "W:WK10,K18:B26,K24,K27,K30", "18-23 27x18"), ThemeList{});
}

TEST(Themes, NoNetInOrdinaryGames) {
    EXPECT_EQ(themes("english", "W:WK10,K18:B26,K24,K27,K30", "18-23 27x18 10-14 18x9"), ThemeList{});
}

TEST(Themes, LineThatCannotBePlayedHasNone) {
    const std::unique_ptr<Game> game = new_game(**find_variant("english"));
    EXPECT_EQ(themes_of(*game, {AnyMove{.from = 1, .hops = {{.to = 32}}}}), ThemeList{});
}

}  // namespace
}  // namespace crownhead::puzzles
