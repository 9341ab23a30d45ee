// The searching players: what they report of their search (mission S1.3, S1.5), and that pruning changes no move.
#include "players/searcher.hpp"

#include <atomic>
#include <regex>
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

// "the best I see at depth 7, score 1500 (1234 nodes, deepest 7, prunings 56 max, 78 min)"
TEST(MiniAb, ReportsItsCounters) {
    const auto game = new_game(list::mini);
    int depth = 7;
    for (const std::string_view level : {"mini-ab:level=1", "mini-ab:level=2"}) {
        const std::string remark = player(level)->choose(*game).remark;
        const std::regex form(
            "the best I see at depth (\\d+), score -?\\d+ "
            "\\((\\d+) nodes, deepest (\\d+), prunings (\\d+) max, (\\d+) min\\)");
        std::smatch found;
        ASSERT_TRUE(std::regex_match(remark, found, form)) << remark;
        EXPECT_EQ(std::stoi(found[1]), depth);  // S1.3: 5 level + 2
        EXPECT_EQ(std::stoi(found[3]), depth);
        for (const int counter : {2, 4, 5}) EXPECT_GT(std::stoi(found[static_cast<std::size_t>(counter)]), 0) << remark;
        depth += 5;
    }
}

// News after each depth, with the prunings if it prunes; a game that is not waited for ends the thinking.
TEST(Searchers, TellHowItGoesAndBreakOff) {
    const auto game = new_game(list::english);
    for (const std::string_view description : {"alphabeta:depth=20,seconds=60", "minimax:depth=20,seconds=60"}) {
        const auto thinker = player(description);
        std::vector<News> told;
        std::atomic<bool> stop = false;
        thinker->watch(&stop);
        thinker->tell([&](const News& news) {
            told.push_back(news);
            stop = told.size() == 4;
        });
        EXPECT_LT(thinker->choose(*game).index, game->legal().size());
        ASSERT_EQ(told.size(), 4U) << description;
        EXPECT_EQ(told[3].depth, 4);
        EXPECT_GT(told[3].nodes, told[2].nodes);
        EXPECT_EQ(told[3].line.size(), 1U);
        EXPECT_EQ(told[3].prunings.has_value(), thinker->name() == "alphabeta");
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
            EXPECT_EQ(plain->choose(*game).index, pruned->choose(*game).index) << v->name;
        }
    }
}

}  // namespace
}  // namespace crownhead
