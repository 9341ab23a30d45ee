#include "puzzles/themes.hpp"

#include <cstddef>
#include <memory>
#include <optional>

#include "puzzles/line.hpp"

namespace crownhead::puzzles {

std::vector<Theme> themes_of(const Game& game, const std::vector<AnyMove>& line) {
    const bool reversed = game.variant().end.bare == Bare::Wins;
    const std::unique_ptr<Game> at = game.clone();
    std::size_t given = 0;
    std::size_t taken = 0;
    std::size_t replies = 0;
    bool offered = false;    // the first reply captures
    bool all_forced = true;  // every reply is the only legal move and captures
    bool crowned = false;
    for (std::size_t ply = 0; ply < line.size(); ++ply) {
        const std::optional<std::size_t> index = find_move(*at, line[ply]);
        if (!index) return {};
        const AnyMove& mv = at->legal()[*index];
        if (ply % 2 == 0) {
            taken += mv.captured().size();
            crowned |= mv.promotes;
        } else {
            given += mv.captured().size();
            ++replies;
            all_forced &= mv.is_capture() && at->legal().size() == 1;
            if (ply == 1) offered = mv.is_capture();
        }
        at->play(*index);
    }
    const std::optional<Outcome> outcome = at->outcome();
    const bool blocked = outcome && outcome->reason == Reason::NoMove && outcome->winner == game.turn();
    // What can be taken at the end may change the balance.
    const bool settled = at->legal().empty() || !at->legal().front().is_capture();
    std::vector<Theme> themes;
    if (!reversed && offered && settled && taken > given) themes.push_back(Theme::Shot);
    if (!reversed && crowned) themes.push_back(Theme::Breakthrough);
    if (!reversed && blocked) themes.push_back(Theme::Block);
    if (reversed && replies >= 2 && all_forced) themes.push_back(Theme::Net);
    return themes;
}

}  // namespace crownhead::puzzles
