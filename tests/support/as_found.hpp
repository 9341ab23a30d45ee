// Games as they are found in other people's files: no GameType, signs that say nothing, captures by their first and last square,
// numbers or letters, play after a draw could have been claimed.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "game/any_move.hpp"
#include "match/game_record.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/square_text.hpp"
#include "rules/variant.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {

struct FoundGame {
    std::string text{};   // PDN
    GameRecord record{};  // what it means
};

// Random moves; where a draw could be claimed the game often goes on for a while.
inline std::unique_ptr<Game> play_as_people_do(const Variant& v, Random& random) {
    std::unique_ptr<Game> game = new_game(v);
    const std::uint32_t most = 20 + random.below(100);
    int after_draw = 30;
    for (std::uint32_t ply = 0; ply < most; ++ply) {
        if (game->outcome() && (--after_draw < 0 || !game->play_on())) break;
        // Going to and fro: kings that repeat positions are rare in random play.
        const auto& played = game->played();
        std::size_t index = random.below(static_cast<std::uint32_t>(game->legal().size()));
        if (random.below(3) == 0 && played.size() >= 2 && !played[played.size() - 2].is_pass()) {
            const AnyMove& last = played[played.size() - 2];
            for (std::size_t i = 0; i < game->legal().size(); ++i)
                if (game->legal()[i].from == last.to() && game->legal()[i].to() == last.from) index = i;
        }
        game->play(index);
    }
    return game;
}

inline std::string square_as_found(const Variant& v, int number, bool letters) {
    return letters ? square_text::name(v, number) : std::to_string(number);
}

inline std::string move_as_found(const Variant& v, const AnyMove& mv, bool letters, Random& random) {
    if (mv.is_pass()) return "pass";
    const std::string from = square_as_found(v, mv.from, letters);
    const std::string to = square_as_found(v, mv.to(), letters);
    switch (random.below(4)) {
        case 0: return from + "x" + to;
        case 1: return from + ":" + to;
        case 2:
            if (letters) return from + to;
            if (from.size() == 2 && to.size() == 2) return from + to;
            break;
        default: break;
    }
    return from + (from == to ? "x" : "-") + to;  // 1-1 would be a result
}

inline FoundGame game_as_found(const Variant& v, bool letters, bool with_position, Random& random) {
    std::unique_ptr<Game> game = play_as_people_do(v, random);
    FoundGame found{.record = from_game(*game)};
    found.text = "[Event \"as found\"]\n[White \"A\"]\n[Black \"B\"]\n";
    if (with_position) {
        const Notation other = letters ? Notation::Numeric : Notation::Algebraic;
        found.text += "[FEN \"" + fen::write(v, found.record.start, other) + ".\"]\n";
    }
    found.text += "\n";
    std::size_t ply = 0;
    for (const AnyMove& mv : found.record.moves) {
        if (ply % 2 == 0) found.text += std::to_string(ply / 2 + 1) + ". ";
        found.text += move_as_found(v, mv, letters, random) + (ply % 8 == 7 ? "\n" : " ");
        ++ply;
    }
    found.text += "*\n\n";
    return found;
}

}  // namespace crownhead
