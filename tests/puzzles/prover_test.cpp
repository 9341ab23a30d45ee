// The prover: a puzzle is made of a position, holds when it is proven again, and a false claim does not. The finder gives the same
// puzzles for the same seed.
#include "puzzles/prover.hpp"

#include <gtest/gtest.h>

#include "puzzles/finder.hpp"
#include "puzzles/line.hpp"
#include "support/game_at.hpp"
#include "support/scratch_folder.hpp"

namespace crownhead::puzzles {
namespace {

const Variant& named(std::string_view name) { return **find_variant(name); }

std::shared_ptr<const Endgames> small_files(const Variant& variant, const std::string& folder, int pieces) {
    EXPECT_TRUE(build_endgames(variant, {.folder = folder, .pieces = pieces, .distances = true}));
    return std::move(*open_endgames(variant, folder, 1 << 20));
}

TEST(Provers, ShotIsComposedAndVerified) {
    const Variant& english = named("english");
    Prover prover(english, nullptr, {.nodes = 20'000});
    const auto game = crownhead::game_at(english, "B:W13,19-21,23,30:B2,5,6,11,12,14");
    const std::optional<Puzzle> puzzle = prover.compose(*game);
    ASSERT_TRUE(puzzle);
    EXPECT_EQ(puzzle->goal, Goal::Win);
    EXPECT_EQ(puzzle->proof, Proof::Search);
    EXPECT_GE(puzzle->depth, least_depth);
    EXPECT_GE(puzzle->level, easiest_level);
    EXPECT_TRUE(line_text(*game, puzzle->line).starts_with("14-17 21x14 6-9 13x6 2x27"))
        << line_text(*game, puzzle->line);
    EXPECT_EQ(puzzle->themes, std::vector{Theme::Shot});
    EXPECT_EQ(prover.compose(*game), puzzle);  // whatever it saw before
    ASSERT_TRUE(prover.verify(*puzzle).has_value());

    Puzzle wrong = *puzzle;
    wrong.level = wrong.level == 9 ? 8 : wrong.level + 1;
    EXPECT_NE(prover.verify(wrong).error().message.find("its level is"), std::string::npos);
    wrong = *puzzle;
    wrong.goal = Goal::Draw;
    EXPECT_NE(prover.verify(wrong).error().message.find("not the only one that saves the draw"), std::string::npos);
    wrong = *puzzle;
    wrong.line = {game->legal()[0], game->legal()[0]};
    wrong.line.resize(1);
    wrong.plies = 1;
    if (wrong.line[0] == puzzle->line[0]) wrong.line[0] = game->legal()[1];
    EXPECT_EQ(prover.verify(wrong).error().message, "move 1 of the solution is not the only one that wins");
    EXPECT_FALSE(prover.compose(*game, {.easiest = 9}));
}

TEST(Provers, NoPuzzleInTheStartPositionOrWithoutAChoice) {
    const Variant& english = named("english");
    Prover prover(english, nullptr, {.nodes = 5'000});
    EXPECT_FALSE(prover.compose(*new_game(english)));
    EXPECT_FALSE(prover.compose(*crownhead::game_at(english, "B:W18,22:B14,5,1")));  // a forced capture
}

TEST(Provers, EndgameFilesProve) {
    const Variant& suicide = named("suicide");
    const ScratchFolder folder;
    Prover prover(suicide, small_files(suicide, folder.path(), 3), {.nodes = 2'000});
    const auto game = crownhead::game_at(suicide, "B:WK9:BK2,K16");
    const std::optional<Puzzle> puzzle = prover.compose(*game);
    ASSERT_TRUE(puzzle);
    EXPECT_EQ(puzzle->goal, Goal::Win);
    EXPECT_EQ(puzzle->proof, Proof::Endgames);
    EXPECT_EQ(puzzle->depth, 0);
    EXPECT_TRUE(line_text(*game, puzzle->line).starts_with("2-7 ")) << line_text(*game, puzzle->line);
    EXPECT_TRUE(prover.verify(*puzzle).has_value());
    Puzzle wrong = *puzzle;
    wrong.goal = Goal::Draw;
    EXPECT_FALSE(prover.verify(wrong).has_value());
    Prover without(suicide, nullptr, {.nodes = 2'000});
    EXPECT_EQ(without.verify(*puzzle).error().message, "not checked: endgame files with 3 pieces are missing");
}

TEST(Finders, SameSeedSamePuzzles) {
    const Variant& suicide = named("suicide");
    const FinderOptions options{.seed = 5, .limits = {.nodes = 4'000}, .engine_only = true};
    Finder first(suicide, nullptr, options);
    Finder second(suicide, nullptr, options);
    std::vector<Puzzle> found;
    std::uint64_t number = 0;
    for (; number < 60 && found.size() < 2; ++number)
        if (std::optional<Puzzle> puzzle = first.in_own_game(number, found)) {
            // A finder that begins here finds the same.
            EXPECT_EQ(second.in_own_game(number, found), puzzle);
            EXPECT_EQ(puzzle->proof, Proof::Search);
            found.push_back(*std::move(puzzle));
        }
    ASSERT_EQ(found.size(), 2U);
    EXPECT_GE(difference_of(found[0].position, found[1].position), least_difference);
    // What resembles a puzzle that is there already is left out.
    EXPECT_FALSE(first.in_own_game(number - 1, {found[1]}) == found[1]);
    EXPECT_TRUE(resembles_any(found[0], found));
}

TEST(Finders, GamesThatWerePlayed) {
    const Variant& english = named("english");
    const auto start = crownhead::game_at(english, "W:W13,20,21,23,24,30:B2,5,6,11,12,14");
    GameRecord record{.variant = &english, .start = start->placement()};
    record.moves = *read_line(*start, "24-19 5-9");  // allows a shot, and misses it
    Finder finder(english, nullptr, {.limits = {.nodes = 20'000}, .engine_only = true});
    const std::optional<Puzzle> puzzle = finder.in_record(record, {});
    ASSERT_TRUE(puzzle);
    EXPECT_EQ(puzzle->position, crownhead::game_at(english, "B:W13,19-21,23,30:B2,5,6,11,12,14")->placement());
    EXPECT_EQ(finder.in_record(record, {}), puzzle);
    EXPECT_FALSE(finder.in_record(record, {*puzzle}));
}

}  // namespace
}  // namespace crownhead::puzzles
