#include "runtime/endgames.hpp"

#include "egdb/index.hpp"
#include "runtime/engine_groups.hpp"
#include "runtime/with_variant.hpp"

namespace crownhead {

template <class Chosen>
Result<std::unique_ptr<Endgames>> endgames_among(const Variant& variant, const std::string& folder,
                                                 std::size_t cache_bytes);
template <class Chosen>
Result<egdb::BuildReport> build_among(const Variant& variant, const egdb::BuildOptions& options);

namespace {

// Calls f.template operator()<Chosen>() with the group of games whose source has been compiled for this one.
template <class F>
auto with_group(const Variant& variant, F&& f) {
    if (SixBoards{}(variant)) return f.template operator()<SixBoards>();
    if (TwelveBoards{}(variant)) return f.template operator()<TwelveBoards>();
    if (TenBoards{}(variant)) return f.template operator()<TenBoards>();
    if (EightFlying{}(variant)) return f.template operator()<EightFlying>();
    return f.template operator()<EightShort>();
}

}  // namespace

Result<std::unique_ptr<Endgames>> open_endgames(const Variant& variant, const std::string& folder,
                                                std::size_t cache_bytes) {
    return with_group(variant, [&]<class Chosen>() { return endgames_among<Chosen>(variant, folder, cache_bytes); });
}

Result<egdb::BuildReport> build_endgames(const Variant& variant, const egdb::BuildOptions& options) {
    return with_group(variant, [&]<class Chosen>() { return build_among<Chosen>(variant, options); });
}

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

std::uint64_t count_endgames(const Variant& variant, int pieces) {
    std::uint64_t sum = 0;
    with_variant(variant, [&]<Geometry G, Movement M>() {
        for (const egdb::Material& stage : egdb::stages_up_to(variant, pieces)) {
            sum += egdb::Index<G, M>(stage).size();
            if (stage.us != stage.them) sum += egdb::Index<G, M>(stage.swapped()).size();
        }
    });
    return sum;
}

}  // namespace crownhead
