// Plan: what a match or tournament is to play. A small text file says the same (docs/formats.md), so a run that was
// interrupted can be continued from its folder alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/placement.hpp"
#include "match/openings.hpp"
#include "match/sprt.hpp"
#include "match/starter.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead {

enum class Pairing : std::uint8_t {
    RoundRobin,
    Gauntlet
};  // everybody against everybody; the first against the others

std::string_view word(Pairing pairing);
std::optional<Pairing> read_pairing(std::string_view text);

// A part of the plan: two players in one game.
struct MatchCell {
    const Variant* variant = nullptr;
    std::size_t first = 0;  // indexes into Plan::players
    std::size_t second = 0;
    Starter starter = Starter::Alternate;
    Side begins = Side::Black;  // who moves first where the games begin

    // Of the game with this number.
    Side side_of_first(std::uint64_t number) const;
    std::size_t player(Side side, std::uint64_t number) const { return side == side_of_first(number) ? first : second; }
    std::uint64_t opening(std::uint64_t number) const { return starter == Starter::Alternate ? number / 2 : number; }
};

struct Plan {
    std::string name{};  // for people; may be empty
    std::vector<const Variant*> variants{};
    std::vector<std::string> players{};  // as players/catalogue.hpp reads them
    Pairing pairing = Pairing::RoundRobin;
    std::uint64_t pairs = 50;  // of games in each cell: both from one opening, with colours changed, if they alternate
    Starter starter = Starter::Alternate;
    std::optional<Openings> openings{};  // nothing: ballots where there are some, else random moves
    int opening_plies = 6;
    std::string fen{};  // where the games begin instead of the start position, as fen::write gives it; of one game only
    std::uint64_t seed = 1;
    int longest = 1000;  // plies after the opening; a game that goes on for longer is a draw
    std::optional<Sprt> sprt{};
    bool draw_rules = true;  // false: `variants` are games without draw rules (match/draw_rules.hpp)

    Openings openings_of(const Variant& variant) const;
    std::optional<Placement> start() const;  // what `fen` says
    std::vector<MatchCell> cells() const;    // by game, then by players

    friend bool operator==(const Plan&, const Plan&) = default;
};

// Who plays what, as people call it: the description, with a number where two are the same ("random (2)").
std::vector<std::string> player_names(const Plan& plan);

// `fen` as plans have it, so that equal plans have equal texts. The position must be possible, and the game not over there.
Result<std::string> plan_position(const Variant& variant, std::string_view fen);

// Everything that can be known before the first game: enough players, players that exist, ballots where they are wanted.
Result<void> check(const Plan& plan);

namespace plan_text {

// One keyword and its values on each line, in a fixed order: equal plans have equal texts.
std::string write(const Plan& plan);

// "0 10" or "0 10 0.05 0.05": two differences in Elo, and perhaps two error rates.
Result<Sprt> read_sprt(std::string_view text);

// Empty lines and those that begin with # do not count. The message begins with "line N: ".
Result<Plan> read(std::string_view text);

}  // namespace plan_text

}  // namespace crownhead
