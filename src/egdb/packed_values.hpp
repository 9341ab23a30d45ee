// PackedValues: the values of a whole class in memory, two bits each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "game/value.hpp"

namespace crownhead::egdb {

class PackedValues {
public:
    PackedValues() = default;
    explicit PackedValues(std::span<const std::uint8_t> values) : words_((values.size() + 31) / 32) {
        for (std::size_t i = 0; i < values.size(); ++i)
            words_[i / 32] |= static_cast<std::uint64_t>(values[i] & 3U) << (2 * (i % 32));
    }

    Value at(std::uint64_t number) const {
        return static_cast<Value>((words_[number / 32] >> (2 * (number % 32))) & 3U);
    }
    std::uint64_t bytes() const { return words_.size() * 8; }
    static constexpr std::uint64_t bytes_for(std::uint64_t count) { return (count + 31) / 32 * 8; }

private:
    std::vector<std::uint64_t> words_;
};

}  // namespace crownhead::egdb
