#include "players/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>

namespace crownhead {
namespace {

TEST(Catalogue, MakesEveryStrategyByItsName) {
    ASSERT_FALSE(strategies().empty());
    std::set<std::string_view> names;
    for (const Strategy& strategy : strategies()) {
        SCOPED_TRACE(strategy.name);
        EXPECT_TRUE(names.insert(strategy.name).second) << "given twice";
        EXPECT_FALSE(strategy.help.empty());
        EXPECT_EQ(strategy.name.find_first_of(":=, "), std::string_view::npos) << "could not be read back";
        // Another program must be named; it is not started before its first game.
        const bool other = strategy.name == "hub";
        const auto player = make_player(std::string(strategy.name) + (other ? ":cmd=nothing" : ""), 1);
        ASSERT_TRUE(player.has_value()) << player.error().message;
        EXPECT_EQ((*player)->name(), strategy.name);
    }
}

TEST(Catalogue, RefusesUnknownNames) {
    const auto player = make_player("nobody", 1);
    ASSERT_FALSE(player.has_value());
    EXPECT_NE(player.error().message.find("'nobody'"), std::string::npos);
    EXPECT_NE(player.error().message.find("random"), std::string::npos);
    EXPECT_FALSE(make_player("", 1).has_value());
    EXPECT_FALSE(make_player(":", 1).has_value());
}

TEST(Catalogue, RefusesWrongOptions) {
    const auto message = [](std::string_view description) {
        const auto player = make_player(description, 1);
        return player ? std::string("accepted") : player.error().message;
    };
    EXPECT_EQ(message("random:depth=5"), "random has no options, found 'depth'");
    EXPECT_EQ(message("random:depth"), "expected an option key=value, found 'depth'");
    EXPECT_EQ(message("random:a=1,"), "expected an option key=value, found ''");
    EXPECT_EQ(message("random:=1"), "expected an option key=value, found '=1'");
    EXPECT_EQ(make_player("random:a=1,bad", 1).error().offset, 11U);
    EXPECT_EQ(message("alphabeta:depth=7,eval=safety,seconds=2"), "accepted");
    EXPECT_EQ(message("minimax:depth=21"), "depth must be a whole number from 1 to 20, not '21'");
    EXPECT_EQ(message("minimax:depth=5x"), "depth must be a whole number from 1 to 20, not '5x'");
    EXPECT_EQ(message("minimax:eval=good"), "eval must be material, centre or safety, not 'good'");
    EXPECT_EQ(message("minimax:dpeth=5"), "there is no option 'dpeth'; there are depth, eval and seconds");
    EXPECT_EQ(message("mini-ab:level=3"), "accepted");
    EXPECT_EQ(message("mini-ab:level=4"), "level must be a whole number from 1 to 3, not '4'");
    EXPECT_EQ(message("hub:seconds=1"), "expected the program: hub:cmd=PROGRAM");
    EXPECT_EQ(message("hub:nodes=9,margin=0.5,param-hash=16,cmd=engine -a b,c --x=1"), "accepted");
    EXPECT_EQ(message("hub:level=1,cmd=x"),
              "there is no option 'level'; there are seconds, depth, nodes, margin, param-NAME and, last, cmd");
    EXPECT_EQ(message("mini-ab:depth=4"), "there is no option 'depth'; there is level");
}

}  // namespace
}  // namespace crownhead
