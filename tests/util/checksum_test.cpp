#include "util/checksum.hpp"

#include <gtest/gtest.h>

#include <string>

namespace crownhead {
namespace {

std::uint64_t checksum_of(std::string_view text) {
    WordChecksum checksum;
    checksum.add(text);
    return checksum.value();
}

TEST(Checksum, IsWhatTheFormatSays) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint64_t word : {0x6867666564636261ULL, 0x6b6a69ULL}) {  // abcdefgh ijk
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 32U;
    }
    EXPECT_EQ(checksum_of("abcdefghijk"), hash);
    EXPECT_NE(checksum_of("abcdefghijk"), checksum_of("abcdefghijl"));
}

TEST(Checksum, PortionsDoNotMatter) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += static_cast<char>(i * 37);
    for (std::size_t first = 0; first <= 20; ++first)
        for (std::size_t second = first; second <= 40; ++second) {
            WordChecksum checksum;
            checksum.add(std::string_view(text).substr(0, first));
            checksum.add(std::string_view(text).substr(first, second - first));
            checksum.add(std::string_view(text).substr(second));
            ASSERT_EQ(checksum.value(), checksum_of(text)) << first << " " << second;
        }
}

}  // namespace
}  // namespace crownhead
