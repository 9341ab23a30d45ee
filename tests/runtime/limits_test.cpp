// Limits of nodes, depth and stop are obeyed from the first node on, on boards full of kings too. Work is counted in nodes.
#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "rules/variants.hpp"
#include "runtime/engine.hpp"
#include "runtime/plain_search.hpp"
#include "support/game_at.hpp"
#include "support/tested_games.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

// A dense position with as many kings a side as a game has pieces, or some fewer.
std::unique_ptr<Game> dense_kings(const Variant& v, Random& random) {
    for (;;) {
        Placement placement(v.squares());
        placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
        for (const Side side : {Side::Black, Side::White}) {
            const auto most = static_cast<std::uint32_t>(v.pieces_per_side());
            for (std::uint32_t left = most - random.below(most / 3); left > 0;) {
                const int number = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(v.squares())));
                if (placement.at(number) != Piece::None) continue;
                placement.put(number, piece_of(side, true));
                --left;
            }
        }
        std::unique_ptr<Game> game = new_game(v);
        if (game->set(placement, Strictness::Legal) && !game->legal().empty()) return game;
    }
}

void expect_answer(const Game& game, const Analysis& found) {
    ASSERT_FALSE(found.lines.empty());
    ASSERT_LT(found.best(), game.legal().size());
    ASSERT_FALSE(found.lines.front().moves.empty());
    EXPECT_EQ(found.lines.front().moves.front(), game.legal()[found.best()]);
}

// As many nodes as depth 1 can take: each quiescence search is bounded, and so is what it leaves behind when it is cut off.
constexpr std::uint64_t most_nodes_of_a_move = 10'000;

TEST(Limits, ABoardFullOfKingsIsSearchedToDepthOne) {
    const auto game = game_at(list::canadian, "W:WK43-72:BK1-30");
    const auto engine = new_engine(list::canadian, {.table_megabytes = 1});
    const Analysis found = engine->think(*game, {.depth = 1});
    expect_answer(*game, found);
    EXPECT_EQ(found.depth, 1);
    EXPECT_LT(found.nodes, most_nodes_of_a_move * game->legal().size());
}

TEST(Limits, NodesAreObeyedFromTheFirstOne) {
    Random random(1);
    for (const Variant& v : tested_games()) {
        if (!has_kings(v.move) || v.end.king_wins) continue;
        const auto engine = new_engine(v, {.table_megabytes = 1});
        for (int i = 0; i < 4; ++i) {
            const auto game = dense_kings(v, random);
            for (const std::uint64_t nodes : {1U, 10U, 2000U}) {
                engine->forget();
                const Analysis found = engine->think(*game, {.nodes = nodes});
                expect_answer(*game, found);
                EXPECT_LE(found.nodes, nodes) << v.name;
            }
            engine->forget();
            const Analysis found = engine->think(*game, {.depth = 1});
            expect_answer(*game, found);
            EXPECT_LT(found.nodes, most_nodes_of_a_move * game->legal().size()) << v.name;
        }
    }
}

TEST(Limits, AStopIsObeyedAtTheFirstNode) {
    std::stop_source stop;
    stop.request_stop();
    const auto game = game_at(list::canadian, "W:WK43-72:BK1-30");
    const auto engine = new_engine(list::canadian, {.table_megabytes = 1});
    const Analysis found = engine->think(*game, {.stop = stop.get_token()});
    expect_answer(*game, found);
    EXPECT_EQ(found.depth, 0);
    EXPECT_EQ(found.nodes, 1U);
    const PlainReport plain = plain_search(*game, {.method = Method::Minimax, .depth = 20, .stop = stop.get_token()});
    EXPECT_LT(plain.best, game->legal().size());
    EXPECT_EQ(plain.nodes, 1U);
    EXPECT_FALSE(plain.complete);
}

// Without a searched move the answer is the one with the best static evaluation, not just the first one.
TEST(Limits, AStoppedSearchAnswersByStaticEvaluation) {
    const auto game = game_at(list::english, "B:W13:B1,27");  // 27-31 and 27-32 make a king
    const auto engine =
        new_engine(list::english, {.table_megabytes = 1, .weights = eval::material_only(list::english, 100, 300)});
    const Analysis found = engine->think(*game, {.nodes = 1});
    expect_answer(*game, found);
    EXPECT_EQ(found.depth, 0);
    EXPECT_EQ(found.score(), 300);
}

}  // namespace
}  // namespace crownhead
