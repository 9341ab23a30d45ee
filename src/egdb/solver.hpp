// StageSolver<G, M>: the values of all positions of a class and of the same class with the other side to move.
//
// Captures and promotions lead to finished classes. In the order in which blocks (positions with the same men) are taken, a
// step of a man leads to a finished block too, and all that goes round in circles are steps of kings inside the two blocks
// with the same men, one for each side to move. In these each position first looks at its other moves and counts its king
// steps; then every decided position is propagated to those from which a king step leads to it. What is undecided in the
// end is a draw.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

#include "egdb/block_order.hpp"
#include "egdb/solved_classes.hpp"
#include "game/history.hpp"
#include "game/symmetry.hpp"
#include "game/value.hpp"
#include "util/threads.hpp"

namespace crownhead::egdb {

// The value of every position, by its number; only Draw, Win and Loss when it is finished.
using Values = std::vector<std::uint8_t>;

// One side to move and then the other; a class that is its own mirror has one table.
struct StageValues {
    Values leading;
    Values swapped;  // empty if the class is its own mirror
};

template <Geometry G, Movement M>
class StageSolver {
public:
    using Set = SquareSet<G>;

    StageSolver(const Material& stage, const Ending& end, const SolvedClasses<G, M>& done, int threads,
                const std::stop_token& stop)
        : order_(stage),
          first_(order_.first()),
          second_(order_.second()),
          mirror_(order_.mirror()),
          end_(end),
          done_(done),
          threads_(threads),
          stop_(stop) {}

    void on_progress(std::function<void(std::uint64_t)> f) { order_.on_progress(std::move(f)); }

    // False if it was stopped.
    bool solve(StageValues& values) {
        values.leading.assign(first_.size(), 0);
        values.swapped.assign(mirror_ ? 0 : second_.size(), 0);
        tables_ = {values.leading.data(), mirror_ ? values.leading.data() : values.swapped.data()};
        if (first_.material().men() == 0) {
            solve_only_block();
        } else {
            order_.template each<std::vector<Node>>(
                threads_, stop_, [&](std::vector<Node>& stack, const auto& pair) { solve_pair(pair, stack); });
        }
        return !stop_.stop_requested();
    }

private:
    // A position under work. The first three are values of Value and final.
    enum Code : std::uint8_t {
        Draw,
        Win,
        Loss,
        FreshWin,  // decided, but those that lead here do not know yet
        FreshLoss,
        AtLeastDraw,  // some move draws; a win can still be found
        Open          // Open + n: n king steps that may still save the day, no other move does
    };

    struct Block {
        const Index<G, M>* index;
        const Index<G, M>* other;
        std::uint8_t* values;
        const std::uint8_t* others;  // the whole table with the other side to move
        Set our_men;
        Set their_men;
        Set free;
    };

    struct Node {
        Set our_kings;
        Set their_kings;
        std::uint32_t which;  // of the two blocks
        bool lost;
    };

    Block block_of(const Index<G, M>& index, const Index<G, M>& other, std::size_t table, std::uint64_t men, Set ours,
                   Set theirs) const {
        return {&index, &other, tables_[table] + men * index.block(), tables_[1 - table],
                ours,   theirs, Set::all() - (ours | theirs)};
    }

    void solve_pair(const typename BlockOrder<G, M>::Pair& pair, std::vector<Node>& stack) const {
        const bool single = pair.single;
        const Block blocks[2] = {
            block_of(first_, second_, 0, pair.first, pair.our_men, pair.their_men),
            block_of(second_, first_, 1, pair.second, rotated(pair.their_men), rotated(pair.our_men))};
        first_look(blocks[0], 0, blocks[0].index->our_kings());
        if (!single) first_look(blocks[1], 0, blocks[1].index->our_kings());
        finish(blocks, single, stack);
    }

    // Kings only: one pair of blocks, and the threads share its first look.
    void solve_only_block() {
        const Block blocks[2] = {block_of(first_, second_, 0, 0, {}, {}), block_of(second_, first_, 1, 0, {}, {})};
        for (int which = 0; which < (mirror_ ? 1 : 2); ++which) {
            const Block& block = blocks[which];
            std::atomic<std::uint64_t> next{0};
            const std::uint64_t all = block.index->our_kings();
            constexpr std::uint64_t portion = 16;
            on_threads(threads_, [&] {
                for (std::uint64_t i = next.fetch_add(portion); i < all && !stop_.stop_requested();
                     i = next.fetch_add(portion))
                    first_look(block, i, std::min(i + portion, all));
            });
        }
        std::vector<Node> stack;
        if (!stop_.stop_requested()) finish(blocks, mirror_, stack);
    }

    // Everything but the king steps inside the block.
    void first_look(const Block& block, std::uint64_t first_kings, std::uint64_t last_kings) const {
        block.index->each_in_block(
            block.our_men, block.their_men, first_kings, last_kings,
            [&](std::uint64_t number, const Position<G>& pos) { block.values[number] = look(block, pos); });
    }

    std::uint8_t look(const Block& block, const Position<G>& pos) const {
        const Generator<G, M, Side::Black> gen(pos);
        bool may_draw = false;
        bool has_move = false;
        if (gen.any_capture()) {
            MoveList<G> captures;
            gen.captures(captures);
            for (const Move<G>& mv : captures) {
                const Value v = done_.value(rotated(after<M, Side::Black>(pos, mv)), end_);
                if (v == Value::Loss) return FreshWin;
                may_draw = may_draw || v == Value::Draw;
            }
            if constexpr (M.obligation != Obligation::Free) return may_draw ? Draw : FreshLoss;
            has_move = true;
        }
        unsigned king_steps = 0;
        bool wins = false;
        gen.steps([&](const Move<G>& mv) {
            has_move = true;
            if (wins) return;
            if (pos.kings.has(mv.from)) {
                ++king_steps;
                return;
            }
            const Position<G> next = rotated(after<M, Side::Black>(pos, mv));
            const Value v =
                mv.promotes ? done_.value(next, end_) : static_cast<Value>(block.others[block.other->of(next)]);
            wins = v == Value::Loss;
            may_draw = may_draw || v == Value::Draw;
        });
        if (wins) return FreshWin;
        if (!has_move) {
            const auto over = blocked<M>(pos, end_);
            if (!over) return Open + 1;  // a pass, which stays in the block like a king step
            const Value v = value_of(*over, Side::Black);
            return v == Value::Win ? FreshWin : v == Value::Loss ? FreshLoss : Draw;
        }
        if (king_steps == 0) return may_draw ? Draw : FreshLoss;
        if (may_draw) return AtLeastDraw;
        return static_cast<std::uint8_t>(Open + king_steps);
    }

    void finish(const Block (&blocks)[2], bool single, std::vector<Node>& stack) const {
        const int count = single ? 1 : 2;
        const Material& m = first_.material();
        if (m.us.kings + m.them.kings > 0 || end_.blocked == Blocked::Passes) {
            if constexpr (M.king_run > 0)
                repeat_until_settled(blocks, count);
            else
                for (int which = 0; which < count; ++which) propagate_all(blocks, which, single, stack);
        }
        for (int which = 0; which < count; ++which) {
            std::uint8_t* const values = blocks[which].values;
            const std::uint64_t size = blocks[which].index->block();
            for (std::uint64_t i = 0; i < size; ++i) values[i] = settled(values[i]);
        }
    }

    static constexpr std::uint8_t settled(std::uint8_t code) {
        if (code == Win || code == FreshWin) return static_cast<std::uint8_t>(Value::Win);
        if (code == Loss || code == FreshLoss) return static_cast<std::uint8_t>(Value::Loss);
        return static_cast<std::uint8_t>(Value::Draw);
    }

    // Propagates each decided position of a block, and each that is decided by it, to those that lead to it.
    void propagate_all(const Block (&blocks)[2], int which, bool single, std::vector<Node>& stack) const {
        const Block& block = blocks[which];
        block.index->each_in_block(block.our_men, block.their_men, [&](std::uint64_t number, const Position<G>& pos) {
            std::uint8_t& code = block.values[number];
            if (code != FreshWin && code != FreshLoss) return;
            const bool lost = code == FreshLoss;
            code = lost ? Loss : Win;
            stack.push_back(
                {pos.kings_of(Side::Black), pos.kings_of(Side::White), static_cast<std::uint32_t>(which), lost});
            while (!stack.empty()) {
                const Node node = stack.back();
                stack.pop_back();
                propagate(blocks, node, single, stack);
            }
        });
    }

    // Black is to move in the node, so White has just moved; in the positions before, White is to move.
    void propagate(const Block (&blocks)[2], const Node& node, bool single, std::vector<Node>& stack) const {
        const Block& here = blocks[node.which];
        const std::uint32_t there = single ? 0 : 1 - node.which;
        const Block& before = blocks[there];
        const Set ours = rotated(node.our_kings);  // the other side's, seen from there
        const Set theirs = node.their_kings;
        const auto reach_back = [&](Set movers) {
            const std::uint64_t number = before.index->kings_in_block(movers, ours, before.free);
            std::uint8_t& code = before.values[number];
            if (code < AtLeastDraw) return;
            if (node.lost) {
                code = Win;
            } else {
                if (code == AtLeastDraw) return;
                --code;
                if (code > Open) return;
                code = Loss;
            }
            stack.push_back({movers, ours, there, code == Loss});
        };
        const Set empty = here.free - (node.our_kings | theirs);
        for (const Square to : theirs) {
            Set from;
            AllDiagonals::each([&]<Direction D>() {
                if constexpr (kings_fly(M))
                    from |= reach<D>(to, empty);
                else
                    from |= Set(to).template stepped<D>() & empty;
            });
            for (const Square sq : from) reach_back(rotated((theirs - Set(to)) | Set(sq)));
        }
        if (end_.blocked == Blocked::Passes) {
            // Only a position without any move waits for a pass, and it waits for nothing else.
            Position<G> passer;
            passer.pieces = {before.our_men | rotated(theirs), before.their_men | ours};
            passer.kings = rotated(theirs) | ours;
            if (!any_move<M>(passer)) reach_back(rotated(theirs));
        }
    }

    // Where a step depends on the steps before it, going back is not a matter of the board alone: look forward, again and
    // again, until nothing changes.
    void repeat_until_settled(const Block (&blocks)[2], int count) const {
        for (bool changed = true; changed;) {
            changed = false;
            for (int which = 0; which < count; ++which) {
                const Block& block = blocks[which];
                const Block& other = blocks[count == 1 ? 0 : 1 - which];
                block.index->each_in_block(
                    block.our_men, block.their_men, [&](std::uint64_t number, const Position<G>& pos) {
                        std::uint8_t& code = block.values[number];
                        if (code < AtLeastDraw) return;
                        bool all_lost = code != AtLeastDraw;
                        bool found_win = false;
                        Generator<G, M, Side::Black>(pos).steps([&](const Move<G>& mv) {
                            if (!pos.kings.has(mv.from)) return;
                            const Position<G> next = rotated(after<M, Side::Black>(pos, mv));
                            const std::uint8_t there = settled(other.values[other.index->in_block(next, other.free)]);
                            found_win = found_win || there == static_cast<std::uint8_t>(Value::Loss);
                            all_lost = all_lost && there == static_cast<std::uint8_t>(Value::Win);
                        });
                        if (!found_win && !all_lost) return;
                        code = found_win ? Win : Loss;
                        changed = true;
                    });
            }
        }
    }

    BlockOrder<G, M> order_;
    const Index<G, M>& first_;
    const Index<G, M>& second_;
    bool mirror_;
    const Ending& end_;
    const SolvedClasses<G, M>& done_;
    int threads_;
    const std::stop_token& stop_;
    std::array<std::uint8_t*, 2> tables_{};
};

}  // namespace crownhead::egdb
