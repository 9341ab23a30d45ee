// The puzzles that come with the program: every file can be read, and of each a sample is proven again or its search repeated. All of
// them: crownhead puzzles verify data/puzzles/GAME.txt.
#include "puzzles/shipped.hpp"

#include <gtest/gtest.h>

#include <set>

#include "notation/fen.hpp"
#include "puzzles/finder.hpp"
#include "puzzles/prover.hpp"
#include "util/random.hpp"

namespace crownhead::puzzles {
namespace {

constexpr std::uint64_t sample_seed = 11;
constexpr int most_solved_pieces = 7;  // what an oracle without endgame files proves in a moment

int pieces_of(const Puzzle& puzzle) {
    return puzzle.position.pieces(Side::Black) + puzzle.position.pieces(Side::White);
}

TEST(ShippedPuzzles, EveryFileCanBeRead) {
    const std::vector<const Variant*> games = games_with_puzzles();
    EXPECT_FALSE(games.empty());
    for (const Variant* const game : games) {
        const Result<PuzzleFile> file = read_puzzles(shipped_text(*game), game);
        ASSERT_TRUE(file.has_value()) << game->name << ": " << file.error().message;
        EXPECT_GE(file->puzzles.size(), 20U) << game->name;
        EXPECT_EQ(write_puzzles(*file), shipped_text(*game)) << game->name;
        for (std::size_t i = 0; i < file->puzzles.size(); ++i) {
            const std::vector<Puzzle> before(file->puzzles.begin(),
                                             file->puzzles.begin() + static_cast<std::ptrdiff_t>(i));
            EXPECT_FALSE(resembles_any(file->puzzles[i], before)) << game->name << " " << i;
            EXPECT_GE(file->puzzles[i].level, easiest_level);
        }
    }
}

TEST(ShippedPuzzles, SampleHolds) {
    for (const Variant* const game : games_with_puzzles()) {
        const Result<PuzzleFile> file = read_puzzles(shipped_text(*game), game);
        ASSERT_TRUE(file.has_value());
        const bool solved = solve::has_oracle(*game) && game->name != "mini";
        std::vector<const Puzzle*> checked;  // without endgame files, which would take longer to make
        for (const Puzzle& puzzle : file->puzzles)
            if (puzzle.proof == Proof::Search || (solved && pieces_of(puzzle) <= most_solved_pieces))
                checked.push_back(&puzzle);
        if (checked.empty()) continue;  // the solution of mini takes seconds: only with the command
        Random random(sample_seed);
        const Puzzle& puzzle = *checked[random.below(static_cast<std::uint32_t>(checked.size()))];
        Prover prover(*game, nullptr, {.oracle_nodes = 0});
        const Result<void> held = prover.verify(puzzle);
        EXPECT_TRUE(held.has_value()) << game->name << " " << fen::write(*game, puzzle.position) << ": "
                                      << (held ? "" : held.error().message);
    }
}

}  // namespace
}  // namespace crownhead::puzzles
