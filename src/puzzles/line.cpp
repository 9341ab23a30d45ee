#include "puzzles/line.hpp"

#include <algorithm>
#include <span>

#include "notation/move_text.hpp"

namespace crownhead::puzzles {

std::optional<std::size_t> find_move(const Game& game, const AnyMove& mv) {
    const std::span<const AnyMove> legal = game.legal();
    const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
    if (found == legal.end()) return std::nullopt;
    return static_cast<std::size_t>(found - legal.begin());
}

Result<std::unique_ptr<Game>> game_at(const Variant& variant, const Placement& position) {
    std::unique_ptr<Game> game = new_game(variant);
    if (const Result<void> set = game->set(position, Strictness::Legal); !set) return std::unexpected(set.error());
    if (game->outcome()) return fail("the game is over in this position");
    return game;
}

std::string line_text(const Game& game, const std::vector<AnyMove>& line) {
    const std::unique_ptr<Game> at = game.clone();
    std::string text;
    for (const AnyMove& mv : line) {
        const std::optional<std::size_t> index = find_move(*at, mv);
        if (!index) break;
        if (!text.empty()) text += ' ';
        text += move_text::write(at->variant(), at->legal(), *index, Notation::Numeric);
        at->play(*index);
    }
    return text;
}

Result<std::vector<AnyMove>> read_line(const Game& game, std::string_view text) {
    const std::unique_ptr<Game> at = game.clone();
    std::vector<AnyMove> line;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (at->outcome()) return fail("the game is over before the move " + std::string(word));
        const Result<std::size_t> index =
            move_text::read(at->variant(), word, at->legal(), [&](std::size_t i) { return at->paths(i); });
        if (!index) return std::unexpected(index.error());
        line.push_back(at->legal()[*index]);
        at->play(*index);
    }
    return line;
}

}  // namespace crownhead::puzzles
