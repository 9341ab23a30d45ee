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
        const auto player = make_player(strategy.name, 1);
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
}

}  // namespace
}  // namespace crownhead
