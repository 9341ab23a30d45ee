// The perfect player: it never does worse than the exact value of the position it began with.
#include "players/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "solve/oracle.hpp"
#include "support/game_at.hpp"
#include "support/random_games.hpp"

namespace crownhead {
namespace {

std::unique_ptr<Player> perfect_or(std::string_view description, std::uint64_t seed) {
    auto player = make_player(description, seed);
    EXPECT_TRUE(player.has_value()) << description;
    return std::move(*player);
}

// The solution of mini is made once for all tests.
const std::shared_ptr<solve::SharedSolution>& common_solution() {
    static const auto solution = std::make_shared<solve::SharedSolution>();
    return solution;
}

// One oracle for all tests of a game.
solve::Oracle& oracle_of(const Variant& v) {
    static const Variant* made_for = nullptr;
    static std::unique_ptr<solve::Oracle> oracle;
    if (made_for != &v) oracle = *solve::new_oracle(v, nullptr, common_solution());
    made_for = &v;
    return *oracle;
}

solve::Exact exact_value(const Game& game) {
    const auto answer = oracle_of(game.variant()).ask(game, {});
    EXPECT_TRUE(answer.has_value());
    return answer ? answer->position : solve::Exact{};
}

int points(const Outcome& outcome, Side side) { return !outcome.winner ? 0 : *outcome.winner == side ? 1 : -1; }
int points(Value value) { return value == Value::Win ? 1 : value == Value::Loss ? -1 : 0; }

// From where the game stands; with every move the exact value must stay or grow, for the perfect side.
void play_perfectly(Game& game, Side side, std::string_view opponent, std::uint64_t seed) {
    const auto perfect = perfect_or("perfect", 1);
    const auto other = perfect_or(opponent, seed);
    ASSERT_TRUE(perfect->begin(game, {}));
    ASSERT_TRUE(other->begin(game, {}));
    std::optional<solve::Exact> promised;
    while (!game.outcome()) {
        const bool ours = game.turn() == side;
        if (ours) {
            const solve::Exact now = exact_value(game);
            if (promised) {
                ASSERT_GE(points(now.value), points(promised->value));
                ASSERT_GE(now.difference.value_or(0), promised->difference.value_or(0));
            }
            promised = now;
        }
        const Choice choice = (ours ? perfect : other)->choose(game, {.solution = common_solution()});
        ASSERT_LT(choice.index, game.legal().size());
        ASSERT_FALSE(choice.forfeit);
        ASSERT_FALSE(ours && !choice.remark);
        game.play(choice.index);
    }
    if (!promised) return;
    ASSERT_GE(points(*game.outcome(), side), points(promised->value)) << fen::write(game.variant(), game.placement());
    if (promised->difference) {
        const Placement end = game.placement();
        ASSERT_GE(end.pieces(side) - end.pieces(!side), *promised->difference);
    }
}

TEST(Perfect, NeverGivesAnythingAwayInMini) {
    for (int i = 0; i < 20; ++i) {
        const auto game = new_game(list::mini);
        play_perfectly(*game, i % 2 == 0 ? Side::Black : Side::White, i % 4 < 2 ? "random" : "mini-ab:level=1",
                       static_cast<std::uint64_t>(i));
    }
    Random random(5);
    for (int i = 0; i < 40; ++i) {
        const auto game = after_random_moves(list::mini, 2 + static_cast<int>(random.below(12)), random);
        play_perfectly(*game, i % 2 == 0 ? Side::Black : Side::White, "random", static_cast<std::uint64_t>(i));
    }
}

#ifdef CROWNHEAD_SANITIZED
constexpr int games_with_kings = 4;
#else
constexpr int games_with_kings = 16;
#endif

TEST(LongPerfect, NeverGivesAnythingAwayWithKings) {
    const Variant& v = **find_variant("suicide-6");
    Random random(6);
    for (int i = 0; i < games_with_kings; ++i) {
        const auto game = i < games_with_kings / 8 ? new_game(v) : thrown_game(v, 3, random);
        play_perfectly(*game, i % 2 == 0 ? Side::Black : Side::White, "random", static_cast<std::uint64_t>(i));
    }
}

TEST(Perfect, SaysForWhichGamesItExists) {
    const auto player = perfect_or("perfect", 1);
    const auto refused = player->begin(*new_game(list::international), {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "forfeit.not-solved");
    EXPECT_EQ(std::get<std::string>(*refused.error().find("game")), "international");
    EXPECT_NE(std::get<std::string>(*refused.error().find("games")).find("mini"), std::string::npos);
    EXPECT_TRUE(player->begin(*new_game(list::mini), {}));
}

TEST(Perfect, RefusesWrongOptions) {
    const auto message = [](std::string_view description) {
        const auto player = make_player(description, 1);
        return player ? std::string("accepted") : player.error().message;
    };
    EXPECT_EQ(message("perfect:nodes=1000"), "accepted");
    EXPECT_EQ(message("perfect:egdb=folder"), "accepted");
    EXPECT_EQ(message("perfect:egdb="), "egdb: expected the folder of endgame files");
    EXPECT_EQ(message("perfect:nodes=0"), "nodes must be a whole number from 1 to 2000000000, not '0'");
    EXPECT_EQ(message("perfect:level=3"), "there is no option 'level'; there are nodes and egdb");
}

// Too many men for the solution of mini, as a stand-in for everything that cannot be proven in time.
TEST(Perfect, LeavesToTheEngineWhatIsNotProven) {
    const auto game = new_game(list::mini);
    Placement placement = game->placement();
    placement.put(7, Piece::BlackMan);
    ASSERT_TRUE(game->set(placement, Strictness::Anything));
    const Choice choice = perfect_or("perfect", 1)->choose(*game, {.solution = common_solution()});
    EXPECT_LT(choice.index, game->legal().size());
    EXPECT_EQ(choice.remark, Message{"remark.unproven"});
}

// Of several moves that keep the value it plays one after which the largest share of the answers is wrong.
TEST(Perfect, PlaysWhatIsHardestToAnswer) {
    Random random(7);
    const auto perfect = perfect_or("perfect", 1);
    int with_choice = 0;
    for (int i = 0; i < 100; ++i) {
        const auto game = after_random_moves(list::mini, static_cast<int>(random.below(20)), random);
        const auto answer = oracle_of(list::mini).ask(*game, {});
        ASSERT_TRUE(answer);
        std::vector<double> good(game->legal().size(), 2.0);  // the share of good answers; 2: not to be played
        const auto next = game->clone();
        int keep = 0;
        for (std::size_t mv = 0; mv < good.size(); ++mv) {
            if (answer->moves[mv] != answer->position) continue;
            ++keep;
            next->play(mv);
            good[mv] = 1;
            if (!next->outcome()) {
                const auto replies = oracle_of(list::mini).ask(*next, {});
                ASSERT_TRUE(replies);
                good[mv] = static_cast<double>(std::ranges::count(replies->moves, replies->position)) /
                           static_cast<double>(replies->moves.size());
            }
            next->undo();
        }
        with_choice += keep > 1 ? 1 : 0;
        const Choice choice = perfect->choose(*game, {.solution = common_solution()});
        EXPECT_DOUBLE_EQ(good[choice.index], std::ranges::min(good)) << fen::write(list::mini, game->placement());
        EXPECT_EQ(perfect_or("perfect", 2)->choose(*game, {.solution = common_solution()}).index, choice.index);
    }
    EXPECT_GT(with_choice, 20);
}

}  // namespace
}  // namespace crownhead
