// GameRecord: a game that was played, as plain data: where it began, its moves, how it ended, and what is known about it.
// Between games on a board and the formats that keep them: PDN and the course log.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "match/written_game.hpp"
#include "notation/course_log.hpp"
#include "notation/pdn/pdn.hpp"
#include "rules/variant.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead {

struct GameRecord {
    const Variant* variant = nullptr;
    Placement start{};
    std::vector<AnyMove> moves{};
    bool finished = false;
    std::optional<Side> winner{};     // of a finished game; nobody: a draw
    bool both_lost = false;           // the result 0-0; then there is no winner
    std::vector<pdn::Tag> tags{};     // Event, White, ...; those that follow from the game itself are not kept here
    std::vector<RecordNote> notes{};  // about what was read

    friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// The value of a tag; empty if there is none.
std::string_view tag(const GameRecord& record, std::string_view name);
void set_tag(GameRecord& record, std::string_view name, std::string_view value);

// The game from its start to where it stands now; finished if the rules say so.
GameRecord from_game(const Game& game);

// The game with these moves, from the start position with `first` to move; `promotes` of a move does not count. Finished
// if the rules say so. The offset of an error is the number of the move, from 0.
Result<GameRecord> from_moves(const Variant& variant, Side first, std::span<const AnyMove> moves);
// The same from any position.
Result<GameRecord> from_moves(const Variant& variant, const Placement& start, std::span<const AnyMove> moves);

// The game at the start of the record, and with all its moves played. Requires a record from this file.
std::unique_ptr<Game> game_at_start(const GameRecord& record);
std::unique_ptr<Game> game_at_end(const GameRecord& record);

// Moves in the short form and the notation that the game prefers; SetUp and FEN only if it began elsewhere.
pdn::Game to_pdn(const GameRecord& record);

// A game read as far as it can be played.
struct Replay {
    GameRecord record{};
    std::optional<Error> error{};  // why it went no further: "line 12, column 7: ..."
};

// One game alone, as GameReader reads it; `fallback` is what it is of if its tags do not say it, null: that is found out. The
// rules decide about the end, and where they do not, the result that is given.
Replay replay(const pdn::Game& game, const Variant* fallback);
Result<GameRecord> from_pdn(const pdn::Game& game, const Variant* fallback);

// A log has games from the start position of its board that ended by the rules; everything else is refused.
Result<course_log::LogGame> to_log(const GameRecord& record);
// All of the log must be right: moves, pieces left and winner. Messages begin with "line 12: ".
Result<GameRecord> from_log(const course_log::LogGame& log, const Variant& variant);

}  // namespace crownhead
