#include "match/plan.hpp"

#include <gtest/gtest.h>

#include "runtime/game.hpp"

namespace crownhead {
namespace {

Plan plan_of_two() { return {.variants = {*find_variant("mini")}, .players = {"random", "alphabeta:depth=2"}}; }

TEST(Plan, CellsOfARoundRobinAndOfAGauntlet) {
    Plan plan = plan_of_two();
    plan.players.emplace_back("minimax");
    plan.variants.push_back(*find_variant("english"));
    const std::vector<MatchCell> cells = plan.cells();
    ASSERT_EQ(cells.size(), 6U);
    EXPECT_EQ(cells[0].variant->name, "mini");
    EXPECT_EQ(cells[2].first, 1U);
    EXPECT_EQ(cells[2].second, 2U);
    EXPECT_EQ(cells[3].variant->name, "english");
    plan.pairing = Pairing::Gauntlet;
    ASSERT_EQ(plan.cells().size(), 4U);
    for (const MatchCell& cell : plan.cells()) EXPECT_EQ(cell.first, 0U);
}

TEST(Plan, EqualPlayersGetNumbers) {
    Plan plan = plan_of_two();
    plan.players = {"random", "edge", "random", "random"};
    EXPECT_EQ(player_names(plan), (std::vector<std::string>{"random", "edge", "random (2)", "random (3)"}));
}

TEST(Plan, IsWrittenAndReadBack) {
    Plan plan = plan_of_two();
    EXPECT_EQ(*plan_text::read(plan_text::write(plan)), plan);
    plan.name = "All of them, twice";
    plan.variants.push_back(*find_variant("suicide-10"));
    plan.players.emplace_back("engine:nodes=100");
    plan.pairing = Pairing::Gauntlet;
    plan.pairs = 12345;
    plan.seed = UINT64_MAX;
    plan.longest = 77;
    for (const Starter starter : {Starter::First, Starter::Second}) {
        plan.starter = starter;
        EXPECT_EQ(*plan_text::read(plan_text::write(plan)), plan);
    }
    plan.starter = Starter::Alternate;
    EXPECT_EQ(plan_text::write(plan).find("begins"), std::string::npos);  // as it was written before there was a choice
    plan.sprt = Sprt{.elo0 = -2.5, .elo1 = 3, .alpha = 0.01, .beta = 0.1};
    for (const auto openings :
         {std::optional<Openings>{}, std::optional{Openings::Start}, std::optional{Openings::Random}}) {
        plan.openings = openings;
        plan.opening_plies = openings == Openings::Start ? 6 : 9;
        const Result<Plan> back = plan_text::read(plan_text::write(plan));
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(*back, plan);
    }
}

TEST(Plan, IsReadAsPeopleWriteIt) {
    const Result<Plan> plan = plan_text::read(
        "# a comment\r\n\r\n  name   Simple strategies  \r\ngame\tmini  english-8\nplayer random\nplayer  "
        "minimax:depth=1\n"
        "count 101\nopenings random 4\nsprt 0 10");
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->name, "Simple strategies");
    ASSERT_EQ(plan->variants.size(), 2U);
    EXPECT_EQ(plan->variants[1]->name, "english");
    EXPECT_EQ(plan->pairs, 51U);  // every opening from both sides
    EXPECT_EQ(plan->opening_plies, 4);
    ASSERT_TRUE(plan->sprt);
    EXPECT_EQ(plan->sprt->alpha, 0.05);
}

TEST(Plan, GamesMayBeginAtAPosition) {
    Plan plan = plan_of_two();
    plan.variants = {*find_variant("english-6")};
    plan.fen = "W:W13,14,K17:B1,2,5";
    plan.openings = Openings::Start;
    EXPECT_EQ(*plan_text::read(plan_text::write(plan)), plan);
    EXPECT_EQ(plan.cells()[0].begins, Side::White);
    EXPECT_EQ(plan.openings_of(*plan.variants[0]), Openings::Start);
    plan.openings = std::nullopt;  // ballots begin elsewhere
    EXPECT_EQ(plan.openings_of(*plan.variants[0]), Openings::Start);
    ASSERT_TRUE(plan.start());
    EXPECT_EQ(plan.start()->at(17), Piece::WhiteKing);
    // However it is written, it is the same plan.
    const Result<Plan> same =
        plan_text::read("game english-6\nplayer random\nplayer alphabeta:depth=2\nfen W:B5,2,1:WK17,13,14\n");
    ASSERT_TRUE(same) << same.error().message;
    EXPECT_EQ(plan_text::write(*same), plan_text::write(plan));
    // Plans of before have the text that they had.
    plan.fen.clear();
    EXPECT_EQ(plan_text::write(plan).find("fen"), std::string::npos);
    EXPECT_FALSE(plan.start());
}

TEST(Plan, WhatIsWrongIsSaid) {
    constexpr std::string_view good = "game mini\nplayer random\nplayer random\n";
    struct Bad {
        std::string text;
        std::string_view saying;
    };
    const std::vector<Bad> all{
        {"", "no game"},
        {"game mini\nplayer random\n", "at least two players"},
        {"game mini\nplayer random\nplayer nobody\n", "player nobody: there is no player"},
        {"game mni\n", "line 1: game: unknown game 'mni'; did you mean 'mini'?"},
        {std::string(good) + "count x", "line 4: count: expected a whole number from 1 to 1000000000, found 'x'"},
        {std::string(good) + "count 0", "line 4: count"},
        {std::string(good) + "count 1 2", "expected one number"},
        {std::string(good) + "seed 1\nseed 2", "line 5: seed: seed is given twice"},
        {std::string(good) + "openings ballots", "there are no ballots for mini"},
        {std::string(good) + "openings start 3", "start has no number of moves"},
        {std::string(good) + "openings random 61", "from 0 to 60"},
        {std::string(good) + "openings mine", "expected auto, start, random or ballots, found 'mine'"},
        {std::string(good) + "pairing all", "round-robin or gauntlet"},
        {std::string(good) + "sprt 10 0", "the smaller difference in Elo first"},
        {std::string(good) + "sprt 0", "two differences"},
        {std::string(good) + "sprt 0 10 0.6 0.1", "0.4999"},
        {std::string(good) + "sprt 0 nan", "found 'nan'"},
        {std::string(good) + "game mini", "mini is given twice"},
        {std::string(good) + "fen", "line 4: fen: expected a position"},
        {std::string(good) + "fen W:W1:B99", "fen: "},
        {std::string(good) + "fen W:WK17:B2", "fen: "},      // mini has no kings
        {std::string(good) + "fen W:W:B2", "game is over"},  // nobody to move
        {std::string(good) + "game suicide-6\nfen W:W17:B2", "of one game"},
        {"game english\nplayer random\nplayer random\nopenings ballots\nfen W:W31:B2", "ballots"},
        {std::string(good) + "player", "line 4: player: expected a player"},
        {std::string(good) + "colour red", "line 4: there is no keyword 'colour'"},
    };
    for (const Bad& bad : all) {
        const Result<Plan> plan = plan_text::read(bad.text);
        ASSERT_FALSE(plan) << bad.text;
        EXPECT_NE(plan.error().message.find(bad.saying), std::string::npos) << plan.error().message;
    }
}

}  // namespace
}  // namespace crownhead
