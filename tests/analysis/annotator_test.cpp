// Judging games: every exact claim holds against endgame files and the oracle, estimates stay estimates, and equal games give equal
// judgements.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "analysis/annotated_pdn.hpp"
#include "analysis/annotator.hpp"
#include "match/game_record.hpp"
#include "notation/fen.hpp"
#include "notation/pdn/pdn.hpp"
#include "rules/variants.hpp"
#include "runtime/endgames.hpp"
#include "search/score.hpp"
#include "solve/oracle.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

namespace crownhead::analysis {
namespace {

MoveValue exact(Value value, std::optional<int> difference = {}) {
    return {.source = Source::Solution, .exact = {.value = value, .difference = difference}};
}

MoveValue estimate(int score) { return {.source = Source::Engine, .score = score, .depth = 9}; }

const Variant& variant(std::string_view name) { return **find_variant(name); }

void finish(Annotator& annotator) {
    std::size_t steps = 0;
    while (annotator.step()) {
        ++steps;
        ASSERT_LE(annotator.done(), annotator.planned());
        ASSERT_LT(steps, 10'000U);
    }
    EXPECT_TRUE(annotator.is_done());
}

double share(Value value) { return value == Value::Win ? 1.0 : value == Value::Loss ? 0.0 : 0.5; }

TEST(MoveValues, ExpectedScoreIsTheDocumentedCurve) {
    EXPECT_DOUBLE_EQ(expected_score(estimate(0)), 0.5);
    EXPECT_NEAR(expected_score(estimate(100)), 0.731, 0.001);
    EXPECT_NEAR(expected_score(estimate(-100)), 0.269, 0.001);
    EXPECT_EQ(expected_score(estimate(score::win(7))), 1.0);
    EXPECT_EQ(expected_score(estimate(-score::known_win + 3)), 0.0);
    EXPECT_EQ(expected_score(exact(Value::Win)), 1.0);
    EXPECT_EQ(expected_score(exact(Value::Draw)), 0.5);
    EXPECT_EQ(expected_score(exact(Value::Loss)), 0.0);
}

TEST(MoveValues, OnePlyEarlierForTheOtherSide) {
    EXPECT_EQ(before_move(estimate(35)).score, -35);
    EXPECT_EQ(before_move(estimate(35)).depth, 10);
    EXPECT_EQ(before_move(estimate(score::win(6))).score, score::loss(7));
    EXPECT_EQ(before_move(estimate(score::loss(6))).score, score::win(7));
    MoveValue near = exact(Value::Loss, -3);
    near.exact.plies = 4;
    EXPECT_EQ(before_move(near).exact.value, Value::Win);
    EXPECT_EQ(before_move(near).exact.plies, 5);
    EXPECT_EQ(before_move(near).exact.difference, 3);
}

TEST(MoveValues, Glyphs) {
    EXPECT_EQ(glyph_of(exact(Value::Win), exact(Value::Win)), Glyph::None);
    EXPECT_EQ(glyph_of(exact(Value::Draw), exact(Value::Loss)), Glyph::Mistake);
    EXPECT_EQ(glyph_of(exact(Value::Win), exact(Value::Draw)), Glyph::Blunder);
    EXPECT_EQ(glyph_of(exact(Value::Win), exact(Value::Loss)), Glyph::Blunder);
    EXPECT_EQ(glyph_of(exact(Value::Win, 3), exact(Value::Win, 1)), Glyph::Slip);
    EXPECT_EQ(glyph_of(exact(Value::Draw), MoveValue{}), Glyph::None);
    EXPECT_EQ(glyph_of(estimate(0), estimate(-19)), Glyph::None);
    EXPECT_EQ(glyph_of(estimate(0), estimate(-21)), Glyph::Slip);     // 0.052
    EXPECT_EQ(glyph_of(estimate(0), estimate(-41)), Glyph::Mistake);  // 0.101
    EXPECT_EQ(glyph_of(estimate(0), estimate(-86)), Glyph::Blunder);  // 0.203
    EXPECT_EQ(glyph_of(estimate(0), estimate(50)), Glyph::None);
    EXPECT_EQ(text_of(Glyph::Slip), "?!");
    EXPECT_EQ(loss_of(exact(Value::Win), exact(Value::Draw)), 0.5);
}

TEST(MoveValues, WorseIsALowerValueThenFewerPieces) {
    const MoveValue win = exact(Value::Win);
    const MoveValue draw = exact(Value::Draw);
    const MoveValue loss = exact(Value::Loss);
    const auto by = [](int pieces) {
        return exact(pieces > 0 ? Value::Win : pieces < 0 ? Value::Loss : Value::Draw, pieces);
    };
    EXPECT_TRUE(is_worse(draw, win));
    EXPECT_TRUE(is_worse(loss, draw));
    EXPECT_TRUE(is_worse(loss, win));
    EXPECT_FALSE(is_worse(win, draw));
    EXPECT_FALSE(is_worse(draw, draw));
    EXPECT_TRUE(is_worse(by(1), by(3)));
    EXPECT_TRUE(is_worse(by(-3), by(-1)));
    EXPECT_FALSE(is_worse(by(3), by(3)));
    // A longer way to the same end is no worse, and nothing can be said of what is not known.
    MoveValue far = win;
    far.exact.plies = 9;
    MoveValue near = win;
    near.exact.plies = 1;
    EXPECT_FALSE(is_worse(far, near));
    EXPECT_FALSE(is_worse(MoveValue{}, win));
    EXPECT_FALSE(is_worse(loss, MoveValue{}));
}

// Answers the same, whatever it is asked.
class FixedOracle final : public solve::Oracle {
public:
    explicit FixedOracle(solve::Answer answer) : answer_(std::move(answer)) {}
    std::optional<solve::Answer> ask(const Game& game, const solve::OracleLimits&) override {
        if (game.legal().size() != answer_.moves.size()) return std::nullopt;
        return answer_;
    }

private:
    solve::Answer answer_;
};

// The first move of english-6, which has five.
JudgedMove first_move(std::size_t index, const solve::Answer& answer) {
    const auto game = new_game(variant("english-6"));
    EXPECT_EQ(game->legal().size(), 5U);
    game->play(index);
    Annotator annotator(*game, {.oracle = std::make_shared<FixedOracle>(answer)}, {});
    while (annotator.step()) {
    }
    return annotator.moves().front();
}

TEST(Annotator, NamesTheMovesThatKeepTheValue) {
    constexpr solve::Exact draw{.value = Value::Draw};
    constexpr solve::Exact loss{.value = Value::Loss};
    const solve::Answer answer{.position = draw, .moves = {loss, draw, loss, draw, loss}};
    const JudgedMove wrong = first_move(0, answer);
    EXPECT_EQ(wrong.before.exact, draw);
    EXPECT_EQ(wrong.after.exact, loss);
    EXPECT_EQ(wrong.glyph, Glyph::Mistake);
    EXPECT_EQ(wrong.best, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(wrong.all.size(), 5U);
    const JudgedMove right = first_move(3, answer);
    EXPECT_TRUE(right.holds());
    EXPECT_TRUE(right.best.empty());
}

TEST(Annotator, CountsPiecesWhereTheyDecide) {
    const auto by = [](int pieces) {
        const Value value = pieces > 0 ? Value::Win : pieces < 0 ? Value::Loss : Value::Draw;
        return solve::Exact{.value = value, .difference = pieces};
    };
    const solve::Answer answer{.position = by(3), .moves = {by(1), by(3), by(0), by(-2), by(3)}};
    const JudgedMove less = first_move(0, answer);
    EXPECT_EQ(less.best, (std::vector<std::size_t>{1, 4}));
    EXPECT_EQ(less.glyph, Glyph::Slip);
    EXPECT_TRUE(first_move(4, answer).best.empty());
}

TEST(MoveValues, MomentsAreTheLargestLosses) {
    std::vector<JudgedMove> moves(8);
    const std::vector<double> losses{0.06, 0.3, 0.0, 0.2, 0.3, 0.0, 0.11, 0.3};
    for (std::size_t i = 0; i < moves.size(); ++i) {
        moves[i].loss = losses[i];
        moves[i].glyph = losses[i] > 0 ? Glyph::Slip : Glyph::None;
    }
    EXPECT_EQ(moments_of(moves), (std::vector<std::size_t>{1, 4, 7}));
    EXPECT_EQ(moments_of(moves, 5), (std::vector<std::size_t>{1, 3, 4, 6, 7}));
    EXPECT_TRUE(moments_of({}).empty());
}

// Every exact claim about a move against what is known of the positions before and after it.
template <class ValueOf>
std::size_t check_exact_claims(const Game& game, const std::vector<JudgedMove>& moves, std::size_t first,
                               const ValueOf& value_of_position) {
    const std::unique_ptr<Game> at = game.clone();
    while (at->undo()) {
    }
    for (std::size_t ply = 0; ply < first; ++ply) at->redo();
    std::size_t checked = 0;
    for (const JudgedMove& move : moves) {
        at->play_on();
        const std::span<const AnyMove> legal = at->legal();
        std::vector<Value> of_moves;
        for (std::size_t i = 0; i < legal.size(); ++i) {
            const std::unique_ptr<Game> next = at->clone();
            next->play(i);
            of_moves.push_back(negated(value_of_position(*next)));
        }
        const Value before = value_of_position(*at);
        const int pieces = at->placement().pieces(Side::Black) + at->placement().pieces(Side::White);
        const Side mover = at->turn();
        EXPECT_TRUE(at->redo());
        const Value after =
            at->outcome() ? crownhead::value_of(*at->outcome(), mover) : negated(value_of_position(*at));
        SCOPED_TRACE(fmt::format("{} pieces", pieces));
        if (move.before.is_exact() && before != Value::Unknown) {
            EXPECT_EQ(move.before.exact.value, before);
            ++checked;
        }
        if (move.after.is_exact() && after != Value::Unknown) {
            EXPECT_EQ(move.after.exact.value, after);
        }
        if (!move.is_exact() || before == Value::Unknown) continue;
        // A mark exactly if the value was lost, and every better move keeps it.
        EXPECT_EQ(move.glyph != Glyph::None, share(after) < share(before));
        for (const std::size_t index : move.best) EXPECT_EQ(of_moves[index], before);
        for (const ValuedMove& one : move.all)
            if (one.value.is_exact() && of_moves[one.index] != Value::Unknown) {
                EXPECT_EQ(one.value.exact.value, of_moves[one.index]);
            }
    }
    return checked;
}

TEST(Annotator, ClaimsHoldAgainstEndgameFiles) {
    const ScratchFolder folder;
    for (const std::string_view name : {"english", "suicide", "russian"}) {
        SCOPED_TRACE(name);
        const Variant& v = variant(name);
        const std::string place = folder.path() + "/" + std::string(name);
        ASSERT_TRUE(build_endgames(v, {.folder = place, .pieces = 3, .distances = true}));
        auto opened = open_endgames(v, place, std::size_t{4} << 20U);
        ASSERT_TRUE(opened);
        const std::shared_ptr<const Endgames> endgames = std::move(*opened);
        const auto value = [&](const Game& game) {
            if (const auto outcome = game.outcome()) return crownhead::value_of(*outcome, game.turn());
            const auto found = endgames->exact_value(game);
            return found ? found->value : Value::Unknown;
        };
        Random random(3);
        std::size_t checked = 0;
        for (int i = 0; i < 4; ++i) {
            const auto game = thrown_game(v, 2, random);
            play_randomly(*game, 14, random);
            const Sources sources{.engine = new_engine(v, {.table_megabytes = 1, .endgames = endgames}),
                                  .endgames = endgames};
            Annotator annotator(*game, sources, {.nodes = 600});
            finish(annotator);
            checked += check_exact_claims(*game, annotator.moves(), annotator.first(), value);
        }
        EXPECT_GT(checked, 5U);
    }
}

TEST(Annotator, ClaimsHoldAgainstTheOracle) {
    const Variant& v = variant("english-6");
    const std::shared_ptr<solve::Oracle> oracle = *solve::new_oracle(v, nullptr);
    const auto value = [&](const Game& game) {
        if (const auto outcome = game.outcome()) return crownhead::value_of(*outcome, game.turn());
        const auto answer = oracle->ask(game, {.nodes = 20'000});
        return answer ? answer->position.value : Value::Unknown;
    };
    Random random(11);
    std::size_t checked = 0;
    for (int i = 0; i < 3; ++i) {
        const auto game = new_game(v);
        play_randomly(*game, 200, random);
        const Sources sources{.engine = new_engine(v, {.table_megabytes = 1}), .oracle = oracle};
        Annotator annotator(*game, sources, {.nodes = 500, .oracle_nodes = 20'000, .longest = 8});
        finish(annotator);
        EXPECT_LE(annotator.moves().size(), 8U);
        checked += check_exact_claims(*game, annotator.moves(), annotator.first(), value);
    }
    EXPECT_GT(checked, 10U);
}

std::unique_ptr<Game> random_game(const Variant& v, std::uint64_t seed, int plies) {
    Random random(seed);
    auto game = new_game(v);
    play_randomly(*game, plies, random);
    return game;
}

TEST(Annotator, EstimatesStayEstimatesAndRepeat) {
    for (const std::string_view name : {"english", "international", "breakthrough"}) {
        SCOPED_TRACE(name);
        const Variant& v = variant(name);
        const auto game = random_game(v, 5, 30);
        const auto judged = [&](std::shared_ptr<Engine> engine) {
            Annotator annotator(*game, {.engine = std::move(engine)}, {.nodes = 1500});
            finish(annotator);
            return annotator.moves();
        };
        const std::shared_ptr<Engine> engine = new_engine(v, {.table_megabytes = 1});
        const std::vector<JudgedMove> moves = judged(engine);
        ASSERT_EQ(moves.size(), game->played().size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const JudgedMove& move = moves[i];
            EXPECT_TRUE(move.is_judged());
            EXPECT_TRUE(move.before.source == Source::Engine || move.after.source == Source::Rules || move.forced);
            EXPECT_FALSE(is_worse(move.before, move.after));
            EXPECT_EQ(move.glyph != Glyph::None, move.loss >= glyph_limits[0]) << i;
            EXPECT_TRUE(same_effect(move.line.front(), game->played()[i]));
            if (move.forced) {
                EXPECT_TRUE(move.best.empty());
            }
        }
        // Random moves give something away; every move of the moments has a value.
        const std::vector<std::size_t> moments = moments_of(moves);
        ASSERT_FALSE(moments.empty());
        for (const std::size_t ply : moments) {
            EXPECT_FALSE(moves[ply].best.empty());
            EXPECT_FALSE(moves[ply].better.empty());
        }
        EXPECT_GT(moves[moments.front()].all.size(), 1U);
        EXPECT_EQ(judged(engine), moves) << "the same engine again";
        EXPECT_EQ(judged(new_engine(v, {.table_megabytes = 1})), moves) << "another engine";
    }
}

TEST(Annotator, StopsAndSaysSo) {
    const Variant& v = variant("english");
    const auto game = random_game(v, 2, 20);
    std::stop_source stop;
    Annotator annotator(*game, {.engine = new_engine(v, {.table_megabytes = 1})},
                        {.nodes = 500, .stop = stop.get_token()});
    EXPECT_TRUE(annotator.step());
    const std::vector<JudgedMove> before = annotator.moves();
    stop.request_stop();
    EXPECT_FALSE(annotator.step());
    EXPECT_FALSE(annotator.is_done());
    EXPECT_EQ(annotator.moves(), before);
}

TEST(Annotator, AGameWithoutMovesIsDone) {
    Annotator annotator(*new_game(variant("mini")), {}, {});
    EXPECT_FALSE(annotator.step());
    EXPECT_TRUE(annotator.is_done());
    EXPECT_TRUE(annotator.moves().empty());
}

TEST(AnnotatedPdn, KeepsWhatOthersWroteAndReplacesItself) {
    const Variant& v = variant("english");
    const auto game = random_game(v, 5, 24);
    pdn::Game written = to_pdn(from_game(*game));
    written.tags.push_back({"Annotator", "A. Person"});
    written.moves[3].after.emplace_back("[%clk 0:09:55] a human remark");
    written.moves[4].nags.push_back(1);
    written.moves[4].nags.push_back(14);
    written.moves[5].variations.push_back({{.text = "9-13", .after = {"what about this"}}});
    const pdn::Game original = written;
    Annotator annotator(*game, {.engine = new_engine(v, {.table_megabytes = 1})}, {.nodes = 800});
    finish(annotator);
    add_judgements(written, *game, annotator.moves());
    const auto has = [](const std::vector<std::string>& comments, std::string_view part) {
        return std::ranges::any_of(comments, [&](const std::string& one) { return one.contains(part); });
    };
    EXPECT_EQ(written.tags, original.tags);
    EXPECT_EQ(written.moves[3].after.front(), "[%clk 0:09:55] a human remark");
    EXPECT_EQ(written.moves[4].nags, original.moves[4].nags);
    EXPECT_EQ(written.moves[5].variations.front(), original.moves[5].variations.front());
    const std::vector<JudgedMove>& moves = annotator.moves();
    std::size_t marked = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        ASSERT_TRUE(has(written.moves[i].after, "Crownhead: "));
        EXPECT_EQ(has(written.moves[i].after, "by estimate"), moves[i].glyph != Glyph::None && !moves[i].is_exact());
        if (moves[i].after.source == Source::Engine) {
            EXPECT_TRUE(has(written.moves[i].after, "engine, depth "));
        }
        if (moves[i].glyph == Glyph::None || i == 4) continue;
        ++marked;
        EXPECT_EQ(written.moves[i].nags.size(), 1U);
        EXPECT_FALSE(written.moves[i].variations.empty());
    }
    EXPECT_GT(marked, 0U);
    const std::string text = pdn::write(written);
    const auto again = pdn::read(text);
    ASSERT_TRUE(again && again->size() == 1);
    pdn::Game second = again->front();
    add_judgements(second, *game, annotator.moves());
    EXPECT_EQ(pdn::write(second), text);
}

}  // namespace
}  // namespace crownhead::analysis
