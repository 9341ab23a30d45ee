// Index<G, M>: position <-> number inside a material class. Positions are normalised: Black is to move.
//
// The men come first: how many of ours stand where none of theirs can, which squares, then theirs among what is left. Then
// our kings among the free squares, then theirs, and last what the position remembers (Movement::king_run). Each part is a
// rank of a set, so every number below size() is a position and the other way round. All positions with the same men are
// neighbours: a block.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "egdb/codec.hpp"
#include "egdb/combinations.hpp"
#include "egdb/material.hpp"
#include "game/position.hpp"

namespace crownhead::egdb {

template <Geometry G>
Material material_of(const Position<G>& pos) {
    const auto force = [&](Side side) {
        const int kings = pos.kings_of(side).count();
        return Force{static_cast<std::uint8_t>(pos.of(side).count() - kings), static_cast<std::uint8_t>(kings)};
    };
    return {force(pos.turn), force(!pos.turn)};
}

template <Geometry G, Movement M>
class Index {
public:
    using Set = SquareSet<G>;
    using W = Word<G>;

    // Our men with what goes with them: those of the other side in `count` ways, which are numbered from `first`.
    struct Slice {
        Set men;
        std::uint64_t first = 0;
        std::uint64_t count = 0;
    };

    explicit Index(const Material& m) : m_(m) {
        for (int home = 0; home <= m.us.men; ++home) {
            const int shared = m.us.men - home;
            Part& part = parts_[static_cast<std::size_t>(home)];
            part.first_slice = slices_;
            part.first = men_;
            part.shared_ways = choose(shared_squares, shared);
            part.their_ways = their_squares_left(shared) < 0 ? 0 : choose(their_squares_left(shared), m.them.men);
            const std::uint64_t ours = choose(home_squares, home) * part.shared_ways;
            slices_ += ours;
            men_ += ours * part.their_ways;
        }
        const int free = G.squares() - m.men();
        our_kings_ = choose(free, m.us.kings);
        their_kings_ = choose(free - m.us.kings, m.them.kings);
        runs_ = runs_of(m.us) * runs_of(m.them);
    }

    const Material& material() const { return m_; }
    std::uint64_t size() const { return men_ * block(); }
    std::uint64_t men() const { return men_; }  // ways to place the men of both sides: the number of blocks
    std::uint64_t block() const { return our_kings_ * their_kings_ * runs_; }  // positions with the same men
    std::uint64_t slices() const { return slices_; }

    std::uint64_t of(const Position<G>& pos) const {
        const Set ours = pos.men_of(Side::Black);
        const Set theirs = pos.men_of(Side::White);
        return of_men(ours, theirs) * block() + in_block(pos, Set::all() - (ours | theirs));
    }

    Position<G> position(std::uint64_t number) const {
        Position<G> pos;
        const std::uint64_t men = number / block();
        place_men(pos, men);
        place_kings(pos, number % block());
        return pos;
    }

    std::uint64_t of_men(Set ours, Set theirs) const {
        const Set shared = ours & shared_set;
        const Part& part = parts_[static_cast<std::size_t>((ours & home_set).count())];
        const std::uint64_t slice = rank_of(extract((ours & home_set).word(), home_set.word())) * part.shared_ways +
                                    rank_of(extract(shared.word(), shared_set.word()));
        return part.first + slice * part.their_ways + rank_of(extract(theirs.word(), (their_set - shared).word()));
    }

    // The number inside the block, where `free` are the squares without men.
    std::uint64_t in_block(const Position<G>& pos, Set free) const {
        return kings_in_block(pos.kings_of(Side::Black), pos.kings_of(Side::White), free) * runs_ + of_runs(pos);
    }
    std::uint64_t kings_in_block(Set ours, Set theirs, Set free) const {
        return rank_of(extract(ours.word(), free.word())) * their_kings_ +
               rank_of(extract(theirs.word(), (free - ours).word()));
    }

    Slice slice(std::uint64_t number) const {
        std::size_t home = m_.us.men;
        while (parts_[home].first_slice > number) --home;
        const Part& part = parts_[home];
        const std::uint64_t in_part = number - part.first_slice;
        const int shared = m_.us.men - static_cast<int>(home);
        const W at_home = set_of_rank<W>(in_part / part.shared_ways, static_cast<int>(home));
        const W elsewhere = set_of_rank<W>(in_part % part.shared_ways, shared);
        return {Set(static_cast<W>(deposit(at_home, home_set.word()) | deposit(elsewhere, shared_set.word()))),
                part.first + in_part * part.their_ways, part.their_ways};
    }

    // Calls f(number of the block, their men) for every block of a slice, in order.
    template <class F>
    void each_in_slice(const Slice& slice, F&& f) const {
        const W room = (their_set - slice.men).word();
        W set = set_of_rank<W>(0, m_.them.men);
        for (std::uint64_t i = 0; i < slice.count; ++i, set = next_set(set))
            f(slice.first + i, Set(static_cast<W>(deposit(set, room))));
    }

    // Calls f(number inside the block, position) for every position with these men, in order.
    template <class F>
    void each_in_block(Set our_men, Set their_men, F&& f) const {
        each_in_block(our_men, their_men, 0, our_kings_, f);
    }
    // The same for part of the block: our kings with a rank first_kings .. last_kings - 1.
    template <class F>
    void each_in_block(Set our_men, Set their_men, std::uint64_t first_kings, std::uint64_t last_kings, F&& f) const {
        const Set free = Set::all() - (our_men | their_men);
        std::uint64_t number = first_kings * their_kings_ * runs_;
        Position<G> pos;
        W ours = set_of_rank<W>(first_kings, m_.us.kings);
        for (std::uint64_t i = first_kings; i < last_kings; ++i, ours = next_set(ours)) {
            const Set our_kings(static_cast<W>(deposit(ours, free.word())));
            const W room = (free - our_kings).word();
            pos.pieces[0] = our_men | our_kings;
            W theirs = set_of_rank<W>(0, m_.them.kings);
            for (std::uint64_t j = 0; j < their_kings_; ++j, theirs = next_set(theirs)) {
                const Set their_kings(static_cast<W>(deposit(theirs, room)));
                pos.pieces[1] = their_men | their_kings;
                pos.kings = our_kings | their_kings;
                for (std::uint64_t run = 0; run < runs_; ++run, ++number) {
                    if constexpr (M.king_run > 0) place_runs(pos, run);
                    f(number, static_cast<const Position<G>&>(pos));
                }
            }
        }
    }

    std::uint64_t our_kings() const { return our_kings_; }  // ways to place them in a block

    // For the codec: which positions are neighbours.
    Strides strides() const {
        const std::uint64_t next = their_kings_ > 1 ? their_kings_ * runs_
                                   : block() > 1    ? block()
                                                    : parts_[0].their_ways;
        return {static_cast<std::uint32_t>(G.per_row()),
                static_cast<std::uint32_t>(std::min<std::uint64_t>(next, block_positions))};
    }

private:
    // Where men may stand: everywhere but on the row where they would be crowned. Home squares are those that only our
    // men can stand on.
    static constexpr Set our_set = has_kings(M) ? Set::all() - far_row_of<G>(Side::Black) : Set::all();
    static constexpr Set their_set = has_kings(M) ? Set::all() - far_row_of<G>(Side::White) : Set::all();
    static constexpr Set shared_set = our_set & their_set;
    static constexpr Set home_set = our_set - their_set;
    static constexpr int home_squares = home_set.count();
    static constexpr int shared_squares = shared_set.count();
    static constexpr int their_squares_left(int shared) { return their_set.count() - shared; }

    struct Part {  // the blocks with a certain number of our men on home squares
        std::uint64_t first_slice = 0;
        std::uint64_t first = 0;
        std::uint64_t shared_ways = 0;
        std::uint64_t their_ways = 0;
    };

    // A run of steps by one king (game/position.hpp) matters only to a side with men and kings.
    static std::uint64_t runs_of(const Force& force) {
        return M.king_run == 0 || force.men == 0 || force.kings == 0 ? 1 : 1 + std::uint64_t{M.king_run} * force.kings;
    }
    std::uint64_t of_runs(const Position<G>& pos) const {
        if constexpr (M.king_run == 0) return 0;
        return of_run(pos, Side::Black, m_.us) * runs_of(m_.them) + of_run(pos, Side::White, m_.them);
    }
    static std::uint64_t of_run(const Position<G>& pos, Side side, const Force& force) {
        const Run& run = pos.runs[slot(side)];
        if (runs_of(force) == 1 || run.count == 0) return 0;
        const W below = (W{1} << bit_of(run.square)) - 1;
        const auto king = static_cast<std::uint64_t>((pos.kings_of(side) & Set(below)).count());
        return 1 + king * M.king_run + (run.count - 1);
    }
    void place_runs(Position<G>& pos, std::uint64_t number) const {
        const auto place = [&](Side side, std::uint64_t run) {
            pos.runs[slot(side)] = {};
            if (run == 0) return;
            Set kings = pos.kings_of(side);
            for (std::uint64_t skip = (run - 1) / M.king_run; skip > 0; --skip) kings.pop();
            pos.runs[slot(side)] = {kings.first(), static_cast<std::uint8_t>(1 + (run - 1) % M.king_run)};
        };
        place(Side::Black, number / runs_of(m_.them));
        place(Side::White, number % runs_of(m_.them));
    }

    void place_men(Position<G>& pos, std::uint64_t number) const {
        std::size_t home = m_.us.men;
        while (parts_[home].first > number) --home;
        const Part& part = parts_[home];
        const std::uint64_t in_part = number - part.first;
        const Slice ours = slice(part.first_slice + in_part / part.their_ways);
        pos.pieces[0] = ours.men;
        pos.pieces[1] = Set(static_cast<W>(
            deposit(set_of_rank<W>(in_part % part.their_ways, m_.them.men), (their_set - ours.men).word())));
    }

    void place_kings(Position<G>& pos, std::uint64_t number) const {
        const Set free = pos.empty();
        const std::uint64_t kings = number / runs_;
        const Set ours(static_cast<W>(deposit(set_of_rank<W>(kings / their_kings_, m_.us.kings), free.word())));
        const Set theirs(
            static_cast<W>(deposit(set_of_rank<W>(kings % their_kings_, m_.them.kings), (free - ours).word())));
        pos.pieces[0] |= ours;
        pos.pieces[1] |= theirs;
        pos.kings = ours | theirs;
        if constexpr (M.king_run > 0) place_runs(pos, number % runs_);
    }

    Material m_;
    std::array<Part, most_chosen + 1> parts_{};
    std::uint64_t slices_ = 0;
    std::uint64_t men_ = 0;
    std::uint64_t our_kings_ = 1;
    std::uint64_t their_kings_ = 1;
    std::uint64_t runs_ = 1;
};

}  // namespace crownhead::egdb
