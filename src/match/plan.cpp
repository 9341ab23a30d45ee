#include "match/plan.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "match/draw_rules.hpp"
#include "notation/fen.hpp"
#include "players/catalogue.hpp"
#include "runtime/game.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

namespace crownhead {

std::string_view word(Pairing pairing) { return pairing == Pairing::Gauntlet ? "gauntlet" : "round-robin"; }

std::optional<Pairing> read_pairing(std::string_view text) {
    for (const Pairing pairing : {Pairing::RoundRobin, Pairing::Gauntlet})
        if (text == word(pairing)) return pairing;
    return std::nullopt;
}

Openings Plan::openings_of(const Variant& variant) const {
    if (openings) return *openings;
    if (!fen.empty()) return Openings::Start;
    return has_ballots(variant) ? Openings::Ballots : Openings::Random;
}

std::optional<Placement> Plan::start() const {
    if (fen.empty() || variants.empty()) return std::nullopt;
    Result<Placement> read = fen::read(*variants.front(), fen);
    if (!read) return std::nullopt;
    return std::move(*read);
}

Side MatchCell::side_of_first(std::uint64_t number) const {
    switch (starter) {
        case Starter::Alternate: break;
        case Starter::First: return begins;
        case Starter::Second: return !begins;
    }
    return number % 2 == 0 ? Side::Black : Side::White;
}

std::vector<MatchCell> Plan::cells() const {
    std::vector<MatchCell> all;
    const std::optional<Placement> from = start();
    for (const Variant* const variant : variants) {
        const std::size_t firsts =
            pairing == Pairing::Gauntlet ? std::min<std::size_t>(1, players.size()) : players.size();
        for (std::size_t first = 0; first < firsts; ++first)
            for (std::size_t second = first + 1; second < players.size(); ++second)
                all.push_back({.variant = variant,
                               .first = first,
                               .second = second,
                               .starter = starter,
                               .begins = from ? from->turn : variant->setup.first});
    }
    return all;
}

std::vector<std::string> player_names(const Plan& plan) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < plan.players.size(); ++i) {
        const auto before =
            std::count(plan.players.begin(), plan.players.begin() + static_cast<std::ptrdiff_t>(i), plan.players[i]);
        names.push_back(before == 0 ? plan.players[i] : fmt::format("{} ({})", plan.players[i], before + 1));
    }
    return names;
}

namespace {

// A plan is one line for each value, and names go into tables, PDN and JSON.
Result<void> check_text(std::string_view text, std::string_view what) {
    if (trimmed(text) != text) return fail(fmt::format("{} '{}' has a space at its end", what, excerpt(text, 60)));
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }))
        return fail(fmt::format("{} '{}' has a control character", what, excerpt(text, 60)));
    if (!is_utf8(text)) return fail(fmt::format("{} '{}' is not UTF-8", what, excerpt(text, 60)));
    return {};
}

}  // namespace

Result<std::string> plan_position(const Variant& variant, std::string_view fen) {
    const Result<Placement> read = fen::read(variant, trimmed(fen));
    if (!read) return std::unexpected(read.error());
    const std::unique_ptr<Game> game = new_game(variant);
    if (const Result<void> set = game->set(*read, Strictness::Legal); !set) return std::unexpected(set.error());
    if (game->outcome()) return fail("the game is over there");
    return fen::write(variant, *read);
}

namespace {

Result<void> check_start(const Plan& plan) {
    if (plan.fen.empty()) return {};
    if (plan.variants.size() != 1) return fail("a start position is of one game; give one game");
    const Result<std::string> position = plan_position(*plan.variants.front(), plan.fen);
    if (!position) return fail(fmt::format("start position: {}", position.error().message), position.error().offset);
    if (*position != plan.fen) return fail(fmt::format("start position: expected it as {}", *position));
    if (plan.openings == Openings::Ballots) return fail("ballots are moves from the start of the game");
    return {};
}

}  // namespace

Result<void> check(const Plan& plan) {
    if (Result<void> name = check_text(plan.name, "name"); !name) return name;
    for (const std::string& player : plan.players)
        if (Result<void> text = check_text(player, "player"); !text) return text;
    if (plan.variants.empty()) return fail("no game is given");
    if (plan.players.size() < 2) return fail("a match needs at least two players");
    if (plan.sprt && plan.starter != Starter::Alternate)
        return fail("a sequential test compares players who begin equally often: begins alternate");
    if (plan.pairs == 0) return fail("at least one pair of games must be played");
    for (const std::string& player : plan.players)
        if (const auto made = make_player(player, 0); !made)
            return fail(fmt::format("player {}: {}", excerpt(player, 60), made.error().message));
    for (const Variant* const variant : plan.variants) {
        if (std::ranges::count(plan.variants, variant) > 1)
            return fail(fmt::format("{} is given twice", variant->name));
        if (plan.openings == Openings::Ballots && !has_ballots(*variant))
            return fail(fmt::format("there are no ballots for {}", variant->name));
    }
    return check_start(plan);
}

namespace plan_text {

namespace {

std::string openings_words(const Plan& plan) {
    if (!plan.openings) return fmt::format("auto {}", plan.opening_plies);
    switch (*plan.openings) {
        case Openings::Start: return "start";
        case Openings::Random: return fmt::format("random {}", plan.opening_plies);
        case Openings::Ballots: return "ballots";
    }
    return "start";
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (;;) {
        while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
        if (text.empty()) return words;
        std::size_t length = 0;
        while (length < text.size() && !is_space(text[length])) ++length;
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

using Words = std::vector<std::string_view>;

template <class T>
Result<void> read_one(const Words& words, T lowest, T highest, T& into) {
    if (words.size() != 1) return fail("expected one number");
    const Result<T> value = parse_number<T>(words.front(), lowest, highest);
    if (!value) return std::unexpected(value.error());
    into = *value;
    return {};
}

Result<void> read_openings(const Words& words, Plan& plan) {
    if (words.empty() || words.size() > 2) return fail("expected auto, start, random or ballots");
    const std::string_view kind = words.front();
    const auto openings = crownhead::read_openings(kind);
    if (!openings) return fail(fmt::format("{}, found '{}'", openings.error().message, excerpt(kind)));
    plan.openings = *openings;
    if (words.size() == 1) return {};
    if (kind == "start" || kind == "ballots") return fail(fmt::format("{} has no number of moves", kind));
    return read_one(Words{words[1]}, 0, 60, plan.opening_plies);
}

Result<void> read_games(const Words& words, Plan& plan) {
    if (words.empty()) return fail("expected the name of a game");
    for (const std::string_view word : words) {
        const Result<const Variant*> variant = find_variant(word);
        if (!variant) return std::unexpected(variant.error());
        plan.variants.push_back(*variant);
    }
    return {};
}

Result<void> read_count(const Words& words, Plan& plan) {
    std::uint64_t games = 0;
    if (const auto read = read_one<std::uint64_t>(words, 1, 1'000'000'000, games); !read) return read;
    plan.pairs = (games + 1) / 2;
    return {};
}

Result<void> read_keyword(std::string_view keyword, std::string_view rest, Plan& plan) {
    const Words words = words_of(rest);
    if (keyword == "name") {
        plan.name = rest;
        return {};
    }
    if (keyword == "game") return read_games(words, plan);
    if (keyword == "player") {
        if (rest.empty()) return fail("expected a player");
        plan.players.emplace_back(rest);
        return {};
    }
    if (keyword == "pairing") {
        const std::optional<Pairing> pairing = read_pairing(rest);
        if (!pairing) return fail("expected round-robin or gauntlet");
        plan.pairing = *pairing;
        return {};
    }
    if (keyword == "begins") {
        const std::optional<Starter> starter = read_starter(rest);
        if (!starter) return fail("expected alternate, first or second");
        plan.starter = *starter;
        return {};
    }
    if (keyword == "count") return read_count(words, plan);
    if (keyword == "openings") return read_openings(words, plan);
    if (keyword == "fen") {
        plan.fen = rest;
        return rest.empty() ? fail("expected a position") : Result<void>{};
    }
    if (keyword == "seed") return read_one<std::uint64_t>(words, 0, UINT64_MAX, plan.seed);
    if (keyword == "longest") return read_one(words, 1, 1'000'000, plan.longest);
    if (keyword == "draw-rules") {
        if (rest != "none") return fail("expected none");
        plan.draw_rules = false;
        return {};
    }
    if (keyword == "sprt") {
        const Result<Sprt> sprt = read_sprt(rest);
        if (!sprt) return std::unexpected(sprt.error());
        plan.sprt = *sprt;
        return {};
    }
    return fail(
        fmt::format("there is no keyword '{}'; there is name, game, player, pairing, begins, count, openings, "
                    "fen, seed, longest, draw-rules and sprt",
                    excerpt(keyword)));
}

}  // namespace

Result<Sprt> read_sprt(std::string_view text) {
    const Words words = words_of(text);
    if (words.size() != 2 && words.size() != 4)
        return fail("expected two differences in Elo, and perhaps two error rates");
    std::array<double, 4> values{0, 0, 0.05, 0.05};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Result<double> value =
            i < 2 ? parse_number<double>(words[i], -1000, 1000) : parse_number<double>(words[i], 0.0001, 0.4999);
        if (!value) return std::unexpected(value.error());
        values[i] = *value;
    }
    if (values[0] >= values[1]) return fail("expected the smaller difference in Elo first");
    return Sprt{.elo0 = values[0], .elo1 = values[1], .alpha = values[2], .beta = values[3]};
}

std::string write(const Plan& plan) {
    std::string text;
    if (!plan.name.empty()) text += fmt::format("name {}\n", plan.name);
    for (const Variant* const variant : plan.variants) text += fmt::format("game {}\n", variant->name);
    for (const std::string& player : plan.players) text += fmt::format("player {}\n", player);
    text += fmt::format("pairing {}\n", word(plan.pairing));
    // Plans are compared by their texts, and those of before said nothing of it.
    if (plan.starter != Starter::Alternate) text += fmt::format("begins {}\n", word(plan.starter));
    text += fmt::format("count {}\nopenings {}\nseed {}\nlongest {}\n", 2 * plan.pairs, openings_words(plan), plan.seed,
                        plan.longest);
    if (!plan.fen.empty()) text += fmt::format("fen {}\n", plan.fen);
    if (!plan.draw_rules) text += "draw-rules none\n";
    if (plan.sprt)
        text += fmt::format("sprt {} {} {} {}\n", plan.sprt->elo0, plan.sprt->elo1, plan.sprt->alpha, plan.sprt->beta);
    return text;
}

Result<Plan> read(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
    Plan plan;
    std::vector<std::string_view> seen;
    std::size_t line_number = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t start = at;
        std::string_view line = text.substr(at, text.find('\n', at) - at);
        at = std::min(at + line.size() + 1, text.size());
        ++line_number;
        line = trimmed(line);
        if (line.empty() || line.front() == '#') continue;
        const auto end = std::ranges::find_if(line, is_space);
        const std::string_view keyword(line.begin(), end);
        const std::string_view rest = trimmed(std::string_view(end, line.end()));
        Result<void> read = read_keyword(keyword, rest, plan);
        const bool once = keyword != "game" && keyword != "player";
        if (read && once && std::ranges::find(seen, keyword) != seen.end())
            read = fail(fmt::format("{} is given twice", keyword));
        if (!read) {
            const std::string word =
                read.error().message.starts_with("there is no keyword") ? "" : std::string(keyword) + ": ";
            return fail(fmt::format("line {}: {}{}", line_number, word, read.error().message), start);
        }
        seen.push_back(keyword);
    }
    if (!plan.draw_rules)
        for (const Variant*& variant : plan.variants) variant = &without_draw_rules(*variant);
    if (!plan.fen.empty() && plan.variants.size() == 1) {
        Result<std::string> position = plan_position(*plan.variants.front(), plan.fen);
        if (!position) return fail(fmt::format("fen: {}", position.error().message), position.error().offset);
        plan.fen = std::move(*position);
    }
    if (const Result<void> checked = check(plan); !checked) return std::unexpected(checked.error());
    return plan;
}

}  // namespace plan_text

}  // namespace crownhead
