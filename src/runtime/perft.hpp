// Perft of any variant, on several threads, with progress after each root move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "rules/variant.hpp"

namespace crownhead {

struct PerftOptions {
    int depth = 1;
    int threads = 1;
    bool bulk = true;  // count the last ply without playing it; false plays every move
    // Called once for each move of the position, in the order in which they are finished, never twice at a time.
    std::function<void(const AnyMove& move, std::uint64_t count, std::size_t done, std::size_t of)> on_root_move;
};

// `variant` must be in the list of variants, depth and threads at least 1. The result does not depend on the number of threads.
std::uint64_t perft(const Variant& variant, const Placement& placement, const PerftOptions& options);

}  // namespace crownhead
