// The searching players: what they report of their search (mission S1.3, S1.5), and that pruning changes no move.
#include "players/catalogue.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "rules/variants.hpp"
#include "support/random_games.hpp"

namespace crownhead {
namespace {

std::unique_ptr<Player> player(std::string_view description) {
    auto made = make_player(description, 1);
    EXPECT_TRUE(made.has_value()) << description;
    return std::move(*made);
}

TEST(MiniAb, ReportsItsCounters) {
    const auto game = new_game(list::mini);
    int depth = 7;
    for (const std::string_view level : {"mini-ab:level=1", "mini-ab:level=2"}) {
        const std::optional<Message> remark = player(level)->choose(*game, {}).remark;
        ASSERT_TRUE(remark);
        EXPECT_EQ(remark->code, "remark.pruned-points");
        const auto number = [&](std::string_view name) { return std::get<std::int64_t>(*remark->find(name)); };
        EXPECT_EQ(number("depth"), depth);  // S1.3: 5 level + 2
        EXPECT_EQ(number("wanted"), depth);
        EXPECT_EQ(number("deepest"), depth);
        for (const std::string_view counter : {"nodes", "max", "min"}) EXPECT_GT(number(counter), 0) << counter;
        depth += 5;
    }
}

// After each depth, with the prunings if it prunes; a stop ends the search.
TEST(Searchers, ReportProgressAndStop) {
    const auto game = new_game(list::english);
    for (const std::string_view description : {"alphabeta:depth=20,seconds=3600", "minimax:depth=20,seconds=3600"}) {
        const auto thinker = player(description);
        std::vector<Progress> reported;
        std::stop_source stop;
        const Context context{.stop = stop.get_token(), .on_progress = [&](const Progress& progress) {
                                  reported.push_back(progress);
                                  if (reported.size() == 4) stop.request_stop();
                              }};
        EXPECT_LT(thinker->choose(*game, context).index, game->legal().size());
        ASSERT_EQ(reported.size(), 4U) << description;
        EXPECT_EQ(reported[3].depth, 4);
        EXPECT_GT(reported[3].nodes, reported[2].nodes);
        EXPECT_EQ(reported[3].line.size(), 1U);
        EXPECT_EQ(reported[3].prunings.has_value(), thinker->name() == "alphabeta");
    }
}

// What the time allows is less than depth 20, and the remark says so.
TEST(Searchers, ObeyTheClockOfTheContext) {
    const auto game = new_game(list::english);
    for (const Context& context : {Context{.clock = ClockTime{.seconds = 0.5}}, Context{.seconds = 0.01}}) {
        const Choice choice = player("minimax:depth=20,seconds=3600")->choose(*game, context);
        ASSERT_TRUE(choice.remark);
        EXPECT_LT(std::get<std::int64_t>(*choice.remark->find("depth")), 20);
        EXPECT_EQ(std::get<std::int64_t>(*choice.remark->find("wanted")), 20);
    }
}

TEST(Searchers, PruningChangesNoMove) {
    Random random(4);
    for (const Variant* const v : {&list::mini, &list::kingme, &list::suicide}) {
        const auto plain = player("minimax:depth=3,seconds=0");
        const auto pruned = player("alphabeta:depth=3,seconds=0");
        for (int i = 0; i < 20; ++i) {
            const auto game = after_random_moves(*v, i, random);
            if (game->outcome()) continue;
            EXPECT_EQ(plain->choose(*game, {}).index, pruned->choose(*game, {}).index) << v->name;
        }
    }
}

}  // namespace
}  // namespace crownhead
