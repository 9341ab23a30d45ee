// The step-choosing strategy of the assignment (mission S3.4): eight criteria in the document's order. Each sorts out the
// moves that another one surpasses, until one is left; what is left after all eight is decided by chance.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "players/catalogue.hpp"
#include "players/player.hpp"
#include "util/result.hpp"

namespace crownhead {

// In the document's order. "I" am the side to move, "you" are the other one. "You capture": you have a capturing move
// after mine. "I threaten": I would have one if it were my turn again at once. Among the safe moves, a capture of yours
// counts 100 for each piece that it takes more than I can take back: giving a piece away also narrows your choice.
enum class Criterion : std::uint8_t {
    Capture,   // 1 for a capture
    Replies,   // minus your safe moves, those after which I capture nothing
    Multiple,  // 100 + n for a capture of n pieces, n > 1; otherwise n if I threaten to take n pieces, n > 1
    Lanes,    // minus your men with an open lane: empty squares that lead step by step to the row where you are crowned
    Threat,   // 1 if I threaten and you do not capture
    Between,  // 1 for a step to a square that touches a piece of mine and one of yours, if you do not capture
    Exchange,  // 0 if you have a capture after which I capture nothing; otherwise 1
    Crown,     // 2 for a man that is crowned, 1 for one that has an open lane to its crown; 0 if it is captured at once
};

inline constexpr std::array<std::string_view, 8> criterion_names{"capture", "replies", "multiple", "lanes",
                                                                 "threat",  "between", "exchange", "crown"};
inline constexpr auto criteria =
    std::to_array({Criterion::Capture, Criterion::Replies, Criterion::Multiple, Criterion::Lanes, Criterion::Threat,
                   Criterion::Between, Criterion::Exchange, Criterion::Crown});

// How well the legal move with this index meets the criterion; more is better, except where losing everything wins: there
// the player prefers less, because the document's advice is for the ordinary goal.
int score_step(Criterion criterion, const Game& game, std::size_t index);

}  // namespace crownhead
