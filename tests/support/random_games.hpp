// Random positions of any game through the abstract Game: from random play, and thrown on the board.
#pragma once

#include <memory>

#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {

// Random moves from where the game stands, until so many are played or the game is over.
inline void play_randomly(Game& game, int plies, Random& random) {
    for (int i = 0; i < plies && !game.outcome(); ++i)
        game.play(random.below(static_cast<std::uint32_t>(game.legal().size())));
}

// A game that is not over, after so many random moves or a move before its end.
inline std::unique_ptr<Game> after_random_moves(const Variant& v, int plies, Random& random) {
    auto game = new_game(v);
    play_randomly(*game, plies, random);
    if (game->outcome()) game->undo();
    return game;
}

// At most `most` pieces of each side on random squares; not over.
inline std::unique_ptr<Game> thrown_game(const Variant& v, int most, Random& random) {
    for (;;) {
        Placement placement(v.squares());
        placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
        const std::uint32_t king_share = random.below(11);  // in tenths
        for (const Side side : {Side::Black, Side::White}) {
            const std::uint32_t wanted = 1 + random.below(static_cast<std::uint32_t>(most));
            for (std::uint32_t i = 0; i < wanted; ++i) {
                const int number = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(v.squares())));
                const bool king = has_kings(v.move) && !v.end.king_wins && random.below(10) < king_share;
                if (placement.at(number) == Piece::None) placement.put(number, piece_of(side, king));
            }
        }
        auto game = new_game(v);
        if (game->set(placement, Strictness::Legal) && !game->outcome()) return game;
    }
}

}  // namespace crownhead
