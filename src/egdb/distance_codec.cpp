#include "egdb/distance_codec.hpp"

#include <array>
#include <cstddef>

#include "game/value.hpp"
#include "util/bytes.hpp"

namespace crownhead::egdb {

using bytes::put;
using bytes::take;

namespace {

// A byte below `absolute` is a difference, zigzag; that byte itself is followed by a distance of two bytes; one above
// stands for so many positions without a difference.
constexpr unsigned absolute = 0x7f;
constexpr unsigned longest_rest = 0x80;

Value value_at(const PackedBlock& values, std::size_t i) {
    return static_cast<Value>(values[i / 32] >> (2 * (i % 32)) & 3U);
}
bool has_distance(Value v) { return v == Value::Win || v == Value::Loss; }

}  // namespace

std::string encode_distances(std::span<const std::uint16_t> distances, const PackedBlock& values) {
    std::string bytes;
    std::array<int, 4> last{};
    unsigned same = 0;
    const auto end_of_same = [&] {
        if (same > 0) bytes += static_cast<char>(absolute + same);
        same = 0;
    };
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const Value v = value_at(values, i);
        if (!has_distance(v)) continue;
        int& before = last[static_cast<std::size_t>(v)];
        const int now = distances[i] == no_distance ? before : distances[i];
        const int difference = now - before;
        before = now;
        if (difference == 0) {
            if (++same == longest_rest) end_of_same();
            continue;
        }
        end_of_same();
        const unsigned zigzag =
            difference > 0 ? 2U * static_cast<unsigned>(difference) : 2U * static_cast<unsigned>(-difference) - 1;
        if (zigzag < absolute) {
            bytes += static_cast<char>(zigzag);
        } else {
            put(bytes, static_cast<std::uint8_t>(absolute));
            put(bytes, static_cast<std::uint16_t>(now));
        }
    }
    end_of_same();
    return bytes;
}

bool decode_distances(std::string_view bytes, const PackedBlock& values, std::span<std::uint16_t> distances) {
    std::array<int, 4> last{};
    std::size_t at = 0;
    unsigned same = 0;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const Value v = value_at(values, i);
        distances[i] = no_distance;
        if (!has_distance(v)) continue;
        int& now = last[static_cast<std::size_t>(v)];
        if (same > 0) {
            --same;
        } else {
            std::uint8_t code = 0;
            if (!take(bytes, at, code)) return false;
            if (code > absolute) {
                same = code - absolute - 1;
            } else if (code == absolute) {
                std::uint16_t distance = 0;
                if (!take(bytes, at, distance)) return false;
                now = distance;
            } else {
                now += code % 2 == 0 ? code / 2 : -(code + 1) / 2;
            }
        }
        if (now < 0 || now >= no_distance) return false;
        distances[i] = static_cast<std::uint16_t>(now);
    }
    return same == 0 && at == bytes.size();
}

}  // namespace crownhead::egdb
