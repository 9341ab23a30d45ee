#include "players/catalogue.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "players/edge.hpp"
#include "players/engine.hpp"
#include "players/hub.hpp"
#include "players/perfect.hpp"
#include "players/random.hpp"
#include "players/scatter.hpp"
#include "players/searcher.hpp"
#include "players/steps.hpp"
#include "util/parse.hpp"

namespace crownhead {

namespace {

constexpr auto table = std::to_array<Strategy>({
    {.name = "random",
     .help = "a uniformly random legal move",
     .options = "",
     .make = [](const PlayerOptions&, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
         return random_player(seed);
     }},
    {.name = "edge",
     .help = "captures first, otherwise the move that ends nearest to a side column",
     .options = "",
     .make = [](const PlayerOptions&, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
         return edge_player(seed);
     }},
    {.name = "scatter",
     .help = "spreads its pieces and looks at what can be captured next",
     .options = "",
     .make = [](const PlayerOptions&, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
         return scatter_player(seed);
     }},
    {.name = "steps",
     .help = "eight criteria, one after the other",
     .options = "only=1+2+3+4+5+6+7+8",
     .make = [](const PlayerOptions& options, std::uint64_t seed) { return steps_player(options, seed); }},
    {.name = "minimax",
     .help = "plain minimax to a fixed depth",
     .options = "depth=5,eval=centre,seconds=15",
     .make = [](const PlayerOptions& options, std::uint64_t) { return searching_player(Method::Minimax, options); }},
    {.name = "alphabeta",
     .help = "the same with alpha-beta pruning",
     .options = "depth=5,eval=centre,seconds=15",
     .make = [](const PlayerOptions& options, std::uint64_t) { return searching_player(Method::AlphaBeta, options); }},
    {.name = "mini-ab",
     .help = "the player of the mini-checkers document, three levels",
     .options = "level=1",
     .make = [](const PlayerOptions& options, std::uint64_t) { return mini_player(options); }},
    {.name = "engine",
     .help = "the engine: ten levels, or full strength with a time, depth or number of nodes",
     .options = "level=10,seconds=1",
     .make = [](const PlayerOptions& options, std::uint64_t seed) { return engine_player(options, seed); }},
    {.name = "perfect",
     .help = "exact play in games small enough (mini, 6x6): always a proven move, the hardest to answer",
     .options = "nodes=5000000",
     .make = [](const PlayerOptions& options, std::uint64_t seed) { return perfect_player(options, seed); }},
    {.name = "hub",
     .help = "another program, which speaks the Hub protocol; cmd comes last",
     .options = "seconds=1,cmd=PROGRAM",
     .make = [](const PlayerOptions& options, std::uint64_t) { return hub_player(options); }},
});

std::string names() {
    std::string list;
    for (const Strategy& strategy : table) {
        if (!list.empty()) list += ", ";
        list += strategy.name;
    }
    return list;
}

// `key=value,key=value`, which begins at `offset` of the description.
Result<PlayerOptions> read_options(std::string_view text, std::size_t offset) {
    PlayerOptions options;
    for (std::size_t start = 0;;) {
        // A command line may have commas of its own, so it is always the last option.
        const bool command = text.substr(start).starts_with("cmd=");
        const std::size_t end = command ? text.size() : std::min(text.find(',', start), text.size());
        const std::string_view part = text.substr(start, end - start);
        const std::size_t sign = part.find('=');
        if (sign == 0 || sign == std::string_view::npos)
            return fail("expected an option key=value, found '" + excerpt(part) + "'", offset + start);
        options.push_back({.key = std::string(part.substr(0, sign)), .value = std::string(part.substr(sign + 1))});
        if (end == text.size()) return options;
        start = end + 1;
    }
}

}  // namespace

std::span<const Strategy> strategies() { return table; }

std::optional<std::string_view> PlayerDescription::option(std::string_view key) const {
    const auto found = std::find_if(options.rbegin(), options.rend(), [&](const auto& o) { return o.key == key; });
    if (found == options.rend()) return std::nullopt;
    return found->value;
}

Result<PlayerDescription> read_description(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    PlayerDescription description{.name = std::string(text.substr(0, colon)), .options = {}};
    if (colon == text.size()) return description;
    Result<PlayerOptions> options = read_options(text.substr(colon + 1), colon + 1);
    if (!options) return std::unexpected(std::move(options.error()));
    description.options = std::move(*options);
    return description;
}

Result<std::unique_ptr<Player>> make_player(std::string_view description, std::uint64_t seed) {
    const std::string_view name = description.substr(0, description.find(':'));
    const auto* const found = std::ranges::find(table, name, &Strategy::name);
    if (found == table.end()) return fail("there is no player '" + excerpt(name) + "'; there is " + names());
    const Result<PlayerDescription> read = read_description(description);
    if (!read) return std::unexpected(read.error());
    if (!read->options.empty() && found->options.empty())
        return fail(read->name + " has no options, found '" + excerpt(read->options.front().key) + "'",
                    name.size() + 1);
    return found->make(read->options, seed);
}

}  // namespace crownhead
