// Move ordering: which moves to try first. The better the first move, the more of the others can be cut off.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "game/movegen.hpp"
#include "search/limits.hpp"

namespace crownhead {

// What one search thread remembers of quiet moves that were good elsewhere.
template <Geometry G>
class MoveHistory {
public:
    struct Killers {
        Move<G> first;
        Move<G> second;

        void add(const Move<G>& mv) {
            if (mv == first) return;
            second = first;
            first = mv;
        }
    };

    int history(Side side, const Move<G>& mv) const { return at(history_, side, mv); }
    const Move<G>& counter(Side side, const Move<G>& previous) const { return at(counter_, side, previous); }

    void set_counter(Side side, const Move<G>& previous, const Move<G>& mv) { at(counter_, side, previous) = mv; }
    // A good move gains, those tried before it lose; the values stay within +-limit.
    void credit(Side side, const Move<G>& mv, int bonus) {
        int& value = at(history_, side, mv);
        value += bonus - value * (bonus < 0 ? -bonus : bonus) / history_limit;
    }

    static constexpr int history_limit = 1 << 14;

private:
    static constexpr std::size_t bits = static_cast<std::size_t>(G.bits());
    template <class T>
    using BySquares = std::array<std::array<std::array<T, bits>, bits>, 2>;

    template <class T>
    static auto& at(T& table, Side side, const Move<G>& mv) {
        return table[slot(side)][static_cast<std::size_t>(bit_of(mv.from))][static_cast<std::size_t>(bit_of(mv.to))];
    }

    BySquares<int> history_{};
    BySquares<Move<G>> counter_{};
};

// Hands out the moves of a list, the most promising first; each with its index in the list.
template <Geometry G>
class MoveOrder {
public:
    explicit MoveOrder(const MoveList<G>& moves) : moves_(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i) rest_.push_back({0, static_cast<std::uint32_t>(i)});
    }

    // `fewer_first`: of captures, those of few pieces first (games in which one wants to lose).
    void rate(int hash_move, bool fewer_first, SearchFeatures features, const MoveHistory<G>& memory,
              const typename MoveHistory<G>::Killers& killers, Side side, const Move<G>& previous) {
        const bool use_killers = features.has(SearchFeature::Killers);
        const bool use_history = features.has(SearchFeature::History);
        for (Rated& rated : rest_) {
            const Move<G>& mv = moves_[rated.index];
            if (static_cast<int>(rated.index) == hash_move)
                rated.rating = 1 << 30;
            else if (mv.is_capture())
                rated.rating = (1 << 24) + (fewer_first ? -1 : 1) * 256 * mv.captured.count() + (mv.promotes ? 1 : 0);
            else if (mv.promotes)
                rated.rating = 1 << 23;
            else if (use_killers && mv == killers.first)
                rated.rating = 1 << 22;
            else if (use_killers && mv == killers.second)
                rated.rating = (1 << 22) - 1;
            else if (use_killers && !previous.is_pass() && mv == memory.counter(side, previous))
                rated.rating = (1 << 22) - 2;
            else if (use_history && !mv.is_pass())
                rated.rating = memory.history(side, mv);
        }
    }

    // The index of the next move; call it once for each.
    std::size_t next() {
        std::size_t best = at_;
        for (std::size_t i = at_ + 1; i < rest_.size(); ++i)
            if (rest_[i].rating > rest_[best].rating) best = i;
        // The others keep their order.
        const Rated chosen = rest_[best];
        for (std::size_t i = best; i > at_; --i) rest_[i] = rest_[i - 1];
        rest_[at_] = chosen;
        return rest_[at_++].index;
    }

private:
    struct Rated {
        std::int32_t rating = 0;
        std::uint32_t index = 0;
    };

    const MoveList<G>& moves_;
    SmallList<Rated, 128> rest_;
    std::size_t at_ = 0;
};

}  // namespace crownhead
