// The step-choosing strategy: each of the eight criteria on its own, their order, and the options.
#include "players/steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/message_text.hpp"
#include "notation/move_text.hpp"
#include "rules/variants.hpp"
#include "support/game_at.hpp"
#include "support/random_games.hpp"

namespace crownhead {
namespace {

std::size_t index_of_move(const Game& game, std::string_view text) {
    const auto index =
        move_text::read(game.variant(), text, game.legal(), [&](std::size_t i) { return game.paths(i); });
    EXPECT_TRUE(index.has_value()) << text;
    return index.value_or(0);
}

int score(Criterion criterion, const Variant& v, std::string_view fen, std::string_view move) {
    const auto game = game_at(v, fen);
    return score_step(criterion, *game, index_of_move(*game, move));
}

std::unique_ptr<Player> steps(const std::string& options = "", std::uint64_t seed = 1) {
    auto player = make_player("steps" + options, seed);
    EXPECT_TRUE(player.has_value()) << options;
    return std::move(*player);
}

// In king-me checkers captures are optional, so both kinds of move are legal.
TEST(Steps, Capture) {
    EXPECT_EQ(score(Criterion::Capture, list::kingme, "B:W18:B1,15", "15x22"), 1);
    EXPECT_EQ(score(Criterion::Capture, list::kingme, "B:W18:B1,15", "1-5"), 0);
    EXPECT_EQ(score(Criterion::Capture, list::english, "B:W18,32:B15", "15x22"), 1);
    EXPECT_EQ(score(Criterion::Capture, list::english, "B:W21-32:B1-12", "9-13"), 0);
}

TEST(Steps, Replies) {
    EXPECT_EQ(score(Criterion::Replies, list::english, "B:W30:B1", "1-5"), -2);            // 30-25 and 30-26
    EXPECT_EQ(score(Criterion::Replies, list::english, "B:W22:B10,14", "10-15"), 0);       // both steps are captured
    EXPECT_EQ(score(Criterion::Replies, list::english, "B:W22:B6,10,14", "14-18"), 0);     // 22x15 10x19
    EXPECT_EQ(score(Criterion::Replies, list::english, "B:W22:B6,10,14", "14-17"), -100);  // 22x13
    EXPECT_EQ(score(Criterion::Replies, list::english, "B:W22:B10,14", "14-18"), -200);    // 22x6
    EXPECT_EQ(score(Criterion::Replies, list::mini, "B:W14:B4,8", "8-11"), 0);             // 14x7 4x11
    EXPECT_EQ(score(Criterion::Replies, list::mini, "B:W14:B4,8", "8-12"), -100);          // 14x9
}

TEST(Steps, Multiple) {
    EXPECT_EQ(score(Criterion::Multiple, list::english, "B:W6,15,17:B1,13", "1x19"), 102);
    EXPECT_EQ(score(Criterion::Multiple, list::english, "B:W6,15,17:B1,13", "13x22"), 2);  // threatens 1x10x19
    EXPECT_EQ(score(Criterion::Multiple, list::english, "B:W15,24:B6", "6-10"), 2);        // threatens 10x19x28
    EXPECT_EQ(score(Criterion::Multiple, list::english, "B:W15,24:B6", "6-9"), 0);
    EXPECT_EQ(score(Criterion::Multiple, list::international, "W:W33:B9,18,28", "33x4"), 103);
    EXPECT_EQ(score(Criterion::Multiple, list::mini, "B:W11:B5,6", "5-8"), 0);  // one jump a move
}

TEST(Steps, Lanes) {
    EXPECT_EQ(score(Criterion::Lanes, list::english, "B:W21:B1,2,3,4,12", "12-16"), 0);
    EXPECT_EQ(score(Criterion::Lanes, list::english, "B:W21:B1,2,3,4,12", "1-5"), -1);      // 21-17-14-10-6-1
    EXPECT_EQ(score(Criterion::Lanes, list::english, "B:W21:B1,2,3,4,5", "1-6"), 0);        // 5 and 6 close square 1
    EXPECT_EQ(score(Criterion::Lanes, list::english, "B:WK21,24:B1,2,3,4,12", "1-5"), -1);  // a king needs no lane
    EXPECT_EQ(score(Criterion::Lanes, list::international, "W:W31,46,47,48,49,50:B6", "31-27"), 0);
    EXPECT_EQ(score(Criterion::Lanes, list::international, "W:W31,46,47,48,49,50:B6", "46-41"), 0);  // 41 closes 46
    EXPECT_EQ(score(Criterion::Lanes, list::international, "W:W31,46,47,48,49,50:B6", "47-41"), -1);
    EXPECT_EQ(score(Criterion::Lanes, list::mini, "B:W14:B4,8", "4-7"), 0);  // nobody is crowned
}

TEST(Steps, Threat) {
    EXPECT_EQ(score(Criterion::Threat, list::english, "B:W15:B6,7", "7-10"), 1);
    EXPECT_EQ(score(Criterion::Threat, list::english, "B:W15:B6,7", "6-10"), 0);  // 15x6
    EXPECT_EQ(score(Criterion::Threat, list::english, "B:W15:B6,7", "6-9"), 0);   // nothing near
    EXPECT_EQ(score(Criterion::Threat, list::mini, "B:W11:B5,6", "5-8"), 1);
    EXPECT_EQ(score(Criterion::Threat, list::mini, "B:W11:B5,6", "5-7"), 0);  // 11x4
    EXPECT_EQ(score(Criterion::Threat, list::mini, "B:W11:B5,6", "6-9"), 0);
}

TEST(Steps, Between) {
    EXPECT_EQ(score(Criterion::Between, list::english, "B:W15:B6,7", "7-10"), 1);
    EXPECT_EQ(score(Criterion::Between, list::english, "B:W15:B6,7", "6-10"), 0);  // 15x6
    EXPECT_EQ(score(Criterion::Between, list::english, "B:W15:B6,7", "6-9"), 0);
    EXPECT_EQ(score(Criterion::Between, list::english, "B:W16:B8", "8-12"), 0);  // safe at the side, but alone
    EXPECT_EQ(score(Criterion::Between, list::mini, "B:W11:B5,6", "5-8"), 1);
    EXPECT_EQ(score(Criterion::Between, list::mini, "B:W11:B5,6", "6-9"), 0);
}

TEST(Steps, Exchange) {
    EXPECT_EQ(score(Criterion::Exchange, list::english, "B:W22:B6,10,14", "14-18"), 1);  // 22x15 10x19
    EXPECT_EQ(score(Criterion::Exchange, list::english, "B:W22:B6,10,14", "14-17"), 0);  // 22x13
    EXPECT_EQ(score(Criterion::Exchange, list::english, "B:W22:B6,10,14", "10-15"), 1);  // nothing is taken
    EXPECT_EQ(score(Criterion::Exchange, list::mini, "B:W14:B4,8", "8-11"), 1);          // 14x7 4x11
    EXPECT_EQ(score(Criterion::Exchange, list::mini, "B:W14:B4,8", "8-12"), 0);          // 14x9
}

TEST(Steps, Crown) {
    EXPECT_EQ(score(Criterion::Crown, list::english, "B:W12:B25", "25-29"), 2);
    EXPECT_EQ(score(Criterion::Crown, list::english, "B:W12:B18", "18-22"), 1);
    EXPECT_EQ(score(Criterion::Crown, list::english, "B:W29,30,31,32:B14", "14-18"), 0);  // no square is free
    EXPECT_EQ(score(Criterion::Crown, list::english, "B:W22:B14", "14-18"), 0);           // 22x15
    EXPECT_EQ(score(Criterion::Crown, list::english, "B:W12:BK18", "18-22"), 0);          // a king already
    EXPECT_EQ(score(Criterion::Crown, list::frisian, "B:W48:B41", "41-46"), 2);
    EXPECT_EQ(score(Criterion::Crown, list::frisian, "B:W48:B41", "41-47"), 0);  // 48x46, along the row
    EXPECT_EQ(score(Criterion::Crown, list::mini, "B:W9:B13", "13-16"), 0);      // nobody is crowned
}

TEST(Steps, ScoringDoesNotTouchTheGame) {
    const auto game = new_game(list::english);
    const std::uint64_t key = game->key();
    for (const Criterion criterion : criteria) score_step(criterion, *game, 0);
    EXPECT_EQ(game->key(), key);
    EXPECT_TRUE(game->played().empty());
}

// The scores of a move, first criterion first; nothing if the move ends the game.
std::optional<std::vector<int>> all_scores(const Game& game, std::size_t index, const std::vector<Criterion>& used) {
    const auto next = game.clone();
    next->play(index);
    if (next->outcome()) return std::nullopt;
    std::vector<int> scores;
    const int sign = game.variant().end.bare == Bare::Wins ? -1 : 1;
    for (const Criterion criterion : used) scores.push_back(sign * score_step(criterion, game, index));
    return scores;
}

// Whatever it plays, no other move is better in the first criterion in which the two differ.
void expect_in_order(const std::string& options, const std::vector<Criterion>& used) {
    for (const Variant& v : variants) {
        SCOPED_TRACE(v.name);
        Random random(11);
        const auto player = steps(options);
        EXPECT_EQ(player->name(), "steps");
        for (int round = 0; round < 12; ++round) {
            const auto game = round % 2 == 0 ? thrown_game(v, 6, random) : after_random_moves(v, 2 * round, random);
            if (game->outcome()) continue;
            const Choice choice = player->choose(*game, {});
            ASSERT_LT(choice.index, game->legal().size());
            EXPECT_TRUE(choice.remark);
            EXPECT_TRUE(message_text::sentence(choice.remark->code)) << choice.remark->code;
            const auto chosen = all_scores(*game, choice.index, used);
            if (!chosen) continue;  // see TakesAWinAndAvoidsADraw
            for (std::size_t i = 0; i < game->legal().size(); ++i) {
                if (const auto other = all_scores(*game, i, used)) {
                    ASSERT_GE(*chosen, *other) << fen::write(v, game->placement());
                }
            }
        }
    }
}

TEST(StepsPlayer, TakesTheCriteriaInOrder) { expect_in_order("", {criteria.begin(), criteria.end()}); }

TEST(StepsPlayer, TakesOnlyTheCriteriaItIsTold) {
    expect_in_order(":only=3", {Criterion::Multiple});
    expect_in_order(":only=crown+4", {Criterion::Lanes, Criterion::Crown});
    expect_in_order(":without=2+lanes", {Criterion::Capture, Criterion::Multiple, Criterion::Threat, Criterion::Between,
                                         Criterion::Exchange, Criterion::Crown});
    expect_in_order(":only=7+8,without=7", {Criterion::Crown});
}

// An exchange (no safe reply) and a crown compete: the second criterion comes before the eighth.
TEST(StepsPlayer, AnEarlierCriterionDecides) {
    const auto game = game_at(list::english, "B:W12,22:B6,10,14,28");
    const auto plays = [&](const std::string& options) {
        const AnyMove& move = game->legal()[steps(options)->choose(*game, {}).index];
        return std::to_string(move.from) + "-" + std::to_string(move.to());
    };
    EXPECT_EQ(plays(""), "14-18");
    EXPECT_EQ(plays(":without=2+3+4+5+6+7"), "28-32");
    EXPECT_EQ(plays(":only=8"), "28-32");
    EXPECT_EQ(plays(":only=replies+crown"), "14-18");
    EXPECT_EQ(steps()->choose(*game, {}).remark,
              (Message{"remark.criterion-replies", {{"criterion", "replies"}, {"count", std::int64_t{0}}}}));
    EXPECT_EQ(steps(":only=8")->choose(*game, {}).remark->code, "remark.criterion-crown-made");
}

// Where losing everything wins, it gives away: 14-18 22x6 costs both men.
TEST(StepsPlayer, TurnsTheCriteriaRoundWhereLosingWins) {
    const auto game = game_at(list::suicide, "B:W22:B10,14");
    const AnyMove& move = game->legal()[steps()->choose(*game, {}).index];
    EXPECT_EQ(move.from, 14);
    EXPECT_EQ(move.to(), 18);
    EXPECT_EQ(steps()->choose(*game, {}).remark->code, "remark.criterion-replies-gives");
}

TEST(StepsPlayer, TakesAWinAndAvoidsADraw) {
    const auto win = game_at(list::kingme, "B:W6:B1,4");
    EXPECT_EQ(steps()->choose(*win, {}).index, index_of_move(*win, "1x10"));
    EXPECT_EQ(steps()->choose(*win, {}).remark, Message{"remark.wins"});
    EXPECT_EQ(steps(":only=8")->choose(*win, {}).index, index_of_move(*win, "1x10"));
    // 5-9 leaves White without a move, which is a draw in suicide; the first criterion has nothing against it.
    const auto draw = game_at(list::suicide, "B:W13:B5,6,20");
    const std::size_t blocks = index_of_move(*draw, "5-9");
    const auto next = draw->clone();
    next->play(blocks);
    ASSERT_TRUE(next->outcome() && !next->outcome()->winner);
    for (std::uint64_t seed = 1; seed <= 50; ++seed) EXPECT_NE(steps(":only=1", seed)->choose(*draw, {}).index, blocks);
}

TEST(StepsPlayer, SameSeedSameGame) {
    const auto moves = [](std::uint64_t seed) {
        const auto game = new_game(list::english);
        const auto player = steps("", seed);
        std::vector<std::size_t> chosen;
        while (!game->outcome() && chosen.size() < 60) {
            chosen.push_back(player->choose(*game, {}).index);
            game->play(chosen.back());
        }
        return chosen;
    };
    EXPECT_EQ(moves(5), moves(5));
    EXPECT_NE(moves(5), moves(6));
}

TEST(StepsPlayer, WrongOptionsAreRefused) {
    const auto message = [](std::string_view options) {
        const auto player = make_player("steps:" + std::string(options), 1);
        return player ? std::string("accepted") : player.error().message;
    };
    const std::string list =
        "'; there are 1 to 8 or capture, replies, multiple, lanes, threat, between, exchange, crown";
    EXPECT_EQ(message("only=1+2+3+4+5+6+7+8"), "accepted");
    EXPECT_EQ(message("without=capture+8"), "accepted");
    EXPECT_EQ(message("only=9"), "only: there is no \'9" + list);
    EXPECT_EQ(message("only=0"), "only: there is no \'0" + list);
    EXPECT_EQ(message("only=12"), "only: there is no \'12" + list);
    EXPECT_EQ(message("only="), "only: there is no \'" + list);
    EXPECT_EQ(message("only=1+"), "only: there is no \'" + list);
    EXPECT_EQ(message("without=king"), "without: there is no \'king" + list);
    EXPECT_EQ(message("onyl=1"), "there is no option 'onyl'; there are only and without");
}

}  // namespace
}  // namespace crownhead
