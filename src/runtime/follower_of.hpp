// FollowerOf<G, M>: the templates behind Follower.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "game/history.hpp"
#include "game/legality.hpp"
#include "runtime/convert.hpp"
#include "runtime/follower.hpp"

namespace crownhead {

template <Geometry G, Movement M>
class FollowerOf final : public Follower {
public:
    explicit FollowerOf(const Variant& variant) : variant_(variant), first_(start_placement(variant)) {
        for (int n = 1; n <= G.squares(); ++n) squares_[static_cast<std::size_t>(n)] = square_of_number<G>(variant, n);
        restart(variant.setup.first);
    }

    const Variant& variant() const override { return variant_; }

    void restart(Side first) override {
        Position<G> pos = to_position<G>(variant_, first_);
        pos.turn = first;
        begin(pos);
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

    Placement start() const override { return to_placement(variant_, start_); }
    Side turn() const override { return history_.pos().turn; }
    std::size_t moves() const override { return moves_.size(); }

    std::span<const std::size_t> between(int from, int to) override {
        found_.clear();
        const auto square = [&](int n) {
            return n >= 1 && n <= G.squares() ? squares_[static_cast<std::size_t>(n)] : no_square;
        };
        const Square origin = square(from);
        const Square goal = square(to);
        if (from != 0 && (origin == no_square || goal == no_square)) return {};
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Move<G>& mv = moves_[i];
            if (from == 0 ? mv.is_pass() : mv.from == origin && mv.to == goal) found_.push_back(i);
        }
        return found_;
    }

    bool is_capture(std::size_t index) const override { return moves_[index].is_capture(); }

    AnyMove move(std::size_t index) const override {
        if (moves_[index].is_pass()) return {};
        return to_any_move<M>(variant_, history_.pos(), moves_[index]);
    }

    std::vector<AnyMove> paths(std::size_t index) const override {
        constexpr std::size_t enough = 10000;
        ReachedJumps<G> reached;
        return to_any_moves<M>(variant_, history_.pos(), moves_[index], enough, reached);
    }

    void play(std::size_t index) override {
        history_.template play<M>(moves_[index], variant_.end);
        refresh();
    }

    void undo() override {
        history_.undo();
        refresh();
    }

    std::optional<Outcome> outcome() const override {
        if (!listed_) return Outcome{std::nullopt, Reason::TooManyCaptures, turn()};
        return crownhead::outcome<M>(history_, variant_.end);
    }
    std::optional<Outcome> claim() const override { return drawn(history_, variant_.end); }

private:
    void begin(const Position<G>& pos) {
        start_ = pos;
        history_.start(pos, variant_.end);
        refresh();
    }

    void refresh() {
        const Position<G>& pos = history_.pos();
        moves_.clear();
        listed_ = true;
        if (decided(pos, variant_.end)) return;
        if (generate<M>(pos, moves_, capture_budget) > capture_budget) {
            moves_.clear();
            listed_ = false;
            return;
        }
        if (moves_.empty() && variant_.end.blocked == Blocked::Passes && !blocked<M>(pos, variant_.end))
            moves_.push_back(Move<G>{});
    }

    const Variant& variant_;
    Placement first_;
    std::array<Square, static_cast<std::size_t>(G.squares()) + 1> squares_{};  // by number
    Position<G> start_;
    History<G> history_;
    MoveList<G> moves_;
    bool listed_ = true;  // false: there are more captures than can be listed
    std::vector<std::size_t> found_;
};

}  // namespace crownhead
