// The only move: by the values of a search with its margins, and by exact values.
#include "puzzles/only_move.hpp"

#include <gtest/gtest.h>

#include "search/score.hpp"
#include "support/game_at.hpp"
#include "support/scratch_folder.hpp"

namespace crownhead::puzzles {
namespace {

Analysis analysis_of(int best, int next) {
    Analysis analysis{.depth = 9, .lines = {}};
    analysis.lines.push_back({.index = 3, .score = best, .depth = 9, .moves = {}});
    analysis.lines.push_back({.index = 1, .score = next, .depth = 9, .moves = {}});
    return analysis;
}

TEST(OnlyMoves, SearchNeedsAWinAndAGap) {
    EXPECT_EQ(only_move_of(analysis_of(250, 20)), (OnlyMove{.index = 3, .goal = Goal::Win, .depth = 9}));
    EXPECT_EQ(only_move_of(analysis_of(score::win(9), 60)), (OnlyMove{.index = 3, .goal = Goal::Win, .depth = 9}));
    EXPECT_FALSE(only_move_of(analysis_of(250, 200)));                      // the next one is good enough
    EXPECT_FALSE(only_move_of(analysis_of(score::win(5), score::win(9))));  // both win
    EXPECT_FALSE(only_move_of(analysis_of(120, 0)));                        // not yet a win
}

TEST(OnlyMoves, SearchSavesADraw) {
    EXPECT_EQ(only_move_of(analysis_of(0, -300)), (OnlyMove{.index = 3, .goal = Goal::Draw, .depth = 9}));
    EXPECT_FALSE(only_move_of(analysis_of(0, -90)));
    EXPECT_FALSE(only_move_of(analysis_of(-200, score::loss(6))));  // lost anyway
}

TEST(OnlyMoves, FindingAsksForMoreThanTheClaim) {
    EXPECT_TRUE(only_move_of(analysis_of(145, 10)));
    EXPECT_FALSE(only_move_of(analysis_of(145, 10), finding_margins));
    Analysis single = analysis_of(300, 0);
    single.lines.pop_back();
    EXPECT_FALSE(only_move_of(single));
}

TEST(OnlyMoves, NothingIsExactWithoutASource) {
    const auto game = game_at(**find_variant("english"), "W:WK10,K27:B16,K18");
    const ExactVerdict verdict = exact_verdict(*game, {}, 1000, {});
    EXPECT_FALSE(verdict.complete);
    EXPECT_FALSE(verdict.only);
}

TEST(OnlyMoves, EndgameFilesDecide) {
    const Variant& variant = **find_variant("frisian-6");
    const ScratchFolder folder;
    ASSERT_TRUE(build_endgames(variant, {.folder = folder.path(), .pieces = 3, .distances = true}));
    const std::shared_ptr<const Endgames> files = std::move(*open_endgames(variant, folder.path(), 1 << 20));
    int found = 0;
    // Every placement of two men and a king: the verdict agrees with a plain count over the values of the files.
    for (int king = 1; king <= 18; ++king)
        for (int man = 4; man <= 15; ++man)
            for (int other = 4; other <= 15; ++other) {
                if (king == man || king == other || man == other) continue;
                Placement position(18);
                position.turn = Side::White;
                position.put(king, Piece::WhiteKing);
                position.put(man, Piece::WhiteMan);
                position.put(other, Piece::BlackMan);
                const auto game = new_game(variant);
                if (!game->set(position, Strictness::Legal) || game->outcome()) continue;
                int wins = 0;
                int draws = 0;
                for (const auto& value : files->move_values(*game)) {
                    wins += value && value->value == Value::Win ? 1 : 0;
                    draws += value && value->value == Value::Draw ? 1 : 0;
                }
                const ExactVerdict verdict = exact_verdict(*game, {.endgames = files}, 0, {});
                ASSERT_TRUE(verdict.complete);
                const bool single = wins == 1 || (wins == 0 && draws == 1);
                ASSERT_EQ(verdict.only.has_value(), single);
                if (!single) continue;
                ++found;
                ASSERT_EQ(verdict.only->proof, Proof::Endgames);
                ASSERT_EQ(verdict.only->goal, wins == 1 ? Goal::Win : Goal::Draw);
                const auto chosen = files->move_values(*game)[verdict.only->index];
                ASSERT_EQ(chosen->value, wins == 1 ? Value::Win : Value::Draw);
            }
    EXPECT_GT(found, 100);
}

}  // namespace
}  // namespace crownhead::puzzles
