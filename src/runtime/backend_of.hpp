// BackendOf<G, M>: the templates behind Backend. Included only by runtime/groups/*.cpp: each of the pairs of board and
// movement takes the compiler about ten seconds.
#pragma once

#include <memory>
#include <utility>

#include "egdb/index.hpp"
#include "runtime/backend.hpp"
#include "runtime/endgames_of.hpp"
#include "runtime/engine_of.hpp"
#include "runtime/follower_of.hpp"
#include "runtime/game_of.hpp"
#include "runtime/perft_of.hpp"
#include "runtime/playouts_of.hpp"
#include "runtime/with_variant.hpp"
#include "search/minimax.hpp"
#include "util/assert.hpp"

namespace crownhead {

template <Geometry G, Movement M>
class BackendOf final : public Backend {
public:
    std::unique_ptr<Game> new_game(const Variant& variant) const override {
        return std::make_unique<GameOf<G, M>>(variant);
    }

    std::unique_ptr<Follower> new_follower(const Variant& variant) const override {
        return std::make_unique<FollowerOf<G, M>>(variant);
    }

    std::unique_ptr<Engine> new_engine(const Variant& variant, const EngineOptions& options) const override {
        return std::make_unique<EngineOf<G, M>>(variant, options);
    }

    PlainReport plain_search(const Game& game, const PlainLimits& limits,
                             const OnPlainReport& on_depth) const override {
        const auto& known = static_cast<const GameOf<G, M>&>(game);
        CH_ASSERT(!known.moves().empty());
        return FixedDepthSearch<G, M>(game.variant().end, limits, on_depth).run(known.history().pos(), known.moves());
    }

    Result<std::unique_ptr<Endgames>> open_endgames(const Variant& variant, const std::string& folder,
                                                    const EndgameCache& cache) const override {
        auto database = egdb::Database<G, M>::open(folder, variant, egdb::most_pieces, cache);
        if (!database) return std::unexpected(std::move(database.error()));
        return std::make_unique<EndgamesOf<G, M>>(variant, std::move(*database));
    }

    Result<egdb::BuildReport> build_endgames(const Variant& variant, const egdb::BuildOptions& options) const override {
        return egdb::Builder<G, M>(variant, options).run();
    }

    std::uint64_t count_endgames(const Variant& variant, int pieces) const override {
        std::uint64_t sum = 0;
        for (const egdb::Material& stage : egdb::stages_up_to(variant, pieces)) {
            sum += egdb::Index<G, M>(stage).size();
            if (stage.us != stage.them) sum += egdb::Index<G, M>(stage.swapped()).size();
        }
        return sum;
    }

    std::uint64_t perft(const Variant& variant, const Placement& placement,
                        const PerftOptions& options) const override {
        return threaded_perft<M>(variant, to_position<G>(variant, placement), options);
    }

    PlayoutTotals playouts(const Variant& variant, std::uint64_t games, std::uint64_t seed) const override {
        return playouts_of<G, M>(variant, games, seed);
    }
};

template <class Group>
const Backend* backend_in(const Variant& variant) {
    const Backend* found = nullptr;
    if (Group{}(variant))
        with_variant<Group>(variant, [&]<Geometry G, Movement M>() {
            static const BackendOf<G, M> backend;
            found = &backend;
        });
    return found;
}

}  // namespace crownhead
