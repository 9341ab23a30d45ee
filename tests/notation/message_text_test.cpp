#include "notation/message_text.hpp"

#include <gtest/gtest.h>

#include "rules/variants.hpp"

namespace crownhead {
namespace {

TEST(MessageText, PutsParametersIntoTheSentence) {
    EXPECT_EQ(message_text::write({"refusal.illegal-move", {{"move", "11-16"}}}), "11-16 is not legal here.");
    EXPECT_EQ(message_text::write({"remark.text", {{"text", "a {brace}"}}}), "a {brace}");
    EXPECT_EQ(message_text::write({"refusal.too-many-tables", {{"most", std::int64_t{50}}}}),
              "At most 50 games at once; close one of them.");
}

TEST(MessageText, ChoosesThePlural) {
    const auto squares = [](std::int64_t count) {
        return message_text::write({"refusal.board-size", {{"count", count}, {"most", std::int64_t{32}}}});
    };
    EXPECT_EQ(squares(1), "The board has 1 square instead of 32.");
    EXPECT_EQ(squares(0), "The board has 0 squares instead of 32.");
    EXPECT_EQ(squares(33), "The board has 33 squares instead of 32.");
}

TEST(MessageText, ChoosesByAValue) {
    const auto end = [](const char* verdict) {
        return message_text::write({"outcome.no-move", {{"side", "white"}, {"verdict", verdict}}}, list::english);
    };
    EXPECT_EQ(end("wins"), "White has no move and wins");
    EXPECT_EQ(end("loses"), "White has no move and loses");
    EXPECT_EQ(end("draws"), "White has no move: draw");
    const auto time = [](std::int64_t count) {
        return message_text::write({"outcome.repetition", {{"count", count}}});
    };
    EXPECT_EQ(time(3), "draw: the same position for the third time");
    EXPECT_EQ(time(7), "draw: the same position for the 7th time");
    EXPECT_EQ(message_text::write({"refusal.must-capture", {{"moves", "1x10"}, {"more", std::int64_t{0}}}}),
              "You must capture: 1x10");
    EXPECT_EQ(message_text::write({"refusal.must-capture", {{"moves", "1x10"}, {"more", std::int64_t{4}}}}),
              "You must capture: 1x10 and 4 more");
}

TEST(MessageText, NamesSidesSquaresAndMaterialAsTheGameDoes) {
    EXPECT_EQ(message_text::write({"outcome.resigned", {{"side", "black"}}}, list::suicide),
              "player 1 resigns and loses");
    EXPECT_EQ(message_text::write_sentence({"outcome.resigned", {{"side", "black"}}}, list::suicide),
              "Player 1 resigns and loses.");
    EXPECT_EQ(message_text::write({"refusal.board", {{"square", std::int64_t{1}}}}, list::russian),
              "The board is wrong at square b8.");
    EXPECT_EQ(message_text::write({"refusal.board", {{"square", std::int64_t{1}}}}, list::english),
              "The board is wrong at square 1.");
    EXPECT_EQ(
        message_text::write({"outcome.material", {{"material", "king-against-king"}, {"count", std::int64_t{2}}}}),
        "draw: king against king for 2 moves of each side");
}

TEST(MessageText, TellsWhatItDoesNotKnow) {
    EXPECT_FALSE(message_text::sentence("outcome").has_value());
    EXPECT_FALSE(message_text::sentence("").has_value());
    EXPECT_EQ(message_text::write({"no.such-code", {}}), "no.such-code");
    EXPECT_EQ(message_text::write({"refusal.illegal-move", {}}), "{move} is not legal here.");
}

// The terminal reads the variant, the page the code.
TEST(MessageText, TitlesOfGamesAreThoseOfTheRules) {
    for (const Variant& v : variants)
        EXPECT_EQ(message_text::write({std::string("game.") + std::string(v.family) + ".title", {}}), v.title);
}

}  // namespace
}  // namespace crownhead
