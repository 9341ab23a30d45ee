#include "players/catalogue.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "players/engine.hpp"
#include "players/options.hpp"
#include "solve/oracle.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

namespace crownhead {

namespace {

std::span<const Strategy* const> table() {
#define CROWNHEAD_ENTRY(name) &name##_strategy(),
    static const std::array all{CROWNHEAD_STRATEGIES(CROWNHEAD_ENTRY)};
#undef CROWNHEAD_ENTRY
    return all;
}

// "a, b and c"
template <class Range, class Name>
std::string list_of(const Range& range, const Name& name, std::string_view last = " and ") {
    std::string list;
    std::size_t left = std::size(range);
    for (const auto& one : range) {
        list += name(one);
        if (--left > 0) list += left == 1 ? last : ", ";
    }
    return list;
}

std::string list_of_choices(const OptionInfo& info, std::string_view last) {
    return list_of(info.choices, [](std::string_view choice) { return std::string(choice); }, last);
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

Result<void> wrong(const PlayerOption& option, std::string_view expected) {
    return fail(option.key + " must be " + std::string(expected) + ", not '" + excerpt(option.value) + "'");
}

Result<void> check_number(const PlayerOption& option, bool whole, double lowest, double highest) {
    const Result<double> read = parse_number<double>(option.value, lowest, highest);
    const bool right = read && (!whole || parse_number<std::int64_t>(option.value));
    if (right) return {};
    const auto as_whole = [](double value) { return static_cast<std::int64_t>(value); };
    return wrong(option, whole ? number_range<std::int64_t>(as_whole(lowest), as_whole(highest))
                               : number_range<double>(lowest, highest));
}

Result<void> check_option(const OptionInfo& info, const PlayerOption& option) {
    switch (info.kind) {
        case OptionKind::Integer: return check_number(option, true, info.lowest, info.highest);
        case OptionKind::Number: return check_number(option, false, info.lowest, info.highest);
        case OptionKind::Choice:
            if (std::ranges::find(info.choices, option.value) == info.choices.end())
                return wrong(option, list_of_choices(info, " or "));
            return {};
        case OptionKind::Set: {
            std::string_view rest = option.value;
            for (;;) {
                const std::string_view word = rest.substr(0, rest.find('+'));
                if (read_set(word, info.choices).empty())
                    return fail(option.key + ": there is no '" + excerpt(word) + "'; there are 1 to " +
                                std::to_string(info.choices.size()) + " or " + list_of_choices(info, ", "));
                if (word.size() == rest.size()) return {};
                rest.remove_prefix(word.size() + 1);
            }
        }
        case OptionKind::Folder:
            if (option.value.empty()) return fail(option.key + ": expected the folder of endgame files");
            return {};
        case OptionKind::Text:
            if (option.value.empty()) return fail(option.key + ": expected a value after =");
            return {};
    }
    return {};
}

Result<void> check_options(const Strategy& strategy, const PlayerOptions& options) {
    for (const PlayerOption& option : options) {
        const OptionInfo* const info = strategy.find(option.key);
        if (info == nullptr && strategy.options.empty())
            return fail(std::string(strategy.name) + " has no options, found '" + excerpt(option.key) + "'",
                        strategy.name.size() + 1);
        if (info == nullptr)
            return fail("there is no option '" + excerpt(option.key) + "'; there " +
                        (strategy.options.size() == 1 ? "is " : "are ") +
                        list_of(strategy.options, [](const OptionInfo& one) { return std::string(one.key); }));
        if (Result<void> checked = check_option(*info, option); !checked) return checked;
    }
    return {};
}

// As a number, if it is one.
double value_of(const PlayerOption& option) { return parse_number<double>(option.value).value_or(0); }

}  // namespace

std::vector<std::size_t> read_set(std::string_view text, std::span<const std::string_view> choices) {
    std::vector<std::size_t> members;
    for (;;) {
        const std::string_view word = text.substr(0, text.find('+'));
        const auto number = parse_number<std::size_t>(word, 1, choices.size());
        const auto found = std::ranges::find(choices, word);
        if (number)
            members.push_back(*number - 1);
        else if (found != choices.end())
            members.push_back(static_cast<std::size_t>(found - choices.begin()));
        if (word.size() == text.size()) return members;
        text.remove_prefix(word.size() + 1);
    }
}

bool Strategy::plays(const Variant& variant) const {
    return (family.empty() || family == variant.family) && (!needs_solution || solve::has_oracle(variant));
}

const OptionInfo* Strategy::find(std::string_view key) const {
    for (const OptionInfo& info : options) {
        const bool prefix = info.key.ends_with('*');
        const std::string_view stem = info.key.substr(0, info.key.size() - (prefix ? 1 : 0));
        if (prefix ? key.size() > stem.size() && key.starts_with(stem) : key == stem) return &info;
    }
    return nullptr;
}

std::span<const Strategy* const> strategies() { return table(); }

const Strategy* find_strategy(std::string_view name) {
    const auto found = std::ranges::find(table(), name, &Strategy::name);
    return found == table().end() ? nullptr : *found;
}

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

Result<PlayerFactory> PlayerFactory::read(std::string_view description) {
    const std::string_view name = description.substr(0, description.find(':'));
    const Strategy* const strategy = find_strategy(name);
    if (strategy == nullptr)
        return fail("there is no player '" + excerpt(name) + "'; there is " +
                    list_of(table(), [](const Strategy* one) { return std::string(one->name); }));
    Result<PlayerDescription> read = read_description(description);
    if (!read) return std::unexpected(std::move(read.error()));
    if (Result<void> checked = check_options(*strategy, read->options); !checked)
        return std::unexpected(std::move(checked.error()));
    // What goes together with what, only the strategy knows.
    if (auto made = strategy->make(read->options, 0); !made) return std::unexpected(std::move(made.error()));
    return PlayerFactory(*strategy, std::move(read->options));
}

std::unique_ptr<Player> PlayerFactory::make(std::uint64_t seed) const {
    Result<std::unique_ptr<Player>> made = strategy_->make(options_, seed);
    CH_ASSERT(made.has_value());
    return std::move(*made);
}

Result<std::unique_ptr<Player>> make_player(std::string_view description, std::uint64_t seed) {
    const Result<PlayerFactory> factory = PlayerFactory::read(description);
    if (!factory) return std::unexpected(factory.error());
    return factory->make(seed);
}

Result<void> check_for_page(std::string_view description) {
    const Result<PlayerDescription> read = read_description(description);
    if (!read) return std::unexpected(read.error());
    // Before anything is made of it: making it would start the program.
    if (const Strategy* const known = find_strategy(read->name); known != nullptr && known->runs_program)
        return fail(read->name + " starts another program, which a page may not do");
    const Result<PlayerFactory> factory = PlayerFactory::read(description);
    if (!factory) return std::unexpected(factory.error());
    for (const PlayerOption& option : read->options) {
        const OptionInfo& info = *factory->strategy().find(option.key);
        if (!info.on_page) return fail(option.key + " cannot be chosen here: many games share this machine");
        if (info.page_highest == 0) continue;
        if ((info.zero_is_endless && value_of(option) == 0) || value_of(option) > info.page_highest)
            return fail(option.key + " must be " + (info.zero_is_endless ? "more than 0 and " : "") + "at most " +
                        number_text(static_cast<std::int64_t>(info.page_highest)) + " here");
    }
    return {};
}

Result<void> check_for_run(std::string_view description) {
    if (Result<void> checked = check_for_page(description); !checked) return checked;
    const PlayerDescription player = *read_description(description);
    const Strategy& strategy = *find_strategy(player.name);
    bool given = false;
    bool bounded = false;
    std::string possible;
    for (const OptionInfo& info : strategy.options) {
        if (!info.bounds_move) continue;
        possible += (possible.empty() ? "" : " or ") + std::string(info.key) + "=" + number_text(info.run_highest);
        if (!player.option(info.key)) continue;
        const double value = value_of({.key = {}, .value = std::string(*player.option(info.key))});
        given = true;
        bounded = bounded || (value > 0 && value <= info.run_highest);
    }
    if (given && !bounded) return fail("a move must be limited in a run: at most " + possible);
    return {};
}

std::string default_opponent(const Variant& variant) {
    // The one that plays the fewest games knows this one best.
    const Strategy* best = nullptr;
    for (const Strategy* const one : table()) {
        if (one->opponent.empty() || !one->plays(variant)) continue;
        if (best == nullptr || (best->family.empty() && !one->family.empty())) best = one;
    }
    CH_ASSERT(best != nullptr);
    return std::string(best->opponent);
}

std::string_view hint_player() { return "engine:seconds=1"; }

std::string engine_in(double seconds) { return "engine:seconds=" + number_text(seconds); }

std::string engine_at_level(int level, double seconds) {
    const std::string description = "engine:level=" + std::to_string(level);
    return level < highest_level ? description : description + ",seconds=" + number_text(seconds) + ",hash=4";
}

std::string plain_search_in(double seconds) {
    return "alphabeta:eval=material,depth=20,seconds=" + number_text(seconds);
}

}  // namespace crownhead
