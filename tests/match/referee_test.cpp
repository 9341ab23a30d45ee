#include "match/referee.hpp"

#include <stop_token>

#include <gtest/gtest.h>

#include "players/catalogue.hpp"
#include "runtime/game.hpp"

namespace crownhead {
namespace {

class Scripted final : public Player {
public:
    explicit Scripted(Choice choice) : choice_(std::move(choice)) {}
    std::string_view name() const override { return "scripted"; }
    Choice choose(const Game&, const Context&) override { return choice_; }

private:
    Choice choice_;
};

TEST(PlayOut, BreaksOffAndGoesOn) {
    const auto black = make_player("random", 1);
    const auto white = make_player("random", 2);
    const auto game = *new_game("suicide-6");
    Played played = play_out(*game, **black, **white, 5);
    EXPECT_EQ(played.finish, Finish::TooLong);
    EXPECT_FALSE(played.winner);
    EXPECT_EQ(game->played().size(), 5U);
    EXPECT_FALSE(game->outcome());
    EXPECT_EQ(played.thinking[0].moves, 3U);
    EXPECT_EQ(played.thinking[1].moves, 2U);

    played = play_out(*game, **black, **white, 10'000);
    EXPECT_EQ(played.finish, Finish::Rules);
    ASSERT_TRUE(game->outcome());
    EXPECT_EQ(played.winner, game->outcome()->winner);

    const std::size_t plies = game->played().size();
    std::stop_source stop;
    stop.request_stop();
    const Played over =
        play_out(*game, **black, **white, 0, stop.get_token());  // over is over, neither broken off nor stopped
    EXPECT_EQ(over.finish, Finish::Rules);
    EXPECT_EQ(over.winner, played.winner);
    EXPECT_EQ(game->played().size(), plies);
}

TEST(PlayOut, StopsWhenAskedTo) {
    const auto black = make_player("random", 1);
    const auto game = *new_game("english");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(play_out(*game, **black, **black, 100, stop.get_token()).finish, Finish::Stopped);
    EXPECT_TRUE(game->played().empty());
}

TEST(PlayOut, WhoForfeitsLoses) {
    const auto random = make_player("random", 1);
    Scripted crashed({.forfeit = Message{"forfeit.no-such-move"}});
    const auto game = *new_game("suicide");
    const Played played = play_out(*game, **random, crashed, 100);
    EXPECT_EQ(played.finish, Finish::Forfeit);
    EXPECT_EQ(played.winner, Side::Black);
    EXPECT_EQ(played.why, "chose a move that does not exist");
    EXPECT_EQ(game->played().size(), 1U);
}

TEST(PlayOut, AMoveThatIsNotThereIsAForfeit) {
    const auto random = make_player("random", 1);
    Scripted wrong({.index = 99});
    const auto game = *new_game("english");
    const Played played = play_out(*game, wrong, **random, 100);
    EXPECT_EQ(played.finish, Finish::Forfeit);
    EXPECT_EQ(played.winner, Side::White);
    EXPECT_TRUE(game->played().empty());
}

}  // namespace
}  // namespace crownhead
