// Space: the positions of one small game as exact numbers, what follows on them, and what endgame files know of them. The
// proof search and the strategies speak only this, so they are compiled once for all games.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "game/placement.hpp"
#include "game/value.hpp"
#include "rules/variant.hpp"

namespace crownhead {
class Endgames;
}

namespace crownhead::solve {

// A position, with the board turned so that the first side is to move; whose turn it really is does not matter to its
// value. Two positions never share a number. No number is 0 or needs the highest two bits.
using Key = std::uint64_t;

class Space {
public:
    virtual ~Space() = default;

    virtual const Variant& variant() const = 0;
    virtual Key key_of(const Placement& placement) const = 0;
    virtual Placement placement_of(Key key, Side turn) const = 0;

    // The value without searching: a side has no pieces, or the endgame files have it.
    virtual Value known(Key key) const = 0;

    // The positions after its moves, each once. If there is none, the game is over (see Space::over).
    virtual void successors(Key key, std::vector<Key>& into) const = 0;

    // The value of a position without moves.
    virtual Value over(Key key) const = 0;

    // With the distance, for a position that the files know.
    virtual ExactValue exact_value(Key key) const = 0;

    virtual int known_pieces() const = 0;  // the files know positions with so many pieces; 0: there are none
};

// Whether positions of this game fit into a Key: boards of 18 squares, games with kings.
bool has_space(const Variant& variant);

// The files may be missing (nullptr).
std::unique_ptr<Space> new_space(const Variant& variant, std::shared_ptr<const Endgames> endgames);

// More pieces than these do not fit, nor can they arise in play.
inline constexpr int most_space_pieces = 12;

inline int pieces_of(Key key) { return __builtin_popcountll(key & ((Key{1} << 36U) - 1)); }

}  // namespace crownhead::solve
