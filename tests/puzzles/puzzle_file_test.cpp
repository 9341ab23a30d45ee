// Puzzle files: written and read again, and every kind of damage named with its line.
#include "puzzles/puzzle_file.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "puzzles/line.hpp"
#include "puzzles/themes.hpp"
#include "rules/variants.hpp"
#include "support/game_at.hpp"
#include "util/checksum.hpp"

namespace crownhead::puzzles {
namespace {

const Variant& english() { return **find_variant("english"); }

Puzzle puzzle_of(std::string_view fen, std::string_view moves, std::size_t plies) {
    const auto game = crownhead::game_at(english(), fen);
    Puzzle puzzle{.position = game->placement(), .depth = 12, .plies = plies, .level = 5};
    puzzle.line = *read_line(*game, moves);
    puzzle.themes = themes_of(*game, puzzle.line);
    return puzzle;
}

PuzzleFile sample() {
    PuzzleFile file{.variant = &english(), .made = "selfplay seed=1", .next = 17};
    file.puzzles = {puzzle_of("B:W13,19-21,23,30:B2,5,6,11,12,14", "14-17 21x14 6-9 13x6 2x27 30-26 5-9", 5),
                    puzzle_of("W:W11,12:B17,K10", "12-8 17-21 8-3", 1)};
    file.puzzles[1].goal = Goal::Draw;
    file.puzzles[1].proof = Proof::Endgames;
    file.puzzles[1].depth = 0;
    return file;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

// A line as if it had been written so, with the checksum that belongs to it.
std::string with_line(std::string_view columns) {
    const std::string line = std::string(columns) + "\t";
    return fmt::format("crownhead-puzzles 1\ngame english\nrules {:016x}\nmade by hand\nnext 0\n{}{:016x}\nend 1\n",
                       fingerprint(english()), line, checksum(line));
}

std::string error_of(std::string_view text, const Variant* expected = nullptr) {
    const Result<PuzzleFile> file = read_puzzles(text, expected);
    return file ? "" : file.error().message;
}

TEST(PuzzleFiles, ReadAsTheyWereWritten) {
    const PuzzleFile file = sample();
    const std::string text = write_puzzles(file);
    const Result<PuzzleFile> again = read_puzzles(text, &english());
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(again->variant, file.variant);
    EXPECT_EQ(again->made, file.made);
    EXPECT_EQ(again->next, file.next);
    EXPECT_EQ(again->puzzles, file.puzzles);
    EXPECT_EQ(write_puzzles(*again), text);
}

TEST(PuzzleFiles, EveryAlteredByteIsNoticed) {
    const std::string text = write_puzzles(sample());
    const std::size_t body = text.find("next 17\n") + 8;
    for (std::size_t i = body; i < text.size(); ++i) {
        std::string altered = text;
        altered[i] = altered[i] == '1' ? '2' : '1';
        const std::string error = error_of(altered);
        ASSERT_TRUE(error.starts_with("line ")) << i << ": " << error;
    }
}

TEST(PuzzleFiles, EveryCutIsNoticed) {
    const std::string text = write_puzzles(sample());
    for (std::size_t size = 0; size < text.size(); ++size)
        ASSERT_FALSE(read_puzzles(std::string_view(text).substr(0, size)).has_value()) << size;
}

TEST(PuzzleFiles, ErrorsNameTheLine) {
    const std::string text = write_puzzles(sample());
    EXPECT_EQ(error_of("PDN"),
              "line 1: not a puzzle file of this version: expected 'crownhead-puzzles 1', found 'PDN'");
    EXPECT_EQ(error_of(replaced(text, "game english", "game chess")).substr(0, 8), "line 2: ");
    EXPECT_EQ(error_of(text, *find_variant("russian")), "line 2: these puzzles are of english, not of russian");
    EXPECT_EQ(error_of(replaced(text, fmt::format("{:016x}", fingerprint(english())), "0123456789abcdef")),
              "line 3: these puzzles were made for other rules of english");
    EXPECT_EQ(error_of(replaced(text, "12-8 17-21", "12-8 17-22")),
              "line 7: the line was altered or damaged: its checksum is wrong");
    EXPECT_EQ(error_of(replaced(text, "end 2", "end 3")),
              "line 8: lines are missing: 'end 3', but there are 2 puzzles");
    EXPECT_EQ(error_of(text + "more\n"), "line 9: there is more text after the last line");
    EXPECT_EQ(error_of(text.substr(0, text.find("end 2"))),
              "line 8: the file is cut off: its last line, 'end ...', is missing");
}

TEST(PuzzleFiles, ContentsMustMakeSense) {
    const auto error = [](std::string_view columns) { return error_of(with_line(columns)); };
    EXPECT_EQ(error("draw\tendgames\t0\t1\t4\tbreakthrough\tW:W11,12:B17,K10\t12-8 17-21 8-3"), "");
    EXPECT_NE(error("lose\tendgames\t0\t1\t4\t-\tW:W11,12:B17,K10\t12-8").find("expected one of win, draw"),
              std::string::npos);
    EXPECT_NE(error("draw\tendgames\t3\t1\t4\t-\tW:W11,12:B17,K10\t12-8").find("depth"), std::string::npos);
    EXPECT_NE(error("draw\tsearch\t0\t1\t4\t-\tW:W11,12:B17,K10\t12-8").find("depth"), std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t2\t4\tbreakthrough\tW:W11,12:B17,K10\t12-8 17-21 8-3").find("plies"),
              std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t1\t10\t-\tW:W11,12:B17,K10\t12-8").find("level"), std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t1\t4\tshot\tW:W11,12:B17,K10\t12-8").find("themes are not those"),
              std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t1\t4\tfork\tW:W11,12:B17,K10\t12-8").find("expected one of shot"),
              std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t1\t4\t-\tW:W11,12:B33\t12-8").find("position"), std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t1\t4\t-\tW:W11,12:B17,K10\t12-9").find("solution"), std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t1\t4\t-\tW:W11,12:B17,K10\t").find("plies"), std::string::npos);
    EXPECT_NE(error("draw\tendgames\t0\t1").find("columns"), std::string::npos);
    PuzzleFile twice = sample();
    twice.puzzles.push_back(twice.puzzles[0]);
    EXPECT_EQ(error_of(write_puzzles(twice)), "line 8: this position is in the file twice");
}

TEST(PuzzleFiles, IdsFollowFromPositions) {
    const PuzzleFile file = sample();
    EXPECT_EQ(id_of(english(), file.puzzles[0]).size(), 8U);
    EXPECT_NE(id_of(english(), file.puzzles[0]), id_of(english(), file.puzzles[1]));
    Puzzle other = file.puzzles[0];
    other.level = 9;
    EXPECT_EQ(id_of(english(), other), id_of(english(), file.puzzles[0]));
}

}  // namespace
}  // namespace crownhead::puzzles
