#include "runtime/endgames.hpp"

namespace crownhead {

bool knows(const Endgames& endgames, const Game& game) {
    const Placement placement = game.placement();
    return placement.pieces(Side::Black) + placement.pieces(Side::White) <= endgames.pieces();
}

std::vector<std::size_t> best_known_moves(const Endgames& endgames, const Game& game) {
    if (!knows(endgames, game)) return {};
    const auto verdicts = endgames.move_verdicts(game);
    // Higher is better. A way that the files do not measure is longer than any that they do.
    static constexpr int far_away = 100'000;
    static constexpr int unmeasured = far_away / 2;
    const auto rating = [](const egdb::Verdict& verdict) {
        switch (verdict.value) {
            case egdb::Value::Win: return far_away - verdict.plies.value_or(unmeasured);
            case egdb::Value::Loss: return verdict.plies.value_or(unmeasured) - far_away;
            default: return 0;
        }
    };
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        if (!verdicts[i]) return {};
        if (!best.empty() && rating(*verdicts[i]) < rating(*verdicts[best.front()])) continue;
        if (!best.empty() && rating(*verdicts[i]) > rating(*verdicts[best.front()])) best.clear();
        best.push_back(i);
    }
    return best;
}

}  // namespace crownhead
