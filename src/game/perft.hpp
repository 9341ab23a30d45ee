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
        own_[size_] = own;
        enemy_[size_] = enemy;
        if (++size_ == capacity) flush<Us>();
    }

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
    static constexpr std::size_t capacity = 256;

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
            if (chains[i] != 0 || (passes_ && counts[i] == 0)) [[unlikely]]
                total_ += count_one<Us>(of_men<Us>(own_[i], enemy_[i]));
            else
                total_ += counts[i];
        }
        size_ = 0;
    }

    // A function of its own with restricted pointers: in this form the compiler vectorises the loop.
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
    Side side_;
    bool passes_;
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
        if (depth == 2 && !captures && !pos.kings && !passes_) {
            step_to_leaves<Us>(pos, gen, batch);
            return;
        }
        const auto go_on = [&](const Move<G>& mv) {
            const Position<G> next = after<M, Us>(pos, mv);
            if (depth == 2)
                leaf<!Us>(next, batch);
            else
                walk<!Us>(next, depth - 1, batch);
        };
        bool moved = captures;
        if (captures) {
            MoveList<G> list;
            gen.captures(list);
            for (const Move<G>& mv : list) go_on(mv);
        }
        if (!captures || M.obligation == Obligation::Free)
            gen.steps([&](const Move<G>& mv) {
                moved = true;
                go_on(mv);
            });
        if (!moved && passes_ && Batch::template must_pass<Us>(pos)) go_on(Move<G>{});
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
