// Perft: the number of move sequences of a given length. Leaves are counted in bulk, not played.
// Two captures with the same effect are one move. Draw rules are not applied; a finished game has no moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "game/movegen.hpp"
#include "rules/ending.hpp"

namespace crownhead {

namespace detail {

// Positions one move before the leaves, all with the same side to move, collected until many can be counted in one loop
// without branches, which the compiler turns into vector code. Those with kings or long captures are counted one by one.
template <Geometry G, Movement M>
class LeafBatch {
public:
    LeafBatch(Side leaf, bool passes) : side_(leaf), passes_(passes) {}

    template <Side Us>
    void add(const Position<G>& pos) {
        if (pos.kings)
            total_ += count_one<Us>(pos);
        else
            add_men<Us>(pos.of(Us), pos.of(!Us));
    }

    // The same for a position without kings.
    template <Side Us>
    void add_men(SquareSet<G> own, SquareSet<G> enemy) {
        if (size_ == capacity) [[unlikely]] {
            if (pinned_) {  // what may yet be taken back must not be counted together with the rest
                total_ += count_one<Us>(of_men<Us>(own, enemy));
                return;
            }
            flush<Us>();
        }
        own_[size_] = own;
        enemy_[size_] = enemy;
        ++size_;
    }

    // Where rules compare captures, what was added after a mark is taken back when a better capture turns up.
    struct Mark {
        std::size_t size = 0;
        std::uint64_t total = 0;
    };
    template <Side Us>
    void make_room() {
        if (size_ > capacity / 2) flush<Us>();
        pinned_ = true;
    }
    Mark mark() const { return {size_, total_}; }
    void rewind(Mark mark) {
        size_ = mark.size;
        total_ = mark.total;
    }
    void release() { pinned_ = false; }

    std::uint64_t total() {
        if (side_ == Side::Black)
            flush<Side::Black>();
        else
            flush<Side::White>();
        return total_;
    }

    template <Side Us>
    std::uint64_t count_one(const Position<G>& pos) const {
        const std::uint64_t count = Generator<G, M, Us>(pos).count();
        return count == 0 && passes_ && must_pass<Us>(pos) ? 1 : count;
    }

    // Us has pieces but no move, and the other side can go on.
    template <Side Us>
    static bool must_pass(const Position<G>& pos) {
        return !pos.of(Us).empty() && Generator<G, M, !Us>(pos).any_move();
    }

private:
    static constexpr std::size_t capacity = 512;

    template <Side Us>
    static Position<G> of_men(SquareSet<G> own, SquareSet<G> enemy) {
        Position<G> pos;
        pos.pieces[slot(Us)] = own;
        pos.pieces[slot(!Us)] = enemy;
        pos.turn = Us;
        return pos;
    }

    template <Side Us>
    void flush() {
        std::array<std::uint64_t, capacity> counts;
        std::array<std::uint64_t, capacity> chains;
        count_all<Us>(own_.data(), enemy_.data(), counts.data(), chains.data(), size_);
        for (std::size_t i = 0; i < size_; ++i) {
            if (chains[i] != 0 || (passes_ && counts[i] == 0)) [[unlikely]] {
                const Position<G> pos = of_men<Us>(own_[i], enemy_[i]);
                total_ += count_one<Us>(pos);
            } else {
                total_ += counts[i];
            }
        }
        size_ = 0;
    }

    // Kept apart and told that nothing overlaps: in this form the loop becomes vector code.
    template <Side Us>
    static void count_all(const SquareSet<G>* __restrict own, const SquareSet<G>* __restrict enemy,
                          std::uint64_t* __restrict counts, std::uint64_t* __restrict chains, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            bool chain = false;
            counts[i] = static_cast<std::uint64_t>(Generator<G, M, Us>::count_men_only(own[i], enemy[i], chain));
            chains[i] = chain ? 1 : 0;
        }
    }

    alignas(64) std::array<SquareSet<G>, capacity> own_;
    alignas(64) std::array<SquareSet<G>, capacity> enemy_;
    std::size_t size_ = 0;
    std::uint64_t total_ = 0;
    bool pinned_ = false;
    Side side_;
    bool passes_;
};

// Plays the captures of a side of men, which ends one move before the leaves, straight into the batch.
template <Geometry G, Movement M, Side Us, class Batch>
class CaptureToLeaves {
public:
    CaptureToLeaves(const Position<G>& pos, Batch& batch) : pos_(pos), batch_(batch) {
        if constexpr (ranks_captures(M)) {
            batch.template make_room<!Us>();
            start_ = batch.mark();
        }
    }

    void add(const Move<G>& mv, std::uint32_t rank, int pieces) {
        if (!admit(rank)) return;
        if (pieces >= 3 && repeats(mv)) return;
        batch_.template add<!Us>(after<M, Us>(pos_, mv));
    }

    template <Direction D, Side>
    void add_singles(SquareSet<G> landings, std::uint32_t rank) {
        if (!admit(rank)) return;
        if (const SquareSet<G> crowned = has_kings(M) ? landings & far_row_of<G>(Us) : SquareSet<G>{}) {
            for (const Square to : crowned) {
                const auto over = static_cast<Square>(bit_of(to) - G.step(D));
                const auto from = static_cast<Square>(bit_of(to) - 2 * G.step(D));
                batch_.template add<!Us>(after<M, Us>(pos_, Move<G>{from, to, true, SquareSet<G>(over)}));
            }
            landings -= crowned;
        }
        while (landings) {
            const SquareSet<G> to = landings.lowest();
            landings ^= to;
            batch_.template add_men<!Us>(pos_.of(!Us) ^ to.template stepped_back<D>(),
                                         pos_.of(Us) ^ to ^ to.template shifted<-2 * G.step(D)>());
        }
    }

private:
    bool admit(std::uint32_t rank) {
        if constexpr (ranks_captures(M)) {
            if (rank < best_) return false;
            if (rank > best_) {
                batch_.rewind(start_);
                long_.clear();
                best_ = rank;
            }
        }
        return true;
    }
    bool repeats(const Move<G>& mv) {
        for (const Move<G>& other : long_)
            if (other == mv) return true;
        long_.push_back(mv);
        return false;
    }

    const Position<G>& pos_;
    Batch& batch_;
    typename Batch::Mark start_{};
    MoveList<G> long_;
    std::uint32_t best_ = 0;
};

template <Geometry G, Movement M>
class Perft {
public:
    explicit Perft(const Ending& end) : passes_(end.blocked == Blocked::Passes), king_wins_(end.king_wins) {}

    std::uint64_t run(const Position<G>& pos, int depth) const {
        Batch batch(depth % 2 == 1 ? pos.turn : !pos.turn, passes_);
        if (pos.turn == Side::Black)
            start<Side::Black>(pos, depth, batch);
        else
            start<Side::White>(pos, depth, batch);
        return batch.total();
    }

private:
    using Batch = LeafBatch<G, M>;

    template <Side Us>
    void start(const Position<G>& pos, int depth, Batch& batch) const {
        if (depth == 1)
            leaf<Us>(pos, batch);
        else
            walk<Us>(pos, depth, batch);
    }

    template <Side Us>
    void walk(const Position<G>& pos, int depth, Batch& batch) const {
        if (king_wins_ && pos.kings) return;
        const Generator<G, M, Us> gen(pos);
        const bool captures = gen.any_capture();
        if (depth == 2 && !pos.kings && !passes_ && !king_wins_) {
            if (captures) {
                CaptureToLeaves<G, M, Us, Batch> sink(pos, batch);
                gen.find_captures(sink);
                batch.release();
            }
            if (!captures || M.obligation == Obligation::Free) step_to_leaves<Us>(pos, gen, batch);
            return;
        }
        MoveList<G> list;
        if (captures) gen.captures(list);
        if (!captures || M.obligation == Obligation::Free) gen.steps([&](const Move<G>& mv) { list.push_back(mv); });
        if (list.empty() && passes_ && Batch::template must_pass<Us>(pos)) list.push_back(Move<G>{});
        for (const Move<G>& mv : list) {
            const Position<G> next = after<M, Us>(pos, mv);
            if (depth == 2)
                leaf<!Us>(next, batch);
            else
                walk<!Us>(next, depth - 1, batch);
        }
    }

    // The steps of a side of men straight into the batch, without making moves of them.
    template <Side Us>
    void step_to_leaves(const Position<G>& pos, const Generator<G, M, Us>& gen, Batch& batch) const {
        gen.man_steps([&]<Direction D>(SquareSet<G> targets) {
            if (const SquareSet<G> crowned = has_kings(M) ? targets & far_row_of<G>(Us) : SquareSet<G>{}) {
                for (const Square to : crowned)
                    leaf<!Us>(after<M, Us>(pos, Move<G>{static_cast<Square>(bit_of(to) - G.step(D)), to, true, {}}),
                              batch);
                targets -= crowned;
            }
            while (targets) {
                const SquareSet<G> to = targets.lowest();
                targets ^= to;
                batch.template add_men<!Us>(pos.of(!Us), pos.of(Us) ^ to ^ to.template stepped_back<D>());
            }
        });
    }

    template <Side Us>
    void leaf(const Position<G>& pos, Batch& batch) const {
        if (!(king_wins_ && pos.kings)) batch.template add<Us>(pos);
    }

    bool passes_;
    bool king_wins_;
};

}  // namespace detail

template <Movement M, Geometry G>
std::uint64_t perft(const Position<G>& pos, int depth, const Ending& end) {
    return depth == 0 ? 1 : detail::Perft<G, M>(end).run(pos, depth);
}

// The same by making every move down to the leaves: what generation and making cost together, and a check of the above.
template <Movement M, Geometry G>
std::uint64_t plain_perft(const Position<G>& pos, int depth, const Ending& end) {
    if (depth == 0) return 1;
    if (end.king_wins && pos.kings) return 0;
    MoveList<G> list;
    generate<M>(pos, list);
    if (list.empty() && end.blocked == Blocked::Passes && !pos.of(pos.turn).empty()) {
        Position<G> passed = pos;
        passed.turn = !pos.turn;
        if (any_move<M>(passed)) list.push_back(Move<G>{});
    }
    std::uint64_t total = 0;
    for (const Move<G>& mv : list) total += plain_perft<M>(after<M>(pos, mv), depth - 1, end);
    return total;
}

}  // namespace crownhead
