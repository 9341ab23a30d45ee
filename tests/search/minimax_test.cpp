// The teaching searches, through Game: both methods agree, wins are found at their distance, time is kept.
#include "search/minimax.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "runtime/plain_search.hpp"
#include "support/cpu_time.hpp"
#include "support/tested_games.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

std::unique_ptr<Game> position(std::string_view name, std::string_view text) {
    auto game = new_game(name);
    EXPECT_TRUE(game);
    const auto placement = fen::read((*game)->variant(), text);
    EXPECT_TRUE(placement) << text;
    EXPECT_TRUE((*game)->set(*placement, Strictness::Legal)) << text;
    return std::move(*game);
}

std::string move_of(const Game& game, const PlainReport& report) {
    return move_text::write(game.variant(), game.legal(), report.best, Notation::Numeric);
}

// The same value for every game, evaluation and depth; alpha-beta never looks at more.
TEST(Minimax, AlphaBetaGivesTheSameValue) {
    Random random(5);
    for (const Variant& v : tested_games()) {
        const auto game = new_game(v);
        for (int ply = 0; ply < 60 && !game->outcome(); ++ply) {
            if (ply % 4 == 0) {
                for (const Evaluation evaluation : {Evaluation::Material, Evaluation::Centre, Evaluation::Safety}) {
                    for (int depth = 1; depth <= 3; ++depth) {
                        const PlainReport plain =
                            plain_search(*game, {.method = Method::Minimax, .evaluation = evaluation, .depth = depth});
                        const PlainReport pruned = plain_search(
                            *game, {.method = Method::AlphaBeta, .evaluation = evaluation, .depth = depth});
                        ASSERT_EQ(plain.score, pruned.score) << v.name << " ply " << ply << " depth " << depth;
                        ASSERT_EQ(plain.best, pruned.best) << v.name << " ply " << ply << " depth " << depth;
                        ASSERT_LE(pruned.nodes, plain.nodes);
                        ASSERT_EQ(plain.prunings_max + plain.prunings_min, 0U);
                        ASSERT_LE(plain.deepest, depth);
                    }
                }
            }
            game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        }
    }
}

struct Win {
    std::string_view game;
    std::string_view fen;
    int plies;
};

TEST(Minimax, FindsWinsAtTheirDistance) {
    const Win wins[] = {
        {"english", "W:WK15:B11", 1},         // taking the last piece
        {"english", "B:W32:B24,K23,K27", 1},  // blocking it: 24-28
        {"giveaway-6", "B:W11:B5", 2},        // offering the last man: it must be taken
        {"suicide-6", "B:W11:B5", 2},
        {"mini", "B:W1:B15,16", 1},          // nobody can move after 15-18, and Black has more
        {"breakthrough", "W:W6:B45", 1},     // the first king
        {"international", "W:WK46:B23", 1},  // whichever landing square
        {"russian", "W:W11:B7,9", 1},        // crowned in passing, and on
    };
    for (const Win& win : wins) {
        const auto game = position(win.game, win.fen);
        for (const Method method : {Method::Minimax, Method::AlphaBeta}) {
            const PlainReport report =
                plain_search(*game, {.method = method, .evaluation = Evaluation::Material, .depth = 4});
            EXPECT_EQ(report.score, score::win(win.plies))
                << win.game << " " << win.fen << " " << move_of(*game, report);
        }
    }
}

// S1.5: nodes, depth and prunings in both kinds of nodes are counted.
TEST(Minimax, CountsWhatItDoes) {
    const auto game = new_game("mini");
    const PlainReport report =
        plain_search(**game, {.method = Method::AlphaBeta, .evaluation = Evaluation::Safety, .depth = 7});
    EXPECT_EQ(report.deepest, 7);
    EXPECT_GT(report.nodes, 100U);
    EXPECT_GT(report.prunings_max, 0U);
    EXPECT_GT(report.prunings_min, 0U);
    EXPECT_TRUE(report.complete);
}

// A search that would take hours is over in time and still has a legal move.
TEST(Minimax, KeepsItsTime) {
    const auto game = new_game("international");
    const CpuTimer used = CpuTimer::of_thread();
    const PlainReport report = plain_search(
        **game, {.method = Method::Minimax, .evaluation = Evaluation::Centre, .depth = 20, .seconds = 0.1});
    EXPECT_FALSE(report.complete);
    EXPECT_LT(report.best, (*game)->legal().size());
    EXPECT_LT(used.seconds(), 1.0);
}

// S2.4: among equal moves a capture is preferred. Here 9x18 22x15 and quiet play both leave the balance as it is.
TEST(Minimax, PrefersACaptureAmongEquals) {
    const auto game = position("kingme", "B:W14,22,25:B4,5,9");
    for (const Method method : {Method::Minimax, Method::AlphaBeta}) {
        const PlainReport report =
            plain_search(*game, {.method = method, .evaluation = Evaluation::Material, .depth = 2});
        EXPECT_EQ(report.score, 0);
        EXPECT_EQ(move_of(*game, report), "9x18");
    }
}

// Having little is good where losing everything wins.
TEST(Minimax, ReversedGoalReversesTheEvaluation) {
    const auto normal = position("english", "B:W20,21:B1,2,3");
    const auto reversed = position("suicide", "B:W20,21:B1,2,3");
    const PlainLimits limits{.method = Method::Minimax, .evaluation = Evaluation::Material, .depth = 1};
    EXPECT_EQ(plain_search(*normal, limits).score, 100);
    EXPECT_EQ(plain_search(*reversed, limits).score, -100);
}

}  // namespace
}  // namespace crownhead
