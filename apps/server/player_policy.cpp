#include "player_policy.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "players/catalogue.hpp"
#include "rules/variants.hpp"

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

}  // namespace

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
