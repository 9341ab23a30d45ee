#include "runtime/endgames.hpp"

#include <utility>

namespace crownhead {

EndgameCache new_endgame_cache(std::size_t bytes) { return std::make_shared<egdb::BlockCache>(bytes); }

std::optional<egdb::ClassInfo> class_of(const Endgames& endgames, const egdb::Material& material) {
    for (egdb::ClassInfo& info : endgames.classes())
        if (info.material == material) return std::move(info);
    return std::nullopt;
}

bool knows(const Endgames& endgames, const Game& game) {
    const Placement placement = game.placement();
    return placement.pieces(Side::Black) + placement.pieces(Side::White) <= endgames.pieces();
}

std::vector<std::size_t> best_known_moves(const Endgames& endgames, const Game& game) {
    if (!knows(endgames, game)) return {};
    const auto values = endgames.move_values(game);
    // Higher is better. A way that the files do not measure is longer than any that they do.
    static constexpr int far_away = 100'000;
    static constexpr int unmeasured = far_away / 2;
    const auto rating = [](const ExactValue& exact) {
        switch (exact.value) {
            case Value::Win: return far_away - exact.plies.value_or(unmeasured);
            case Value::Loss: return exact.plies.value_or(unmeasured) - far_away;
            default: return 0;
        }
    };
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) return {};
        if (!best.empty() && rating(*values[i]) < rating(*values[best.front()])) continue;
        if (!best.empty() && rating(*values[i]) > rating(*values[best.front()])) best.clear();
        best.push_back(i);
    }
    return best;
}

}  // namespace crownhead
