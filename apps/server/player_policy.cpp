#include "player_policy.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "players/catalogue.hpp"
#include "solve/oracle.hpp"

namespace crownhead::server {

namespace {

// Requires that the catalogue has accepted the description.
std::optional<double> number(const PlayerDescription& player, std::string_view key) {
    const std::optional<std::string_view> text = player.option(key);
    if (!text) return std::nullopt;
    double value = 0;
    std::from_chars(text->data(), text->data() + text->size(), value);
    return value;
}

constexpr double longest_think = 60;            // seconds of a move: the engine
constexpr double longest_search = 15;           // ... the others, and everybody in a run
constexpr double most_proof_nodes = 5'000'000;  // of perfect play, which takes as many if nobody says so: some seconds

bool searches(const PlayerDescription& player) { return player.name == "minimax" || player.name == "alphabeta"; }

// The engine at full strength, whose thinking is limited by its options alone.
bool unlimited_engine(const PlayerDescription& player) {
    return player.name == "engine" && number(player, "level").value_or(10) >= 10;
}

Result<void> check_options(std::string_view description) {
    const Result<PlayerDescription> read = read_description(description);
    if (!read) return std::unexpected(read.error());
    const PlayerDescription& player = *read;
    // Before anything is made of it: making this one would start a program.
    if (player.name == "hub") return fail("hub starts another program, which a page may not do");
    for (const std::string_view key : {"hash", "threads"})
        if (player.name == "engine" && player.option(key))
            return fail(fmt::format("{} cannot be chosen here: many games share this machine", key));
    if (player.option("egdb")) return fail("egdb cannot be chosen here: what is known of endgames is used anyway");
    if (const auto made = make_player(description, 0); !made) return std::unexpected(made.error());
    const std::optional<double> seconds = number(player, "seconds");
    if (searches(player) && seconds && (*seconds <= 0 || *seconds > longest_search))
        return fail(fmt::format("seconds must be more than 0 and at most {} here", longest_search));
    if (player.name == "perfect" && number(player, "nodes").value_or(0) > most_proof_nodes)
        return fail(fmt::format("nodes must be at most {} here", most_proof_nodes));
    if (unlimited_engine(player) && seconds && *seconds > longest_think)
        return fail(fmt::format("seconds must be at most {} here", longest_think));
    return {};
}

}  // namespace

Result<void> check_player(std::string_view description, const Variant& variant) {
    if (Result<void> checked = check_options(description); !checked) return checked;
    if (read_description(description)->name == "perfect" && !solve::has_oracle(variant))
        return fail(fmt::format("nobody knows perfect play in {}", variant.name));
    return {};
}

Result<void> check_lab_player(std::string_view description) {
    if (Result<void> checked = check_options(description); !checked) return checked;
    const PlayerDescription player = *read_description(description);
    if (!unlimited_engine(player)) return {};
    constexpr double deepest = 16;          // plies; some seconds in the worst positions
    constexpr double most_lab_nodes = 2e7;  // as many
    const double seconds = number(player, "seconds").value_or(0);
    const double depth = number(player, "depth").value_or(0);
    const double nodes = number(player, "nodes").value_or(0);
    if (seconds > longest_search) return fail(fmt::format("seconds must be at most {} in a run", longest_search));
    const bool bounded = seconds > 0 || (depth > 0 && depth <= deepest) || (nodes > 0 && nodes <= most_lab_nodes) ||
                         (depth == 0 && nodes == 0);
    if (!bounded)
        return fail(
            fmt::format("at most depth={} or nodes={} in a run, or a limit in seconds", deepest, most_lab_nodes));
    return {};
}

double longest_move(std::string_view description) {
    const Result<PlayerDescription> read = read_description(description);
    if (!read) return 0;
    if (unlimited_engine(*read)) return longest_think;
    return searches(*read) ? longest_search : 0;
}

std::string hint_player() { return "engine:seconds=1"; }

Json page_strategies() {
    Json all = Json::array();
    for (const Strategy& strategy : strategies())
        if (strategy.name != "hub")
            all.push_back({{"name", strategy.name},
                           {"options", Json::array()},
                           {"levels", nullptr},
                           {"games", nullptr},
                           {"solution", strategy.name == "perfect"},
                           {"lab", true}});
    return all;
}

std::string page_opponent(const Variant& variant) {
    return variant.family == "mini" ? "mini-ab:level=1" : "engine:level=3";
}

}  // namespace crownhead::server
