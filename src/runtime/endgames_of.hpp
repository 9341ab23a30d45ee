// EndgamesOf<G, M>: the adaptor between the templates of egdb/ and Endgames.
#pragma once

#include <memory>
#include <utility>

#include "egdb/build.hpp"
#include "egdb/database.hpp"
#include "egdb/verify.hpp"
#include "runtime/endgames.hpp"
#include "runtime/game_of.hpp"
#include "runtime/with_variant.hpp"

namespace crownhead {

template <Geometry G, Movement M>
class EndgamesOf final : public Endgames {
public:
    EndgamesOf(const Variant& variant, std::unique_ptr<egdb::Database<G, M>> database)
        : variant_(variant), database_(std::move(database)) {}

    int pieces() const override { return database_->pieces(); }

    std::vector<egdb::ClassInfo> classes() const override {
        std::vector<egdb::ClassInfo> all;
        for (const egdb::Material& stage : database_->stages()) {
            const egdb::StageReader& reader = database_->reader(stage);
            all.push_back({stage, reader.totals(0), reader.bytes()});
            if (reader.tables() > 1) all.push_back({stage.swapped(), reader.totals(1), 0});
        }
        return all;
    }

    std::optional<egdb::Value> value(const Game& game) const override {
        return value_of_position(known(game).history().pos());
    }

    std::vector<std::optional<egdb::Value>> move_values(const Game& game) const override {
        std::vector<std::optional<egdb::Value>> values;
        for (const Move<G>& mv : known(game).moves()) {
            const auto v = value_of_position(after<M>(known(game).history().pos(), mv));
            values.push_back(v ? std::optional(egdb::seen_from_the_other_side(*v)) : std::nullopt);
        }
        return values;
    }

    egdb::VerifyReport verify(const egdb::VerifyOptions& options) const override {
        return egdb::Verifier<G, M>(*database_, variant_.end, options).run();
    }

private:
    const GameOf<G, M>& known(const Game& game) const {
        CH_ASSERT(game.variant().name == variant_.name);
        return static_cast<const GameOf<G, M>&>(game);
    }

    // A man that stands where it would be a king can only be set up by hand, and has no place in the index.
    std::optional<egdb::Value> value_of_position(const Position<G>& pos) const {
        if constexpr (has_kings(M)) {
            for (const Side side : {Side::Black, Side::White})
                if (pos.men_of(side) & far_row_of<G>(side)) return std::nullopt;
        }
        return database_->value(pos);
    }

    const Variant& variant_;
    std::unique_ptr<egdb::Database<G, M>> database_;
};

// For the games for which Chosen{}(variant) holds, as with engines.
template <class Chosen>
Result<std::unique_ptr<Endgames>> endgames_among(const Variant& variant, const std::string& folder,
                                                 std::size_t cache_bytes) {
    Result<std::unique_ptr<Endgames>> result;
    with_variant<Chosen>(variant, [&]<Geometry G, Movement M>() {
        auto database = egdb::Database<G, M>::open(folder, variant, egdb::most_pieces, cache_bytes);
        if (database)
            result = std::make_unique<EndgamesOf<G, M>>(variant, std::move(*database));
        else
            result = std::unexpected(std::move(database.error()));
    });
    return result;
}

template <class Chosen>
Result<egdb::BuildReport> build_among(const Variant& variant, const egdb::BuildOptions& options) {
    Result<egdb::BuildReport> result;
    with_variant<Chosen>(variant,
                         [&]<Geometry G, Movement M>() { result = egdb::Builder<G, M>(variant, options).run(); });
    return result;
}

}  // namespace crownhead
