// The engine with endgame files: it keeps what is won, gets there within the draw rules, and takes the shortest way where
// distances are known.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "egdb/index.hpp"
#include "rules/variants.hpp"
#include "runtime/convert.hpp"
#include "runtime/endgames.hpp"
#include "runtime/engine.hpp"
#include "runtime/with_variant.hpp"
#include "search/score.hpp"
#include "support/game_at.hpp"
#include "support/scratch_folder.hpp"
#include "support/tested_games.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

std::shared_ptr<const Endgames> built(const Variant& v, const std::string& folder, int pieces, bool distances) {
    const auto report = build_endgames(v, {.folder = folder, .pieces = pieces, .distances = distances});
    EXPECT_TRUE(report) << report.error().message;
    auto opened = open_endgames(v, folder, std::size_t{4} << 20U);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
}

// Plays on with these two engines, the first one for the side that is to move now.
void play_out(Game& game, Engine& first, Engine& second, std::uint64_t nodes) {
    const Side begins = game.turn();
    while (!game.outcome()) game.play((game.turn() == begins ? first : second).think(game, {.nodes = nodes}).best());
}

// A random position with so many pieces that has this value.
std::unique_ptr<Game> random_game(const Variant& v, const Endgames& endgames, int pieces, Value wanted,
                                  Random& random) {
    auto game = new_game(v);
    with_variant(v, [&]<Geometry G, Movement M>() {
        const auto stages = egdb::stages_with(v, pieces);
        for (;;) {
            const egdb::Material m = stages[random.below(static_cast<std::uint32_t>(stages.size()))];
            const egdb::Index<G, M> index(m);
            const auto placement = to_placement(v, index.position(random.next() % index.size()));
            EXPECT_TRUE(game->set(placement, Strictness::Legal));
            if (!game->outcome() && endgames.exact_value(*game)->value == wanted) return;
        }
    });
    return game;
}

// So many of the won games must be won within the draw rules, and nothing that is drawn may be lost.
void expect_conversion(const Variant& v, int pieces, bool distances, int count, std::uint64_t nodes, int wanted) {
    const ScratchFolder folder;
    const auto endgames = built(v, folder.path(), pieces, distances);
    const auto knows = new_engine(v, {.table_megabytes = 4, .endgames = endgames});
    const auto guesses = new_engine(v, {.table_megabytes = 4});
    Random random(1);
    int won = 0;
    for (int i = 0; i < count; ++i) {
        auto game = random_game(v, *endgames, pieces, Value::Win, random);
        const Side winner = game->turn();
        play_out(*game, *knows, *guesses, nodes);
        EXPECT_NE(game->outcome()->winner, !winner);
        won += game->outcome()->winner == winner ? 1 : 0;
        game = random_game(v, *endgames, pieces, Value::Draw, random);
        const Side other = !game->turn();
        play_out(*game, *knows, *guesses, nodes);
        EXPECT_NE(game->outcome()->winner, other) << v.name;
    }
    EXPECT_GE(won, wanted) << v.name;
    testing::Test::RecordProperty(std::string(v.name), won);
}

// Values alone do not say which way is the shortest.
TEST(EndgamePlay, WinsAreConvertedWithoutDistances) {
    constexpr int games = sanitized ? 3 : 10;
    expect_conversion(list::english, 3, false, games, 3000, games - 2);
}
TEST(LongEndgamePlay, WinsAreConvertedWithoutDistances) {
#ifdef CROWNHEAD_SANITIZED
    expect_conversion(list::giveaway, 3, false, 5, 3000, 3);
#else
    expect_conversion(list::english, 4, false, 25, 30'000, 23);
    expect_conversion(list::giveaway, 4, false, 10, 30'000, 10);
#endif
}

// As people meet it: the sets that the server makes by itself.
TEST(LongEndgamePlay, WithDistancesEveryWinIsConverted) {
#ifdef CROWNHEAD_SANITIZED
    constexpr int pieces = 3;
    constexpr int games = 2;
#else
    constexpr int pieces = 4;
    constexpr int games = 20;
#endif
    for (const Variant* v : {&list::english, &list::giveaway, &list::russian})
        expect_conversion(*v, has_own_moves(*v) ? pieces : 3, true, games, 1000, games);
}

TEST(EndgamePlay, DistancesGiveTheShortestWay) {
    const ScratchFolder folder;
    constexpr int pieces = sanitized ? 2 : 3;
    const auto endgames = built(list::english, folder.path(), pieces, true);
    const auto first = new_engine(list::english, {.table_megabytes = 1, .endgames = endgames});
    const auto second = new_engine(list::english, {.table_megabytes = 1, .endgames = endgames});
    Random random(2);
    for (int i = 0; i < 5; ++i) {
        const auto game = random_game(list::english, *endgames, pieces, i % 2 == 0 ? Value::Win : Value::Loss, random);
        const int plies = *endgames->exact_value(*game)->plies;
        play_out(*game, *first, *second, 200);
        EXPECT_EQ(static_cast<int>(game->played().size()), plies);
    }
}

// Where captures lead into the files, the search knows what comes of them, and larger files agree.
TEST(EndgamePlay, TheSearchSeesTheFilesBehindCaptures) {
    const ScratchFolder small;
    const ScratchFolder large;
    const auto two = built(list::english, small.path(), 2, false);
    const auto three = built(list::english, large.path(), 3, false);
    const auto engine = new_engine(list::english, {.table_megabytes = 1, .endgames = two});
    Random random(3);
    int seen = 0;
    for (int i = 0; i < 300; ++i) {
        const Value value = i % 2 == 0 ? Value::Win : Value::Loss;
        const auto game = random_game(list::english, *three, 3, value, random);
        const int score = engine->think(*game, {.depth = 5}).score();
        if (std::abs(score) < score::known_win - 100 || score::is_decided(score)) continue;
        EXPECT_EQ(score > 0, value == Value::Win) << fen::write(list::english, game->placement());
        ++seen;
    }
    EXPECT_GT(seen, 0);
}

}  // namespace
}  // namespace crownhead
