#include "hub/arguments.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "runtime/game.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

namespace crownhead::cli::hub {

namespace {

constexpr double shortest_seconds = 1e-3;  // 0 would mean no limit

template <class T>
Result<T> whole_number(const Argument& argument, T lowest, T highest) {
    const Result<T> value = parse_number<T>(argument.value, lowest, highest);
    if (!value) return fail(fmt::format("{}: {}", argument.name, value.error().message), argument.offset);
    return value;
}

Result<double> seconds(const Argument& argument) {
    const Result<double> value = parse_number<double>(argument.value, 0, std::numeric_limits<double>::max());
    if (!value)
        return fail(fmt::format("{}: expected a number of seconds, found '{}'", argument.name, excerpt(argument.value)),
                    argument.offset);
    return value;
}

const Variant& named_game(std::string_view name) { return *std::ranges::find(variants, name, &Variant::name); }

}  // namespace

const Variant* default_game() { return &named_game("international"); }

const Variant* default_game(std::size_t length) {
    const auto fits = [&](const Variant& v) { return static_cast<std::size_t>(v.squares()) + 1 == length; };
    for (const std::string_view known : {"international", "canadian"})  // before english of that size
        if (fits(named_game(known))) return &named_game(known);
    const auto* const first = std::ranges::find_if(variants, fits);
    return first == variants.end() ? nullptr : first;
}

Result<const Argument*> required(const Line& line, std::string_view name) {
    if (const Argument* const argument = line.find(name)) return argument;
    return fail(fmt::format("expected {}=", name));
}

Result<void> set_parameter(Parameters& parameters, const Argument& name, const Argument& value) {
    const Argument named{.name = name.value, .value = value.value, .offset = value.offset};  // for messages
    if (name.value == "variant") {
        const Result<const Variant*> variant = find_variant(hub_text::game_of_word(value.value));
        if (!variant) return fail(variant.error().message, value.offset);
        parameters.variant = *variant;
        parameters.variant_given = true;
    } else if (name.value == "hash") {
        const auto hash = whole_number<std::uint64_t>(named, 1, highest_hash);
        if (!hash) return std::unexpected(hash.error());
        parameters.hash = *hash;
    } else if (name.value == "threads") {
        const auto threads = whole_number(named, 1, highest_threads);
        if (!threads) return std::unexpected(threads.error());
        parameters.threads = *threads;
    } else if (name.value == "ponder") {
        if (value.value != "true" && value.value != "false")
            return fail(fmt::format("ponder: expected true or false, found '{}'", excerpt(value.value)), value.offset);
        parameters.ponder = value.value == "true";
    } else if (name.value == "egdb") {
        parameters.egdb = value.value;
    } else {
        return fail(fmt::format("there is no parameter '{}': expected variant, hash, threads, ponder or egdb",
                                excerpt(name.value)),
                    name.offset);
    }
    return {};
}

Result<void> add_level(Level& level, const Line& line) {
    const auto given = [&](std::string_view name) {
        const Argument* const argument = line.find(name);
        level.given = level.given || argument != nullptr;
        return argument;
    };
    level.given = false;
    given("infinite");
    if (const Argument* const depth = given("depth")) {
        const auto value = whole_number(*depth, 1, std::numeric_limits<int>::max());
        if (!value) return std::unexpected(value.error());
        level.limits.depth = *value;
    }
    if (const Argument* const nodes = given("nodes")) {
        const auto value = whole_number<std::uint64_t>(*nodes, 1, std::numeric_limits<std::uint64_t>::max());
        if (!value) return std::unexpected(value.error());
        level.limits.nodes = *value;
    }
    if (const Argument* const move_time = given("move-time")) {
        const auto value = seconds(*move_time);
        if (!value) return std::unexpected(value.error());
        level.limits.seconds = std::max(*value, shortest_seconds);
    }
    const Argument* const moves = line.find("moves");
    const Argument* const increment = line.find("inc");
    if (const Argument* const time = given("time")) {
        ClockTime clock;
        const auto left = seconds(*time);
        if (!left) return std::unexpected(left.error());
        clock.seconds = *left;
        if (increment != nullptr) {
            const auto value = seconds(*increment);
            if (!value) return std::unexpected(value.error());
            clock.increment = *value;
        }
        if (moves != nullptr) {
            const auto value = whole_number(*moves, 0, std::numeric_limits<int>::max());
            if (!value) return std::unexpected(value.error());
            clock.moves = *value;
        }
        level.limits.clock = clock;
    } else if (moves != nullptr || increment != nullptr) {
        return fail("expected time= beside moves= and inc=");
    }
    if (!level.given) return fail("expected depth=, nodes=, move-time=, time= or infinite");
    return {};
}

}  // namespace crownhead::cli::hub
