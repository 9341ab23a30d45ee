#include "seats.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "players/catalogue.hpp"
#include "solve/oracle.hpp"
#include "util/parse.hpp"

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

constexpr double most_proof_nodes = 5'000'000;  // of perfect play, which takes as many if nobody says so: some seconds

bool searches(const PlayerDescription& player) { return player.name == "minimax" || player.name == "alphabeta"; }

// The engine at full strength, whose thinking is limited by its options alone.
bool unlimited_engine(const PlayerDescription& player) {
    return player.name == "engine" && number(player, "level").value_or(10) >= 10;
}

}  // namespace

Result<void> check_player(std::string_view description) {
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

Result<void> check_player(std::string_view description, const Variant& variant) {
    if (Result<void> checked = check_player(description); !checked) return checked;
    if (read_description(description)->name == "perfect" && !solve::has_oracle(variant))
        return fail(fmt::format("nobody knows perfect play in {}", variant.name));
    return {};
}

Result<void> check_lab_player(std::string_view description) {
    if (Result<void> checked = check_player(description); !checked) return checked;
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

}  // namespace crownhead::server
