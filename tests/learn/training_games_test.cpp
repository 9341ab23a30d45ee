// Training data: files come back, damage is found, and a run that was interrupted goes on to the same file.
#include "learn/training_games.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "learn/training_data.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "support/scratch_folder.hpp"
#include "util/file_writer.hpp"
#include "util/random.hpp"
#include "util/read_file.hpp"

namespace crownhead::learn {
namespace {

std::vector<TrainingRecord> random_records(const Variant& v, std::size_t size, std::uint64_t seed) {
    Random random(seed);
    const auto squares = static_cast<unsigned>(v.board.squares());
    const auto draw = [&] {
        eval::SquareBits set{random.next(), random.next()};
        if (squares < 64) set[0] &= (std::uint64_t{1} << squares) - 1;
        set[1] = squares <= 64 ? 0 : set[1] & ((std::uint64_t{1} << (squares - 64)) - 1);
        return set;
    };
    std::vector<TrainingRecord> records(size);
    for (TrainingRecord& record : records) {
        record.position = {draw(), draw(), draw()};
        record.score = static_cast<std::int16_t>(static_cast<int>(random.below(4001)) - 2000);
        record.result = static_cast<GameResult>(random.below(4));
    }
    return records;
}

bool equal(const TrainingRecord& a, const TrainingRecord& b) {
    return a.position == b.position && a.score == b.score && a.result == b.result;
}

TEST(TrainingData, ComeBackFromTheFileOnEveryBoard) {
    for (const char* const name : {"suicide-6", "english", "international", "canadian"}) {
        const Variant& v = **find_variant(name);
        const auto records = random_records(v, 20, 1);
        const std::string bytes = training_header(v) + write_training_game(v, records) + write_training_game(v, {});
        const auto file = read_training_data(v, bytes);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->games, 2U);
        EXPECT_EQ(file->bytes, bytes.size());
        EXPECT_TRUE(std::ranges::equal(file->records, records, equal)) << name;
    }
}

TEST(TrainingData, AreReadUpToTheLastCompleteGame) {
    const Variant& v = **find_variant("english");
    const std::string first = training_header(v) + write_training_game(v, random_records(v, 5, 1));
    const std::string second = write_training_game(v, random_records(v, 7, 2));
    for (std::size_t cut = 0; cut < second.size(); ++cut) {
        const auto file = read_training_data(v, first + second.substr(0, cut));
        ASSERT_TRUE(file);
        EXPECT_EQ(file->games, 1U);
        EXPECT_EQ(file->bytes, first.size());
        EXPECT_EQ(file->records.size(), 5U);
    }
}

TEST(TrainingData, RefuseForeignAndDamagedFiles) {
    const Variant& v = **find_variant("english");
    const std::string bytes = training_header(v) + write_training_game(v, random_records(v, 5, 1)) +
                              write_training_game(v, random_records(v, 5, 2));
    EXPECT_FALSE(read_training_data(**find_variant("suicide"), bytes));
    EXPECT_FALSE(read_training_data(v, "something else"));
    // A byte of the first game: damage, not an interrupted run.
    for (std::size_t at = training_header(v).size() + 4; at < training_header(v).size() + 60; ++at) {
        std::string altered = bytes;
        altered[at] = static_cast<char>(altered[at] ^ 4);
        const auto file = read_training_data(v, altered);
        ASSERT_FALSE(file) << at;
        EXPECT_EQ(file.error().offset, training_header(v).size());
    }
}

TEST(TrainingGames, AreTheSameWhateverTheThreadsAndInterruptions) {
    const Variant& v = **find_variant("suicide-6");
    const ScratchFolder folder;
    const TrainingGameOptions options{.games = 6, .nodes = 60, .least_opening = 2, .most_opening = 5};
    const std::string whole = folder.path() + "/whole";
    ASSERT_TRUE(play_training_games(v, whole, options, {}));
    const std::string bytes = *read_whole_file(whole);
    const auto file = read_training_data(v, bytes);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->games, 6U);
    EXPECT_GT(file->records.size(), 20U);

    TrainingGameOptions threads = options;
    threads.threads = 3;
    const std::string parallel = folder.path() + "/parallel";
    ASSERT_TRUE(play_training_games(v, parallel, threads, {}));
    EXPECT_EQ(*read_whole_file(parallel), bytes);

    const std::string killed = folder.path() + "/killed";
    ASSERT_TRUE(write_whole_file(killed, bytes.substr(0, bytes.size() / 2)));
    ASSERT_TRUE(play_training_games(v, killed, options, {}));
    EXPECT_EQ(*read_whole_file(killed), bytes);
}

TEST(TrainingGames, DoNotTouchAFileOfAnotherGame) {
    const ScratchFolder folder;
    const std::string path = folder.path() + "/english";
    ASSERT_TRUE(write_whole_file(path, training_header(**find_variant("english"))));
    const auto played = play_training_games(**find_variant("suicide-6"), path, {.games = 1, .nodes = 10}, {});
    EXPECT_FALSE(played);
    EXPECT_EQ(*read_whole_file(path), training_header(**find_variant("english")));
}

}  // namespace
}  // namespace crownhead::learn
