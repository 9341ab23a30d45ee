// SHA-256 (FIPS 180-4) and Base64 (RFC 4648): a Content-Security-Policy names inline scripts and styles by them, and
// proofs are held together by it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crownhead {

using Digest = std::array<std::uint8_t, 32>;

namespace detail {

inline constexpr std::array<std::uint32_t, 64> sha256_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// One block of 64 bytes.
inline void sha256_block(std::array<std::uint32_t, 8>& state, std::string_view block) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 64; ++i)
        w[i / 4] = w[i / 4] << 8 | static_cast<std::uint32_t>(static_cast<std::uint8_t>(block[i]));
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + sha256_constants[i] + w[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state[i] += added[i];
}

}  // namespace detail

// The digest of a text that comes in pieces.
class Sha256 {
public:
    void add(std::string_view text) {
        bytes_ += text.size();
        if (!rest_.empty()) {
            const std::string_view missing = text.substr(0, block_bytes - rest_.size());
            rest_ += missing;
            text.remove_prefix(missing.size());
            if (rest_.size() < block_bytes) return;
            detail::sha256_block(state_, rest_);
            rest_.clear();
        }
        for (; text.size() >= block_bytes; text.remove_prefix(block_bytes))
            detail::sha256_block(state_, text.substr(0, block_bytes));
        rest_ = text;
    }

    // Of everything so far; more may follow.
    Digest value() const {
        // The end: a one bit, zeros, and the length, in one block or two.
        std::array<std::uint32_t, 8> state = state_;
        std::string last = rest_;
        last += '\x80';
        while (last.size() % block_bytes != 56) last += '\0';
        for (int shift = 56; shift >= 0; shift -= 8) last += static_cast<char>(8 * bytes_ >> shift & 0xff);
        for (std::size_t i = 0; i < last.size(); i += block_bytes)
            detail::sha256_block(state, std::string_view(last).substr(i, block_bytes));
        Digest digest{};
        for (std::size_t i = 0; i < digest.size(); ++i)
            digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)) & 0xff);
        return digest;
    }

private:
    static constexpr std::size_t block_bytes = 64;

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::string rest_;  // less than a block
    std::uint64_t bytes_ = 0;
};

inline Digest sha256(std::string_view text) {
    Sha256 sum;
    sum.add(text);
    return sum.value();
}

inline std::string hex_text(const Digest& digest) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += digits[byte / 16];
        text += digits[byte % 16];
    }
    return text;
}

inline std::string base64(const Digest& digest) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < digest.size(); i += 3) {
        const auto byte = [&](std::size_t at) -> unsigned { return at < digest.size() ? digest[at] : 0; };
        const unsigned bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        for (std::size_t k = 0; k < 4; ++k) text += i + k <= digest.size() ? letters[bits >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

}  // namespace crownhead
