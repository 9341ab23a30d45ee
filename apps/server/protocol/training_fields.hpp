// The fields of requests about puzzles and mistakes.
#pragma once

#include <cstddef>
#include <string>

#include "protocol/fields.hpp"
#include "protocol/requests.hpp"
#include "util/day.hpp"

namespace crownhead::server {

inline constexpr std::size_t key_size = 100;  // of an exercise

inline std::string read_date(const Fields& fields) {
    std::string day = fields.text("day", word_size);
    if (!read_day(day)) throw fields.wrong("day", "a day, as in 2026-11-15");
    return day;
}

inline Action read_puzzles_list(const Fields& f) { return PuzzlesListRequest{.day = read_date(f)}; }

inline Action read_puzzles_next(const Fields& f) {
    return PuzzlesNextRequest{.game = f.text_or_empty("game", word_size),
                              .grade = f.text_or_empty("grade", word_size),
                              .theme = f.text_or_empty("theme", word_size),
                              .proof = f.text_or_empty("proof", word_size),
                              .after = f.text_or_empty("after", key_size)};
}

inline Action read_puzzles_open(const Fields& f) {
    return PuzzlesOpenRequest{.key = f.text("key", key_size), .day = read_date(f)};
}

inline Action read_puzzles_try(const Fields& f) {
    return PuzzlesTryRequest{.key = f.text("key", key_size),
                             .ply = f.whole<std::size_t>("ply", 0, 100),
                             .index = f.whole<std::size_t>("index", 0, 10'000),
                             .day = read_date(f)};
}

inline Action read_puzzles_hint(const Fields& f) {
    return PuzzlesHintRequest{
        .key = f.text("key", key_size), .ply = f.whole_or<std::size_t>("ply", 0, 100, 0), .day = read_date(f)};
}

inline Action read_puzzles_show(const Fields& f) {
    return PuzzlesShowRequest{.key = f.text("key", key_size), .day = read_date(f)};
}

inline Action read_mistakes_list(const Fields& f) { return MistakesListRequest{.day = read_date(f)}; }

}  // namespace crownhead::server
