// What is kept of a game on disk.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "notation/pdn/pdn.hpp"
#include "protocol/requests.hpp"
#include "rules/setup.hpp"

namespace crownhead::server {

struct StoredMove {
    int id = 0;                    // counted from 1
    int parent = 0;                // 0: the start
    std::string move{};            // as in a course log: the squares and what was captured
    std::string remark{};          // a message as JSON, or words of an older program; may be empty
    std::array<double, 2> left{};  // seconds on the clocks after it, by side
    // By which the game is found (table/marks.hpp): the position after it, its pieces. 0: none. Written, not read; not for ==.
    std::array<std::int64_t, 2> marks{};

    friend bool operator==(const StoredMove& a, const StoredMove& b) {
        return a.id == b.id && a.parent == b.parent && a.move == b.move && a.remark == b.remark && a.left == b.left;
    }
};

// An end that does not follow from the rules: resigned, agreed, time, recorded.
struct StoredEnd {
    int node = 0;
    std::optional<Side> winner{};
    std::string reason{};

    friend bool operator==(const StoredEnd&, const StoredEnd&) = default;
};

// The right to play a side.
struct SeatKey {
    std::string secret{};  // empty: none was made yet
    bool shared = false;   // it was given to another page

    friend bool operator==(const SeatKey&, const SeatKey&) = default;
};

// What a PDN said of a game besides its moves and notes, so that it can be written again as it was.
struct Recording {
    std::vector<pdn::Tag> tags{};
    std::string token = "*";  // behind the moves
    std::string result{};     // what the game ended with when it was read, as in StoredGame
    int first_ply = 0;        // of the numbers before the moves

    friend bool operator==(const Recording&, const Recording&) = default;
};

// By which a game is found, besides those of its moves: the start, its pieces, the text that it was read from. Written, not
// read; all are equal.
struct StoredMarks {
    std::array<std::int64_t, 3> all{};  // 0: none

    friend bool operator==(const StoredMarks&, const StoredMarks&) { return true; }
};

struct StoredGame {
    std::string id{};
    std::string name{};
    std::string game{};
    std::string created{};  // 2026-11-15T10:00:00Z
    std::string changed{};
    Seat black{};
    Seat white{};
    std::array<SeatKey, 2> keys{};  // by side
    std::string fen{};              // of the start; empty: that of the game
    std::string origin{};           // "run/ID/cell/number" until it is changed; such games are not listed
    int node = 0;
    std::string result = "*";  // at that node: 1-0 (White wins), 0-1, 1/2-1/2
    int plies = 0;             // to that node
    std::int64_t version = 0;
    int hints = 0;
    int exact_shown = 0;
    bool running = false;
    int delay = 400;
    std::optional<ClockSetting> clock{};
    std::array<double, 2> left{};  // on the clocks now
    // Some of its moves on disk cannot be read: those that come with it take their places.
    bool replaces_damaged = false;
    std::string notes{};  // JSON: comments, glyphs and the order of variations; empty: none
    std::vector<StoredEnd> ends{};
    std::vector<StoredMove> moves{};
    std::string recording{};  // as JSON; empty: it was not read from a PDN
    std::string folder{};     // id; empty: in none. Written only with a game that is new
    StoredMarks marks{};
    std::string review{};  // as JSON (table/review.hpp); empty: none, or what is kept stays

    friend bool operator==(const StoredGame&, const StoredGame&) = default;
};

// All by which a game is found.
inline std::vector<std::int64_t> marks_of(const StoredGame& game) {
    std::vector<std::int64_t> marks(game.marks.all.begin(), game.marks.all.end());
    for (const StoredMove& move : game.moves) marks.insert(marks.end(), move.marks.begin(), move.marks.end());
    return marks;
}

}  // namespace crownhead::server
