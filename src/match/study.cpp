#include "match/study.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "match/draw_rules.hpp"
#include "match/stats.hpp"
#include "runtime/game.hpp"

namespace crownhead {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t document_games = 50;
constexpr std::array<std::string_view, 4> sizes{"suicide-6", "suicide", "suicide-10", "suicide-12"};
constexpr std::array<std::string_view, 5> strategy_games{"suicide", "giveaway", "english", "mini", "kingme"};
constexpr std::array<std::string_view, 6> strategies_compared{
    "random", "edge", "scatter", "steps", "minimax:depth=3,seconds=0", "alphabeta:depth=5,seconds=0"};

std::vector<const Variant*> variants_of(std::span<const std::string_view> names, bool draw_rules) {
    std::vector<const Variant*> variants;
    for (const std::string_view name : names)
        if (const auto variant = find_variant(name))
            variants.push_back(draw_rules ? *variant : &without_draw_rules(**variant));
    return variants;
}

// What the document says of its 50 games, cell by cell (its section 3).
struct Statement {
    int size;
    bool random_begins;
    bool random_ahead;  // which algorithm wins more games
    bool draws_happen;  // "draws were only observed on board size 12"
    std::string_view words;
};

constexpr std::array<Statement, 8> statements{{
    {6, true, false, false, "algorithm 2 is better"},
    {8, true, true, false, "algorithm 1 performs much better"},
    {10, true, true, false, "algorithm 1 continues to be better"},
    {12, true, true, true, "algorithm 1 continues to be better; draws happen"},
    {6, false, false, false, "algorithm 2 still performs better"},
    {8, false, true, false, "the first results do not change"},
    {10, false, false, false, "a flip: algorithm 2 performed better"},
    {12, false, true, true, "algorithm 1 continued dominating; draws happen"},
}};

struct Probabilities {
    double win = 0;  // of random
    double draw = 0;
    double loss = 0;
};

Probabilities probabilities_of(const WinDrawLoss& results) {
    const auto games = static_cast<double>(results.games());
    return {.win = static_cast<double>(results.wins) / games,
            .draw = static_cast<double>(results.draws) / games,
            .loss = static_cast<double>(results.losses) / games};
}

std::size_t cell_of_size(const Tally& tally, int size) {
    const auto& cells = tally.cells();
    const auto found = std::ranges::find(cells, size, [](const MatchCell& cell) { return cell.variant->size(); });
    return static_cast<std::size_t>(found - cells.begin());
}

std::string share(std::uint64_t count, std::uint64_t games) {
    const Estimate rate = rate_of(count, games);
    return fmt::format("{:.1f} % [{:.1f}, {:.1f}]", 100 * rate.value, 100 * rate.low, 100 * rate.high);
}

std::string with_thousands(std::uint64_t number) {  // 12,345
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
    return text;
}

std::string chance_text(double chance) {
    if (chance > 0.9995) return "> 99.9 %";
    if (chance >= 0.001) return fmt::format("{:.1f} %", 100 * chance);
    return fmt::format("{:.0e}", chance);
}

std::string results_table(const Tally& tally) {
    const bool unfinished = !tally.plan().draw_rules;
    std::string text =
        fmt::format("| size | begins | games | `random` wins | draws | `edge` wins |{}\n|---|---|---|---|---|---|{}\n",
                    unfinished ? " unfinished |" : "", unfinished ? "---|" : "");
    for (const std::size_t starter : {std::size_t{0}, std::size_t{1}})
        for (std::size_t i = 0; i < tally.cells().size(); ++i) {
            const WinDrawLoss& results = tally[i].by_starter[starter];
            const std::uint64_t games = results.games();
            text += fmt::format("| {0}×{0} | `{1}` | {2} | {3} | {4} | {5} |", tally.cells()[i].variant->size(),
                                tally.plan().players[starter], with_thousands(games), share(results.wins, games),
                                share(results.draws - results.unfinished, games), share(results.losses, games));
            if (unfinished) text += fmt::format(" {} |", share(results.unfinished, games));
            text += '\n';
        }
    return text;
}

// Of the two players together; the rules take as long again, which the clock of a player does not see.
std::string times_table(const Tally& tally) {
    std::string text =
        "| size | games | seconds of `random` | of `edge` | both, for 50 games | plies of a game "
        "|\n|---|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const CellTally& cell = tally[i];
        const double both = cell.thinking[0].seconds + cell.thinking[1].seconds;
        const auto games = static_cast<double>(cell.stats.games());
        text += fmt::format("| {0}×{0} | {1} | {2:.3f} | {3:.3f} | {4:.5f} | {5:.1f} |\n",
                            tally.cells()[i].variant->size(), with_thousands(cell.stats.games()),
                            cell.thinking[0].seconds, cell.thinking[1].seconds, 50 * both / games, cell.mean_length());
    }
    return text;
}

// Is it an advantage to begin? For each size the score of the side that moves first, by either player.
std::string starter_table(const Tally& tally) {
    std::string text =
        "| size | `random` scores when it begins | when `edge` begins | difference | the first side scores |\n"
        "|---|---|---|---|---|\n";
    const auto percent = [](const Estimate& e) {
        return fmt::format("{:.2f} % [{:.2f}, {:.2f}]", 100 * e.value, 100 * e.low, 100 * e.high);
    };
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const auto& [first, second] = tally[i].by_starter;
        const Estimate begins = score_of(first);
        const Estimate follows = score_of(second);
        const Estimate gap = difference_of(begins, follows);
        WinDrawLoss starter{.wins = first.wins + second.losses,
                            .draws = first.draws + second.draws,
                            .losses = first.losses + second.wins};
        text += fmt::format("| {0}×{0} | {1} | {2} | {3:+.2f} [{4:+.2f}, {5:+.2f}]{6} | {7} |\n",
                            tally.cells()[i].variant->size(), percent(begins), percent(follows), 100 * gap.value,
                            100 * gap.low, 100 * gap.high, gap.low > 0 || gap.high < 0 ? " *" : "",
                            percent(score_of(starter)));
    }
    return text;
}

// How likely 50 games by our rules show what the document saw, for each cell and for all of them.
std::string statements_table(const Tally& many) {
    std::string text =
        "| size | begins | the document | who wins more often | chance that 50 games show the document's winner ahead "
        "| chance of draws as it says | of both |\n"
        "|---|---|---|---|---|---|---|\n";
    double all_ahead = 1;
    double all = 1;
    for (const Statement& said : statements) {
        const WinDrawLoss& results = many[cell_of_size(many, said.size)].by_starter[said.random_begins ? 0 : 1];
        Probabilities p = probabilities_of(results);
        if (!said.random_ahead) std::swap(p.win, p.loss);  // now `win` is the algorithm that was ahead
        const auto of = [&](auto holds) { return chance(p.win, p.draw, p.loss, document_games, holds); };
        const double ahead = of([](int wins, int, int losses) { return wins > losses; });
        const double draws = said.draws_happen ? of([](int, int drawn, int) { return drawn > 0; })
                                               : of([](int, int drawn, int) { return drawn == 0; });
        const double both = said.draws_happen
                                ? of([](int wins, int drawn, int losses) { return wins > losses && drawn > 0; })
                                : of([](int wins, int drawn, int losses) { return wins > losses && drawn == 0; });
        all_ahead *= ahead;
        all *= both;
        const std::string_view better = results.wins > results.losses ? "`random`" : "`edge`";
        text += fmt::format("| {0}×{0} | `{1}` | {2} | {3} | {4} | {5} | {6} |\n", said.size,
                            said.random_begins ? "random" : "edge", said.words, better, chance_text(ahead),
                            chance_text(draws), chance_text(both));
    }
    text += fmt::format("| all | | | | {} | | {} |\n", chance_text(all_ahead), chance_text(all));
    return text;
}

Json bar(std::string_view label, const Estimate& value, std::uint64_t games) {
    return {{"label", label}, {"value", value.value}, {"low", value.low}, {"high", value.high}, {"games", games}};
}

Json size_group(const Tally& tally, std::size_t cell, std::size_t starter) {
    const WinDrawLoss& results = tally[cell].by_starter[starter];
    const std::uint64_t games = results.games();
    const auto share_bar = [&](std::string_view label, std::uint64_t count) {
        return bar(label, rate_of(count, games), games);
    };
    return {{"label", fmt::format("{0}×{0}", tally.cells()[cell].variant->size())},
            {"bars",
             {share_bar("random wins", results.wins), share_bar("draws", results.draws),
              share_bar("edge wins", results.losses)}}};
}

Json starter_chart(const Tally& tally, std::size_t starter, std::string_view part) {
    const std::string& player = tally.plan().players[starter];
    Json groups = Json::array();
    for (std::size_t i = 0; i < tally.cells().size(); ++i) groups.push_back(size_group(tally, i, starter));
    const std::uint64_t games = tally[0].by_starter[starter].games();
    return {{"file", fmt::format("{}-{}-begins.svg", part, player)},
            {"title", fmt::format("{} begins: {} games for each size", player, with_thousands(games))},
            {"groups", std::move(groups)}};
}

std::string cross_table(const Tally& tally, const Variant& variant) {
    const std::vector<std::string> names = player_names(tally.plan());
    const std::size_t count = names.size();
    std::vector<std::string> table(count * count, "");
    std::vector<MatchStats> totals(count);
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const MatchCell& cell = tally.cells()[i];
        if (cell.variant != &variant) continue;
        const Estimate score = score_of(tally[i].stats);
        const auto text = [](double value, double low, double high) {
            return fmt::format("{:.1f} [{:.1f}, {:.1f}]", 100 * value, 100 * low, 100 * high);
        };
        table[cell.first * count + cell.second] = text(score.value, score.low, score.high);
        table[cell.second * count + cell.first] = text(1 - score.value, 1 - score.high, 1 - score.low);
        totals[cell.first] += tally[i].stats;
        totals[cell.second] += reversed(tally[i].stats);
    }
    std::string text = fmt::format("**`{}`**\n\n| |", variant.name);
    std::string line = "\n|---|";
    for (const std::string& name : names) {
        text += fmt::format(" `{}` |", name.substr(0, name.find(',')));
        line += "---|";
    }
    text += " all |" + line + "---|\n";
    for (std::size_t row = 0; row < count; ++row) {
        text += fmt::format("| `{}` |", names[row].substr(0, names[row].find(',')));
        for (std::size_t column = 0; column < count; ++column)
            text += fmt::format(" {} |", table[row * count + column]);
        text += fmt::format(" **{:.1f}** |\n", 100 * score_of(totals[row]).value);
    }
    return text;
}

Json strategies_chart(const Tally& tally) {
    const std::vector<std::string> names = player_names(tally.plan());
    Json groups = Json::array();
    for (const Variant* const variant : tally.plan().variants) {
        std::vector<MatchStats> totals(names.size());
        for (std::size_t i = 0; i < tally.cells().size(); ++i) {
            const MatchCell& cell = tally.cells()[i];
            if (cell.variant != variant) continue;
            totals[cell.first] += tally[i].stats;
            totals[cell.second] += reversed(tally[i].stats);
        }
        Json bars = Json::array();
        for (std::size_t player = 0; player < names.size(); ++player)
            bars.push_back(bar(names[player].substr(0, names[player].find(',')), score_of(totals[player]),
                               totals[player].games()));
        groups.push_back({{"label", variant->name}, {"bars", std::move(bars)}});
    }
    return {{"file", "strategies.svg"},
            {"title", "Score of each strategy against all others"},
            {"groups", std::move(groups)}};
}

}  // namespace

std::vector<StudyPart> study_parts(const StudyOptions& options) {
    // With draw rules every game ends by itself.
    const int longest = options.draw_rules ? 1'000'000 : longest_without_draws;
    const Plan two{.name = "random against edge",
                   .variants = variants_of(sizes, options.draw_rules),
                   .players = {"random", "edge"},
                   .pairs = document_games,
                   .openings = Openings::Start,
                   .seed = options.seed,
                   .longest = longest,
                   .draw_rules = options.draw_rules};
    Plan many = two;
    many.pairs = options.games;
    many.seed = options.seed + 1;  // other games than those of the first part
    Plan all{.name = "Simple strategies against each other",
             .variants = variants_of(strategy_games, options.draw_rules),
             .players = {strategies_compared.begin(), strategies_compared.end()},
             .pairs = (options.strategy_games + 1) / 2,
             .openings = Openings::Random,
             .opening_plies = 4,
             .seed = options.seed,
             .longest = longest,
             .draw_rules = options.draw_rules};
    return {{"document", two}, {"many", many}, {"strategies", all}};
}

double chance(double win, double draw, double loss, int games, bool (*holds)(int wins, int draws, int losses)) {
    double sum = 0;
    const auto power = [](double p, int n) { return n == 0 ? 0.0 : n * std::log(p); };
    for (int wins = 0; wins <= games; ++wins)
        for (int losses = 0; wins + losses <= games; ++losses) {
            const int draws = games - wins - losses;
            if (!holds(wins, draws, losses)) continue;
            sum += std::exp(std::lgamma(games + 1) - std::lgamma(wins + 1) - std::lgamma(draws + 1) -
                            std::lgamma(losses + 1) + power(win, wins) + power(draw, draws) + power(loss, losses));
        }
    return std::min(1.0, sum);
}

StudyText study_text(const Tally& document, const Tally& many, const Tally& strategies) {
    StudyText study{.charts = Json::array()};
    study.markdown = fmt::format(
        "### Fifty games for each size and each who begins\n\n{}\n### Many games\n\n{}\n"
        "### Run times\n\n{}\n{}\n### Who begins\n\n{}\n"
        "### What the document saw, and how likely that is\n\n{}\n### All simple strategies against each other\n\n",
        results_table(document), results_table(many), times_table(document), times_table(many), starter_table(many),
        statements_table(many));
    study.markdown +=
        fmt::format("Score in % of the row against the column, with its 95 % interval; {} games for each two.\n\n",
                    with_thousands(2 * strategies.plan().pairs));
    for (const Variant* const variant : strategies.plan().variants)
        study.markdown += cross_table(strategies, *variant) + "\n";
    for (const std::size_t starter : {std::size_t{0}, std::size_t{1}}) {
        study.charts.push_back(starter_chart(document, starter, "document"));
        study.charts.push_back(starter_chart(many, starter, "many"));
    }
    study.charts.push_back(strategies_chart(strategies));
    return study;
}

}  // namespace crownhead
