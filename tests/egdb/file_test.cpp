#include "egdb/file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/scratch_folder.hpp"
#include "util/random.hpp"

namespace crownhead::egdb {
namespace {

constexpr std::uint64_t rules = 0x1234;
constexpr Material stage{{1, 1}, {1, 0}};
const std::vector<std::uint64_t> sizes{10'000, 5'000};

std::vector<std::uint8_t> values_of(std::size_t table) {
    Random random(table);
    std::vector<std::uint8_t> values(sizes[table]);
    for (std::uint8_t& v : values) v = static_cast<std::uint8_t>(random.below(30) == 0 ? random.below(3) : table);
    return values;
}

StageFile example() {
    StageFile file{.fingerprint = rules, .stage = stage, .tables = {}};
    for (std::size_t table = 0; table < 2; ++table) {
        const auto values = values_of(table);
        StoredTable stored{.totals = {}, .values = encode(values, {4, 27}, 1)};
        for (const std::uint8_t v : values) ++stored.totals[v];
        file.tables.push_back(stored);
    }
    return file;
}

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class EndgameFile : public testing::Test {
protected:
    void SetUp() override {
        const auto written = write_stage(path(), example());
        ASSERT_TRUE(written) << written.error().message;
    }
    std::string path() const { return folder_.path() + "/" + name_of_file(stage); }
    std::string error_of(std::uint64_t fingerprint, const Material& m) const {
        const auto reader = StageReader::open(path(), fingerprint, m, sizes);
        return reader ? "" : reader.error().message;
    }
    void replace(const std::string& content) const { std::ofstream(path(), std::ios::binary) << content; }

    ScratchFolder folder_;
};

TEST_F(EndgameFile, GivesBackWhatWasWritten) {
    const auto reader = StageReader::open(path(), rules, stage, sizes);
    ASSERT_TRUE(reader) << reader.error().message;
    for (std::size_t table = 0; table < 2; ++table) {
        const auto values = values_of(table);
        EXPECT_EQ((*reader)->totals(table), example().tables[table].totals);
        for (std::size_t first = 0; first < values.size(); first += block_positions) {
            PackedBlock block;
            ASSERT_TRUE((*reader)->read(table, first / block_positions, block));
            for (std::size_t i = 0; i < std::min(block_positions, values.size() - first); ++i)
                ASSERT_EQ(block[i / 32] >> (2 * (i % 32)) & 3U, values[first + i]);
        }
    }
    EXPECT_EQ((*reader)->bytes(), std::filesystem::file_size(path()));
    EXPECT_EQ(name_of_file(stage), "Km-m.wdl");
}

TEST_F(EndgameFile, ForOtherRulesIsRefused) {
    EXPECT_NE(error_of(rules + 1, stage).find("other rules"), std::string::npos);
    EXPECT_NE(error_of(rules, {{2, 0}, {1, 0}}).find("holds Km v m"), std::string::npos);
    EXPECT_EQ(error_of(rules, stage), "");
    std::filesystem::remove(path());
    EXPECT_NE(error_of(rules, stage).find("cannot read"), std::string::npos);
}

TEST_F(EndgameFile, DamagedIsRefused) {
    const std::string good = content_of(path());
    for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 400) {
        std::string damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
        replace(damaged);
        ASSERT_NE(error_of(rules, stage), "") << "byte " << at;
    }
}

TEST_F(EndgameFile, TooShortOrTooLongIsRefused) {
    const std::string good = content_of(path());
    for (std::size_t length = 0; length < good.size(); length += 1 + good.size() / 200) {
        replace(good.substr(0, length));
        ASSERT_NE(error_of(rules, stage), "") << "length " << length;
    }
    replace(good + "12345678");
    EXPECT_NE(error_of(rules, stage), "");
    replace("something else that is long enough to be looked at");
    EXPECT_NE(error_of(rules, stage).find("not an endgame file"), std::string::npos);
}

TEST_F(EndgameFile, CutWhileItIsOpenGivesNoValues) {
    const auto reader = StageReader::open(path(), rules, stage, sizes);
    ASSERT_TRUE(reader);
    std::filesystem::resize_file(path(), 100);
    PackedBlock block;
    EXPECT_FALSE((*reader)->read(0, 0, block));
}

}  // namespace
}  // namespace crownhead::egdb
