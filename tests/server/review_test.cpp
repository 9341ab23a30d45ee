// What a move did to the exact value of a game.
#include "table/review.hpp"

#include <gtest/gtest.h>

#include "notation/move_text.hpp"

namespace crownhead::server {
namespace {

using solve::Exact;

constexpr Exact win{.value = Value::Win};
constexpr Exact draw{.value = Value::Draw};
constexpr Exact loss{.value = Value::Loss};
constexpr Exact unknown{};

constexpr Exact by(int difference) {
    const Value value = difference > 0 ? Value::Win : difference < 0 ? Value::Loss : Value::Draw;
    return {.value = value, .difference = difference};
}

std::string text(const Game& game, std::size_t index) {
    return move_text::write(game.variant(), game.legal(), index, game.variant().setup.notation);
}

TEST(Review, WorseIsALowerValueThenFewerPieces) {
    EXPECT_TRUE(is_worse(draw, win));
    EXPECT_TRUE(is_worse(loss, draw));
    EXPECT_TRUE(is_worse(loss, win));
    EXPECT_FALSE(is_worse(win, draw));
    EXPECT_FALSE(is_worse(draw, draw));
    EXPECT_TRUE(is_worse(by(1), by(3)));
    EXPECT_TRUE(is_worse(by(-3), by(-1)));
    EXPECT_FALSE(is_worse(by(3), by(3)));
    // A longer way to the same end is no worse, and nothing can be said of what is not known.
    EXPECT_FALSE(is_worse({.value = Value::Win, .plies = 9}, {.value = Value::Win, .plies = 1}));
    EXPECT_FALSE(is_worse(unknown, win));
    EXPECT_FALSE(is_worse(loss, unknown));
}

TEST(Review, NamesTheMovesThatKeepTheValue) {
    const std::unique_ptr<Game> game = *new_game("english-6");
    ASSERT_EQ(game->legal().size(), 5U);
    const solve::Answer answer{.position = draw, .moves = {loss, draw, unknown, draw, loss}};
    const ReviewedMove wrong = review_move(*game, 0, answer, 7);
    EXPECT_EQ(wrong.node, 7);
    EXPECT_EQ(wrong.before, draw);
    EXPECT_EQ(wrong.after, loss);
    EXPECT_EQ(wrong.better, (std::vector<std::string>{text(*game, 1), text(*game, 3)}));
    EXPECT_TRUE(review_move(*game, 3, answer, 7).better.empty());
    EXPECT_EQ(review_move(*game, 2, answer, 7).after, unknown);
    EXPECT_TRUE(review_move(*game, 2, answer, 7).better.empty());
    const ReviewedMove hard = review_move(*game, 0, std::nullopt, 7);
    EXPECT_EQ(hard, (ReviewedMove{.node = 7}));
}

TEST(Review, CountsPiecesWhereTheyDecide) {
    const std::unique_ptr<Game> game = *new_game("english-6");
    const solve::Answer answer{.position = by(3), .moves = {by(1), by(3), by(0), by(-2), by(3)}};
    EXPECT_EQ(review_move(*game, 0, answer, 1).better, (std::vector<std::string>{text(*game, 1), text(*game, 4)}));
    EXPECT_TRUE(review_move(*game, 4, answer, 1).better.empty());
}

TEST(Review, IsToldWhole) {
    EXPECT_TRUE(review_json(std::nullopt).is_null());
    const Json json =
        review_json(Review{.state = Review::State::Stopped,
                           .last = 9,
                           .planned = 9,
                           .moves = {{.node = 9, .before = by(2), .after = loss, .better = {"1-5"}}, {.node = 8}}});
    EXPECT_EQ(json["state"], "stopped");
    EXPECT_EQ(json["last"], 9);
    EXPECT_EQ(json["of"], 9);
    EXPECT_EQ(json["moves"][0], Json::parse(R"({"node": 9, "better": ["1-5"],
        "before": {"value": "win", "plies": null, "difference": 2},
        "after": {"value": "loss", "plies": null, "difference": null}})"));
    EXPECT_TRUE(json["moves"][1]["before"].is_null());
}

}  // namespace
}  // namespace crownhead::server
