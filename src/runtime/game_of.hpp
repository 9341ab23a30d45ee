// GameOf<G, M>: the one adaptor between the templates and Game.
#pragma once

#include <algorithm>
#include <cstddef>
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
    explicit GameOf(const Variant& variant) : variant_(variant), without_draws_(variant.end) {
        without_draws_.repetitions = 0;
        without_draws_.no_capture_limit = without_draws_.no_advance_limit = without_draws_.quiet_limit = 0;
        without_draws_.material = {};
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

    std::optional<Outcome> outcome() const override {
        if (!listed_) return Outcome{std::nullopt, Reason::TooManyCaptures, turn()};
        return crownhead::outcome<M>(history_, ending());
    }
    std::span<const AnyMove> played() const override { return {played_.data(), history_.ply()}; }

    void play(std::size_t index) override {
        CH_ASSERT(index < moves_.size());
        played_.resize(history_.ply());
        played_.push_back(any_moves_[index]);
        while (!passed_.empty() && passed_.back() > history_.ply()) passed_.pop_back();
        history_.template play<M>(moves_[index], variant_.end);
        refresh();
    }

    bool play_on() override {
        if (passed_over() || decided(history_.pos(), variant_.end) || !drawn(history_, variant_.end)) return false;
        if (!any_move<M>(history_.pos()) && blocked<M>(history_.pos(), variant_.end)) return false;
        passed_.insert(std::ranges::lower_bound(passed_, history_.ply()), history_.ply());
        refresh();
        return true;
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
        passed_.clear();
        refresh();
    }

    // Whether a draw was not claimed in this position.
    bool passed_over() const { return std::ranges::binary_search(passed_, history_.ply()); }
    const Ending& ending() const { return passed_over() ? without_draws_ : variant_.end; }

    void refresh() {
        listed_ = legal_moves<M>(history_, ending(), moves_, capture_budget);
        any_moves_.clear();
        ReachedJumps<G> reached;
        for (const Move<G>& mv : moves_) any_moves_.push_back(to_any_move<M>(variant_, history_.pos(), mv, reached));
    }

    const Variant& variant_;
    Position<G> start_;
    History<G> history_;
    MoveList<G> moves_;
    bool listed_ = true;  // false: there are more captures than can be listed
    std::vector<AnyMove> any_moves_;
    std::vector<AnyMove> played_;  // with those that can be redone
    Ending without_draws_;
    std::vector<std::size_t> passed_{};  // plies at which a draw was not claimed, in order
};

}  // namespace crownhead
