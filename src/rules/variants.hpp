// The list of games: one constexpr entry per game and board size. Command line, text formats and generic tests follow from it.
// A comment cites a line of docs/mission.md (S0.1) or an article of the rulebook in `source`. A field without one follows
// docs/sources.md: #boards-and-tags, #moves-and-captures, #draws.
#pragma once

#include <array>
#include <string_view>

#include "rules/variant.hpp"

namespace crownhead {

namespace list {

using Kind = MaterialRule::Kind;

// S3.2: draws after 50 moves of each side without a capture, or without an advance of a man, or at the third repetition.
inline constexpr Ending fifty_moves{.repetitions = 3, .no_capture_limit = 50, .no_advance_limit = 50};

inline constexpr Variant english{
    .name = "english",
    .family = "english",
    .title = "English checkers",
    .summary = "Capture or block all enemy pieces; short kings, free choice of capture.",
    .source = "S3.1, S3.2; WCDF rules of draughts",
    .board = {.size = 8},                         // S3.1
    .move = {.king = King::Short,                 // S0.5
             .man_capture = ManCapture::Forward,  // S0.5
             .obligation = Obligation::Any,       // S0.6
             .chain = Chain::Complete,            // S0.6
             .promotion = Promotion::EndsMove,    // S0.5
             .removal = Removal::AfterMove},      // a short king cannot tell the difference
    .end = fifty_moves,                           // S3.1: blocked or captured loses; S3.2
    .setup = {.rows = 3,                          // S0.3
              .first = Side::Black,               // S3.1
              .game_type = "21,B,8,8,N1,0"},
};

inline constexpr Variant suicide = derive(english, [](Variant& v) {
    v.name = v.family = "suicide";
    v.title = "Suicide checkers";
    v.summary = "Goal reversed: get rid of all your pieces. A blocked player draws.";
    v.source = "S0.1-S0.7, S3.2";
    v.end.bare = Bare::Wins;             // S0.7
    v.end.blocked = Blocked::Draws;      // S0.7
    v.setup.names = SideNames::Players;  // S0.4
    v.setup.game_type = "";              // PDN defines none
});

inline constexpr Variant giveaway = derive(suicide, [](Variant& v) {
    v.name = v.family = "giveaway";
    v.title = "Giveaway checkers";
    v.summary = "Goal reversed: get rid of all your pieces or be unable to move.";
    v.source = "S0.7 (tournament reading), S3.2";
    v.end.blocked = Blocked::Wins;  // S0.7
});

inline constexpr Variant sacrifice = derive(suicide, [](Variant& v) {
    v.name = v.family = "sacrifice";
    v.title = "Sacrifice checkers";
    v.summary = "Goal reversed: get rid of all your pieces. A blocked player loses.";
    v.source = "S0.7 (third reading), S3.2";
    v.end.blocked = Blocked::Loses;  // S0.7
});

inline constexpr Variant mini{
    .name = "mini",
    .family = "mini",
    .title = "Mini-checkers",
    .summary = "Six men a side, single jumps, no kings; who cannot move passes, more pieces win.",
    .source = "S1.1, S1.2",
    .board = {.size = 6},                         // S1.1
    .move = {.king = King::None,                  // S1.1
             .man_capture = ManCapture::Forward,  // S1.1
             .obligation = Obligation::Any,       // S1.1
             .chain = Chain::Single},             // S1.1
    .end = {.bare = Bare::Loses,                  // S1.2
            .blocked = Blocked::Passes},          // S1.2
    .setup = {.rows = 2,                          // S1.1
              .first = Side::Black,               // either side may be given the first move by a FEN
              .names = SideNames::Players},
};

inline constexpr Variant kingme{
    .name = "kingme",
    .family = "kingme",
    .title = "King-me checkers",
    .summary = "Captures are optional, and a king may jump two pieces in one hop.",
    .source = "S2.1-S2.3; draws: S3.2",
    .board = {.size = 8},                         // S2.1
    .move = {.king = King::Short,                 // S2.1
             .man_capture = ManCapture::Forward,  // S2.1
             .obligation = Obligation::Free,      // S2.1
             .chain = Chain::Complete,            // S2.1
             .promotion = Promotion::EndsMove,    // S2.1
             .removal = Removal::Immediately,     // S2.2
             .double_kill = true},                // S2.2
    .end = fifty_moves,                           // S2.3: no move loses; S3.2 so that every game ends
    .setup = {.rows = 3, .first = Side::Black},   // S2.1
};

// FMJD, Annex 1 (2015), art. 6.3 and 6.4.
inline constexpr std::array<MaterialRule, max_material_rules> fmjd_material{{
    {.kind = Kind::LoneKing,
     .pieces_min = 3,
     .pieces_max = 3,
     .kings_min = 1,
     .moves = 16,
     .what = "three pieces against a king"},
    {.kind = Kind::LoneKing,
     .pieces_min = 1,
     .pieces_max = 2,
     .kings_min = 1,
     .moves = 5,
     .what = "at most two pieces against a king"},
}};

inline constexpr Variant international{
    .name = "international",
    .family = "international",
    .title = "International draughts",
    .summary = "Flying kings, men capture backward, the longest capture is compulsory.",
    .source = "FMJD Annex 1 (2015)",
    .board = {.size = 10},
    .move = {.king = King::Flying,
             .man_capture = ManCapture::AllFour,
             .obligation = Obligation::Most,
             .promotion = Promotion::AtRest,
             .removal = Removal::AfterMove},
    .end = {.repetitions = 3,            // FMJD 6.1
            .quiet_limit = 25,           // FMJD 6.2
            .material = fmjd_material},  // FMJD 6.3, 6.4
    .setup = {.rows = 4, .first = Side::White, .game_type = "20,W,10,10,N2,0"},
};

inline constexpr Variant antidraughts = derive(international, [](Variant& v) {
    v.name = v.family = "antidraughts";
    v.title = "Antidraughts";
    v.summary = "International rules with the goal reversed: no pieces or no move wins.";
    v.source = "Lidraughts";
    v.end = {.bare = Bare::Wins,
             .blocked = Blocked::Wins,
             .repetitions = 3,
             .quiet_limit = 50};  // house rule, so that every game ends
    v.setup.game_type = "";       // PDN defines none
});

inline constexpr Variant breakthrough = derive(international, [](Variant& v) {
    v.name = v.family = "breakthrough";
    v.title = "Breakthrough draughts";
    v.summary = "International rules; whoever makes the first king wins.";
    v.source = "Lidraughts";
    v.end = {.king_wins = true};  // no draws are possible: men only advance
    v.setup.game_type = "";       // PDN defines none
});

inline constexpr Variant killer = derive(international, [](Variant& v) {
    v.name = v.family = "killer";
    v.title = "Killer draughts";
    v.summary = "International rules; a king that captures a king last stops directly behind it.";
    v.source = "public summaries (mindsports.nl); draws: as International, without its limits on a lone king";
    v.move.king = King::StopsBehindKing;
    v.end = {.repetitions = 3, .quiet_limit = 25};  // two kings beat one, in up to eight moves
    v.setup.game_type = "";                         // PDN defines none
});

inline constexpr Variant frisian{
    .name = "frisian",
    .family = "frisian",
    .title = "Frisian draughts",
    .summary = "Captures in eight directions; the most valuable capture is compulsory.",
    .source = "Official Rules for Frisian Draughts (2011)",
    .board = {.size = 10, .spaced = true},  // orthogonal captures need the spaced embedding
    .move = {.king = King::Flying,
             .man_capture = ManCapture::AllEight,
             .obligation = Obligation::Weighted,  // art. 11-12
             .promotion = Promotion::AtRest,
             .removal = Removal::AfterMove,
             .king_run = 3},    // art. 17
    .end = {.quiet_limit = 50,  // house rule, so that every game ends
            .material = {{
                {.kind = Kind::LoneKing,
                 .pieces_min = 2,
                 .pieces_max = 2,
                 .kings_min = 2,
                 .moves = 7,
                 .what = "two kings against one"},  // art. 18
                {.kind = Kind::LoneKing,
                 .pieces_min = 1,
                 .pieces_max = 1,
                 .kings_min = 1,
                 .moves = 2,
                 .what = "king against king"},  // art. 21
            }}},
    .setup = {.rows = 4, .first = Side::White, .game_type = "40,W,10,10,N2,0"},
};

inline constexpr Variant frysk = derive(frisian, [](Variant& v) {
    v.name = v.family = "frysk";
    v.title = "Frysk!";
    v.summary = "Frisian rules with five men a side.";
    v.source = "Lidraughts";
    v.setup.rows = 1;
    v.setup.game_type = "";  // PDN defines none
});

inline constexpr Variant canadian = derive(international, [](Variant& v) {
    v.name = v.family = "canadian";
    v.title = "Canadian draughts";
    v.summary = "International rules on the 12x12 board.";
    v.source = "as International";
    v.board.size = 12;
    v.setup.rows = 5;
    v.setup.game_type = "27,W,12,12,N2,0";
});

// FMJD-64, section 7.2.
inline constexpr std::array<MaterialRule, max_material_rules> fmjd64_material{{
    {.kind = Kind::LoneKing,
     .pieces_min = 3,
     .pieces_max = 12,
     .kings_min = 3,
     .moves = 15,
     .what = "three or more kings against a king"},  // 7.2.4
    {.kind = Kind::Balance,
     .pieces_min = 4,
     .pieces_max = 5,
     .moves = 30,
     .what = "four or five pieces, kings on both sides"},  // 7.2.6
    {.kind = Kind::Balance,
     .pieces_min = 6,
     .pieces_max = 7,
     .moves = 60,
     .what = "six or seven pieces, kings on both sides"},  // 7.2.6
    {.kind = Kind::LoneKingOnLongDiagonal,
     .pieces_min = 3,
     .pieces_max = 3,
     .kings_min = 1,
     .moves = 5,
     .what = "three pieces against a king on the long diagonal"},  // 7.2.7
    {.kind = Kind::LoneKing,
     .pieces_min = 1,
     .pieces_max = 2,
     .kings_min = 1,
     .moves = 5,
     .what = "at most two pieces against a king"},  // 7.2.8
}};

inline constexpr Variant russian{
    .name = "russian",
    .family = "russian",
    .title = "Russian draughts",
    .summary = "Flying kings, free choice of capture, a man is crowned in passing.",
    .source = "FMJD-64 rules",
    .board = {.size = 8},
    .move = {.king = King::Flying,
             .man_capture = ManCapture::AllFour,
             .obligation = Obligation::Any,
             .promotion = Promotion::InPassing,
             .removal = Removal::AfterMove},
    .end = {.repetitions = 3,
            .quiet_limit = 15,             // 7.2.5
            .material = fmjd64_material},  // 7.2.4, 7.2.6-7.2.8
    .setup = {.rows = 3,
              .first = Side::White,
              .notation = Notation::Algebraic,
              .separator = ':',
              .game_type = "25,W,8,8,A0,0"},
};

inline constexpr Variant brazilian = derive(russian, [](Variant& v) {
    v.name = v.family = "brazilian";
    v.title = "Brazilian draughts";
    v.summary = "International rules on a smaller board.";
    v.source = "FMJD-64 rules";
    v.move.obligation = Obligation::Most;
    v.move.promotion = Promotion::AtRest;
    v.setup.separator = 'x';
    v.setup.game_type = "26,W,8,8,A0,0";
});

inline constexpr Variant pool = derive(russian, [](Variant& v) {
    v.name = v.family = "pool";
    v.title = "American pool checkers";
    v.summary = "Flying kings, free choice of capture, crowned only where the move ends.";
    v.source = "APCA tournament rules";
    v.move.promotion = Promotion::AtRest;
    v.end = {.repetitions = 3,  // APCA 26
             .quiet_limit = 15,
             .material = {{{.kind = Kind::LoneKing,
                            .pieces_min = 3,
                            .pieces_max = 3,
                            .kings_min = 3,
                            .moves = 13,
                            .what = "three kings against one"}}}};  // APCA 26
    v.setup = {.rows = 3, .first = Side::Black, .game_type = "23,B,8,8,N1,0"};
});

inline constexpr Variant italian{
    .name = "italian",
    .family = "italian",
    .title = "Italian draughts",
    .summary = "Men may not capture kings; strict precedence among captures.",
    .source = "FID technical regulation",
    .board = {.size = 8},
    .move = {.king = King::Short,
             .man_capture = ManCapture::Forward,
             .obligation = Obligation::Italian,  // FID 6.6-6.9
             .promotion = Promotion::EndsMove,
             .removal = Removal::AfterMove,
             .man_takes_king = false},
    .end = {.repetitions = 4,    // FID 9.3
            .quiet_limit = 40},  // FID 10.4
    .setup = {.rows = 3, .first = Side::White, .mirrored = true, .game_type = "22,W,8,8,N2,1"},
};

inline constexpr Variant spanish{
    .name = "spanish",
    .family = "spanish",
    .title = "Spanish draughts",
    .summary = "Flying kings, men capture forward, most pieces then most kings.",
    .source = "public summaries (mindsports.nl)",
    .board = {.size = 8},
    .move = {.king = King::Flying,
             .man_capture = ManCapture::Forward,
             .obligation = Obligation::MostKings,
             .promotion = Promotion::EndsMove,
             .removal = Removal::AfterMove},
    .end = {.repetitions = 3,
            .quiet_limit = 20,
            .material = {{{.kind = Kind::LoneKingOnLongDiagonal,
                           .pieces_min = 3,
                           .pieces_max = 3,
                           .kings_min = 3,
                           .moves = 12,
                           .what = "three kings against a king on the long diagonal"}}}},
    .setup =
        {.rows = 3, .first = Side::White, .mirrored = true, .from_bottom_right = true, .game_type = "24,W,8,8,N1,1"},
};

inline constexpr Variant portuguese = derive(spanish, [](Variant& v) {
    v.name = v.family = "portuguese";
    v.title = "Portuguese draughts";
    v.summary = "The rules of Spanish draughts.";
    v.source = "public summaries: as Spanish";
    v.setup.game_type = "28,W,8,8,N1,1";
});

inline constexpr Variant czech{
    .name = "czech",
    .family = "czech",
    .title = "Czech draughts",
    .summary = "Flying kings, men capture forward, a king captures before a man.",
    .source = "public summaries; draws: S3.2 (no fixed rule is known)",
    .board = {.size = 8},
    .move = {.king = King::Flying,
             .man_capture = ManCapture::Forward,
             .obligation = Obligation::KingFirst,
             .promotion = Promotion::EndsMove,
             .removal = Removal::AfterMove},
    .end = fifty_moves,  // house rule after S3.2
    .setup = {.rows = 3, .first = Side::White, .notation = Notation::Algebraic, .game_type = "29,W,8,8,A0,0"},
};

inline constexpr Variant thai{
    .name = "thai",
    .family = "thai",
    .title = "Thai draughts",
    .summary = "Eight men a side; a flying king lands directly behind what it captures.",
    .source = "public summaries of makhos (mindsports.nl); draws: S3.2 (no fixed rule is known)",
    .board = {.size = 8},
    .move = {.king = King::LandsBehind,
             .man_capture = ManCapture::Forward,
             .obligation = Obligation::Any,
             .promotion = Promotion::EndsMove,
             .removal = Removal::Immediately},
    .end = fifty_moves,  // house rule after S3.2
    .setup = {.rows = 2, .first = Side::Black, .separator = '-', .game_type = "31,B,8,8,N2,0"},
};

// The goal reversed, as in antidraughts.
constexpr Variant reversed(const Variant& parent, std::string_view name, std::string_view title,
                           std::string_view summary) {
    return derive(parent, [&](Variant& v) {
        v.name = v.family = name;
        v.title = title;
        v.summary = summary;
        v.source = "as the game that it reverses; goal and draws as antidraughts";
        v.end = antidraughts.end;
        v.setup.game_type = "";
    });
}

inline constexpr Variant antirussian = reversed(russian, "antirussian", "Antirussian draughts",
                                                "Russian rules with the goal reversed: no pieces or no move wins.");
inline constexpr Variant antiitalian = reversed(italian, "antiitalian", "Antiitalian draughts",
                                                "Italian rules with the goal reversed: no pieces or no move wins.");
inline constexpr Variant antifrisian = reversed(frisian, "antifrisian", "Antifrisian draughts",
                                                "Frisian rules with the goal reversed: no pieces or no move wins.");

inline constexpr Variant antibrazilian = reversed(brazilian, "antibrazilian", "Antibrazilian draughts",
                                                  "Brazilian rules with the goal reversed: no pieces or no move wins.");
inline constexpr Variant anticanadian = reversed(canadian, "anticanadian", "Anticanadian draughts",
                                                 "Canadian rules with the goal reversed: no pieces or no move wins.");

// The same game on another board: as many full rows as leave two empty ones (S0.3).
constexpr Variant resized(const Variant& parent, std::string_view name, int size) {
    return derive(parent, [&](Variant& v) {
        v.name = name;
        v.board.size = size;          // S0.1
        v.setup.rows = size / 2 - 1;  // S0.3
        v.setup.game_type = "";
    });
}

}  // namespace list

inline constexpr auto variants = std::to_array<Variant>({
    list::english,
    list::resized(list::english, "english-6", 6),
    list::resized(list::english, "english-10", 10),
    list::resized(list::english, "english-12", 12),
    list::suicide,
    list::resized(list::suicide, "suicide-6", 6),
    list::resized(list::suicide, "suicide-10", 10),
    list::resized(list::suicide, "suicide-12", 12),
    list::giveaway,
    list::resized(list::giveaway, "giveaway-6", 6),
    list::resized(list::giveaway, "giveaway-10", 10),
    list::resized(list::giveaway, "giveaway-12", 12),
    list::resized(list::sacrifice, "sacrifice-6", 6),
    list::mini,
    list::kingme,
    list::international,
    list::resized(list::international, "international-6", 6),
    list::antidraughts,
    list::resized(list::antidraughts, "antidraughts-6", 6),
    list::breakthrough,
    list::killer,
    list::frisian,
    list::resized(list::frisian, "frisian-6", 6),
    list::frysk,
    list::antifrisian,
    list::resized(list::antifrisian, "antifrisian-6", 6),
    list::canadian,
    list::anticanadian,
    list::brazilian,
    list::resized(list::brazilian, "brazilian-6", 6),
    list::antibrazilian,
    list::russian,
    list::resized(list::russian, "russian-6", 6),
    list::antirussian,
    list::resized(list::antirussian, "antirussian-6", 6),
    list::pool,
    list::italian,
    list::resized(list::italian, "italian-6", 6),
    list::antiitalian,
    list::resized(list::antiitalian, "antiitalian-6", 6),
    list::spanish,
    list::portuguese,
    list::czech,
    list::thai,
});

// Other names under which a game is known.
struct VariantAlias {
    std::string_view alias;
    std::string_view name;
};
inline constexpr auto variant_aliases = std::to_array<VariantAlias>({
    {"poddavki", "antirussian"},
});

}  // namespace crownhead
