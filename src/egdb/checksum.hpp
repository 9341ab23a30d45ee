// Checksum: what stands at the end of an endgame file, so that one that was damaged is not believed.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace crownhead::egdb {

// FNV-1a by words of eight bytes, which is eight times as quick as by bytes; a rest is filled up with zeros.
class Checksum {
public:
    void add(std::string_view text) {
        for (; rest_ > 0 && !text.empty(); text.remove_prefix(1)) add_byte(text.front());
        for (; text.size() >= 8; text.remove_prefix(8)) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data(), 8);
            add_word(word);
        }
        for (const char c : text) add_byte(c);
    }
    std::uint64_t value() {
        while (rest_ > 0) add_byte('\0');
        return hash_;
    }

private:
    void add_byte(char c) {
        word_ |= std::uint64_t{static_cast<std::uint8_t>(c)} << (8 * rest_);
        if (++rest_ < 8) return;
        add_word(word_);
        word_ = 0;
        rest_ = 0;
    }
    void add_word(std::uint64_t word) {
        hash_ = (hash_ ^ word) * 0x100000001b3ULL;
        hash_ ^= hash_ >> 32U;  // multiplication alone never brings high bits down
    }

    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
    std::uint64_t word_ = 0;
    unsigned rest_ = 0;
};

}  // namespace crownhead::egdb
