#include "util/sha256.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace crownhead {
namespace {

// FIPS 180-4 and the usual test vectors, with the lengths around the end of a block.
TEST(Sha256, KnownValues) {
    EXPECT_EQ(hex_text(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hex_text(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex_text(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex_text(sha256(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_EQ(base64(sha256("")), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST(Sha256, PiecesOfAnyLength) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
    for (std::size_t piece = 1; piece < 150; ++piece) {
        Sha256 sum;
        for (std::size_t at = 0; at < text.size(); at += piece) {
            EXPECT_EQ(sum.value(), sha256(text.substr(0, at))) << piece;
            sum.add(std::string_view(text).substr(at, piece));
        }
        EXPECT_EQ(sum.value(), sha256(text)) << piece;
    }
}

}  // namespace
}  // namespace crownhead
