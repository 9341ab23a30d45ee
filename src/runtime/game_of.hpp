// GameOf<G, M>: the one adaptor between the templates and Game.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "game/history.hpp"
#include "game/legality.hpp"
#include "runtime/convert.hpp"
#include "runtime/game.hpp"

namespace crownhead {

template <Geometry G, Movement M>
class GameOf final : public Game {
public:
    explicit GameOf(const Variant& variant) : variant_(variant) {
        begin(to_position<G>(variant, start_placement(variant)));
    }

    const Variant& variant() const override { return variant_; }
    Placement placement() const override { return to_placement(variant_, history_.pos()); }
    Side turn() const override { return history_.pos().turn; }
    Placement start() const override { return to_placement(variant_, start_); }
    std::uint64_t key() const override { return history_.now().key; }
    std::span<const AnyMove> legal() const override { return any_moves_; }

    std::vector<AnyMove> paths(std::size_t index) const override {
        constexpr std::size_t enough = 10000;  // paths of one move; only absurd positions have more
        ReachedJumps<G> reached;
        return to_any_moves<M>(variant_, history_.pos(), moves_[index], enough, reached);
    }

    std::optional<Outcome> outcome() const override { return crownhead::outcome<M>(history_, variant_.end); }
    std::span<const AnyMove> played() const override { return {played_.data(), history_.ply()}; }

    void play(std::size_t index) override {
        CH_ASSERT(index < moves_.size());
        played_.resize(history_.ply());
        played_.push_back(any_moves_[index]);
        history_.template play<M>(moves_[index], variant_.end);
        refresh();
    }

    bool undo() override {
        if (!history_.undo()) return false;
        refresh();
        return true;
    }

    bool redo() override {
        if (!history_.redo()) return false;
        refresh();
        return true;
    }

    Result<void> set(const Placement& placement, Strictness strictness) override {
        auto checked = strictness == Strictness::Legal ? check_placement(variant_, placement)
                                                       : check_expressible(variant_, placement);
        if (!checked) return checked;
        const Position<G> pos = to_position<G>(variant_, placement);
        if (!within_capture_budget<M>(pos))
            return fail("the captures in this position can be carried out in too many ways to list them");
        begin(pos);
        return {};
    }

    std::unique_ptr<Game> clone() const override { return std::make_unique<GameOf>(*this); }

    // For the engine of the same game, which goes on from here with templates.
    const History<G>& history() const { return history_; }
    const MoveList<G>& moves() const { return moves_; }

private:
    void begin(const Position<G>& pos) {
        start_ = pos;
        history_.start(pos, variant_.end);
        played_.clear();
        refresh();
    }

    void refresh() {
        legal_moves<M>(history_, variant_.end, moves_);
        any_moves_.clear();
        ReachedJumps<G> reached;
        for (const Move<G>& mv : moves_) any_moves_.push_back(to_any_move<M>(variant_, history_.pos(), mv, reached));
    }

    const Variant& variant_;
    Position<G> start_;
    History<G> history_;
    MoveList<G> moves_;
    std::vector<AnyMove> any_moves_;
    std::vector<AnyMove> played_;  // with those that can be redone
};

}  // namespace crownhead
