// The fields of requests about endings.
#pragma once

#include <cstddef>

#include "analysis/endgame_drill.hpp"
#include "protocol/training_fields.hpp"

namespace crownhead::server {

inline Action read_endings_classes(const Fields& f) { return EndingsClassesRequest{.game = f.text("game", word_size)}; }

inline Action read_endings_class(const Fields& f) {
    return EndingsClassRequest{.game = f.text("game", word_size), .material = f.text("class", word_size)};
}

inline Action read_endings_drill(const Fields& f) { return EndingsDrillRequest{.key = f.text("key", key_size)}; }

inline Action read_endings_move(const Fields& f) {
    constexpr std::size_t most_plies = 4 * analysis::most_drill_moves;  // with passes
    constexpr int most_legal = 10'000;
    EndingsMoveRequest request{
        .key = f.text("key", key_size), .index = f.whole<std::size_t>("index", 0, most_legal), .day = read_date(f)};
    for (const int index : f.numbers("moves", most_plies, 0, most_legal))
        request.moves.push_back(static_cast<std::size_t>(index));
    return request;
}

}  // namespace crownhead::server
