// The strategy table: every player that can be named on the command line, in matches and on the page. To add one,
// write its file and its line in catalogue.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "players/player.hpp"
#include "util/result.hpp"

namespace crownhead {

struct PlayerOption {
    std::string key;
    std::string value;
};
using PlayerOptions = std::vector<PlayerOption>;

struct Strategy {
    std::string_view name;
    std::string_view help;     // one line
    std::string_view options;  // what may follow the name, "depth=5"; empty: nothing
    Result<std::unique_ptr<Player>> (*make)(const PlayerOptions& options, std::uint64_t seed);
};

std::span<const Strategy> strategies();

struct PlayerDescription {
    std::string name;
    PlayerOptions options;

    // The last one counts; nothing if it is not there.
    std::optional<std::string_view> option(std::string_view key) const;
};

// `name` or `name:key=value,key=value`. Whether there is such a player, make_player() knows.
Result<PlayerDescription> read_description(std::string_view text);

// The player described by `name` or `name:key=value,key=value`. The same seed gives the same player. The error says
// which strategies or options there are.
Result<std::unique_ptr<Player>> make_player(std::string_view description, std::uint64_t seed);

}  // namespace crownhead
