// The engine as a player: legal moves at every level of every game, the same for the same seed, and no gifts from level 3 on.
#include "players/engine.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "notation/fen.hpp"
#include "notation/message_text.hpp"
#include "notation/move_text.hpp"
#include "rules/variants.hpp"
#include "runtime/endgame_store.hpp"
#include "support/game_at.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"
#include "support/tested_games.hpp"

namespace crownhead {
namespace {

// A level as people choose it; the highest one with a number of nodes in place of a time, so that tests can be repeated.
std::unique_ptr<Player> level_player(int level, std::uint64_t seed, int nodes = 300) {
    std::string description = "engine:hash=1,level=" + std::to_string(level);
    if (level == highest_level) description += ",nodes=" + std::to_string(nodes);
    auto player = make_player(description, seed);
    EXPECT_TRUE(player.has_value()) << description;
    return std::move(*player);
}

std::vector<std::size_t> moves_of(int level, const Variant& v, std::uint64_t seed, int plies) {
    const auto player = level_player(level, seed);
    const auto game = new_game(v);
    std::vector<std::size_t> moves;
    for (int ply = 0; ply < plies && !game->outcome(); ++ply) {
        const Choice choice = player->choose(*game, {});
        EXPECT_LT(choice.index, game->legal().size()) << v.name << " level " << level;
        EXPECT_TRUE(choice.remark);
        EXPECT_TRUE(message_text::sentence(choice.remark->code)) << choice.remark->code;
        if (choice.index >= game->legal().size()) break;
        moves.push_back(choice.index);
        game->play(choice.index);
    }
    return moves;
}

// Far into a game too: few pieces, forced captures, passes.
TEST(EnginePlayer, EveryLevelOfEveryGamePlaysLegalMoves) {
    for (const Variant& v : tested_games()) {
        Random random(3);
        for (int level = 1; level <= highest_level; ++level) {
            const auto player = level_player(level, 1);
            EXPECT_EQ(player->name(), "engine");
            for (const int plies : {0, 25}) {
                const auto game = after_random_moves(v, plies, random);
                for (int ply = 0; ply < (level > 7 ? 1 : 3) && !game->outcome(); ++ply) {
                    const Choice choice = player->choose(*game, {});
                    ASSERT_LT(choice.index, game->legal().size()) << v.name << " level " << level;
                    ASSERT_TRUE(choice.remark);
                    game->play(choice.index);
                }
            }
        }
    }
}

TEST(EnginePlayer, SameSeedSameGame) {
    for (int level = 1; level <= highest_level; ++level) {
        const int plies = level > 7 ? 4 : 12;
        EXPECT_EQ(moves_of(level, list::english, 5, plies), moves_of(level, list::english, 5, plies)) << level;
    }
    // Weak levels are not the same every time.
    EXPECT_NE(moves_of(1, list::english, 5, 20), moves_of(1, list::english, 6, 20));
    EXPECT_NE(moves_of(4, list::english, 5, 20), moves_of(4, list::english, 6, 20));
    // The highest one is.
    EXPECT_EQ(moves_of(10, list::english, 5, 6), moves_of(10, list::english, 6, 6));
}

TEST(EnginePlayer, WrongOptionsAreRefused) {
    const auto message = [](std::string_view options) {
        const auto player = make_player("engine:" + std::string(options), 1);
        return player ? std::string("accepted") : player.error().message;
    };
    EXPECT_EQ(message("level=1"), "accepted");
    EXPECT_EQ(message("depth=99,nodes=1000,seconds=0.5,hash=2,threads=2,without=table+futility"), "accepted");
    EXPECT_EQ(message("level=0"), "level must be a whole number from 1 to 10, not '0'");
    EXPECT_EQ(message("level=11"), "level must be a whole number from 1 to 10, not '11'");
    EXPECT_EQ(message("level="), "level must be a whole number from 1 to 10, not ''");
    EXPECT_EQ(message("depth=100"), "depth must be a whole number from 1 to 99, not '100'");
    EXPECT_EQ(message("nodes=0"), "nodes must be a whole number from 1 to 2000000000, not '0'");
    EXPECT_EQ(message("nodes=99999999999"), "nodes must be a whole number from 1 to 2000000000, not '99999999999'");
    EXPECT_EQ(message("hash=0"), "hash must be a whole number from 1 to 65536, not '0'");
    EXPECT_EQ(message("threads=257"), "threads must be a whole number from 1 to 256, not '257'");
    EXPECT_EQ(message("seconds=-1"), "seconds must be a number from 0 to 3600, not '-1'");
    EXPECT_EQ(message("seconds=nan"), "seconds must be a number from 0 to 3600, not 'nan'");
    EXPECT_EQ(message("nodes=100,dpeth=5"),
              "there is no option 'dpeth'; there are level, seconds, depth, nodes, hash, threads, egdb, eval, net and "
              "without");
    EXPECT_EQ(message("level=3,eval=net"), "eval and net go with level 10");
    EXPECT_EQ(message("eval=terms,net=x"), "a net is not used with eval=terms");
    EXPECT_EQ(message("egdb="), "egdb: expected the folder of endgame files");
    EXPECT_EQ(message("level=3,egdb=x"), "egdb goes with level 10; the others play endgames like people");
    const std::string part = message("without=futility+magic");
    EXPECT_NE(part.find("without: there is no 'magic'"), std::string::npos);
    for (const std::string_view name : feature_names) EXPECT_NE(part.find(name), std::string::npos) << name;
}

// How often in 50 tries the level plays this move.
int tries(int level, std::string_view fen, std::string_view text) {
    const auto placement = fen::read(list::english, fen);
    EXPECT_TRUE(placement.has_value()) << fen;
    const auto game = new_game(list::english);
    EXPECT_TRUE(placement && game->set(*placement, Strictness::Legal)) << fen;
    const auto index =
        move_text::read(list::english, text, game->legal(), [&](std::size_t i) { return game->paths(i); });
    EXPECT_TRUE(index.has_value()) << text;
    const auto player = level_player(level, static_cast<std::uint64_t>(level), 1000);
    int count = 0;
    for (int i = 0; i < 50; ++i)
        if (player->choose(*game, {}).index == *index) ++count;
    return count;
}

// 9-14 17x10 loses a man for nothing; other moves are safe. The lowest level does not mind, from level 3 on it is never played.
TEST(EnginePlayer, FromLevelThreeOnGivesNothingAway) {
    constexpr std::string_view one_man = "B:W17,22,28,31,32:B3,4,8,9,12";
    EXPECT_GT(tries(1, one_man, "9-14"), 0);
    constexpr std::string_view two_men = "B:W17,22,28,31,32:B4,7,8,9,12";  // 9-14 17x3
    for (int level = 3; level <= highest_level; ++level) {
        EXPECT_EQ(tries(level, one_man, "9-14"), 0) << level;
        EXPECT_EQ(tries(level, two_men, "9-14"), 0) << level;
    }
}

// One capture, and captures are compulsory: nothing to think about.
TEST(EnginePlayer, TheOnlyMoveNeedsNoThought) {
    const auto game = new_game(list::english);
    ASSERT_TRUE(game->set(*fen::read(list::english, "B:W18,32:B15"), Strictness::Legal));
    ASSERT_EQ(game->legal().size(), 1U);
    const Choice choice = level_player(10, 1)->choose(*game, {});
    EXPECT_EQ(choice.index, 0U);
    EXPECT_EQ(choice.remark, Message{"remark.only-move"});
}

// Two kings against one: a draw for who only counts, a long win for who knows.
TEST(EnginePlayer, KnowsEndgames) {
    const ScratchFolder folder;
    const EndgameStore store(folder.path());
    const std::string description = "engine:hash=1,nodes=300";
    const auto game = game_at(list::english, "B:WK13:BK3,K31");
    const auto without = make_player(description + ",egdb=" + folder.path(), 1);
    ASSERT_TRUE(without);
    const auto begun = (*without)->begin(*game, {});
    ASSERT_FALSE(begun);
    EXPECT_EQ(begun.error().code, "forfeit.endgames");
    EXPECT_NE(std::get<std::string>(*begun.error().find("detail")).find("there are no endgame files of english"),
              std::string::npos);
    EXPECT_EQ((*without)->choose(*game, {}).forfeit, begun.error());

    ASSERT_TRUE(build_endgames(list::english, {.folder = store.folder(list::english), .pieces = 3, .distances = true}));
    auto opened = store.open(list::english);
    ASSERT_TRUE(opened);
    const std::shared_ptr<const Endgames> endgames = std::move(*opened);
    const auto verdict = endgames->exact_value(*game);
    ASSERT_TRUE(verdict && verdict->plies);
    ASSERT_EQ(verdict->value, Value::Win);
    const auto knows = [&](const Choice& choice) {
        return choice.remark->code == "remark.score-win" &&
               *choice.remark->find("plies") == MessageValue(std::int64_t{*verdict->plies});
    };
    const auto asked = make_player(description + ",egdb=" + folder.path(), 1);
    ASSERT_TRUE(asked && (*asked)->begin(*game, {}));
    EXPECT_TRUE(knows((*asked)->choose(*game, {})));

    const auto strong = level_player(10, 1);
    EXPECT_FALSE(knows(strong->choose(*game, {})));
    EXPECT_TRUE(knows(strong->choose(*game, {.endgames = endgames})));
    EXPECT_FALSE(knows(strong->choose(*game, {})));
    EXPECT_FALSE(knows(level_player(9, 1)->choose(*game, {.endgames = endgames})));
}

TEST(EnginePlayer, ReportsProgressAndStops) {
    const auto game = new_game(list::english);
    const auto player = std::move(*make_player("engine:hash=1,seconds=3600", 1));
    std::vector<Progress> reported;
    std::stop_source stop;
    const Context context{.stop = stop.get_token(), .on_progress = [&](const Progress& progress) {
                              reported.push_back(progress);
                              if (reported.size() == 3) stop.request_stop();
                          }};
    EXPECT_LT(player->choose(*game, context).index, game->legal().size());
    ASSERT_EQ(reported.size(), 3U);
    EXPECT_EQ(reported[2].depth, 3);
    EXPECT_GT(reported[2].nodes, reported[0].nodes);
    EXPECT_FALSE(reported[2].line.empty());
    EXPECT_EQ(reported[2].score.kind, Score::Kind::Estimate);

    // A stop that was requested before: it still answers with a legal move, at once.
    EXPECT_LT(player->choose(*game, context).index, game->legal().size());
    EXPECT_EQ(reported.size(), 3U);
}

// The clock and the longest time of the context limit a player whose own options allow an hour.
TEST(EnginePlayer, ObeysTheClockOfTheContext) {
    const auto game = new_game(list::english);
    const auto player = std::move(*make_player("engine:hash=1,seconds=3600", 1));
    EXPECT_LT(player->choose(*game, {.clock = ClockTime{.seconds = 0.3}}).index, game->legal().size());
    EXPECT_LT(player->choose(*game, {.seconds = 0.01}).index, game->legal().size());
}

}  // namespace
}  // namespace crownhead
