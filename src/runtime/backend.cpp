#include "runtime/backend.hpp"

#include <initializer_list>

#include "util/assert.hpp"

namespace crownhead {

extern template const Backend* backend_in<groups::SixShort>(const Variant&);
extern template const Backend* backend_in<groups::SixFlying>(const Variant&);
extern template const Backend* backend_in<groups::EightShort>(const Variant&);
extern template const Backend* backend_in<groups::EightForward>(const Variant&);
extern template const Backend* backend_in<groups::EightAllFour>(const Variant&);
extern template const Backend* backend_in<groups::Ten>(const Variant&);
extern template const Backend* backend_in<groups::Twelve>(const Variant&);

const Backend& backend_for(const Variant& variant) {
    const Backend* found = nullptr;
    for (auto* find : {backend_in<groups::SixShort>, backend_in<groups::SixFlying>, backend_in<groups::EightShort>,
                       backend_in<groups::EightForward>, backend_in<groups::EightAllFour>, backend_in<groups::Ten>,
                       backend_in<groups::Twelve>}) {
        found = find(variant);
        if (found != nullptr) break;
    }
    CH_ASSERT(found != nullptr);
    return *found;
}

std::unique_ptr<Game> new_game(const Variant& variant) { return backend_for(variant).new_game(variant); }

std::unique_ptr<Follower> new_follower(const Variant& variant) { return backend_for(variant).new_follower(variant); }

std::unique_ptr<Engine> new_engine(const Variant& variant, const EngineOptions& options) {
    return backend_for(variant).new_engine(variant, options);
}

PlainReport plain_search(const Game& game, const PlainLimits& limits, const OnPlainReport& on_depth) {
    return backend_for(game.variant()).plain_search(game, limits, on_depth);
}

Result<std::unique_ptr<Endgames>> open_endgames(const Variant& variant, const std::string& folder,
                                                const EndgameCache& cache) {
    return backend_for(variant).open_endgames(variant, folder, cache);
}

Result<egdb::BuildReport> build_endgames(const Variant& variant, const egdb::BuildOptions& options) {
    return backend_for(variant).build_endgames(variant, options);
}

std::uint64_t count_endgames(const Variant& variant, int pieces) {
    return backend_for(variant).count_endgames(variant, pieces);
}

std::uint64_t perft(const Variant& variant, const Placement& placement, const PerftOptions& options) {
    CH_ASSERT(options.depth >= 1 && options.threads >= 1);
    return backend_for(variant).perft(variant, placement, options);
}

PlayoutTotals run_playouts(const Variant& variant, std::uint64_t games, std::uint64_t seed) {
    return backend_for(variant).playouts(variant, games, seed);
}

}  // namespace crownhead
