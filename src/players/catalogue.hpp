// The catalogue: every player that can be named on the command line, in matches and on the page, and what each of them
// says about itself. To add one, write its file and its line in CROWNHEAD_STRATEGIES.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "players/player.hpp"
#include "util/result.hpp"

namespace crownhead {

struct PlayerOption {
    std::string key;
    std::string value;
};
using PlayerOptions = std::vector<PlayerOption>;

struct PlayerDescription {
    std::string name;
    PlayerOptions options;

    // The last one counts.
    std::optional<std::string_view> option(std::string_view key) const;
};

// `name` or `name:key=value,key=value`. Whether there is such a player, make_player() knows.
Result<PlayerDescription> read_description(std::string_view text);

enum class OptionKind : std::uint8_t {
    Integer,
    Number,
    Choice,  // one of `choices`
    Set,     // some of `choices`, by name or number: "2+lanes"
    Text,
    Folder,
};

struct OptionInfo {
    std::string_view key;  // ends with '*': any key that begins so
    OptionKind kind = OptionKind::Integer;
    std::string_view standard{};  // the value if it is not given; empty: none
    double lowest = 0;            // of Integer and Number
    double highest = 0;
    std::span<const std::string_view> choices{};
    bool on_page = true;           // a page may set it
    double page_highest = 0;       // the highest that a page may set; 0: no other
    bool zero_is_endless = false;  // 0 means no limit, which a page may not set
    bool bounds_move = false;      // it limits the time of a move
    double run_highest = 0;        // ... enough for the laboratory, up to this value
};

struct Strategy {
    std::string_view name;  // `strategy.NAME` is the code of what it does
    std::span<const OptionInfo> options{};
    int levels = 0;               // of its option `level`; 0: it has none
    std::string_view family{};    // of the only games that it plays; empty: all
    bool needs_solution = false;  // plays only games whose exact values can be computed
    bool runs_program = false;    // starts another program
    double page_seconds = 0;      // longest time for a move of a page's game; 0: needs no limit
    std::string_view opponent{};  // its description as the default opponent of a person; empty: it is none
    // The options have been checked against `options`.
    Result<std::unique_ptr<Player>> (*make)(const PlayerOptions& options, std::uint64_t seed) = nullptr;

    bool plays(const Variant& variant) const;
    const OptionInfo* find(std::string_view key) const;
};

// Every strategy, in the order in which they are offered. Each is described by `NAME_strategy()` in its own file.
#define CROWNHEAD_STRATEGIES(STRATEGY) \
    STRATEGY(random)                   \
    STRATEGY(edge)                     \
    STRATEGY(scatter)                  \
    STRATEGY(steps)                    \
    STRATEGY(minimax)                  \
    STRATEGY(alphabeta)                \
    STRATEGY(mini_ab)                  \
    STRATEGY(engine)                   \
    STRATEGY(perfect)                  \
    STRATEGY(hub)

#define CROWNHEAD_DECLARE_STRATEGY(name) const Strategy& name##_strategy();
CROWNHEAD_STRATEGIES(CROWNHEAD_DECLARE_STRATEGY)
#undef CROWNHEAD_DECLARE_STRATEGY

std::span<const Strategy* const> strategies();
const Strategy* find_strategy(std::string_view name);

// A description that has been read and checked: makes as many players as wanted.
class PlayerFactory {
public:
    // The error says which strategies or options there are.
    static Result<PlayerFactory> read(std::string_view description);

    const Strategy& strategy() const { return *strategy_; }
    // The same seed gives the same player.
    std::unique_ptr<Player> make(std::uint64_t seed) const;

private:
    PlayerFactory(const Strategy& strategy, PlayerOptions options)
        : strategy_(&strategy), options_(std::move(options)) {}

    const Strategy* strategy_;
    PlayerOptions options_;
};

Result<std::unique_ptr<Player>> make_player(std::string_view description, std::uint64_t seed);

// May a page ask for this player: it starts no program, and its options are within what a page may set?
Result<void> check_for_page(std::string_view description);
// The same for a run of the laboratory, where nobody sits at the board to end a move.
Result<void> check_for_run(std::string_view description);

// The opponent that a person gets who does not choose one, and the player who gives hints.
std::string default_opponent(const Variant& variant);
std::string_view hint_player();

// Descriptions for commands that compare players: the engine with a time for a move or at a level, and a plain search.
std::string engine_in(double seconds);
std::string engine_at_level(int level, double seconds);
std::string plain_search_in(double seconds);

}  // namespace crownhead
