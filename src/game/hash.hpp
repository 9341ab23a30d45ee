// Zobrist keys: a 64-bit number for a position, kept up to date move by move or computed from scratch.
#pragma once

#include <array>
#include <cstdint>

#include "game/position.hpp"
#include "util/random.hpp"

namespace crownhead {

template <Geometry G>
struct ZobristTable {
    static constexpr std::size_t bits = static_cast<std::size_t>(G.bits());
    std::array<std::array<std::array<std::uint64_t, bits>, 2>, 2> piece{};  // [side][king][square]
    std::array<std::array<std::array<std::uint64_t, bits>, 4>, 2> run{};    // [side][count][square]
    std::uint64_t turn = 0;

    constexpr ZobristTable() {
        std::uint64_t state = 0x43726f776e686561ULL + static_cast<std::uint64_t>(G.size);
        for (auto& side : piece)
            for (auto& kind : side)
                for (std::uint64_t& key : kind) key = splitmix64(state);
        for (auto& side : run)
            for (auto& count : side)
                for (std::uint64_t& key : count) key = splitmix64(state);
        turn = splitmix64(state);
    }
};

template <Geometry G>
inline constexpr ZobristTable<G> zobrist{};

namespace detail {

template <Geometry G>
constexpr std::uint64_t piece_key(Side side, bool king, Square sq) {
    return zobrist<G>.piece[slot(side)][king ? 1 : 0][static_cast<std::size_t>(bit_of(sq))];
}

template <Geometry G>
constexpr std::uint64_t run_key(const Position<G>& pos) {
    std::uint64_t key = 0;
    for (const Side side : {Side::Black, Side::White}) {
        const Run& run = pos.runs[slot(side)];
        if (run.count > 0)
            key ^= zobrist<G>.run[slot(side)][run.count & 3U][static_cast<std::size_t>(bit_of(run.square))];
    }
    return key;
}

}  // namespace detail

template <Geometry G>
constexpr std::uint64_t key_of(const Position<G>& pos) {
    std::uint64_t key = pos.turn == Side::White ? zobrist<G>.turn : 0;
    for (const Side side : {Side::Black, Side::White})
        for (const Square sq : pos.of(side)) key ^= detail::piece_key<G>(side, pos.kings.has(sq), sq);
    return key ^ detail::run_key(pos);
}

// The key of `next`, which is `pos` after `mv`, from the key of `pos`.
template <Movement M, Geometry G>
constexpr std::uint64_t key_after(std::uint64_t key, const Position<G>& pos, const Move<G>& mv,
                                  const Position<G>& next) {
    key ^= zobrist<G>.turn;
    if (mv.is_pass()) return key;
    const bool king = pos.kings.has(mv.from);
    key ^= detail::piece_key<G>(pos.turn, king, mv.from) ^ detail::piece_key<G>(pos.turn, king || mv.promotes, mv.to);
    for (const Square sq : mv.captured) key ^= detail::piece_key<G>(!pos.turn, pos.kings.has(sq), sq);
    static_assert(M.king_run <= 3, "the table of run keys has four entries");
    if constexpr (M.king_run > 0) key ^= detail::run_key(pos) ^ detail::run_key(next);
    return key;
}

}  // namespace crownhead
