// Endgames: the endgame files of any game, chosen at run time: building them, asking them, checking them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "egdb/block_cache.hpp"
#include "egdb/tasks.hpp"
#include "game/value.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead {

class Endgames {
public:
    virtual ~Endgames() = default;

    virtual int pieces() const = 0;          // of the largest class; 0: there are no files
    virtual std::size_t memory() const = 0;  // bytes, without the blocks in the cache
    virtual std::vector<egdb::ClassInfo> classes() const = 0;

    // The value of the position for the side to move; nothing if the files do not decide it. Draws by the
    // count of moves and what was played before do not matter.
    virtual std::optional<ExactValue> exact_value(const Game& game) const = 0;
    // The same for each legal move, for the side that makes it, which is one ply further away.
    virtual std::vector<std::optional<ExactValue>> move_values(const Game& game) const = 0;

    // Won, drawn or lost alone, which is found more quickly: the position, and each legal move.
    virtual std::optional<Value> value(const Game& game) const = 0;
    virtual std::vector<std::optional<Value>> plain_move_values(const Game& game) const = 0;

    // The position with this number, below ClassInfo::positions(), in a class that is there; with this side to move.
    virtual Placement position(const egdb::Material& material, std::uint64_t number, Side turn) const = 0;

    virtual egdb::VerifyReport verify(const egdb::VerifyOptions& options) = 0;
};

// What the files say of one class; nothing if it is not there.
std::optional<egdb::ClassInfo> class_of(const Endgames& endgames, const egdb::Material& material);

// Whether positions with as many pieces are in the files at all.
bool knows(const Endgames& endgames, const Game& game);

// The moves that keep the value of the position, if the files decide them all: among several wins the shortest where
// distances are known, and the longest way to lose. None if a move is not decided.
std::vector<std::size_t> best_known_moves(const Endgames& endgames, const Game& game);

// What was read last from the files of one game or of several.
using EndgameCache = std::shared_ptr<egdb::BlockCache>;
EndgameCache new_endgame_cache(std::size_t bytes);

// The files in this folder, which is that of one game. One that is damaged or was made for other rules is an error, no
// files at all are none.
Result<std::unique_ptr<Endgames>> open_endgames(const Variant& variant, const std::string& folder,
                                                const EndgameCache& cache);
inline Result<std::unique_ptr<Endgames>> open_endgames(const Variant& variant, const std::string& folder,
                                                       std::size_t cache_bytes) {
    return open_endgames(variant, folder, new_endgame_cache(cache_bytes));
}

Result<egdb::BuildReport> build_endgames(const Variant& variant, const egdb::BuildOptions& options);

// How many positions the classes with up to so many pieces have.
std::uint64_t count_endgames(const Variant& variant, int pieces);

}  // namespace crownhead
