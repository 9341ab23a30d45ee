#include "match/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "match/chart.hpp"
#include "match/journal.hpp"
#include "match/tally.hpp"
#include "notation/course_log.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "notation/square_text.hpp"
#include "util/sha256.hpp"

// The files in data/report, put here by the build (cmake/embed.cmake).
extern "C" {
extern const char* const report_style_texts[];   // NOLINT(*-avoid-non-const-global-variables)
extern const char* const report_script_texts[];  // NOLINT(*-avoid-non-const-global-variables)
extern const char* const report_viewer_texts[];  // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead {

namespace {

using chart::escape;
using chart::percent;
using chart::with_thousands;

constexpr std::string_view dash = "\xE2\x80\x93";
constexpr std::string_view minus = "\xE2\x88\x92";
constexpr std::string_view times = "\xC3\x97";
constexpr std::string_view no_break_space = "\xC2\xA0";

// --- what the security policy of the page is made of ---------------------------------------------------------------

// The page allows just those scripts and styles whose hash it names, so that nothing that slipped into it from outside
// would be run.
std::string csp_hash(std::string_view text) { return "'sha256-" + base64(sha256(text)) + "'"; }

// A string for JSON inside a script element: nothing in it can end the element or begin a comment.
std::string json_string(std::string_view text) {
    using Json = nlohmann::json;
    // All but ASCII is escaped, and what is no UTF-8 replaced.
    const std::string plain = Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
    std::string result;
    for (const char c : plain) {
        if (c == '<' || c == '>' || c == '&')
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            result += c;
    }
    return result;
}

// --- numbers as people read them -------------------------------------------------------------------------------------

std::string board_name(const Variant& v) { return fmt::format("{0}{1}{0}", v.size(), times); }

std::string variant_title(const Variant& v) { return fmt::format("{}{}{}", v.title, no_break_space, board_name(v)); }

std::string plural(std::uint64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", with_thousands(count), thing, count == 1 ? "" : "s");
}

std::string range_text(const Estimate& share) {
    return fmt::format("{:.1f}{}{}", 100 * share.low, dash, percent(share.high));
}

std::string elo_text(double elo) {
    constexpr double largest = 1199.5;  // stats.hpp shows no more
    if (elo >= largest) return "\xE2\x89\xA5 +1200";
    if (elo <= -largest) return fmt::format("\xE2\x89\xA4 {}1200", minus);
    return fmt::format("{}{:.0f}", std::round(elo) < 0 ? minus : "+", std::abs(std::round(elo)));
}

std::string elo_range(const Estimate& elo) { return fmt::format("{} to {}", elo_text(elo.low), elo_text(elo.high)); }

std::string likelihood_text(double likelihood) {
    if (likelihood > 0.9995) return fmt::format("> {}", percent(0.999));
    if (likelihood < 0.0005) return fmt::format("< {}", percent(0.001));
    return percent(likelihood);
}

std::string seconds_text(double seconds) {
    if (seconds >= 0.9995) return fmt::format("{:.2f}{}s", seconds, no_break_space);
    if (seconds >= 0.0009995) return fmt::format("{:.{}f}{}ms", 1e3 * seconds, seconds < 0.01 ? 1 : 0, no_break_space);
    if (seconds < 0.9995e-6) return fmt::format("< 1{}\xC2\xB5s", no_break_space);
    return fmt::format("{:.0f}{}\xC2\xB5s", 1e6 * seconds, no_break_space);
}

std::string mean_time(const ThinkingTime& time) {
    return time.moves == 0 ? std::string(dash) : seconds_text(time.mean());
}

// A name in HTML that may be broken where its parts end.
std::string breakable(std::string_view name) {
    std::string text;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find_first_of(":,", at), name.size() - 1) + 1;
        if (at > 0) text += "<wbr>";
        text += escape(name.substr(at, end - at));
        at = end;
    }
    return text;
}

// --- results ---------------------------------------------------------------------------------------------------------

double share_of(const MatchStats& stats) {
    return stats.games() == 0 ? 0.5 : stats.points() / static_cast<double>(stats.games());
}

constexpr std::array<std::string_view, reasons> reason_words{
    "no pieces left",
    "no move left",
    "the first king was made",
    "nobody could move, one side had more pieces",
    "nobody could move, as many pieces on both sides",
    "the position was repeated",
    "no capture for too long",
    "no man moved for too long",
    "neither a capture nor a move of a man for too long",
    "few pieces for too long",
};

std::vector<std::uint64_t> sum_of_lengths(std::span<const CellTally* const> cells) {
    std::vector<std::uint64_t> sum;
    for (const CellTally* const cell : cells) {
        sum.resize(std::max(sum.size(), cell->lengths.size()));
        for (std::size_t i = 0; i < cell->lengths.size(); ++i) sum[i] += cell->lengths[i];
    }
    return sum;
}

// --- games to replay -------------------------------------------------------------------------------------------------

// ["22x15x6",[22,15,6],[[18],[10]],1]: text, squares visited, squares captured by each hop, crowned. What is not needed
// at the end is left out; a pass visits no square.
std::string move_json(const std::string& text, const AnyMove& mv, bool crowned) {
    std::string squares;
    std::string captured;
    if (!mv.is_pass()) squares = fmt::format("{}", mv.from);
    for (const Hop& hop : mv.hops) {
        squares += fmt::format(",{}", hop.to);
        if (hop.captured == 0) continue;
        captured += fmt::format("{}[{}", captured.empty() ? "" : ",", hop.captured);
        captured += hop.captured_second == 0 ? "]" : fmt::format(",{}]", hop.captured_second);
    }
    std::string json = fmt::format("[{},[{}]", json_string(text), squares);
    if (mv.is_capture() || crowned) json += fmt::format(",[{}]", captured);
    return json + (crowned ? ",1]" : "]");
}

struct Replayed {
    std::string moves{};  // as JSON
    std::string end{};    // in words; empty if the game did not end by the rules
};

Result<Replayed> play_again(const Variant& v, const FinishedGame& finished) {
    const std::unique_ptr<Game> game = new_game(v);
    Replayed result;
    for (const AnyMove& mv : finished.moves) {
        const std::optional<std::size_t> index = find_path(*game, mv);
        if (!index)
            return fail(fmt::format("move {} ({}) is not legal", game->played().size() + 1, course_log::move_text(mv)));
        const std::string text = move_text::write(v, game->legal(), *index, v.setup.notation);
        const bool crowned = game->legal()[*index].promotes;
        if (!result.moves.empty()) result.moves += ',';
        result.moves += move_json(text, mv, crowned);
        game->play(*index);
    }
    if (finished.finish != Finish::Rules) return result;
    const std::optional<Outcome> outcome = game->outcome();
    if (!outcome) return fail("the game is not over after its last move");
    result.end = outcome_text::describe(v, *outcome);
    return result;
}

// b, B, w, W for men and kings, a dot for an empty square; in the order of the numbers.
std::string placement_text(const Placement& placement) {
    constexpr std::string_view letters = ".bBwW";
    std::string text;
    for (const Piece piece : placement.squares) text += letters[static_cast<std::size_t>(piece)];
    return text;
}

std::string variant_json(const Variant& v) {
    std::string places;
    std::string labels;
    for (int number = 1; number <= v.squares(); ++number) {
        const auto place = cell_of_number(v.setup, v.size(), number);
        if (number > 1) {
            places += ',';
            labels += ',';
        }
        places += fmt::format("[{},{}]", place.column, place.row);
        labels += json_string(square_text::write(v, number, v.setup.notation));
    }
    return fmt::format(R"({{"title":{},"size":{},"first":{},"sides":[{},{}],"start":{},"places":[{}],"labels":[{}]}})",
                       json_string(variant_title(v)), v.size(), v.setup.first == Side::Black ? 0 : 1,
                       json_string(side_name(v, Side::Black)), json_string(side_name(v, Side::White)),
                       json_string(placement_text(new_game(v)->start())), places, labels);
}

struct KeptGames {
    std::size_t count = 0;
    std::string rows{};  // of the table of games
    std::string json{};
};

// --- the page --------------------------------------------------------------------------------------------------------

class Page {
public:
    Page(const Tally& tally, const std::vector<KeptGames>& games)
        : tally_(tally), plan_(tally.plan()), games_(games), names_(player_names(plan_)) {}

    RunReport make() {
        const std::string main = fmt::format("{}{}{}{}", header(), standings(), by_size(), variants());
        const std::string style = std::string(report_style_texts[0]) + std::string(chart::style());
        const std::string script = report_script_texts[0];
        RunReport report;
        report.html = fmt::format(
            R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{} {} Crownhead</title>
<style>{}</style>
</head>
<body>
<a class="skip" href="#standings">Skip to the results</a>
{}{}<script type="application/json" id="games">{}</script>
<script>{}</script>
</body>
</html>
)",
            csp_hash(script), csp_hash(style), escape(title()), dash, style, main, report_viewer_texts[0], data(),
            script);
        report.charts = std::move(charts_);
        return report;
    }

private:
    std::string title() const {
        if (!plan_.name.empty()) return plan_.name;
        if (plan_.players.size() == 2) return fmt::format("{} {} {}", names_[0], dash, names_[1]);
        return fmt::format("A {} of {} players", plan_.pairing == Pairing::Gauntlet ? "gauntlet" : "tournament",
                           plan_.players.size());
    }

    const std::string& first(std::size_t cell) const { return names_[tally_.cells()[cell].first]; }
    const std::string& second(std::size_t cell) const { return names_[tally_.cells()[cell].second]; }
    std::string pairing(std::size_t cell) const { return fmt::format("{} {} {}", first(cell), dash, second(cell)); }

    std::vector<std::size_t> cells_of(const Variant& v) const {
        std::vector<std::size_t> cells;
        for (std::size_t i = 0; i < tally_.cells().size(); ++i)
            if (tally_.cells()[i].variant == &v) cells.push_back(i);
        return cells;
    }

    // Draws the chart twice: narrow in the page, so that it can be read on a telephone, and as a file.
    template <class F>
    std::string figure(const std::string& name, const std::string& heading, const std::string& description, F draw) {
        charts_.push_back({.name = name + ".svg",
                           .svg = draw(chart::Frame{.id = name, .title = heading, .description = description})});
        return fmt::format(
            "<figure><figcaption>{}</figcaption>\n{}</figure>\n", escape(heading),
            draw(chart::Frame{
                .id = name, .title = heading, .description = description, .width = 440, .standalone = false}));
    }

    // --- what was played

    std::string progress() const {
        const std::string games = plural(tally_.games(), "game");
        if (tally_.games() == tally_.planned()) return fmt::format("{}, all that were planned", games);
        if (tally_.complete())
            return fmt::format("{} of at most {}; the sequential test needed no more", games,
                               with_thousands(tally_.planned()));
        return fmt::format("{} of {} so far; the run is not finished", games, with_thousands(tally_.planned()));
    }

    std::string openings() const {
        const auto some = [&](Openings kind) {
            return std::ranges::any_of(plan_.variants, [&](const Variant* v) { return plan_.openings_of(*v) == kind; });
        };
        const std::string random = fmt::format("{} random moves", plan_.opening_plies);
        if (some(Openings::Start)) return "the start position, from both sides";
        if (!some(Openings::Ballots)) return random + ", each from both sides";
        if (!some(Openings::Random)) return "ballots, each from both sides";
        return fmt::format("ballots where the game has some, otherwise {}; each from both sides", random);
    }

    std::string header() const {
        std::string games;
        std::string links;
        for (const Variant* const v : plan_.variants) {
            games += fmt::format("<li>{}</li>", escape(variant_title(*v)));
            links += fmt::format("<li><a href=\"#game-{}\">{}</a></li>", escape(v->name), escape(variant_title(*v)));
        }
        std::string players;
        for (const std::string& name : names_) players += fmt::format("<li>{}</li>", breakable(name));
        std::string sequential;
        if (plan_.sprt)
            sequential = fmt::format(
                "<div><dt>Sequential test</dt><dd>is the first player better by {} Elo rather than by {}? Errors {} "
                "and "
                "{}</dd></div>\n",
                elo_text(plan_.sprt->elo1), elo_text(plan_.sprt->elo0), percent(plan_.sprt->alpha),
                percent(plan_.sprt->beta));
        return fmt::format(
            R"(<header class="top"><span class="brand"><svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><circle class="brand-head" cx="11" cy="13" r="8"/><path class="brand-crown" d="M5 7l3 2 3-4 3 4 3-2-1 5H6z"/></svg>Crownhead</span>
<nav aria-label="Parts of this page"><ul><li><a href="#standings">Standings</a></li>{}</ul></nav></header>
<main>
<h1>{}</h1>
<p class="lead">{} {}: {}.</p>
<dl class="facts">
<div><dt>Games</dt><dd><ul>{}</ul></dd></div>
<div><dt>Players</dt><dd><ul>{}</ul></dd></div>
<div><dt>Each pairing</dt><dd>{} in each game, {}</dd></div>
<div><dt>Openings</dt><dd>{}</dd></div>
<div><dt>Longest game</dt><dd>{} plies after the opening, then a draw</dd></div>
<div><dt>Seed</dt><dd>{}</dd></div>
{}</dl>
<details class="plan"><summary>Play it again</summary>
<p>With these lines in a file <code>again.plan</code>, <code>crownhead tournament again.plan</code> plays the same games (players that look at the clock may choose otherwise).</p>
<pre tabindex="0">{}</pre></details>
)",
            links, escape(title()),
            plan_.pairing == Pairing::Gauntlet
                ? fmt::format("{} against {}", escape(names_.front()), plural(names_.size() - 1, "other"))
                : plural(names_.size(), "player"),
            plan_.variants.size() == 1 ? "in one game" : fmt::format("in {} games", plan_.variants.size()), progress(),
            games, players, plural(2 * plan_.pairs, "game"), who_begins(), openings(),
            with_thousands(static_cast<std::uint64_t>(plan_.longest)), plan_.seed, sequential,
            escape(plan_text::write(plan_)));
    }

    std::string who_begins() const {
        switch (plan_.starter) {
            case Starter::Alternate: break;
            case Starter::First: return "begun by the player named first";
            case Starter::Second: return "begun by the player named second";
        }
        return plan_.sprt ? "or fewer" : "half of them with each colour";
    }

    // --- standings

    std::string standings() const {
        const std::vector<Standing> order = crownhead::standings(tally_);
        std::string rows;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Standing& standing = order[i];
            if (standing.stats.games() == 0) continue;
            const Estimate score = score_of(standing.stats);
            const double share = share_of(standing.stats);
            rows += fmt::format(
                "<tr><td class=\"rank\">{}</td><th scope=\"row\">{}</th><td class=\"meter\"><b>{}</b>"
                "<svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"rail\" "
                "width=\"100\" "
                "height=\"8\"/><rect class=\"fill\" width=\"{:.1f}\" "
                "height=\"8\"/></svg></td><td>{}</td><td>{}</td><td>{}</td>"
                "<td>{}</td><td>{}</td><td>{} <small>{}</small></td><td>{}</td></tr>\n",
                i + 1, breakable(names_[standing.player]), percent(share), 100 * share, range_text(score),
                with_thousands(standing.stats.games()), with_thousands(standing.stats.wins),
                with_thousands(standing.stats.draws), with_thousands(standing.stats.losses),
                elo_text(elo_of(standing.stats).value), elo_range(elo_of(standing.stats)),
                mean_time(standing.thinking));
        }
        return fmt::format(
            R"(<section id="standings" class="panel"><h2>Standings</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Standings"><table class="numbers">
<caption>All games together. Score and Elo are against the others, with 95 % intervals from pairs of games.</caption>
<thead><tr><th scope="col"><abbr title="Rank">#</abbr></th><th scope="col">Player</th><th scope="col">Score</th><th scope="col">95 % interval</th><th scope="col">Games</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Lost</th><th scope="col">Elo</th><th scope="col">Time a move</th></tr></thead>
<tbody>
{}</tbody></table></div></section>
)",
            rows);
    }

    // --- one family of games on several boards

    std::string by_size() {
        std::map<std::string_view, std::vector<const Variant*>> families;
        for (const Variant* const v : plan_.variants) families[v->family].push_back(v);
        std::string text;
        for (auto& [family, boards] : families) {
            if (boards.size() < 2) continue;
            std::ranges::sort(boards, {}, [](const Variant* v) { return std::pair(v->size(), v->name); });
            text += by_size(family, boards);
        }
        if (text.empty()) return "";
        return fmt::format("<section id=\"sizes\" class=\"panel\"><h2>By board size</h2>\n{}</section>\n", text);
    }

    std::string by_size(std::string_view family, std::span<const Variant* const> boards) {
        const auto same_players = [&](std::size_t a, std::size_t b) {
            return tally_.cells()[a].first == tally_.cells()[b].first &&
                   tally_.cells()[a].second == tally_.cells()[b].second;
        };
        std::string head;
        for (const Variant* const v : boards) head += fmt::format("<th scope=\"col\">{}</th>", board_name(*v));
        std::vector<chart::BarGroup> groups;
        std::string words;
        std::string rows;
        for (const std::size_t cell : cells_of(*boards.front())) {
            chart::BarGroup group{.label = {first(cell), second(cell)}};
            rows += fmt::format("<tr><th scope=\"row\">{}</th>", breakable(pairing(cell)));
            for (const Variant* const v : boards) {
                const std::vector<std::size_t> others = cells_of(*v);
                const auto other = std::ranges::find_if(others, [&](std::size_t o) { return same_players(o, cell); });
                if (other == others.end() || tally_[*other].stats.games() == 0) {
                    rows += fmt::format("<td>{}</td>", dash);
                    continue;
                }
                const MatchStats& stats = tally_[*other].stats;
                const Estimate score = score_of(stats);
                group.bars.push_back({.label = board_name(*v),
                                      .value = share_of(stats),
                                      .low = score.low,
                                      .high = score.high,
                                      .note = plural(stats.games(), "game")});
                words += fmt::format("{} on {}: {}. ", pairing(cell), board_name(*v), percent(share_of(stats)));
                rows += fmt::format("<td><a href=\"#cell-{}\">{}</a> <small>{}</small></td>", *other,
                                    percent(share_of(stats)), range_text(score));
            }
            rows += "</tr>\n";
            if (!group.bars.empty()) groups.push_back(std::move(group));
        }
        const std::string_view title = boards.front()->title;
        const std::string picture = figure(
            fmt::format("sizes-{}", family), fmt::format("{}: score of the player named first, by board size", title),
            words, [&](const chart::Frame& frame) { return chart::grouped_bars(frame, groups); });
        return fmt::format(
            R"(<div class="charts">{}<div class="scroll" tabindex="0" role="region" aria-label="{}, by board size"><table class="numbers">
<caption>{}: score of the player named first, with 95 % intervals</caption>
<thead><tr><th scope="col">Pairing</th>{}</tr></thead>
<tbody>
{}</tbody></table></div></div>
)",
            picture, escape(title), escape(title), head, rows);
    }

    // --- one game

    std::string variants() {
        std::string text;
        for (const Variant* const v : plan_.variants) {
            const std::vector<std::size_t> cells = cells_of(*v);
            text += fmt::format("<section id=\"game-{}\" class=\"panel\"><h2>{}</h2>\n<p>{}</p>\n", escape(v->name),
                                escape(variant_title(*v)), escape(v->summary));
            text += cross_table(*v, cells) + charts(*v, cells) + numbers(cells) + forfeits(cells);
            text += "<h3>Games</h3>\n";
            for (const std::size_t cell : cells) text += games(cell);
            text += "</section>\n";
        }
        return text + "</main>\n";
    }

    std::string cross_table(const Variant& v, std::span<const std::size_t> cells) const {
        std::vector<std::vector<std::string>> entries(names_.size(), std::vector<std::string>(names_.size()));
        std::vector<MatchStats> totals(names_.size());
        for (const std::size_t cell : cells) {
            const MatchCell& players = tally_.cells()[cell];
            for (const bool turned : {false, true}) {
                const MatchStats stats = turned ? reversed(tally_[cell].stats) : tally_[cell].stats;
                const std::size_t row = turned ? players.second : players.first;
                const std::size_t column = turned ? players.first : players.second;
                if (stats.games() == 0) continue;
                totals[row] += stats;
                const double share = share_of(stats);
                // Ten shades; the number says it exactly.
                entries[row][column] = fmt::format(
                    "<td class=\"s{}\"><a href=\"#cell-{}\" title=\"{}\"><b>{}</b> "
                    "<small>{}</small></a></td>",
                    std::clamp(static_cast<int>(std::lround(10 * share)), 0, 10), cell,
                    escape(fmt::format("{} against {}: {} won, {} drawn, {} lost; to the games", names_[row],
                                       names_[column], stats.wins, stats.draws, stats.losses)),
                    percent(share),
                    fmt::format("{1}{0}/{0}{2}{0}/{0}{3}", no_break_space, with_thousands(stats.wins),
                                with_thousands(stats.draws), with_thousands(stats.losses)));
            }
        }
        std::string head;
        std::string rows;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            head += fmt::format(R"(<th scope="col"><abbr title="{}">{}</abbr></th>)", escape(names_[i]), i + 1);
            rows +=
                fmt::format(R"(<tr><th scope="row"><span class="rank">{}</span> {}</th>)", i + 1, breakable(names_[i]));
            for (std::size_t j = 0; j < names_.size(); ++j) {
                if (i == j)
                    rows += "<td class=\"self\"></td>";
                else
                    rows += entries[i][j].empty() ? fmt::format("<td>{}</td>", dash) : entries[i][j];
            }
            rows += fmt::format("<td class=\"total\">{}</td></tr>\n",
                                totals[i].games() == 0 ? std::string(dash) : percent(share_of(totals[i])));
        }
        return fmt::format(
            R"(<div class="scroll" tabindex="0" role="region" aria-label="Cross table of {}"><table class="cross">
<caption>Score of the player in the row against the player in the column, with games won / drawn / lost. A score leads to its games.</caption>
<thead><tr><th scope="col">Player</th>{}<th scope="col">All</th></tr></thead>
<tbody>
{}</tbody></table></div>
)",
            escape(variant_title(v)), head, rows);
    }

    std::string charts(const Variant& v, std::span<const std::size_t> cells) {
        std::vector<chart::ResultBar> results;
        std::vector<chart::BarGroup> starters;
        std::vector<const CellTally*> tallies;
        std::string result_words;
        std::string starter_words;
        WinDrawLoss began;
        for (const std::size_t cell : cells) {
            const CellTally& tally = tally_[cell];
            if (tally.stats.games() == 0) continue;
            tallies.push_back(&tally);
            const Estimate score = score_of(tally.stats);
            results.push_back({.label = {first(cell), second(cell)},
                               .wins = tally.stats.wins,
                               .draws = tally.stats.draws,
                               .losses = tally.stats.losses,
                               .score = share_of(tally.stats),
                               .low = score.low,
                               .high = score.high});
            result_words +=
                fmt::format("{}: {} won, {} drawn, {} lost. ", pairing(cell), with_thousands(tally.stats.wins),
                            with_thousands(tally.stats.draws), with_thousands(tally.stats.losses));
            chart::BarGroup group{.label = {first(cell), second(cell)}};
            for (std::size_t i = 0; i < 2; ++i) {
                const WinDrawLoss& part = tally.by_starter[i];
                if (part.games() == 0) continue;
                const Estimate share = score_of(part);
                group.bars.push_back({.label = i == 0 ? "moved first" : "moved second",
                                      .value = share.value,
                                      .low = share.low,
                                      .high = share.high,
                                      .note = plural(part.games(), "game")});
                starter_words +=
                    fmt::format("{}, {}: {}. ", pairing(cell), group.bars.back().label, percent(share.value));
                began.wins += i == 0 ? part.wins : part.losses;
                began.draws += part.draws;
                began.losses += i == 0 ? part.losses : part.wins;
            }
            starters.push_back(std::move(group));
        }
        if (tallies.empty()) return "<p>No game of this kind is finished yet.</p>\n";
        const std::vector<std::uint64_t> lengths = sum_of_lengths(tallies);
        const std::string title = variant_title(v);
        const Estimate beginner = score_of(began);
        std::string text = "<div class=\"charts\">\n";
        text += figure(fmt::format("results-{}", v.name), fmt::format("{}: results of the player named first", title),
                       result_words, [&](const chart::Frame& frame) { return chart::result_bars(frame, results); });
        text += figure(fmt::format("starter-{}", v.name),
                       fmt::format("{}: score of the player named first, by who moved first", title), starter_words,
                       [&](const chart::Frame& frame) { return chart::grouped_bars(frame, starters); });
        text += figure(fmt::format("lengths-{}", v.name), fmt::format("{}: length of the games", title),
                       lengths_words(lengths), [&](const chart::Frame& frame) {
                           return chart::histogram(frame, {.counts = lengths, .values = "plies", .things = "games"});
                       });
        text += fmt::format(
            "<div>{}<h3>The first move</h3>\n<p>The side that moves first scored <b>{}</b>, 95 % interval {}.</p>\n",
            how_it_ended(cells), percent(beginner.value), range_text(beginner));
        return text + "</div></div>\n";
    }

    static std::string lengths_words(const std::vector<std::uint64_t>& lengths) {
        std::uint64_t games = 0;
        std::uint64_t sum = 0;
        std::size_t shortest = lengths.size();
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            if (lengths[i] == 0) continue;
            shortest = std::min(shortest, i);
            games += lengths[i];
            sum += i * lengths[i];
        }
        if (games == 0) return "no games";
        return fmt::format("{}, {} to {} plies, {:.1f} on average", plural(games, "game"), shortest, lengths.size() - 1,
                           static_cast<double>(sum) / static_cast<double>(games));
    }

    std::string sequential(std::size_t cell) const {
        const SprtState state = tally_.sprt(cell);
        const std::string words =
            state.verdict == Verdict::Accepted   ? fmt::format("accepted: {} Elo or so", elo_text(plan_.sprt->elo1))
            : state.verdict == Verdict::Rejected ? fmt::format("rejected: rather {} Elo", elo_text(plan_.sprt->elo0))
                                                 : std::string("open");
        return fmt::format("{} <small>LLR {:.2f} in {:.2f} to {:.2f}</small>", words, state.llr, state.lower,
                           state.upper);
    }

    std::string numbers(std::span<const std::size_t> cells) const {
        std::string rows;
        for (const std::size_t cell : cells) {
            const CellTally& tally = tally_[cell];
            if (tally.stats.games() == 0) continue;
            const Estimate elo = elo_of(tally.stats);
            rows += fmt::format(
                "<tr><th scope=\"row\"><a href=\"#cell-{}\">{}</a></th><td>{}</td><td>{}</td><td>{} "
                "<small>{}</small></td><td>{}</td>"
                "<td><b>{}</b> <small>{}</small></td><td>{} <small>{}</small></td><td>{}</td><td>{:.1f}</td><td>{} / "
                "{}</td>",
                cell, breakable(pairing(cell)), with_thousands(tally.stats.games()), with_thousands(tally.stats.wins),
                with_thousands(tally.stats.draws),
                percent(static_cast<double>(tally.stats.draws) / static_cast<double>(tally.stats.games())),
                with_thousands(tally.stats.losses), percent(share_of(tally.stats)), range_text(score_of(tally.stats)),
                elo_text(elo.value), elo_range(elo), likelihood_text(likelihood_of_superiority(tally.stats)),
                tally.mean_length(), mean_time(tally.thinking[0]), mean_time(tally.thinking[1]));
            if (plan_.sprt) rows += fmt::format("<td>{}</td>", sequential(cell));
            rows += "</tr>\n";
        }
        if (rows.empty()) return "";
        return fmt::format(
            R"(<div class="scroll" tabindex="0" role="region" aria-label="All pairings in numbers"><table class="numbers">
<caption>All pairings in numbers, for the player named first. Small: 95 % intervals; the share of draws. <abbr title="likelihood of superiority">LOS</abbr> is how sure it is that this player is the stronger one.</caption>
<thead><tr><th scope="col">Pairing</th><th scope="col">Games</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Lost</th><th scope="col">Score</th><th scope="col">Elo</th><th scope="col">LOS</th><th scope="col">Mean plies</th><th scope="col">Time a move</th>{}</tr></thead>
<tbody>
{}</tbody></table></div>
)",
            plan_.sprt ? "<th scope=\"col\">Sequential test</th>" : "", rows);
    }

    std::string how_it_ended(std::span<const std::size_t> cells) const {
        std::vector<std::pair<std::uint64_t, std::string_view>> ends(reasons);
        std::uint64_t too_long = 0;
        std::uint64_t forfeited = 0;
        for (std::size_t i = 0; i < reasons; ++i) ends[i].second = reason_words[i];
        for (const std::size_t cell : cells) {
            const CellTally& tally = tally_[cell];
            for (std::size_t i = 0; i < reasons; ++i) ends[i].first += tally.ends[i];
            too_long += tally.too_long;
            forfeited += tally.forfeits[0] + tally.forfeits[1];
        }
        ends.emplace_back(too_long, "broken off as too long, a draw");
        ends.emplace_back(forfeited, "forfeited");
        std::ranges::sort(ends, [](const auto& a, const auto& b) {
            return std::tuple(b.first, a.second) < std::tuple(a.first, b.second);
        });
        std::uint64_t all = 0;
        for (const auto& [count, words] : ends) all += count;
        std::string items;
        for (const auto& [count, words] : ends) {
            if (count == 0) continue;
            items += fmt::format("<li>{} <b>{}</b> <small>{}</small></li>", words, with_thousands(count),
                                 percent(static_cast<double>(count) / static_cast<double>(all)));
        }
        return items.empty() ? "" : fmt::format("<h3>How the games ended</h3>\n<ul class=\"ends\">{}</ul>\n", items);
    }

    std::string forfeits(std::span<const std::size_t> cells) const {
        std::string items;
        for (const std::size_t cell : cells) {
            const CellTally& tally = tally_[cell];
            for (std::size_t i = 0; i < 2; ++i) {
                if (tally.forfeits[i] == 0) continue;
                items += fmt::format("<li><b>{}</b> threw away {} against {}</li>",
                                     escape(i == 0 ? first(cell) : second(cell)), plural(tally.forfeits[i], "game"),
                                     escape(i == 0 ? second(cell) : first(cell)));
            }
            if (!tally.forfeit_example.empty())
                items += fmt::format("<li>for example: {}</li>", escape(tally.forfeit_example));
        }
        return items.empty() ? "" : fmt::format("<div class=\"note\"><h3>Forfeits</h3><ul>{}</ul></div>\n", items);
    }

    std::string games(std::size_t cell) {
        const CellTally& tally = tally_[cell];
        if (tally.stats.games() == 0) return "";
        const KeptGames& kept = games_[cell];
        const MatchCell& players = tally_.cells()[cell];
        const std::string of = kept.count == tally.stats.games() ? plural(tally.stats.games(), "game")
                                                                 : fmt::format("{} of {}", with_thousands(kept.count),
                                                                               plural(tally.stats.games(), "game"));
        std::string list;
        if (kept.count > 0)
            list = fmt::format(
                R"(<div class="scroll list" tabindex="0" role="region" aria-label="Games of this pairing"><table>
<caption>{}, the first ones. Choose one to replay it.</caption>
<thead><tr><th scope="col">Game</th><th scope="col">{}</th><th scope="col">{}</th><th scope="col">Winner</th><th scope="col"><abbr title="moves of both sides">Plies</abbr></th><th scope="col">How it ended</th></tr></thead>
<tbody>
{}</tbody></table></div>
)",
                of, side_heading(*players.variant, Side::Black), side_heading(*players.variant, Side::White),
                kept.rows);
        const std::string heading = fmt::format("{}: length of the games", pairing(cell));
        const std::string lengths =
            figure(fmt::format("lengths-{}-{}-{}", players.variant->name, players.first + 1, players.second + 1),
                   heading, lengths_words(tally.lengths), [&](const chart::Frame& frame) {
                       return chart::histogram(
                           frame, {.counts = tally.lengths, .values = "plies", .things = "games", .height = 190});
                   });
        return fmt::format(
            R"(<details class="cell" id="cell-{}"><summary><span class="pair">{}</span> <span class="share">{}</span> <span class="count">{}</span></summary>
<div class="cell-body">{}<div class="side">{}<dl class="facts small">
<div><dt>Time a move, {}</dt><dd>{}, at most {}</dd></div>
<div><dt>Time a move, {}</dt><dd>{}, at most {}</dd></div></dl></div></div></details>
)",
            cell, breakable(pairing(cell)), percent(share_of(tally.stats)), of, list, lengths, escape(first(cell)),
            mean_time(tally.thinking[0]), seconds_text(tally.thinking[0].slowest), escape(second(cell)),
            mean_time(tally.thinking[1]), seconds_text(tally.thinking[1].slowest));
    }

    // With its colour, since that is what the board shows.
    static std::string side_heading(const Variant& v, Side side) {
        const std::string_view colour = side == Side::Black ? "Black" : "White";
        const std::string_view name = side_name(v, side);
        return name == colour ? std::string(name) : fmt::format("{} ({})", colour, name);
    }

    // --- the games, for the script

    std::string data() const {
        std::string boards;
        for (const Variant* const v : plan_.variants)
            boards += fmt::format("{}{}", boards.empty() ? "" : ",\n", variant_json(*v));
        std::string players;
        for (const std::string& name : names_)
            players += fmt::format("{}{}", players.empty() ? "" : ",", json_string(name));
        std::string cells;
        for (std::size_t i = 0; i < games_.size(); ++i) {
            const MatchCell& cell = tally_.cells()[i];
            const auto variant = std::ranges::find(plan_.variants, cell.variant) - plan_.variants.begin();
            cells += fmt::format(R"({}{{"board":{},"players":[{},{}],"games":[{}]}})", i == 0 ? "" : ",\n", variant,
                                 cell.first, cell.second, games_[i].json);
        }
        return fmt::format("{{\"players\":[{}],\n\"boards\":[{}],\n\"cells\":[{}]}}", players, boards, cells);
    }

    const Tally& tally_;
    const Plan& plan_;
    const std::vector<KeptGames>& games_;
    std::vector<std::string> names_;
    std::vector<ChartFile> charts_{};
};

// --- reading ---------------------------------------------------------------------------------------------------------

std::string end_words(const FinishedGame& game, const Replayed& replayed, std::string_view loser) {
    switch (game.finish) {
        case Finish::Rules: return replayed.end;
        case Finish::TooLong: return fmt::format("draw: broken off after {} plies", game.moves.size());
        case Finish::Forfeit: return fmt::format("{} forfeits: {}", loser, game.why);
        case Finish::Stopped: break;
    }
    return "";
}

Result<void> keep_game(const Tally& tally, std::span<const std::string> names, const FinishedGame& game,
                       KeptGames& kept) {
    const MatchCell& cell = tally.cells()[game.id.cell];
    const Result<Replayed> replayed = play_again(*cell.variant, game);
    if (!replayed)
        return fail(fmt::format("game {} of {} {} {} in {}: {}", game.id.number + 1, names[cell.first], dash,
                                names[cell.second], cell.variant->name, replayed.error().message));
    const std::size_t black = cell.player(Side::Black, game.id.number);
    const std::size_t white = cell.player(Side::White, game.id.number);
    const std::size_t winner = game.winner == Side::Black ? black : white;
    const std::string end = end_words(game, *replayed, names[winner == black ? white : black]);
    kept.rows += fmt::format(
        "<tr><th scope=\"row\"><a "
        "href=\"#replay-{0}-{1}\">{2}</a></th><td>{3}</td><td>{4}</td><td>{5}</td><td>{6}</td><td>{7}</td></tr>\n",
        game.id.cell, kept.count, with_thousands(game.id.number + 1), breakable(names[black]), breakable(names[white]),
        game.winner ? breakable(names[winner]) : "draw", game.moves.size(), escape(end));
    kept.json += fmt::format(R"({}{{"number":{},"black":{},"white":{},"opening":{},"end":{},"moves":[{}]}})",
                             kept.count == 0 ? "" : ",\n", game.id.number + 1, black, white, game.opening_plies,
                             json_string(end), replayed->moves);
    ++kept.count;
    return {};
}

}  // namespace

Result<RunReport> make_report(const std::string& folder, const ReportOptions& options) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) return fail(fmt::format("there is no folder {}", folder));
    if (!std::filesystem::exists(folder + "/plan.txt", error))
        return fail(fmt::format("{} holds no run of games: there is no plan.txt in it", folder));
    const Result<Plan> plan = read_plan(folder);
    if (!plan) return std::unexpected(plan.error());
    Tally tally(*plan);
    const Result<void> counted = read_journal(folder, *plan, [&](const FinishedGame& game) -> Result<void> {
        tally.add(game);
        return {};
    });
    if (!counted) return std::unexpected(counted.error());
    if (tally.games() == 0) return fail(fmt::format("{} has no finished game yet", folder));

    const std::vector<std::string> names = player_names(*plan);
    std::vector<KeptGames> games(tally.cells().size());
    const Result<void> kept = read_in_order(folder, tally, [&](const FinishedGame& game) -> Result<void> {
        KeptGames& cell = games[game.id.cell];
        if (cell.count >= options.games_per_cell) return {};
        return keep_game(tally, names, game, cell);
    });
    if (!kept) return std::unexpected(kept.error());
    return Page(tally, games).make();
}

}  // namespace crownhead
