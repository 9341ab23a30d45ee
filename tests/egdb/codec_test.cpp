#include "egdb/codec.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "util/random.hpp"

namespace crownhead::egdb {
namespace {

// Values in runs, with gaps that nobody asks for.
std::vector<std::uint8_t> patchy(std::size_t count, std::uint32_t longest_run, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint8_t> values;
    while (values.size() < count) {
        const auto v = static_cast<std::uint8_t>(random.below(4));
        for (std::uint32_t run = 1 + random.below(longest_run); run > 0 && values.size() < count; --run)
            values.push_back(random.below(5) == 0 ? any_value : v);
    }
    return values;
}

void expect_round_trip(const std::vector<std::uint8_t>& values, const Strides& strides, int threads) {
    const EncodedTable table = encode(values, strides, threads);
    Model model;
    std::size_t end = 0;
    ASSERT_TRUE(model.read(table.model.text(), end));
    ASSERT_EQ(end, table.model.text().size());
    std::size_t offset = 0;
    for (std::size_t i = 0; i < table.sizes.size(); ++i) {
        const std::size_t first = i * block_positions;
        const std::size_t count = std::min(block_positions, values.size() - first);
        PackedBlock block;
        if (table.sizes[i] >= 3) {
            const std::size_t bytes = table.sizes[i] - 2U;
            ASSERT_TRUE(decode(std::string_view(table.data).substr(offset, bytes), count, model, strides, block));
            offset += bytes;
        }
        for (std::size_t k = 0; k < count; ++k) {
            const auto got =
                static_cast<std::uint8_t>(table.sizes[i] < 3 ? table.sizes[i] : block[k / 32] >> (2 * (k % 32)) & 3U);
            if (values[first + k] == any_value)
                ASSERT_LT(got, 3);
            else
                ASSERT_EQ(got, values[first + k]) << "at " << first + k;
        }
    }
    EXPECT_EQ(offset, table.data.size());
}

TEST(Codec, GivesBackWhatWasWritten) {
    for (const std::size_t count : {1UL, 2UL, 31UL, 4096UL, 4097UL, 20'000UL})
        for (const std::uint32_t run : {1U, 7U, 300U, 9000U})
            for (const Strides strides : {Strides{4, 1}, Strides{4, 27}, Strides{5, 378}, Strides{6, 100'000}})
                expect_round_trip(patchy(count, run, count + run), strides, 1);
}

TEST(Codec, OneValueTakesNoBytes) {
    std::vector<std::uint8_t> values(10'000, 2);
    values[5000] = any_value;
    EXPECT_TRUE(encode(values, {}, 1).data.empty());
    EXPECT_TRUE(encode(std::vector<std::uint8_t>(10'000, any_value), {}, 1).data.empty());
    values[5001] = 1;
    expect_round_trip(values, {}, 1);
}

TEST(ThreadsCodec, ThreadsDoNotMatter) {
    const auto values = patchy(100'000, 20, 3);
    const EncodedTable one = encode(values, {4, 27}, 1);
    const EncodedTable three = encode(values, {4, 27}, 3);
    EXPECT_EQ(one.data, three.data);
    EXPECT_EQ(one.sizes, three.sizes);
    EXPECT_EQ(one.model.text(), three.model.text());
}

TEST(Codec, DamagedBlocksAreNoticed) {
    const auto values = patchy(4096, 10, 5);
    const EncodedTable table = encode(values, {4, 27}, 1);
    PackedBlock block;
    ASSERT_TRUE(decode(table.data, 4096, table.model, table.strides, block));
    EXPECT_FALSE(decode(table.data.substr(2), 4096, table.model, table.strides, block));
    EXPECT_FALSE(decode(table.data + "ab", 4096, table.model, table.strides, block));
    EXPECT_FALSE(decode("", 4096, table.model, table.strides, block));
    int unnoticed = 0;
    for (std::size_t i = 0; i < table.data.size(); ++i) {
        std::string damaged = table.data;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        if (decode(damaged, 4096, table.model, table.strides, block)) ++unnoticed;
    }
    EXPECT_EQ(unnoticed, 0);  // the checksum of the file is what is relied upon
}

TEST(Codec, AModelThatIsDamagedIsRefused) {
    const std::string text = encode(patchy(4096, 10, 5), {4, 27}, 1).model.text();
    Model model;
    for (std::size_t length = 0; length < text.size(); length += 5) {
        std::size_t at = 0;
        EXPECT_FALSE(model.read(std::string_view(text).substr(0, length), at));
    }
    std::string wrong = text;
    wrong[2] = wrong[3] = '\xff';  // a context that does not exist
    std::size_t at = 0;
    EXPECT_FALSE(model.read(wrong, at));
}

}  // namespace
}  // namespace crownhead::egdb
