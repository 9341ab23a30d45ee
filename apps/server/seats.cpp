#include "seats.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "players/catalogue.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

struct Described {
    std::string_view name{};
    std::vector<std::pair<std::string_view, std::string_view>> options{};

    std::optional<std::string_view> option(std::string_view key) const {
        // The last one counts, as in the catalogue.
        const auto found =
            std::find_if(options.rbegin(), options.rend(), [&](const auto& o) { return o.first == key; });
        if (found == options.rend()) return std::nullopt;
        return found->second;
    }
    // Requires that the catalogue has accepted the description.
    std::optional<double> number(std::string_view key) const {
        const std::optional<std::string_view> text = option(key);
        if (!text) return std::nullopt;
        double value = 0;
        std::from_chars(text->data(), text->data() + text->size(), value);
        return value;
    }
};

Described describe(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    Described described{.name = text.substr(0, colon)};
    std::string_view rest = text.substr(std::min(colon + 1, text.size()));
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        const std::size_t sign = std::min(part.find('='), part.size());
        described.options.emplace_back(part.substr(0, sign), part.substr(std::min(sign + 1, part.size())));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
    return described;
}

bool searches(const Described& player) { return player.name == "minimax" || player.name == "alphabeta"; }

// The engine at full strength, whose thinking is limited by its options alone.
bool unlimited_engine(const Described& player) {
    return player.name == "engine" && player.number("level").value_or(10) >= 10;
}

}  // namespace

Result<void> check_player(std::string_view description) {
    const Described player = describe(description);
    // Before anything is made of it: making this one would start a program.
    if (player.name == "hub") return fail("hub starts another program, which a page may not do");
    for (const std::string_view key : {"hash", "threads"})
        if (player.name == "engine" && player.option(key))
            return fail(fmt::format("{} cannot be chosen here: many games share this machine", key));
    if (const auto made = make_player(description, 0); !made) return std::unexpected(made.error());
    const std::optional<double> seconds = player.number("seconds");
    if (searches(player) && seconds && (*seconds <= 0 || *seconds > longest_search))
        return fail(fmt::format("seconds must be more than 0 and at most {} here", longest_search));
    if (unlimited_engine(player) && seconds && *seconds > longest_think)
        return fail(fmt::format("seconds must be at most {} here", longest_think));
    return {};
}

Result<void> check_lab_player(std::string_view description) {
    if (Result<void> checked = check_player(description); !checked) return checked;
    const Described player = describe(description);
    if (!unlimited_engine(player)) return {};
    constexpr double deepest = 16;          // plies; some seconds in the worst positions
    constexpr double most_lab_nodes = 2e7;  // as many
    const double seconds = player.number("seconds").value_or(0);
    const double depth = player.number("depth").value_or(0);
    const double nodes = player.number("nodes").value_or(0);
    if (seconds > longest_search) return fail(fmt::format("seconds must be at most {} in a run", longest_search));
    const bool bounded = seconds > 0 || (depth > 0 && depth <= deepest) || (nodes > 0 && nodes <= most_lab_nodes) ||
                         (depth == 0 && nodes == 0);
    if (!bounded)
        return fail(
            fmt::format("at most depth={} or nodes={} in a run, or a limit in seconds", deepest, most_lab_nodes));
    return {};
}

Result<std::unique_ptr<Player>> make_seated(std::string_view description, std::optional<double> seconds,
                                            std::uint64_t seed) {
    const Described player = describe(description);
    const double by_clock = std::max(seconds.value_or(std::numeric_limits<double>::max()), 0.01);
    std::string text(description);
    const auto limit = [&](double most) {
        text += fmt::format("{}seconds={:.3f}", player.options.empty() ? ":" : ",", std::min(most, by_clock));
    };
    if (unlimited_engine(player)) {
        const bool limited = player.option("depth") || player.option("nodes");
        limit(std::min(player.number("seconds").value_or(limited ? longest_think : 1.0), longest_think));
    } else if (searches(player)) {
        limit(std::min(player.number("seconds").value_or(longest_search), longest_search));
    }
    return make_player(text, seed);
}

}  // namespace crownhead::server
