// Tally: the results of a run, cell by cell. Games may arrive in any order; they are counted in the order of the plan, so
// that a result never depends on which thread was faster. Its memory does not grow with the number of games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "game/any_move.hpp"
#include "game/outcome.hpp"
#include "match/plan.hpp"
#include "match/referee.hpp"
#include "match/stats.hpp"

namespace crownhead {

// Which game of the plan; MatchCell knows its opening and who has which side.
struct GameId {
    std::size_t cell = 0;
    std::uint64_t number = 0;

    friend auto operator<=>(const GameId&, const GameId&) = default;
};

struct FinishedGame {
    GameId id{};
    Finish finish = Finish::Rules;
    std::optional<Side> winner{};
    Reason reason = Reason::NoMove;          // if it ended by the rules
    std::string why{};                       // of a forfeit
    std::size_t opening_plies = 0;           // of the moves, how many were not chosen by the players
    std::array<int, 2> left{};               // pieces of Black and White at the end
    std::array<ThinkingTime, 2> thinking{};  // of the first and the second player of the cell
    std::vector<AnyMove> moves{};            // from where the games of the plan begin
};

inline constexpr std::size_t reasons = static_cast<std::size_t>(Reason::TooManyCaptures) + 1;  // the last one

struct CellTally {
    MatchStats stats;                           // of the first player
    std::array<WinDrawLoss, 2> by_starter{};    // games in which the first player, the second player began
    std::array<std::uint64_t, reasons> ends{};  // by Reason
    std::uint64_t too_long = 0;
    std::array<std::uint64_t, 2> forfeits{};  // games thrown away by the first, by the second player
    std::string forfeit_example{};            // the first of them, in words
    std::vector<std::uint64_t> lengths{};     // games by their number of plies, openings included
    std::array<ThinkingTime, 2> thinking{};

    double mean_length() const;
};

class Tally {
public:
    explicit Tally(const Plan& plan);

    const Plan& plan() const { return plan_; }
    const std::vector<MatchCell>& cells() const { return cells_; }
    const CellTally& operator[](std::size_t cell) const { return counted_[cell].tally; }
    SprtState sprt(std::size_t cell) const;

    // True if the game was new and wanted; a game that is known already changes nothing.
    bool add(const FinishedGame& game);
    bool has(const GameId& id) const;
    // No more games of this cell are needed: all are there, or the sequential test has ended.
    bool complete(std::size_t cell) const;
    bool complete() const;
    // Whether the game belongs to the result: counted, and not beyond the end of the sequential test.
    bool counts(const GameId& id) const;

    std::uint64_t games() const;    // counted so far
    std::uint64_t planned() const;  // at most

private:
    // What is kept of a game that came before its turn.
    struct Light {
        Finish finish;
        std::optional<Side> winner;
        Reason reason;
        std::string why;
        std::size_t plies;
        std::array<ThinkingTime, 2> thinking;
    };
    struct Counted {
        CellTally tally{};
        std::uint64_t next = 0;  // all games below are counted
        std::map<std::uint64_t, Light> waiting{};
        int pair_points = 0;
        bool decided = false;  // by the sequential test
    };
    void count(std::size_t cell, const Light& game);

    Plan plan_;
    std::vector<MatchCell> cells_;
    std::vector<Counted> counted_;
};

// All games of a player, against everybody in every game.
struct Standing {
    std::size_t player = 0;  // index into Plan::players
    MatchStats stats{};
    ThinkingTime thinking{};
    std::uint64_t forfeits = 0;
};

// Best score first; of one game, or of all of them.
std::vector<Standing> standings(const Tally& tally, const Variant* variant = nullptr);

}  // namespace crownhead
