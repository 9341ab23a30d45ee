// DistanceSolver<G, M>: when the values of a stage are known, how far the end is from each won or lost position.
//
// Blocks are taken in the same order as by StageSolver. Inside a pair of them, distance after distance, each position that
// still waits looks whether its time has come. That is plain rather than quick: distances are meant for small sets.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

#include "egdb/block_order.hpp"
#include "egdb/distances.hpp"
#include "egdb/solved_classes.hpp"
#include "game/history.hpp"

namespace crownhead::egdb {

struct StageDistances {
    std::vector<std::uint16_t> leading;
    std::vector<std::uint16_t> swapped;  // empty if the class is its own mirror
};

template <Geometry G, Movement M>
class DistanceSolver {
public:
    using Set = SquareSet<G>;

    // The library must hold the values of the stage itself too.
    DistanceSolver(const Material& stage, const Ending& end, const SolvedClasses<G, M>& values,
                   const SolvedDistances<G, M>& done, int threads, const std::stop_token& stop)
        : order_(stage), end_(end), values_(values), done_(done), threads_(threads), stop_(stop) {}

    void on_progress(std::function<void(std::uint64_t)> f) { order_.on_progress(std::move(f)); }

    // False if it was stopped.
    bool solve(StageDistances& distances) {
        distances.leading.assign(order_.first().size(), no_distance);
        distances.swapped.assign(order_.mirror() ? 0 : order_.second().size(), no_distance);
        tables_ = {distances.leading.data(), order_.mirror() ? distances.leading.data() : distances.swapped.data()};
        order_.template each<std::array<std::vector<Waiting>, 2>>(
            threads_, stop_, [&](auto& waiting, const auto& pair) { solve_pair(pair, waiting); });
        return !stop_.stop_requested();
    }

private:
    using Pair = typename BlockOrder<G, M>::Pair;

    struct Waiting {
        Value value = Value::Draw;  // Draw: it does not wait
        std::int32_t others = -1;   // what the moves out of the block would give; -1: there are none
    };

    struct Block {
        const Index<G, M>& index;
        const Index<G, M>& other;
        std::uint16_t* distances;       // of this block
        const std::uint16_t* to_table;  // all with the other side to move
        Set our_men;
        Set their_men;
        Set free;
    };

    void solve_pair(const Pair& pair, std::array<std::vector<Waiting>, 2>& waiting) const {
        const Index<G, M>& first = order_.first();
        const Index<G, M>& second = order_.second();
        const Set free = Set::all() - (pair.our_men | pair.their_men);
        const Block blocks[2] = {
            {first, second, tables_[0] + pair.first * first.block(), tables_[1], pair.our_men, pair.their_men, free},
            {second, first, tables_[1] + pair.second * second.block(), tables_[0], rotated(pair.their_men),
             rotated(pair.our_men), rotated(free)}};
        const int count = pair.single ? 1 : 2;
        std::uint64_t left = 0;
        for (int which = 0; which < count; ++which) left += first_look(blocks[which], waiting[at(which)]);
        for (int distance = 1; left > 0; ++distance) {
            CH_ASSERT(distance < no_distance);
            for (int which = 0; which < count; ++which)
                left -= settle(blocks[which], blocks[count == 1 ? 0 : 1 - which], distance, waiting[at(which)]);
        }
    }

    static std::size_t at(int which) { return static_cast<std::size_t>(which); }

    // How many positions have to wait for others in the blocks.
    std::uint64_t first_look(const Block& block, std::vector<Waiting>& waiting) const {
        waiting.assign(block.index.block(), {});
        std::uint64_t count = 0;
        block.index.each_in_block(block.our_men, block.their_men, [&](std::uint64_t i, const Position<G>& pos) {
            const Value v = values_.value(pos, end_);
            if (v == Value::Draw) return;
            waiting[i].value = v;
            if (look(block, pos, waiting[i])) {
                ++count;
                return;
            }
            block.distances[i] = static_cast<std::uint16_t>(waiting[i].others);
            waiting[i].value = Value::Draw;
        });
        return count;
    }

    // Whether it has to wait.
    bool look(const Block& block, const Position<G>& pos, Waiting& waiting) const {
        const Generator<G, M, Side::Black> gen(pos);
        NextDistances next(waiting.value);
        bool has_move = false;
        bool has_inner_move = false;
        const auto add = [&](const Move<G>& mv) {
            const Position<G> after_it = rotated(after<M, Side::Black>(pos, mv));
            const Value v = values_.value(after_it, end_);
            if (v != negated(waiting.value)) return;
            const bool inside = !mv.is_capture() && !mv.promotes;
            next.add(v, inside ? block.to_table[block.other.of(after_it)] : done_.distance(after_it, end_));
        };
        if (gen.any_capture()) {
            MoveList<G> captures;
            gen.captures(captures);
            for (const Move<G>& mv : captures) add(mv);
            has_move = true;
        }
        if (M.obligation == Obligation::Free || !has_move)
            gen.steps([&](const Move<G>& mv) {
                has_move = true;
                if (pos.kings.has(mv.from))
                    has_inner_move = true;
                else
                    add(mv);
            });
        waiting.others = next.best();
        if (has_move) return has_inner_move;
        if (!blocked<M>(pos, end_)) return true;  // a pass
        waiting.others = 0;
        return false;
    }

    // How many positions of a block have this distance.
    std::uint64_t settle(const Block& block, const Block& other, int distance, std::vector<Waiting>& waiting) const {
        std::uint64_t count = 0;
        block.index.each_in_block(block.our_men, block.their_men, [&](std::uint64_t i, const Position<G>& pos) {
            Waiting& here = waiting[i];
            if (here.value == Value::Draw) return;
            int longest = here.others;
            bool reached = here.value == Value::Win && here.others == distance;
            bool open = false;
            const auto look_at = [&](const Position<G>& next) {
                const std::uint16_t there = other.distances[other.index.in_block(next, other.free)];
                if (here.value == Value::Win) {
                    reached = reached || (there == distance - 1 && values_.value(next, end_) == Value::Loss);
                } else {
                    open = open || there == no_distance;
                    if (there != no_distance) longest = std::max(longest, there + 1);
                }
            };
            bool has_move = false;
            if (!reached)
                Generator<G, M, Side::Black>(pos).steps([&](const Move<G>& mv) {
                    has_move = true;
                    if (pos.kings.has(mv.from)) look_at(rotated(after<M, Side::Black>(pos, mv)));
                });
            if (!reached && !has_move) {  // a pass
                Position<G> passed = pos;
                passed.turn = Side::White;
                look_at(rotated(passed));
            }
            if (here.value == Value::Loss) reached = !open && longest <= distance;
            if (!reached) return;
            block.distances[i] = static_cast<std::uint16_t>(distance);
            here.value = Value::Draw;
            ++count;
        });
        return count;
    }

    BlockOrder<G, M> order_;
    const Ending& end_;
    const SolvedClasses<G, M>& values_;
    const SolvedDistances<G, M>& done_;
    int threads_;
    const std::stop_token& stop_;
    std::array<std::uint16_t*, 2> tables_{};
};

}  // namespace crownhead::egdb
