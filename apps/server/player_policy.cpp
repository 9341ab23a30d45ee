#include "player_policy.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "players/catalogue.hpp"
#include "players/options.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

Json option_json(const OptionInfo& option) {
    constexpr std::array<std::string_view, 6> kinds{"integer", "number", "choice", "set", "text", "text"};
    const bool number = option.kind == OptionKind::Integer || option.kind == OptionKind::Number;
    const double highest = option.page_highest > 0 ? option.page_highest : option.highest;
    return {{"key", option.key},
            {"kind", kinds[static_cast<std::size_t>(option.kind)]},
            {"default", option.standard},
            {"min", number ? Json(option.lowest) : Json(nullptr)},
            {"max", number ? Json(highest) : Json(nullptr)},
            {"choices", option.choices},
            {"shown", option.on_page}};
}

Json strategy_json(const Strategy& strategy) {
    Json options = Json::array();
    for (const OptionInfo& option : strategy.options)
        if (option.on_page) options.push_back(option_json(option));
    Json games = Json::array();
    for (const Variant& variant : variants)
        if (strategy.plays(variant)) games.push_back(variant.name);
    return {{"name", strategy.name},
            {"options", std::move(options)},
            {"levels", strategy.levels > 0 ? Json(strategy.levels) : Json(nullptr)},
            {"games", games.size() == variants.size() ? Json(nullptr) : std::move(games)},
            {"solution", strategy.needs_solution},
            {"lab", true}};
}

// What an option can be, for messages of every language.
std::string possible_values(const OptionInfo& info) {
    if (info.kind == OptionKind::Integer || info.kind == OptionKind::Number) {
        const double highest = info.page_highest > 0 ? info.page_highest : info.highest;
        return info.zero_is_endless ? fmt::format("> 0, ≤ {}", highest) : fmt::format("{}–{}", info.lowest, highest);
    }
    return fmt::format("{}", fmt::join(info.choices, ", "));
}

bool is_possible(const OptionInfo& info, std::string_view value) {
    const bool whole = info.kind == OptionKind::Integer;
    if (info.kind == OptionKind::Choice) return std::ranges::find(info.choices, value) != info.choices.end();
    if (info.kind == OptionKind::Set) return !read_set(value, info.choices).empty();
    if (!whole && info.kind != OptionKind::Number) return !value.empty();
    const Result<double> number = parse_number<double>(value, info.lowest, info.highest);
    if (!number || (whole && !parse_number<std::int64_t>(value))) return false;
    if (info.zero_is_endless && *number == 0) return false;
    return info.page_highest == 0 || *number <= info.page_highest;
}

// Options that limit a move of a run: "depth=8, seconds=1".
std::string move_limits(const Strategy& strategy) {
    std::string all;
    for (const OptionInfo& info : strategy.options)
        if (info.bounds_move) all += fmt::format("{}{}={}", all.empty() ? "" : ", ", info.key, info.run_highest);
    return all;
}

}  // namespace

Message player_message(std::string_view description, const Variant* variant) {
    const std::string name = excerpt(description.substr(0, description.find(':')), 60);
    const Strategy* const strategy = find_strategy(name);
    if (strategy == nullptr) return {"refusal.player-unknown", {{"name", name}}};
    if (strategy->runs_program) return {"refusal.player-program", {{"name", name}}};
    const Result<PlayerDescription> read = read_description(description);
    if (!read) return {"refusal.player", {{"name", excerpt(description, 60)}}};
    for (const PlayerOption& option : read->options) {
        const OptionInfo* const info = strategy->find(option.key);
        const std::string key = excerpt(option.key, 40);
        if (info == nullptr) return {"refusal.player-option", {{"name", name}, {"text", key}}};
        if (!info->on_page) return {"refusal.player-option-here", {{"name", name}, {"text", key}}};
        if (!is_possible(*info, option.value))
            return {"refusal.player-value",
                    {{"name", name},
                     {"text", key},
                     {"expected", possible_values(*info)},
                     {"error", excerpt(option.value, 40)}}};
    }
    if (variant != nullptr && !strategy->plays(*variant)) return {"refusal.player-game", {{"name", name}}};
    if (const std::string limits = move_limits(*strategy); !limits.empty() && variant == nullptr)
        return {"refusal.player-limit", {{"name", name}, {"expected", limits}}};
    return {"refusal.player", {{"name", excerpt(description, 60)}}};
}

Result<void> check_player(std::string_view description, const Variant& variant) {
    if (Result<void> checked = check_for_page(description); !checked) return checked;
    const std::string_view name = description.substr(0, description.find(':'));
    if (!find_strategy(name)->plays(variant)) return fail(fmt::format("{} does not play {}", name, variant.name));
    return {};
}

Result<void> check_lab_player(std::string_view description) { return check_for_run(description); }

double longest_move(std::string_view description) {
    const Strategy* const strategy = find_strategy(description.substr(0, description.find(':')));
    return strategy == nullptr ? 0 : strategy->page_seconds;
}

std::string hint_player() { return std::string(crownhead::hint_player()); }

Json page_strategies() {
    Json all = Json::array();
    for (const Strategy* const strategy : strategies())
        if (!strategy->runs_program) all.push_back(strategy_json(*strategy));  // a page starts no programs
    return all;
}

}  // namespace crownhead::server
