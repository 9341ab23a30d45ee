// Matches: the same result on any number of threads, fair to both players, and ended when asked to.
#include "match/duel.hpp"

#include <gtest/gtest.h>

#include "players/catalogue.hpp"
#include "rules/variants.hpp"

namespace crownhead {
namespace {

constexpr std::string_view weak = "random";
constexpr std::string_view strong = "engine:nodes=100,hash=1";

const Variant& suicide_6() { return **find_variant("suicide-6"); }

DuelOptions match(std::string_view first, std::string_view second, std::uint64_t pairs) {
    return {.first = std::string(first), .second = std::string(second), .pairs = pairs};
}

DuelResult result_of(const Variant& v, const DuelOptions& options) {
    const auto result = duel(v, options, {});
    EXPECT_TRUE(result.has_value()) << result.error().message;
    return result.value_or(DuelResult{});
}

// Everything but the time it took.
void expect_same(const DuelResult& a, const DuelResult& b) {
    EXPECT_EQ(a.stats.wins, b.stats.wins);
    EXPECT_EQ(a.stats.draws, b.stats.draws);
    EXPECT_EQ(a.stats.losses, b.stats.losses);
    EXPECT_EQ(a.stats.pairs, b.stats.pairs);
    EXPECT_EQ(a.plies, b.plies);
    EXPECT_EQ(a.moves, b.moves);
    EXPECT_EQ(a.broken_off, b.broken_off);
}

TEST(Duel, PlaysEveryPairAndCounts) {
    for (const Variant* const v : {&suicide_6(), &list::mini}) {
        const DuelResult result = result_of(*v, match(strong, weak, 5));
        EXPECT_EQ(result.stats.games(), 10U) << v->name;
        std::uint64_t pairs = 0;
        for (const std::uint64_t count : result.stats.pairs) pairs += count;
        EXPECT_EQ(pairs, 5U);
        EXPECT_GT(result.stats.points(), 5) << v->name;                       // the engine knows more than nothing
        EXPECT_EQ(result.moves[0] + result.moves[1] + 10 * 6, result.plies);  // openings of 6 plies are nobody's moves
        EXPECT_GT(result.seconds[0], 0);
        EXPECT_GE(result.seconds[0], result.slowest[0]);
    }
}

TEST(Duel, SameSeedSameResult) {
    const DuelOptions options = match(weak, weak, 20);
    DuelOptions other = options;
    other.seed = 2;
    const DuelResult result = result_of(suicide_6(), options);
    expect_same(result, result_of(suicide_6(), options));
    EXPECT_NE(result.plies, result_of(suicide_6(), other).plies);
}

// Whoever plays the same moves with both colours wins as often as it loses, in each pair.
TEST(Duel, APlayerIsAsGoodAsItself) {
    for (const Variant* const v : {&suicide_6(), &list::mini}) {
        const DuelResult result = result_of(*v, match(strong, strong, 5));
        EXPECT_EQ(result.stats.wins, result.stats.losses) << v->name;
        EXPECT_EQ(result.stats.pairs[2], 5U) << v->name;
    }
}

// Exchanged players exchange the results; random numbers would not, so neither player has any.
TEST(Duel, ExchangedPlayersExchangeResults) {
    const DuelResult one = result_of(suicide_6(), match(strong, "alphabeta:depth=1", 5));
    const DuelResult two = result_of(suicide_6(), match("alphabeta:depth=1", strong, 5));
    EXPECT_EQ(one.stats.wins, two.stats.losses);
    EXPECT_EQ(one.stats.draws, two.stats.draws);
    EXPECT_EQ(one.plies, two.plies);
    EXPECT_EQ(one.moves[0], two.moves[1]);
}

TEST(Duel, WrongPlayersAreRefused) {
    for (const int threads : {1, 3})
        for (const bool first : {true, false}) {
            DuelOptions options = match(first ? "nobody" : weak, first ? weak : "nobody", 5);
            options.threads = threads;
            const auto result = duel(list::mini, options, {});
            ASSERT_FALSE(result.has_value());
            EXPECT_NE(result.error().message.find("no player 'nobody'"), std::string::npos);
        }
    EXPECT_NE(duel(list::mini, match(weak, "engine:nods=1", 1), {}).error().message.find("'nods'"), std::string::npos);
}

TEST(Duel, EndsWhenAskedTo) {
    std::uint64_t calls = 0;
    const auto result = duel(list::mini, match(weak, weak, 1000), [&](const DuelResult& so_far) {
        EXPECT_EQ(so_far.stats.games(), 2 * ++calls);
        return calls < 3;
    });
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(calls, 3U);
    EXPECT_EQ(result->stats.games(), 6U);
}

TEST(Duel, LongGamesAreBrokenOff) {
    DuelOptions options = match(weak, weak, 3);
    options.openings = Openings::Start;
    options.longest = 4;
    const DuelResult result = result_of(list::english, options);
    EXPECT_EQ(result.broken_off, 6U);
    EXPECT_EQ(result.stats.draws, 6U);
    EXPECT_EQ(result.plies, 6U * 4);
}

TEST(PlayOut, BreaksOffAndGoesOn) {
    const auto black = make_player(weak, 1);
    const auto white = make_player(weak, 2);
    const auto game = new_game(suicide_6());
    bool broken_off = false;
    EXPECT_FALSE(play_out(*game, **black, **white, 5, broken_off));
    EXPECT_TRUE(broken_off);
    EXPECT_EQ(game->played().size(), 5U);
    EXPECT_FALSE(game->outcome());

    const std::optional<Side> winner = play_out(*game, **black, **white, 10'000, broken_off);
    EXPECT_FALSE(broken_off);
    ASSERT_TRUE(game->outcome());
    EXPECT_EQ(winner, game->outcome()->winner);

    const std::size_t plies = game->played().size();
    EXPECT_EQ(play_out(*game, **black, **white, 0, broken_off), winner);  // over is over, not broken off
    EXPECT_FALSE(broken_off);
    EXPECT_EQ(game->played().size(), plies);
}

TEST(ThreadsDuel, AnyNumberOfThreadsGivesTheSameResult) {
    for (const Variant* const v : {&suicide_6(), &list::mini}) {
        DuelOptions options = match(strong, weak, 9);
        const DuelResult one = result_of(*v, options);
        options.threads = 3;
        expect_same(one, result_of(*v, options));
    }
}

TEST(ThreadsDuel, EndsWhenAskedTo) {
    DuelOptions options = match(weak, weak, 100'000);
    options.threads = 3;
    int calls = 0;
    const auto result = duel(list::mini, options, [&](const DuelResult&) { return ++calls < 5; });
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(result->stats.games(), 10U);
}

}  // namespace
}  // namespace crownhead
