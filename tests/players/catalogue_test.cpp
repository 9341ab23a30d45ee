#include "players/catalogue.hpp"

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "notation/message_text.hpp"
#include "rules/variants.hpp"
#include "util/numbers.hpp"

namespace crownhead {
namespace {

TEST(Catalogue, MakesEveryStrategyByItsName) {
    ASSERT_FALSE(strategies().empty());
    std::set<std::string_view> names;
    for (const Strategy* const strategy : strategies()) {
        SCOPED_TRACE(strategy->name);
        EXPECT_TRUE(names.insert(strategy->name).second) << "given twice";
        EXPECT_TRUE(message_text::sentence("strategy." + std::string(strategy->name)));
        EXPECT_EQ(strategy->name.find_first_of(":=, "), std::string_view::npos) << "could not be read back";
        EXPECT_EQ(find_strategy(strategy->name), strategy);
        // Another program must be named; it is not started before its first game.
        const auto player =
            make_player(std::string(strategy->name) + (strategy->runs_program ? ":cmd=nothing" : ""), 1);
        ASSERT_TRUE(player.has_value()) << player.error().message;
        EXPECT_EQ((*player)->name(), strategy->name);
    }
}

// What the page offers is what the player accepts: defaults, both ends of the ranges, every choice.
TEST(Catalogue, DescriptionsAreTrue) {
    for (const Strategy* const strategy : strategies()) {
        if (strategy->runs_program) continue;
        for (const OptionInfo& option : strategy->options) {
            SCOPED_TRACE(std::string(strategy->name) + ":" + std::string(option.key));
            const auto made = [&](const std::string& value) {
                return make_player(std::string(strategy->name) + ":" + std::string(option.key) + "=" + value, 1)
                    .has_value();
            };
            EXPECT_TRUE(message_text::sentence("option." + std::string(option.key)));
            if (!option.standard.empty()) {
                EXPECT_TRUE(made(std::string(option.standard)));
            }
            for (const std::string_view choice : option.choices) EXPECT_TRUE(made(std::string(choice))) << choice;
            if (option.kind != OptionKind::Integer && option.kind != OptionKind::Number) continue;
            EXPECT_TRUE(made(number_text(option.lowest)));
            EXPECT_TRUE(made(number_text(static_cast<std::int64_t>(option.highest))));
            EXPECT_FALSE(made(number_text(static_cast<std::int64_t>(option.highest) + 1)));
            EXPECT_FALSE(made(number_text(static_cast<std::int64_t>(option.lowest) - 1)));
        }
        if (strategy->levels > 0) {
            ASSERT_NE(strategy->find("level"), nullptr);
            EXPECT_EQ(strategy->find("level")->highest, strategy->levels);
        }
    }
}

TEST(Catalogue, SaysWhatAPageMayHave) {
    const auto page = [](std::string_view description) { return check_for_page(description).has_value(); };
    const auto run = [](std::string_view description) { return check_for_run(description).has_value(); };
    EXPECT_TRUE(page("random") && run("random"));
    EXPECT_FALSE(page("hub:cmd=true"));
    EXPECT_FALSE(page("nobody"));
    EXPECT_FALSE(page("engine:hash=64"));
    EXPECT_FALSE(page("engine:threads=2"));
    EXPECT_FALSE(page("engine:egdb=/"));
    EXPECT_TRUE(page("engine:seconds=60"));
    EXPECT_FALSE(page("engine:seconds=61"));
    EXPECT_FALSE(page("minimax:seconds=0"));
    EXPECT_FALSE(page("minimax:seconds=16"));
    EXPECT_FALSE(page("perfect:nodes=5000001"));
    EXPECT_TRUE(run("engine") && run("engine:level=3") && run("engine:depth=16") && run("engine:nodes=20000000"));
    EXPECT_FALSE(run("engine:depth=17"));
    EXPECT_FALSE(run("engine:nodes=20000001"));
    EXPECT_FALSE(run("engine:seconds=16"));
    EXPECT_TRUE(run("engine:depth=40,seconds=1"));
}

TEST(Catalogue, KnowsWhoPlaysWhat) {
    for (const Variant& variant : variants) {
        EXPECT_TRUE(check_for_page(default_opponent(variant))) << variant.name;
        EXPECT_TRUE(find_strategy(read_description(default_opponent(variant))->name)->plays(variant)) << variant.name;
    }
    EXPECT_EQ(default_opponent(list::mini), "mini-ab:level=1");
    EXPECT_EQ(default_opponent(list::english), "engine:level=3");
    EXPECT_TRUE(check_for_page(hint_player()));
    EXPECT_FALSE(find_strategy("mini-ab")->plays(list::english));
    EXPECT_FALSE(find_strategy("perfect")->plays(list::international));
    EXPECT_TRUE(find_strategy("perfect")->plays(list::mini));
}

TEST(Catalogue, AFactoryMakesTheSamePlayerForTheSameSeed) {
    const auto factory = PlayerFactory::read("random");
    ASSERT_TRUE(factory);
    const auto game = new_game(list::english);
    const auto one = factory->make(7);
    const auto two = factory->make(7);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(one->choose(*game, {}).index, two->choose(*game, {}).index);
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
              "there is no option 'level'; there are seconds, depth, nodes, margin, param-* and cmd");
    EXPECT_EQ(message("mini-ab:depth=4"), "there is no option 'depth'; there is level");
}

}  // namespace
}  // namespace crownhead
