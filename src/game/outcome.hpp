// Outcome: how a game ended and why. Plain data; the wording is notation/outcome_text.hpp.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/setup.hpp"

namespace crownhead {

enum class Reason : std::uint8_t {  // journals keep the number
    NoPieces,                       // `about` has no pieces left
    NoMove,                         // `about` has pieces but no move
    KingMade,                       // `about` has made the first king (breakthrough)
    MorePieces,                     // neither side can move; `about` has more pieces (mini)
    EqualPieces,                    // neither side can move; as many pieces on both sides (mini)
    Repetition,
    NoCapture,  // no capture for too long
    NoAdvance,  // no man moved for too long
    Quiet,      // neither for too long
    Material,   // material rule number `rule` has run out
    // No rule of the game: `about` can capture in more ways than are listed (capture_budget in movegen.hpp).
    TooManyCaptures,
};

struct Outcome {
    std::optional<Side> winner;  // null: a draw
    Reason reason = Reason::NoMove;
    Side about = Side::Black;  // the side that the reason speaks of
    int rule = 0;              // index into Ending::material

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace crownhead
