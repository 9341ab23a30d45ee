// SquareSet<G>: a set of squares of one board, as bits of the smallest word that holds them.
// Ghost bits are never set (checked builds assert it); raw shifts may set them and are masked by the caller.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "board/geometry.hpp"
#include "util/assert.hpp"

namespace crownhead {

__extension__ using Wide = unsigned __int128;

template <Geometry G>
using Word = std::conditional_t<(G.bits() <= 64), std::uint64_t, Wide>;

namespace bits {

constexpr int count(std::uint64_t w) { return std::popcount(w); }
constexpr int count(Wide w) {
    return std::popcount(static_cast<std::uint64_t>(w)) + std::popcount(static_cast<std::uint64_t>(w >> 64));
}
constexpr int lowest(std::uint64_t w) { return std::countr_zero(w); }
constexpr int lowest(Wide w) {
    const auto low = static_cast<std::uint64_t>(w);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(w >> 64));
}
constexpr int highest(std::uint64_t w) { return 63 - std::countl_zero(w); }
constexpr int highest(Wide w) {
    const auto high = static_cast<std::uint64_t>(w >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<std::uint64_t>(w));
}

}  // namespace bits

// A square of some board, by its bit. Which number or name it has is the business of rules/setup.hpp.
enum class Square : std::uint8_t {};
inline constexpr Square no_square{255};
constexpr int bit_of(Square sq) { return static_cast<int>(sq); }

template <Geometry G>
class SquareSet {
public:
    using word_type = Word<G>;

    constexpr SquareSet() = default;
    explicit constexpr SquareSet(word_type w) : word_(w) {}
    explicit constexpr SquareSet(Square sq) : word_(word_type{1} << bit_of(sq)) {}

    static constexpr SquareSet all() { return SquareSet(board_word); }
    // The squares of rows first .. last, counted from the top.
    static constexpr SquareSet rows(int first, int last) {
        word_type w = 0;
        for (int i = first * G.per_row(); i < (last + 1) * G.per_row(); ++i) w |= word_type{1} << G.bit(i);
        return SquareSet(w);
    }

    constexpr word_type word() const { return word_; }
    constexpr bool empty() const { return word_ == 0; }
    constexpr explicit operator bool() const { return word_ != 0; }
    constexpr int count() const { return bits::count(word_); }
    constexpr bool single() const { return (word_ & (word_ - 1)) == 0; }  // at most one
    constexpr bool has(Square sq) const { return ((word_ >> bit_of(sq)) & 1) != 0; }
    constexpr Square first() const {
        CH_ASSERT(word_ != 0);
        return static_cast<Square>(bits::lowest(word_));
    }
    constexpr Square last() const {
        CH_ASSERT(word_ != 0);
        return static_cast<Square>(bits::highest(word_));
    }
    constexpr Square pop() {
        const Square sq = first();
        word_ &= word_ - 1;
        return sq;
    }
    constexpr SquareSet lowest() const { return SquareSet(static_cast<word_type>(word_ & (~word_ + 1))); }  // as a set
    constexpr bool on_board() const { return (word_ & ~all().word_) == 0; }

    // Every square moved by a number of bits; what leaves the board is a ghost bit until it is masked.
    template <int Bits>
    constexpr SquareSet shifted() const {
        if constexpr (Bits >= 0)
            return SquareSet(static_cast<word_type>(word_ << Bits));
        else
            return SquareSet(static_cast<word_type>(word_ >> -Bits));
    }
    template <Direction D>
    constexpr SquareSet stepped() const {
        return shifted<G.step(D)>();
    }
    template <Direction D>
    constexpr SquareSet stepped_back() const {
        return shifted<-G.step(D)>();
    }

    friend constexpr SquareSet operator&(SquareSet a, SquareSet b) { return SquareSet(a.word_ & b.word_); }
    friend constexpr SquareSet operator|(SquareSet a, SquareSet b) { return SquareSet(a.word_ | b.word_); }
    friend constexpr SquareSet operator^(SquareSet a, SquareSet b) { return SquareSet(a.word_ ^ b.word_); }
    friend constexpr SquareSet operator-(SquareSet a, SquareSet b) {
        return SquareSet(static_cast<word_type>(a.word_ & ~b.word_));
    }
    constexpr SquareSet& operator&=(SquareSet b) { return *this = *this & b; }
    constexpr SquareSet& operator|=(SquareSet b) { return *this = *this | b; }
    constexpr SquareSet& operator^=(SquareSet b) { return *this = *this ^ b; }
    constexpr SquareSet& operator-=(SquareSet b) { return *this = *this - b; }
    friend constexpr bool operator==(SquareSet, SquareSet) = default;

    class Iterator {
    public:
        explicit constexpr Iterator(word_type w) : rest_(w) {}
        constexpr Square operator*() const { return static_cast<Square>(bits::lowest(rest_)); }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

    private:
        word_type rest_;
    };
    constexpr Iterator begin() const { return Iterator(word_); }
    constexpr Iterator end() const { return Iterator(0); }

private:
    // A constant and not a function: the optimiser must never have to unroll the loop.
    static constexpr word_type board_word = [] {
        word_type w = 0;
        for (int i = 0; i < G.squares(); ++i) w |= word_type{1} << G.bit(i);
        return w;
    }();

    word_type word_ = 0;
};

}  // namespace crownhead
