#include "egdb/distance_codec.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "game/value.hpp"
#include "util/random.hpp"

namespace crownhead::egdb {
namespace {

constexpr std::size_t stored_distances = 3000;

void set(PackedBlock& values, std::size_t i, Value v) {
    values[i / 32] |= static_cast<std::uint64_t>(v) << (2 * (i % 32));
}

struct Example {
    PackedBlock values{};
    std::vector<std::uint16_t> distances = std::vector<std::uint16_t>(stored_distances, no_distance);
};

// Runs, small and large differences; now and then a win that nobody will ask for.
Example example(std::uint32_t largest, std::uint64_t seed) {
    Random random(seed);
    Example e;
    std::uint32_t now = 0;
    for (std::size_t i = 0; i < stored_distances; ++i) {
        const auto v = static_cast<Value>(random.below(3));
        set(e.values, i, v);
        if (random.below(4) == 0) now = random.below(largest);
        if (v != Value::Draw && random.below(50) != 0) e.distances[i] = static_cast<std::uint16_t>(now);
    }
    return e;
}

TEST(DistanceCodec, GivesBackWhatWasWritten) {
    for (const std::uint32_t largest : {1U, 40U, 300U, 65'535U}) {
        const Example e = example(largest, largest);
        std::vector<std::uint16_t> back(stored_distances);
        ASSERT_TRUE(decode_distances(encode_distances(e.distances, e.values), e.values, back));
        for (std::size_t i = 0; i < stored_distances; ++i) {
            const auto v = static_cast<Value>(e.values[i / 32] >> (2 * (i % 32)) & 3U);
            EXPECT_EQ(back[i] == no_distance, v == Value::Draw);
            if (e.distances[i] != no_distance) {
                ASSERT_EQ(back[i], e.distances[i]) << "at " << i;
            }
        }
    }
}

TEST(DistanceCodec, TooManyOrTooFewBytesAreRefused) {
    const Example e = example(300, 7);
    const std::string bytes = encode_distances(e.distances, e.values);
    std::vector<std::uint16_t> back(stored_distances);
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(decode_distances(std::string_view(bytes).substr(0, length), e.values, back)) << length;
    EXPECT_FALSE(decode_distances(bytes + '\0', e.values, back));
}

// A single win: what its distance may look like.
TEST(DistanceCodec, ADistanceIsWholeAndInRange) {
    PackedBlock values{};
    set(values, 0, Value::Win);
    const auto read = [&](std::string_view bytes) -> int {
        std::uint16_t distance = 0;
        return decode_distances(bytes, values, {&distance, 1}) ? distance : -1;
    };
    using namespace std::string_view_literals;
    EXPECT_EQ(read("\x0a"sv), 5);
    EXPECT_EQ(read("\x80"sv), 0);   // one position without a difference
    EXPECT_EQ(read("\x81"sv), -1);  // two of them
    EXPECT_EQ(read("\x09"sv), -1);  // five less than nothing
    EXPECT_EQ(read("\x7f\x2c\x01"sv), 300);
    EXPECT_EQ(read("\x7f\x2c"sv), -1);  // the distance itself is cut off
    EXPECT_EQ(read("\x7f"sv), -1);
    EXPECT_EQ(read("\x7f\xff\xff"sv), -1);  // means that there is none
}

}  // namespace
}  // namespace crownhead::egdb
