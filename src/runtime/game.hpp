// Game: one game in progress, of any variant, chosen by name at run time. This is all that command line, server, players
// and matches know of the rules. Moves are chosen by their index in legal(), so an illegal one cannot be expressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "game/outcome.hpp"
#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead {

// Whether a position that cannot arise in play (too many pieces, a man on its far row) is refused or accepted for study.
enum class Strictness : std::uint8_t { Legal, Anything };

class Game {
public:
    virtual ~Game() = default;

    virtual const Variant& variant() const = 0;
    virtual Placement placement() const = 0;             // the position on the board now
    virtual Side turn() const = 0;                       // whose move it is; cheaper than placement().turn
    virtual Placement start() const = 0;                 // the position this game began with
    virtual std::uint64_t key() const = 0;               // Zobrist key of the position
    virtual std::span<const AnyMove> legal() const = 0;  // none once the game is over; valid until the position changes
    virtual std::vector<AnyMove> paths(
        std::size_t index) const = 0;  // the ways to carry out that legal move, its own first (at most 10,000)
    virtual std::optional<Outcome> outcome() const = 0;   // nothing while the game goes on
    virtual std::span<const AnyMove> played() const = 0;  // the moves from start() to here

    virtual void play(std::size_t index) = 0;  // index into legal(); forgets what could be redone
    // A draw by repetition, a count of moves or little material is not claimed here: the game goes on. False if there is none.
    virtual bool play_on() = 0;
    virtual bool undo() = 0;                                                          // false: nothing to take back
    virtual bool redo() = 0;                                                          // false: nothing was taken back
    virtual Result<void> set(const Placement& placement, Strictness strictness) = 0;  // a new start; unchanged on error
    virtual std::unique_ptr<Game> clone() const = 0;
};

// The legal move that is carried out in just this way, hop by hop.
std::optional<std::size_t> find_path(const Game& game, const AnyMove& mv);

// The variant with this name: "suicide-10", "english" or "english-8". The error names the nearest game.
Result<const Variant*> find_variant(std::string_view name);

std::unique_ptr<Game> new_game(const Variant& variant);
Result<std::unique_ptr<Game>> new_game(std::string_view name);

}  // namespace crownhead
