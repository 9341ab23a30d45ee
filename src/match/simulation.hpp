// The batch simulator of the suicide document (mission S0.10, S0.11): one board size on each line of a text, one game for
// each, and a course log of them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "match/starter.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"
#include "util/source.hpp"

namespace crownhead {

struct Simulation {
    std::string player1 = "random";  // players, as players/catalogue.hpp reads them
    std::string player2 = "edge";
    Starter starter = Starter::First;
    std::uint64_t seed = 1;
    int threads = 1;
    bool draw_rules = true;  // false: a game is drawn only where nobody can go on (match/draw_rules.hpp)
    int longest = std::numeric_limits<int>::max();  // plies; then the game is unfinished and not in the log
    std::stop_token stop{};  // requested: the game that is being played is abandoned, and the log ends before it
};

struct SimulationResult {
    std::uint64_t games = 0;
    std::uint64_t unfinished = 0;  // of these
    bool stopped = false;          // the log has the first games of the input
};

struct BadLine {
    std::uint64_t number = 0;  // counted from 1
    std::string why{};
};

// The games that a name stands for, by size: "suicide" is four of them, "suicide-6" or "mini" one.
Result<std::vector<const Variant*>> games_by_size(std::string_view name);

// Reads board sizes, one on each line, and finds the game of that size. Spaces around a number, Windows line ends and empty
// lines do not matter. Only a piece of the text is in memory.
class SizeReader {
public:
    SizeReader(Source source, std::vector<const Variant*> games);

    // The game of the next line that is not empty; nothing at the end.
    std::optional<std::expected<const Variant*, BadLine>> next();

private:
    std::optional<std::string> next_line();
    std::expected<const Variant*, BadLine> read(std::string_view line) const;

    Source source_;
    std::vector<const Variant*> games_;
    std::string buffer_{};
    std::size_t at_ = 0;
    bool ended_ = false;
    bool cut_ = false;  // the line is longer than what is kept of it
    std::uint64_t number_ = 0;
};

// Plays a game for each that `next` gives, until it gives nothing. `write` gets the log piece by piece, in order, and `done`
// the number of games so far. Each of them is called by one thread at a time, and what is written does not depend on the
// number of threads. A player that forfeits ends the simulation.
Result<SimulationResult> simulate(const Simulation& simulation, const std::function<const Variant*()>& next,
                                  const std::function<Result<void>(std::string_view)>& write,
                                  const std::function<void(std::uint64_t)>& done);

}  // namespace crownhead
