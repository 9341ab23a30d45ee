// Playout: the fast way to play a random game to its end gives the game that Game gives.
#include "game/playout.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "runtime/convert.hpp"
#include "runtime/game.hpp"

namespace crownhead {
namespace {

#ifdef CROWNHEAD_SANITIZED
constexpr int rounds = 10;
#else
constexpr int rounds = 100;
#endif

// A few games with different endings; each costs compile time.
template <const Variant& V>
void expect_same_games() {
    constexpr Geometry board = V.board;
    constexpr Movement move = V.move;
    for (int round = 0; round < rounds; ++round) {
        const auto seed = static_cast<std::uint64_t>(round);
        Random fast(seed);
        History<board> history;
        history.start(to_position<board>(V, start_placement(V)), V.end);
        std::size_t seen = 0;
        const PlayoutResult result =
            playout<move>(history, V.end, fast, [&](const Position<board>&, const Move<board>&) { ++seen; });

        Random slow(seed);
        const auto game = *new_game(V.name);
        while (!game->legal().empty()) game->play(slow.below(static_cast<std::uint32_t>(game->legal().size())));
        const auto where = testing::Message() << V.name << " seed " << seed;
        EXPECT_EQ(result.plies, game->played().size()) << where;
        EXPECT_EQ(seen, result.plies) << where;
        EXPECT_EQ(game->outcome(), result.outcome) << where;
        EXPECT_EQ(to_placement(V, history.pos()), game->placement()) << where;
        EXPECT_EQ(outcome<move>(history, V.end), result.outcome) << where;
        EXPECT_EQ(fast.next(), slow.next()) << where;  // as many choices were made
    }
}

TEST(Playout, PlaysTheGamesOfGame) {
    expect_same_games<list::suicide>();       // bare wins, blocked draws
    expect_same_games<list::mini>();          // passes
    expect_same_games<list::breakthrough>();  // the first king wins
    expect_same_games<list::russian>();       // material rules
    expect_same_games<list::frisian>();       // king runs
}

TEST(Playout, GoesOnFromWhereTheHistoryStands) {
    constexpr Geometry board = list::suicide.board;
    History<board> history;
    history.start(to_position<board>(list::suicide, start_placement(list::suicide)), list::suicide.end);
    Random random(1);
    const std::size_t whole = playout<list::suicide.move>(history, list::suicide.end, random).plies;
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(history.undo());
    const PlayoutResult rest = playout<list::suicide.move>(history, list::suicide.end, random);
    EXPECT_EQ(history.ply(), whole - 5 + rest.plies);
    EXPECT_TRUE(outcome<list::suicide.move>(history, list::suicide.end));
    // A finished game stays as it is.
    EXPECT_EQ(playout<list::suicide.move>(history, list::suicide.end, random).plies, 0u);
}

}  // namespace
}  // namespace crownhead
