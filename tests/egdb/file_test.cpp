#include "egdb/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "egdb/distance_codec.hpp"
#include "support/scratch_folder.hpp"
#include "util/bytes.hpp"
#include "util/checksum.hpp"
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

// A distance for every win and loss.
StoredDistances distances_of(const EncodedTable& table, const std::vector<std::uint8_t>& values) {
    StoredDistances stored{.longest = {.plies = 9, .number = 7}, .sizes = {}, .data = {}};
    for (std::size_t first = 0; first < values.size(); first += block_positions) {
        PackedBlock block{};
        std::vector<std::uint16_t> distances;
        for (std::size_t i = first; i < std::min(first + block_positions, values.size()); ++i) {
            block[(i - first) / 32] |= std::uint64_t{values[i]} << (2 * ((i - first) % 32));
            distances.push_back(values[i] == 0 ? no_distance : static_cast<std::uint16_t>(i % 10));
        }
        const std::string bytes = encode_distances(distances, block);
        stored.sizes.push_back(static_cast<std::uint16_t>(bytes.size()));
        stored.data += bytes;
    }
    EXPECT_EQ(stored.sizes.size(), table.sizes.size());
    return stored;
}

StageFile example(bool distances = false) {
    StageFile file{.fingerprint = rules, .stage = stage, .tables = {}};
    for (std::size_t table = 0; table < 2; ++table) {
        const auto values = values_of(table);
        StoredTable stored{.totals = {}, .values = encode(values, {4, 27}, 1)};
        for (const std::uint8_t v : values) ++stored.totals[v];
        if (distances) stored.distances = distances_of(stored.values, values);
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
    void replace(const std::string& content) const {
        std::filesystem::remove(path());  // some file systems write to the disk at once what overwrites a file
        std::ofstream(path(), std::ios::binary) << content;
    }
    // With a checksum that fits what was changed.
    void replace_and_seal(std::string content) const {
        content.resize(content.size() - 8);
        WordChecksum checksum;
        checksum.add(content);
        bytes::put(content, checksum.value());
        replace(content);
    }

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

TEST_F(EndgameFile, GivesBackDistances) {
    ASSERT_TRUE(write_stage(path(), example(true)));
    const auto reader = StageReader::open(path(), rules, stage, sizes);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_TRUE((*reader)->has_distances());
    EXPECT_EQ((*reader)->longest(1).plies, 9);
    EXPECT_EQ((*reader)->longest(1).number, 7U);
    for (std::size_t table = 0; table < 2; ++table) {
        const auto values = values_of(table);
        std::vector<std::uint16_t> distances(values.size());
        for (std::uint64_t block = 0; block * block_positions < values.size(); ++block)
            ASSERT_TRUE((*reader)->read_distances(
                table, block,
                std::span(distances).subspan(block * block_positions, (*reader)->positions_in(table, block))));
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_EQ(distances[i], values[i] == 0 ? no_distance : i % 10) << "at " << i;
    }
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

// A mistake in the head that the checksum does not show. Places are those of docs/formats.md.
TEST_F(EndgameFile, WithAnImpossibleHeadIsRefused) {
    ASSERT_TRUE(write_stage(path(), example(true)));
    const std::string good = content_of(path());
    constexpr std::size_t totals = 24;
    constexpr std::size_t contexts = totals + 24 + 8;
    std::size_t at = contexts;
    std::uint16_t count = 0;
    ASSERT_TRUE(bytes::take(good, at, count));
    ASSERT_GT(count, 1);
    const std::size_t blocks = at + 6UL * count;
    const std::size_t has_distances = blocks + 8 + 2UL * 3;  // three blocks
    const auto error_with = [&](std::size_t place, const std::string& bytes) {
        std::string changed = good;
        changed.replace(place, bytes.size(), bytes);
        replace_and_seal(changed);
        return error_of(rules, stage);
    };
    EXPECT_EQ(error_with(0, ""), "");
    EXPECT_NE(error_with(4, {2, 0}).find("format 2"), std::string::npos);
    EXPECT_NE(error_with(6, {1, 0}).find("damaged"), std::string::npos);
    EXPECT_NE(error_with(20, {1, 16}).find("damaged"), std::string::npos);
    EXPECT_NE(error_with(totals, {1}), "") << "totals that are not those of so many positions";
    EXPECT_NE(error_with(totals + 7, {'\x80'}), "") << "totals beyond all bounds";
    EXPECT_NE(error_with(contexts + 2, good.substr(at + 6, 6)), "") << "the same context twice";
    EXPECT_NE(error_with(contexts + 4, "\xff\xff"), "") << "a share of more than everything";
    EXPECT_NE(error_with(blocks, {4}), "") << "a block too many";
    EXPECT_NE(error_with(has_distances, {2}), "");
    EXPECT_NE(error_with(has_distances + 3, "\xff\xff"), "") << "the longest of a position that is none";
    EXPECT_NE(error_with(has_distances + 11, {0, 0}), "") << "fewer bytes of distances";
}

TEST_F(EndgameFile, ThatIsNoFileIsRefusedAtOnce) {
    std::filesystem::remove(path());
    ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
    EXPECT_NE(error_of(rules, stage).find("not a file"), std::string::npos);
    std::filesystem::remove(path());
    std::filesystem::create_directory(path());
    EXPECT_NE(error_of(rules, stage).find("not a file"), std::string::npos);
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

// Games have hundreds of files.
TEST_F(EndgameFile, HoldsNoDescriptor) {
    const auto descriptors = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                             std::filesystem::directory_iterator());
    };
    const auto before = descriptors();
    const auto reader = StageReader::open(path(), rules, stage, sizes);
    ASSERT_TRUE(reader);
    PackedBlock block;
    EXPECT_TRUE((*reader)->read_values(0, 0, block));
    EXPECT_EQ(descriptors(), before);
}

// One that takes its place is not read as if it were the same.
TEST_F(EndgameFile, ReplacedWhileItIsOpenGivesNoValues) {
    const auto reader = StageReader::open(path(), rules, stage, sizes);
    ASSERT_TRUE(reader);
    std::filesystem::copy_file(path(), path() + ".new");
    std::filesystem::rename(path() + ".new", path());
    PackedBlock block;
    EXPECT_FALSE((*reader)->read(0, 0, block));
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
