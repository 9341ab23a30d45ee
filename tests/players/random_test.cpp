#include "players/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "notation/fen.hpp"
#include "rules/variants.hpp"

namespace crownhead {
namespace {

std::vector<std::size_t> choices(const Variant& v, std::uint64_t seed, int most) {
    const std::unique_ptr<Game> game = new_game(v);
    const std::unique_ptr<Player> player = random_player(seed);
    std::vector<std::size_t> list;
    while (!game->outcome() && static_cast<int>(list.size()) < most) {
        const Choice choice = player->choose(*game, {});
        EXPECT_LT(choice.index, game->legal().size()) << v.name;
        EXPECT_EQ(choice.remark, Message{"remark.random"});
        list.push_back(choice.index);
        game->play(choice.index);
    }
    return list;
}

TEST(RandomPlayer, PlaysEveryGame) {
    for (const Variant& v : variants) {
        SCOPED_TRACE(v.name);
        EXPECT_FALSE(choices(v, 1, 200).empty());
    }
}

TEST(RandomPlayer, SameSeedSameMoves) {
    for (const Variant& v : variants) {
        SCOPED_TRACE(v.name);
        EXPECT_EQ(choices(v, 7, 60), choices(v, 7, 60));
        EXPECT_NE(choices(v, 7, 60), choices(v, 8, 60));
    }
}

// Pearson's statistic for n equally likely moves; the bound (n - 1 degrees of freedom) is exceeded once in a thousand
// times, and the seed is fixed.
TEST(RandomPlayer, IsUniform) {
    struct Case {
        const Variant& variant;
        std::string_view fen;
        std::size_t moves;
        double bound;
    };
    for (const Case& c :
         {Case{list::english, "B:W21-32:B1-12", 7, 22.46}, Case{list::english, "B:W14,15,23:B9,10,18", 3, 13.82},
          Case{list::kingme, "B:W18:B1,15", 4, 16.27}, Case{list::international, "W:W31-50:B1-20", 9, 26.12}}) {
        SCOPED_TRACE(c.fen);
        const std::unique_ptr<Game> game = new_game(c.variant);
        ASSERT_TRUE(game->set(fen::read(c.variant, c.fen).value(), Strictness::Legal));
        ASSERT_EQ(game->legal().size(), c.moves);
        const std::unique_ptr<Player> player = random_player(42);
        std::vector<int> counts(c.moves, 0);
        constexpr int draws = 70000;
        for (int i = 0; i < draws; ++i) ++counts[player->choose(*game, {}).index];
        const double expected = draws / static_cast<double>(c.moves);
        double statistic = 0;
        for (const int count : counts) statistic += (count - expected) * (count - expected) / expected;
        EXPECT_LT(statistic, c.bound);
    }
}

TEST(RandomPlayer, DoesNotTouchTheGame) {
    const std::unique_ptr<Game> game = new_game(list::international.name).value();
    const std::uint64_t key = game->key();
    const std::unique_ptr<Player> player = random_player(1);
    for (int i = 0; i < 10; ++i) player->choose(*game, {});
    EXPECT_EQ(game->key(), key);
    EXPECT_TRUE(game->played().empty());
}

}  // namespace
}  // namespace crownhead
