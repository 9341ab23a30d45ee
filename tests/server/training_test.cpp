// Training: when positions come back, and what the library keeps of puzzles and mistakes.
#include "service/training.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "service/exercises.hpp"
#include "service/library.hpp"
#include "service/puzzle_book.hpp"
#include "support/scratch_folder.hpp"
#include "util/file_writer.hpp"

namespace crownhead::server {
namespace {

TEST(Repetitions, ComeBackLaterAndLater) {
    Repetition now = first_repetition("2026-11-15");
    EXPECT_EQ(now, (Repetition{.step = 0, .due = "2026-11-16"}));
    std::vector<std::string> days;
    while (!now.due.empty() && days.size() < 10) {
        days.push_back(now.due);
        now = next_repetition(now, true, now.due);
    }
    // 1, then 3, 7, 16 and 35 days later.
    EXPECT_EQ(days, (std::vector<std::string>{"2026-11-16", "2026-11-19", "2026-11-26", "2026-12-12", "2027-01-16"}));
    EXPECT_EQ(now.step, repetition_days.size());
    EXPECT_EQ(next_repetition(now, false, "2027-02-01"), now);  // it is done with
}

TEST(Repetitions, BeginAgainAfterAMistakeAndIgnoreWhatIsTooEarly) {
    const Repetition later{.step = 2, .due = "2026-11-26"};
    EXPECT_EQ(next_repetition(later, true, "2026-11-25"), later);
    EXPECT_EQ(next_repetition(later, false, "2026-11-25"), later);
    EXPECT_EQ(next_repetition(later, false, "2026-11-26"), (Repetition{.step = 0, .due = "2026-11-27"}));
    EXPECT_EQ(next_repetition(later, true, "2026-12-01"), (Repetition{.step = 3, .due = "2026-12-17"}));
}

std::unique_ptr<Library> library_in(const ScratchFolder& folder) { return std::move(*Library::open(folder.path())); }

TEST(TrainingInLibrary, OnlyFirstTriesMakeARow) {
    const ScratchFolder folder;
    const auto library = library_in(folder);
    const auto record = [&](const char* key, bool right) {
        EXPECT_TRUE(library->record_puzzle(key, right, "2026-11-15"));
    };
    record("english/1", true);
    record("english/2", true);
    record("english/2", false);  // tried before
    EXPECT_EQ(library->puzzle_progress()->streak, 2);
    record("english/3", false);
    record("english/3", true);  // solved at last
    record("english/4", true);
    const auto reader = std::move(*library->reader());
    const PuzzleProgress progress = *reader->puzzle_progress();
    EXPECT_EQ(progress.streak, 1);
    EXPECT_EQ(progress.best, 2);
    EXPECT_EQ(progress.results.size(), 4U);
    EXPECT_FALSE(progress.results.at("english/3").first);
    EXPECT_TRUE(progress.results.at("english/3").solved);
    EXPECT_TRUE(progress.results.at("english/2").first);
}

StoredGame game_with_id(const std::string& id) {
    StoredGame game;
    game.id = id;
    game.game = "english";
    game.result = "0-1";
    game.plies = 1;
    game.created = game.changed = time_stamp();
    return game;
}

Json moment_move(const char* text, int from, int to, bool holds) {
    return {{"text", text},
            {"holds", holds},
            {"value",
             {{"source", "engine"},
              {"known", nullptr},
              {"score", {{"kind", "estimate"}, {"value", 20}}},
              {"depth", 9},
              {"expected", 0.55}}},
            {"line",
             {{{"text", text},
               {"from", from},
               {"hops", Json::array({Json::array({to, 0, 0})})},
               {"crowned", false},
               {"board", std::string(32, 'e')}}}}};
}

StoredMistake mistake_in(const std::string& table) {
    return {.table = table,
            .node = 3,
            .game = "english",
            .fen = "W:WK18,26,31:B10,3,2",
            .played = "18-15",
            .glyph = "blunder",
            .phase = "endgame",
            .moves = to_frame(Json::array({moment_move("26-23", 26, 23, true), moment_move("18-15", 18, 15, false)})),
            .repetition = first_repetition("2026-11-15")};
}

TEST(TrainingInLibrary, MistakesKeepTheirDayAndGoWithTheirGame) {
    const ScratchFolder folder;
    {
        const auto library = library_in(folder);
        ASSERT_TRUE(library->save(game_with_id("abcdefghij")));
        ASSERT_TRUE(library->put_mistakes({mistake_in("abcdefghij")}));
        ASSERT_TRUE(library->record_mistake("abcdefghij", 3, true, "2026-11-16"));
        ASSERT_TRUE(library->put_mistakes({mistake_in("abcdefghij")}));  // reviewed again
        ASSERT_TRUE(library->record_mistake("abcdefghij", 99, true, "2026-11-16"));
    }
    const auto library = library_in(folder);
    const std::vector<StoredMistake> all = *library->mistakes();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].repetition, (Repetition{.step = 1, .due = "2026-11-19"}));
    EXPECT_EQ(all[0].played, "18-15");
    ASSERT_TRUE(library->remove("abcdefghij").value_or(false));
    EXPECT_TRUE(library->mistakes()->empty());
    ASSERT_TRUE(library->restore("abcdefghij").value_or(false));
    EXPECT_EQ(library->mistakes()->size(), 1U);
}

TEST(ExercisesOfMistakes, AreJudgedByTheReview) {
    const StoredMistake mistake = mistake_in("abcdefghij");
    const auto exercise = mistake_json(mistake, "2026-11-16");
    ASSERT_TRUE(exercise.has_value());
    EXPECT_EQ(exercise->at("key"), "mistake/abcdefghij/3");
    EXPECT_EQ(exercise->at("mistake").at("due"), true);
    const Json& legal = exercise->at("position").at("legal");
    int right = 0;
    int wrong = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const auto verdict = try_mistake(mistake, i);
        if (!verdict) continue;
        (verdict->right ? right : wrong)++;
        EXPECT_EQ(verdict->right, legal[i].at("text") == "26-23");
    }
    EXPECT_EQ(right, 1);
    EXPECT_EQ(wrong, 1);
    EXPECT_FALSE(try_mistake(mistake, 10'000).has_value());
    EXPECT_EQ(mistake_hint(mistake)->at("from"), 26);
    StoredMistake damaged = mistake;
    damaged.moves = "no json";
    EXPECT_FALSE(mistake_json(damaged, "2026-11-16").has_value());
    EXPECT_FALSE(try_mistake(damaged, 0).has_value());
    damaged.moves = R"([{"text":"26-23","holds":true}])";
    EXPECT_FALSE(mistake_json(damaged, "2026-11-16").has_value());
    EXPECT_FALSE(mistake_hint(damaged).has_value());
}

TEST(PuzzleBooks, OwnFilesTakeThePlaceUnlessTheyAreDamaged) {
    const ScratchFolder folder;
    PuzzleBook shipped(folder.path());
    const auto english = shipped.of(**find_variant("english"));
    ASSERT_FALSE(english->puzzles.empty());
    EXPECT_TRUE(english->problem.empty());
    puzzles::PuzzleFile own{.variant = english->variant, .made = "by hand", .puzzles = {english->puzzles[0]}};
    ASSERT_TRUE(write_whole_file(folder.path() + "/english.txt", puzzles::write_puzzles(own)));
    PuzzleBook replaced(folder.path());
    EXPECT_EQ(replaced.of(*english->variant)->puzzles.size(), 1U);
    // The puzzle of the day is the same all the same, and can be opened.
    for (const char* const day : {"2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18"}) {
        const auto here = replaced.of_day(day);
        ASSERT_TRUE(here);
        EXPECT_EQ(here->key(), shipped.of_day(day)->key());
        EXPECT_TRUE(replaced.find(here->key()));
    }
    ASSERT_TRUE(write_whole_file(folder.path() + "/english.txt", "crownhead-puzzles 1\ngame russian\n"));
    PuzzleBook damaged(folder.path());
    EXPECT_EQ(damaged.of(*english->variant)->puzzles.size(), english->puzzles.size());
    EXPECT_EQ(damaged.of(*english->variant)->problem,
              "english.txt: line 2: these puzzles are of russian, not of english");
    EXPECT_FALSE(damaged.find("english/00000000"));
    EXPECT_FALSE(damaged.find("chess/00000000"));
    EXPECT_FALSE(damaged.find("english"));
}

TEST(PuzzleBooks, NextIsOneThatWasNotTried) {
    const ScratchFolder folder;
    PuzzleBook book(folder.path());
    const auto games = book.all();
    PuzzleProgress progress;
    const PuzzleFilter filter{.game = "english", .theme = "shot"};
    const Matching first = next_puzzle(games, filter, progress, "");
    ASSERT_TRUE(first.next);
    EXPECT_EQ(first.count, first.open);
    std::string key = first.next->key();
    for (std::size_t i = 0; i + 1 < first.count; ++i) {
        progress.results[key] = {.first = true, .solved = true};
        const Matching next = next_puzzle(games, filter, progress, key);
        ASSERT_TRUE(next.next);
        key = next.next->key();
        EXPECT_FALSE(progress.results.contains(key));
        EXPECT_EQ(next.open, first.count - i - 1);
    }
    progress.results[key] = {};
    const Matching again = next_puzzle(games, filter, progress, key);  // all were tried: once more
    EXPECT_TRUE(first.count == 1 || again.next);
    EXPECT_FALSE(next_puzzle(games, {.game = "mini", .theme = "net"}, progress, "").next);
}

TEST(PuzzleBooks, TriesAreJudgedByTheSolution) {
    const ScratchFolder folder;
    PuzzleBook book(folder.path());
    const auto english = book.of(**find_variant("english"));
    const auto found =
        std::ranges::find_if(english->puzzles, [](const puzzles::Puzzle& one) { return one.plies >= 3; });
    ASSERT_NE(found, english->puzzles.end());
    const KeyedPuzzle keyed{.game = english, .number = static_cast<std::size_t>(found - english->puzzles.begin())};
    const Json json = puzzle_json(keyed, {});
    const Json& legal = json.at("position").at("legal");
    int right = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const auto verdict = try_puzzle(*found, *english->variant, 0, i, nullptr, {});
        ASSERT_TRUE(verdict.has_value());
        if (verdict->right) {
            ++right;
            EXPECT_FALSE(verdict->done);
            EXPECT_EQ(verdict->json.at("line").size(), 2U);
            EXPECT_FALSE(verdict->json.at("position").at("legal").empty());
        } else {
            EXPECT_FALSE(verdict->json.at("line").empty());
            EXPECT_FALSE(verdict->json.at("value").is_null());
        }
        if (right > 0 && i > 2) break;  // a refutation is a search
    }
    EXPECT_FALSE(try_puzzle(*found, *english->variant, 1, 0, nullptr, {}).has_value());
    EXPECT_FALSE(try_puzzle(*found, *english->variant, found->plies + 1, 0, nullptr, {}).has_value());
    EXPECT_FALSE(try_puzzle(*found, *english->variant, 0, legal.size(), nullptr, {}).has_value());
    EXPECT_EQ(puzzle_hint(*found, 0)->at("from"), found->line[0].from);
    EXPECT_FALSE(puzzle_hint(*found, 1).has_value());
    EXPECT_EQ(puzzle_solution(*found, *english->variant).at("line").size(), found->line.size());
}

}  // namespace
}  // namespace crownhead::server
