// Every exact claim about a move on random games, against a truth that was found in another way:
// the oracle against files, mini against playing it out. And what only the engine says is never called exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/annotator.hpp"
#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "runtime/endgames.hpp"
#include "solve/oracle.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

namespace crownhead::analysis {
namespace {

const Variant& game_of(std::string_view name) { return **find_variant(name); }

double points(Value value) { return value == Value::Win ? 1.0 : value == Value::Loss ? 0.0 : 0.5; }

// What the documents say that a mark means where values are exact.
Glyph expected_glyph(Value before, Value after) {
    if (points(after) >= points(before)) return Glyph::None;
    return before == Value::Win ? Glyph::Blunder : Glyph::Mistake;
}

struct Counts {
    std::size_t exact = 0;     // judgements that claim to be exact
    std::size_t marked = 0;    // of these, mistakes and blunders
    std::size_t only = 0;      // of these, with a single better move
    std::size_t estimate = 0;  // judgements that do not
};

// `truth`: the value of a position for the side to move. Every value that is called exact must have one.
template <class Truth>
void check_claims(const Game& game, const Annotator& annotator, const Truth& truth, Counts& counts) {
    const std::unique_ptr<Game> at = game.clone();
    while (at->undo()) {
    }
    for (std::size_t ply = 0; ply < annotator.first(); ++ply) ASSERT_TRUE(at->redo());
    for (const JudgedMove& move : annotator.moves()) {
        at->play_on();
        SCOPED_TRACE(fen::write(at->variant(), at->placement()));
        const Side mover = at->turn();
        std::vector<Value> values;
        for (std::size_t i = 0; i < at->legal().size(); ++i) {
            const std::unique_ptr<Game> next = at->clone();
            next->play(i);
            values.push_back(negated(truth(*next)));
        }
        const Value before = truth(*at);
        EXPECT_EQ(move.forced, at->legal().size() == 1);
        ASSERT_TRUE(at->redo());
        const Value after = at->outcome() ? value_of(*at->outcome(), mover) : negated(truth(*at));
        if (move.before.is_exact()) {
            EXPECT_EQ(move.before.exact.value, before);
        }
        if (move.after.is_exact()) {
            EXPECT_EQ(move.after.exact.value, after);
        }
        for (const ValuedMove& one : move.all) {
            if (!one.value.is_exact()) continue;
            EXPECT_EQ(one.value.exact.value, values[one.index]);
            // Where pieces are counted, a move may hold the value and still cost some.
            if (move.before.is_exact() && !one.value.exact.difference) {
                EXPECT_EQ(glyph_of(move.before, one.value) == Glyph::None, points(values[one.index]) >= points(before));
            }
        }
        if (!move.is_exact()) {
            ++counts.estimate;
            continue;
        }
        ++counts.exact;
        // Where pieces are counted, fewer of them are a slip, which no value shows.
        if (!move.before.exact.difference || move.glyph != Glyph::Slip) {
            EXPECT_EQ(move.glyph, expected_glyph(before, after));
        }
        if (move.glyph == Glyph::None || move.glyph == Glyph::Slip) continue;
        ++counts.marked;
        // The moves that are named as better are all that keep the value, no more and no fewer: one alone is the only move.
        std::vector<std::size_t> keep;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (points(values[i]) >= points(before)) keep.push_back(i);
        std::vector<std::size_t> named = move.best;
        std::ranges::sort(named);
        if (move.before.exact.difference) {
            EXPECT_TRUE(std::ranges::includes(keep, named));
            EXPECT_FALSE(named.empty());
        } else {
            EXPECT_EQ(named, keep);
        }
        if (keep.size() == 1) ++counts.only;
    }
}

void judge_all(Annotator& annotator) {
    for (int steps = 0; annotator.step(); ++steps) ASSERT_LT(steps, 10'000);
    ASSERT_TRUE(annotator.is_done());
}

std::shared_ptr<const Endgames> small_endgames(const Variant& v, const ScratchFolder& folder, int pieces) {
    const std::string place = folder.path() + "/" + std::string(v.name);
    EXPECT_TRUE(build_endgames(v, {.folder = place, .pieces = pieces, .distances = true}));
    auto opened = open_endgames(v, place, std::size_t{4} << 20U);
    EXPECT_TRUE(opened.has_value());
    return std::move(*opened);
}

// The oracle claims, without any file; the files, which are solved backwards from the ends, say whether it is true.
TEST(Claims, OfTheSolutionHoldAgainstEndgameFiles) {
    const ScratchFolder folder;
    Counts counts;
    for (const std::string_view name : {"english-6", "suicide-6", "russian-6"}) {
        SCOPED_TRACE(name);
        const Variant& v = game_of(name);
        const std::shared_ptr<const Endgames> files = small_endgames(v, folder, 4);
        const std::shared_ptr<solve::Oracle> oracle = *solve::new_oracle(v, nullptr);
        const auto truth = [&](const Game& game) {
            if (const auto outcome = game.outcome()) return value_of(*outcome, game.turn());
            const auto found = files->exact_value(game);
            EXPECT_TRUE(found.has_value());
            return found ? found->value : Value::Unknown;
        };
        Random random(29);
        for (int i = 0; i < 5; ++i) {
            const auto game = thrown_game(v, 2, random);
            play_randomly(*game, 10, random);
            Annotator annotator(*game, {.engine = new_engine(v, {.table_megabytes = 1}), .oracle = oracle},
                                {.nodes = 300, .oracle_nodes = 20'000});
            judge_all(annotator);
            check_claims(*game, annotator, truth, counts);
        }
    }
    EXPECT_GT(counts.exact, 40U);
    EXPECT_GT(counts.marked, 5U);
    EXPECT_GT(counts.only, 0U);
}

// Men only step forward, so the ends of mini can simply be played through; tests/solve holds the solution to the same search.
class PlainOracle final : public solve::Oracle {
public:
    std::optional<solve::Answer> ask(const Game& game, const solve::OracleLimits&) override {
        solve::Answer answer{.position = exact_of(ahead(game)), .moves = {}};
        for (std::size_t i = 0; i < game.legal().size(); ++i) {
            const std::unique_ptr<Game> next = game.clone();
            next->play(i);
            answer.moves.push_back(exact_of(-ahead(*next)));
        }
        return answer;
    }

    // By so many pieces the side to move is ahead in the end.
    int ahead(const Game& game) {
        if (game.outcome()) return game.placement().pieces(game.turn()) - game.placement().pieces(!game.turn());
        const std::string key = fen::write(game.variant(), game.placement());
        if (const auto known = found_.find(key); known != found_.end()) return known->second;
        int best = -100;
        for (std::size_t i = 0; i < game.legal().size(); ++i) {
            const std::unique_ptr<Game> next = game.clone();
            next->play(i);
            best = std::max(best, -ahead(*next));
        }
        return found_.emplace(key, best).first->second;
    }

private:
    static solve::Exact exact_of(int ahead) {
        return {.value = ahead > 0 ? Value::Win : ahead < 0 ? Value::Loss : Value::Draw, .difference = ahead};
    }
    std::map<std::string, int> found_{};
};

// Truth: who wins where the game is played to its end, whatever is left on the board.
class PlainTruth {
public:
    Value operator()(const Game& game) {
        if (const auto outcome = game.outcome()) return value_of(*outcome, game.turn());
        const std::string key = fen::write(game.variant(), game.placement());
        if (const auto known = values_.find(key); known != values_.end()) return known->second;
        Value best = Value::Loss;
        for (std::size_t i = 0; i < game.legal().size(); ++i) {
            const std::unique_ptr<Game> next = game.clone();
            next->play(i);
            const Value value = negated((*this)(*next));
            if (points(value) > points(best)) best = value;
        }
        return values_.emplace(key, best).first->second;
    }

private:
    std::map<std::string, Value> values_{};
};

TEST(Claims, OfMiniHoldWhenItIsPlayedOut) {
    const Variant& v = game_of("mini");
    const auto oracle = std::make_shared<PlainOracle>();
    PlainTruth truth;
    Counts counts;
    Random random(7);
    for (int i = 0; i < 16; ++i) {
        const auto game = new_game(v);
        play_randomly(*game, 100, random);
        Annotator annotator(*game, {.engine = new_engine(v, {.table_megabytes = 1}), .oracle = oracle},
                            {.nodes = 100, .longest = 6});
        judge_all(annotator);
        for (const JudgedMove& move : annotator.moves()) EXPECT_TRUE(move.is_exact());
        check_claims(*game, annotator, [&](const Game& at) { return truth(at); }, counts);
    }
    EXPECT_GT(counts.exact, 70U);
    EXPECT_GT(counts.marked, 0U);
}

// Files of two pieces alone: much of a game is estimated, and what is called exact is so all the same.
TEST(Claims, AnEstimateIsNeverCalledExact) {
    const ScratchFolder folder;
    Counts counts;
    for (const std::string_view name : {"english-6", "suicide-6"}) {
        SCOPED_TRACE(name);
        const Variant& v = game_of(name);
        const std::shared_ptr<const Endgames> few = small_endgames(v, folder, 2);
        const ScratchFolder more;
        const std::shared_ptr<const Endgames> files = small_endgames(v, more, 4);
        const auto truth = [&](const Game& game) {
            if (const auto outcome = game.outcome()) return value_of(*outcome, game.turn());
            const auto found = files->exact_value(game);
            return found ? found->value : Value::Unknown;
        };
        Random random(5);
        for (int i = 0; i < 6; ++i) {
            const auto game = thrown_game(v, 2, random);
            play_randomly(*game, 12, random);
            Annotator annotator(*game, {.engine = new_engine(v, {.table_megabytes = 1}), .endgames = few},
                                {.nodes = 200});
            judge_all(annotator);
            check_claims(*game, annotator, truth, counts);
            // Without files and solution there is nothing but the ends by the rules.
            Annotator alone(*game, {.engine = new_engine(v, {.table_megabytes = 1})}, {.nodes = 200});
            judge_all(alone);
            for (const JudgedMove& move : alone.moves())
                for (const MoveValue* const value : {&move.before, &move.after})
                    EXPECT_TRUE(value->source == Source::Engine || value->source == Source::Rules);
            check_claims(*game, alone, truth, counts);
        }
    }
    EXPECT_GT(counts.estimate, 40U);
    EXPECT_GT(counts.exact, 10U);
}

}  // namespace
}  // namespace crownhead::analysis
