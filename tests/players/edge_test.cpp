// The edge player: captures first, then the side columns, ties by chance; in every game.
#include "players/edge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "rules/variants.hpp"
#include "support/game_at.hpp"
#include "support/random_games.hpp"

namespace crownhead {
namespace {

int distance_to_side(const Variant& v, int number) {
    const int column = cell_of_number(v.setup, v.size(), number).column;
    return std::min(column, v.size() - 1 - column);
}

// The moves among which it may choose, straight from the words of the mission.
std::vector<std::size_t> allowed(const Game& game) {
    std::vector<std::size_t> list;
    const auto moves = game.legal();
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].is_capture()) list.push_back(i);
    if (!list.empty()) return list;
    int nearest = max_size;
    for (const AnyMove& move : moves)
        if (!move.is_pass()) nearest = std::min(nearest, distance_to_side(game.variant(), move.to()));
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].is_pass() || distance_to_side(game.variant(), moves[i].to()) == nearest) list.push_back(i);
    return list;
}

TEST(EdgePlayer, CapturesFirstThenTheSidesInEveryGame) {
    for (const Variant& v : variants) {
        SCOPED_TRACE(v.name);
        Random random(5);
        const auto player = edge_player(1);
        EXPECT_EQ(player->name(), "edge");
        for (int round = 0; round < 60; ++round) {
            const auto game = round % 2 == 0 ? thrown_game(v, 8, random) : after_random_moves(v, round, random);
            for (int ply = 0; ply < 6 && !game->outcome(); ++ply) {
                const Choice choice = player->choose(*game, {});
                ASSERT_LT(choice.index, game->legal().size());
                const std::vector<std::size_t> list = allowed(*game);
                ASSERT_NE(std::ranges::find(list, choice.index), list.end());
                ASSERT_EQ(choice.remark->code,
                          game->legal()[choice.index].is_capture() ? "remark.capture" : "remark.to-the-side");
                game->play(choice.index);
            }
        }
    }
}

// Where captures are optional it still takes: 15x22, not 1-5 to the side.
TEST(EdgePlayer, PrefersAnOptionalCapture) {
    const auto game = game_at(list::kingme, "B:W18:B1,15");
    ASSERT_GT(game->legal().size(), 1U);
    const auto player = edge_player(3);
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(game->legal()[player->choose(*game, {}).index].is_capture());
}

// 9-13 is the only first move that reaches a side column of the English board.
TEST(EdgePlayer, BeginsAtTheSide) {
    const auto game = new_game(list::english);
    const auto player = edge_player(9);
    for (int i = 0; i < 20; ++i) {
        const AnyMove& move = game->legal()[player->choose(*game, {}).index];
        EXPECT_EQ(move.from, 9);
        EXPECT_EQ(move.to(), 13);
    }
}

// Pearson's statistic; the bound for n equal moves is exceeded once in a thousand times, and the seed is fixed.
TEST(EdgePlayer, BreaksTiesUniformly) {
    struct Case {
        const Variant& variant;
        std::string_view fen;
        std::size_t moves;
        double bound;
    };
    for (const Case& c : {Case{list::english, "B:W14,15,23:B9,10,18", 3, 13.82},  // captures
                          Case{list::english, "B:W32:B8,9,16", 3, 13.82},         // 8-12, 9-13, 16-20
                          Case{list::international, "W:W29,32:B1", 2, 10.83}}) {
        SCOPED_TRACE(c.fen);
        const auto game = game_at(c.variant, c.fen);
        const std::vector<std::size_t> list = allowed(*game);
        ASSERT_EQ(list.size(), c.moves);
        const auto player = edge_player(42);
        std::map<std::size_t, int> counts;
        constexpr int draws = 30000;
        for (int i = 0; i < draws; ++i) ++counts[player->choose(*game, {}).index];
        const double expected = draws / static_cast<double>(list.size());
        double statistic = 0;
        for (const std::size_t index : list)
            statistic += (counts[index] - expected) * (counts[index] - expected) / expected;
        EXPECT_LT(statistic, c.bound);
    }
}

// Italian and Spanish boards are mirrored, and Spanish numbers run from the bottom; one player serves them all in turn.
TEST(EdgePlayer, ChangesTheBoard) {
    const auto player = edge_player(1);
    for (const Variant* v : {&list::english, &list::italian, &list::spanish, &list::canadian, &list::mini}) {
        SCOPED_TRACE(v->name);
        const auto game = new_game(*v);
        const std::vector<std::size_t> list = allowed(*game);
        for (int i = 0; i < 10; ++i) EXPECT_NE(std::ranges::find(list, player->choose(*game, {}).index), list.end());
    }
}

TEST(EdgePlayer, SameSeedSameMoves) {
    const auto moves = [](std::uint64_t seed) {
        const auto game = new_game(list::suicide);
        const auto player = edge_player(seed);
        std::vector<std::size_t> chosen;
        while (!game->outcome()) {
            chosen.push_back(player->choose(*game, {}).index);
            game->play(chosen.back());
        }
        return chosen;
    };
    EXPECT_EQ(moves(7), moves(7));
    EXPECT_NE(moves(7), moves(8));
}

}  // namespace
}  // namespace crownhead
