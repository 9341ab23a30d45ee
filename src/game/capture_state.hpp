// CaptureState: how far a capture has got. Captures that reach the same state by different ways go on in the same way, so
// each state needs to be followed once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/square_set.hpp"
#include "util/flat_set.hpp"

namespace crownhead::detail {

template <Geometry G>
struct CaptureState {
    SquareSet<G> captured;
    std::uint16_t place = 0;  // square, direction and kind of piece

    friend bool operator==(const CaptureState&, const CaptureState&) = default;
};

// `direction`: of the last jump where the landing square is still open, else -1.
constexpr std::uint16_t capture_place(Square sq, int direction, bool king) {
    return static_cast<std::uint16_t>(1 + (bit_of(sq) * 16 + direction + 1) * 2 + (king ? 1 : 0));
}

template <Geometry G>
struct CaptureStateHash {
    std::size_t operator()(const CaptureState<G>& state) const {
        auto folded = static_cast<std::uint64_t>(state.captured.word());
        if constexpr (G.bits() > 64)
            folded ^= static_cast<std::uint64_t>(state.captured.word() >> 64) * 0xbf58476d1ce4e5b9ULL;
        folded = (folded ^ (folded >> 29)) * 0x9e3779b97f4a7c15ULL + state.place * 0x94d049bb133111ebULL;
        return static_cast<std::size_t>(folded ^ (folded >> 32));
    }
};

template <Geometry G>
using CaptureStates = FlatSet<CaptureState<G>, CaptureStateHash<G>>;

}  // namespace crownhead::detail
