// What a search is asked and what it answers. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace crownhead {

enum class Method : std::uint8_t { Minimax, AlphaBeta };
enum class Evaluation : std::uint8_t { Material, Centre, Safety };

struct Limits {
    Method method = Method::AlphaBeta;
    Evaluation evaluation = Evaluation::Material;
    int depth = 5;         // plies
    double seconds = 0.0;  // 0: no limit; else depth 1, 2, 3 ... as far as the time allows
};

struct Report {
    std::size_t best = 0;  // index of the move among the legal ones
    int score = 0;         // for the side to move
    int depth = 0;         // plies: what `best` and `score` rest on
    std::uint64_t nodes = 0;
    int deepest = 0;                 // plies
    std::uint64_t prunings_max = 0;  // cut-offs where the side that searches is to move
    std::uint64_t prunings_min = 0;  // ... where its opponent is
    bool complete = true;            // false: the time was over before the depth was reached
};

}  // namespace crownhead
