// Reviews as the pages are told, and as they are kept with a game.
#include "table/review.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "match/wire_json.hpp"
#include "notation/move_text.hpp"
#include "protocol/description.hpp"
#include "support/random_games.hpp"

namespace crownhead::server {
namespace {

using analysis::JudgedMove;
using analysis::MoveValue;
using analysis::Source;

MoveValue by(int difference) {
    const Value value = difference > 0 ? Value::Win : difference < 0 ? Value::Loss : Value::Draw;
    return {.source = Source::Solution, .exact = {.value = value, .difference = difference}};
}

std::string text(const Game& game, std::size_t index) {
    return move_text::write(game.variant(), game.legal(), index, game.variant().setup.notation);
}

struct Sample {
    std::unique_ptr<Game> game = *new_game("english-6");
    std::vector<std::string> first{};  // the legal moves at the start
    std::vector<JudgedMove> moves{};

    Sample() {
        for (std::size_t i = 0; i < game->legal().size(); ++i) first.push_back(text(*game, i));
        JudgedMove wrong{
            .before = by(2), .after = by(-1), .loss = 1, .glyph = analysis::Glyph::Blunder, .best = {1, 3}};
        for (std::size_t i = 0; i < game->legal().size(); ++i)
            wrong.all.push_back({.index = i, .value = i % 2 == 1 ? by(2) : by(-1), .line = {game->legal()[i]}});
        const MoveValue estimate{.source = Source::Engine, .score = 35, .depth = 14};
        moves = {wrong, JudgedMove{.before = estimate, .after = estimate}, JudgedMove{}};
        for (int i = 0; i < 3; ++i) game->play(0);
    }
};

TEST(Review, IsToldWhole) {
    EXPECT_TRUE(review_json(std::nullopt).is_null());
    const Sample sample;
    const Json moves = reviewed_json(*sample.game, {7, 8, 9}, sample.moves);
    ASSERT_EQ(moves.size(), 2U);  // the third was not judged
    EXPECT_EQ(moves[0]["node"], 7);
    EXPECT_EQ(moves[0]["glyph"], "blunder");
    EXPECT_EQ(moves[0]["better"], (Json{sample.first[1], sample.first[3]}));
    EXPECT_EQ(moves[0]["before"]["known"], Json::parse(R"({"value": "win", "plies": null, "difference": 2})"));
    EXPECT_EQ(moves[0]["after"]["known"], Json::parse(R"({"value": "loss", "plies": null, "difference": -1})"));
    EXPECT_EQ(moves[0]["after"]["expected"], 0.0);
    // An estimate says that it is one.
    EXPECT_TRUE(moves[1]["after"]["known"].is_null());
    EXPECT_EQ(moves[1]["after"]["source"], "engine");
    EXPECT_EQ(moves[1]["after"]["depth"], 14);
    const Json moments = moments_json(*sample.game, {7, 8, 9}, sample.moves);
    ASSERT_EQ(moments.size(), 1U);
    ASSERT_EQ(moments[0]["moves"].size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(moments[0]["moves"][i]["text"], sample.first[i]);
        EXPECT_EQ(moments[0]["moves"][i]["holds"], i % 2 == 1);
        EXPECT_EQ(moments[0]["moves"][i]["line"][0]["text"], sample.first[i]);
    }
    const Review review{.state = Review::State::Stopped,
                        .last = 9,
                        .planned = 3,
                        .done = 4,
                        .steps = 9,
                        .moves = moves,
                        .moments = moments};
    const Json json = review_json(review);
    EXPECT_EQ(json["state"], "stopped");
    EXPECT_EQ(json["last"], 9);
    EXPECT_EQ(json["of"], 3);
    EXPECT_EQ(mismatch("Review", json), "");
}

// On boards of every kind: each legal move of a moment can be tried, and one that does not hold is refuted by moves that can be
// played, up to the end of the game or for some plies.
TEST(Review, MomentsOfEveryBoardCanBeTriedAgain) {
    for (const std::string_view name : {"english", "russian", "international", "frisian", "canadian", "italian", "mini",
                                        "suicide-6", "thai", "kingme", "breakthrough"}) {
        SCOPED_TRACE(name);
        const Variant& v = **find_variant(name);
        std::size_t refuted = 0;
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            Random random(seed);
            const std::unique_ptr<Game> game = new_game(v);
            play_randomly(*game, 40, random);
            analysis::Annotator annotator(*game, {.engine = new_engine(v, {.table_megabytes = 1})}, {.nodes = 300});
            while (annotator.step()) {
            }
            std::vector<int> nodes(annotator.moves().size());
            std::iota(nodes.begin(), nodes.end(), 1);
            for (const Json& moment : moments_json(*game, nodes, annotator.moves())) {
                const std::unique_ptr<Game> at = game->clone();
                while (at->played().size() >= moment["node"].get<std::size_t>()) ASSERT_TRUE(at->undo());
                at->play_on();
                std::set<std::string> offered;
                for (const Json& move : moment["moves"]) {
                    EXPECT_TRUE(offered.insert(move["text"]).second) << "the text of a move says which it is";
                    const std::unique_ptr<Game> played = at->clone();
                    for (const Json& step : move["line"]) {
                        ASSERT_FALSE(played->outcome());
                        std::size_t index = 0;
                        while (index < played->legal().size() &&
                               text(*played, index) != step["text"].get<std::string>())
                            ++index;
                        ASSERT_LT(index, played->legal().size()) << step;
                        played->play(index);
                        EXPECT_EQ(board_text(played->placement()), step["board"].get<std::string>());
                    }
                    EXPECT_EQ(move["line"][0]["text"], move["text"]);
                    if (move["holds"] == true) continue;
                    EXPECT_TRUE(move["line"].size() > 1 || played->outcome()) << move["text"];
                    ++refuted;
                }
                for (std::size_t i = 0; i < at->legal().size(); ++i) EXPECT_TRUE(offered.contains(text(*at, i)));
            }
        }
        EXPECT_GT(refuted, 0U);
    }
}

TEST(Review, ComesBackFromDiskIfItIsWhole) {
    const Sample sample;
    GameTree tree(*new_game("english-6").value());
    for (int i = 0; i < 3; ++i) tree.add(0, tree.game().legal()[0], std::nullopt);
    Review review{.state = Review::State::Done,
                  .last = 3,
                  .planned = 3,
                  .done = 9,
                  .steps = 9,
                  .moves = reviewed_json(*sample.game, {1, 2, 3}, sample.moves),
                  .moments = moments_json(*sample.game, {1, 2, 3}, sample.moves),
                  .made = "2026-11-18T06:00:00Z",
                  .sources = {.pieces = 5, .solution = true, .nodes = 40'000}};
    const std::string text = stored_review(review);
    EXPECT_EQ(read_review(text, tree), review);
    // A program that did not keep when and by what it was made knew less than this one.
    Json older = Json::parse(text);
    older.erase("made");
    older.erase("sources");
    const std::optional<Review> of_older = read_review(older.dump(), tree);
    ASSERT_TRUE(of_older);
    EXPECT_EQ(of_older->made, "");
    EXPECT_TRUE(is_better(review.sources, of_older->sources));
    EXPECT_FALSE(is_better(of_older->sources, review.sources));
    EXPECT_FALSE(is_better(review.sources, review.sources));
    EXPECT_TRUE(is_better({.pieces = 6}, review.sources));
    EXPECT_TRUE(is_better({.nodes = 50'000}, review.sources));
    EXPECT_TRUE(is_better({.solution = true}, {.pieces = 6, .nodes = 50'000}));
    EXPECT_FALSE(is_better({.pieces = 4, .nodes = 40'000}, review.sources));
    // One that was not finished is not kept, and what is damaged, of another form or about other moves is not read.
    EXPECT_EQ(stored_review(std::nullopt), "");
    EXPECT_FALSE(read_review("", tree));
    EXPECT_FALSE(read_review(text.substr(0, text.size() / 2), tree));
    EXPECT_FALSE(read_review("{}", tree));
    EXPECT_FALSE(read_review(R"({"format":1,"last":"x"})", tree));
    Json other = Json::parse(text);
    other["format"] = 2;
    EXPECT_FALSE(read_review(other.dump(), tree));
    other = Json::parse(text);
    other["moves"][0]["node"] = 4;
    EXPECT_FALSE(read_review(other.dump(), tree));
    other = Json::parse(text);
    other["moves"][0].erase("loss");
    EXPECT_FALSE(read_review(other.dump(), tree));
    review.state = Review::State::Stopped;
    EXPECT_EQ(stored_review(review), "");
}

}  // namespace
}  // namespace crownhead::server
