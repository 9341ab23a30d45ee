#include "support/random_placements.hpp"

#include <algorithm>
#include <vector>

#include "game/position.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {

namespace {

// A legal placement with a random number of pieces on random squares.
Placement thrown_placement(const Variant& v, Random& random) {
    Placement placement(v.squares());
    placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
    const std::uint32_t king_share = random.below(11);  // in tenths
    for (const Side side : {Side::Black, Side::White}) {
        std::vector<int> kings;
        const std::uint32_t wanted = 1 + random.below(static_cast<std::uint32_t>(v.pieces_per_side()));
        for (std::uint32_t i = 0; i < wanted; ++i) {
            const int number = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(v.squares())));
            if (placement.at(number) != Piece::None) continue;
            const bool king = has_kings(v.move) && random.below(10) < king_share;
            const int row = cell_of(v.size(), index_of_number(v.setup, v.size(), number)).row;
            if (!king && has_kings(v.move) && row == far_row(v.size(), side)) continue;
            placement.put(number, piece_of(side, king));
            if (king) kings.push_back(number);
        }
        if (v.move.king_run > 0 && !kings.empty() && random.below(2) == 0)
            placement.king_runs[slot(side)] = {static_cast<std::uint8_t>(kings.front()),
                                               static_cast<std::uint8_t>(1 + random.below(v.move.king_run))};
    }
    return placement;
}

}  // namespace

void each_random_placement(const Variant& v, int count, std::uint64_t seed,
                           const std::function<void(const Placement&)>& f) {
    Random random(seed);
    int left = count;
    while (left > 0) {
        const auto game = new_game(v);
        for (; left > 0 && !game->outcome(); --left) {
            f(game->placement());
            game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        }
        const int thrown = std::min(left, 60);  // about as many as a game gives
        for (int i = 0; i < thrown; ++i) f(thrown_placement(v, random));
        left -= thrown;
    }
}

}  // namespace crownhead
