#include "table/marks.hpp"

#include <algorithm>

namespace crownhead::server {

namespace {

// Positions take the numbers of 48 bits, which SQLite keeps in six bytes; the others lie above.
constexpr unsigned hash_bits = 48;
constexpr std::int64_t materials = std::int64_t{1} << hash_bits;
constexpr std::int64_t texts = std::int64_t{2} << hash_bits;

// FNV-1a, with its bits mixed so that the lower ones depend on all.
std::int64_t hash48(std::string_view text, char last) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto take = [&](char c) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    };
    for (const char c : text) take(c);
    take(last);
    hash ^= hash >> 33U;
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 33U;
    return static_cast<std::int64_t>(hash >> (64U - hash_bits));
}

}  // namespace

std::int64_t position_mark(std::string_view board, Side turn) { return hash48(board, turn == Side::Black ? 'b' : 'w'); }

std::int64_t material_mark(const Material& material) {
    std::int64_t code = 0;
    for (const int count : material) code = code * 64 + std::clamp(count, 0, 63);
    return materials + code;
}

Material material_of(std::string_view board) {
    Material material{};
    for (const char c : board) {
        if (c == 'b') ++material[0];
        if (c == 'B') ++material[1];
        if (c == 'w') ++material[2];
        if (c == 'W') ++material[3];
    }
    return material;
}

std::int64_t text_mark(std::string_view text) { return texts + hash48(text, '\0'); }

std::string turned_round(std::string_view board) {
    std::string turned(board.rbegin(), board.rend());
    for (char& c : turned) {
        switch (c) {
            case 'b': c = 'w'; break;
            case 'w': c = 'b'; break;
            case 'B': c = 'W'; break;
            case 'W': c = 'B'; break;
            default: break;
        }
    }
    return turned;
}

}  // namespace crownhead::server
