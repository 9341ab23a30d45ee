// Follower: goes along a game that was written down, by the squares that its moves name. It lists no moves as data and knows no
// claims of a draw, so a whole file can be tried under many games; Game is for everything else.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "game/any_move.hpp"
#include "game/outcome.hpp"
#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead {

class Follower {
public:
    virtual ~Follower() = default;

    virtual const Variant& variant() const = 0;
    virtual void restart(Side first) = 0;  // at the start position of the game, this side to move
    virtual Result<void> set(const Placement& placement, Strictness strictness) = 0;  // unchanged on error
    virtual Placement start() const = 0;

    virtual Side turn() const = 0;
    virtual std::size_t moves() const = 0;  // how many are legal; a draw that could be claimed does not end them
    // The legal moves between two squares by their indexes; from 0: the pass. Valid until the next call.
    virtual std::span<const std::size_t> between(int from, int to) = 0;
    virtual bool is_capture(std::size_t index) const = 0;
    virtual AnyMove move(std::size_t index) const = 0;
    virtual std::vector<AnyMove> paths(std::size_t index) const = 0;  // as Game::paths
    virtual void play(std::size_t index) = 0;
    virtual void undo() = 0;  // requires a move that was played

    virtual std::optional<Outcome> outcome() const = 0;  // by pieces and moves, or else by a draw that could be claimed
    virtual std::optional<Outcome> claim() const = 0;    // the draw that could be claimed
};

std::unique_ptr<Follower> new_follower(const Variant& variant);

}  // namespace crownhead
