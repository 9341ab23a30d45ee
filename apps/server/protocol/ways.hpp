// Ways: how legal moves can be carried out, for people to choose from.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/game.hpp"

namespace crownhead::server {

// For all moves of one position. To find every way of an immense capture takes milliseconds: after a few of them only the
// first way of each move is given.
class Ways {
public:
    static constexpr std::size_t listed = 100;  // of one move; more are never needed to find one's way

    explicit Ways(const Game& game) : game_(game) {}

    std::vector<AnyMove> of(std::size_t index) {
        const AnyMove& first = game_.legal()[index];
        if (first.hops.size() < 2 || immense_left_ == 0) return {first};
        std::vector<AnyMove> all = game_.paths(index);
        if (all.size() > listed || first.hops.size() > long_capture) --immense_left_;
        return all;
    }

private:
    static constexpr std::size_t long_capture = 8;  // pieces

    const Game& game_;
    int immense_left_ = 3;
};

}  // namespace crownhead::server
