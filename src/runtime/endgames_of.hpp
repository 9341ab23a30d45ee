// EndgamesOf<G, M>: the adaptor between the templates of egdb/ and Endgames.
#pragma once

#include <memory>
#include <utility>

#include "egdb/build.hpp"
#include "egdb/database.hpp"
#include "egdb/verify.hpp"
#include "runtime/endgames.hpp"
#include "runtime/game_of.hpp"
#include "search/probe.hpp"

namespace crownhead {

template <Geometry G, Movement M>
class EndgamesOf final : public Endgames, public Probe<G> {
public:
    EndgamesOf(const Variant& variant, std::unique_ptr<egdb::Database<G, M>> database)
        : variant_(variant), database_(std::move(database)) {}

    int pieces() const override { return database_->pieces(); }
    std::size_t memory() const override { return database_->memory(); }

    std::optional<Value> value(const Position<G>& pos) const override { return database_->stored_value(pos); }

    std::vector<egdb::ClassInfo> classes() const override {
        std::vector<egdb::ClassInfo> all;
        for (const egdb::Material& stage : database_->stages()) {
            const egdb::StageReader& reader = database_->reader(stage);
            all.push_back({stage, reader.totals(0), reader.bytes(), longest(reader, 0, stage)});
            if (reader.tables() > 1)
                all.push_back({stage.swapped(), reader.totals(1), 0, longest(reader, 1, stage.swapped())});
        }
        return all;
    }

    std::optional<ExactValue> exact_value(const Position<G>& pos) const override {
        return has_place(pos) ? database_->exact_value(pos) : std::nullopt;
    }

    std::optional<ExactValue> exact_value(const Game& game) const override {
        return exact_value(known(game).history().pos());
    }

    std::vector<std::optional<ExactValue>> move_values(const Game& game) const override {
        std::vector<std::optional<ExactValue>> all;
        for (const Move<G>& mv : known(game).moves()) {
            auto exact = exact_value(after<M>(known(game).history().pos(), mv));
            if (exact) {
                exact->value = negated(exact->value);
                if (exact->plies) ++*exact->plies;
            }
            all.push_back(exact);
        }
        return all;
    }

    std::optional<Value> value(const Game& game) const override { return plain_value(known(game).history().pos()); }

    std::vector<std::optional<Value>> plain_move_values(const Game& game) const override {
        std::vector<std::optional<Value>> all;
        for (const Move<G>& mv : known(game).moves()) {
            const std::optional<Value> found = plain_value(after<M>(known(game).history().pos(), mv));
            all.push_back(found ? std::optional(negated(*found)) : std::nullopt);
        }
        return all;
    }

    Placement position(const egdb::Material& material, std::uint64_t number, Side turn) const override {
        const Position<G> pos = egdb::Index<G, M>(material).position(number);
        return to_placement(variant_, turn == Side::Black ? pos : rotated(pos));
    }

    egdb::VerifyReport verify(const egdb::VerifyOptions& options) override {
        if (database_->has_distances())
            static_cast<void>(database_->load_distances());  // what is missing is wrong then
        return egdb::Verifier<G, M>(*database_, variant_.end, options).run();
    }

private:
    const GameOf<G, M>& known(const Game& game) const {
        CH_ASSERT(game.variant().name == variant_.name);
        return static_cast<const GameOf<G, M>&>(game);
    }

    // A man that stands where it would be a king can only be set up by hand, and has no place in the index.
    static bool has_place(const Position<G>& pos) {
        if constexpr (has_kings(M)) {
            for (const Side side : {Side::Black, Side::White})
                if (pos.men_of(side) & far_row_of<G>(side)) return false;
        }
        return true;
    }
    std::optional<Value> plain_value(const Position<G>& pos) const {
        return has_place(pos) ? database_->value(pos) : std::nullopt;
    }

    std::optional<egdb::LongestWay> longest(const egdb::StageReader& reader, std::size_t table,
                                            const egdb::Material& m) const {
        if (!reader.has_distances()) return std::nullopt;
        const egdb::Longest& found = reader.longest(table);
        return egdb::LongestWay{found.plies, to_placement(variant_, egdb::Index<G, M>(m).position(found.number))};
    }

    const Variant& variant_;
    std::unique_ptr<egdb::Database<G, M>> database_;
};

}  // namespace crownhead
