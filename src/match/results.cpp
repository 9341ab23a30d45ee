#include "match/results.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "notation/outcome_text.hpp"

namespace crownhead {

namespace {

using Json = nlohmann::ordered_json;

Json interval(const Estimate& estimate) { return {estimate.value, estimate.low, estimate.high}; }
Json counts(const WinDrawLoss& results) { return {results.wins, results.draws, results.losses}; }
Json interval_or_null(const WinDrawLoss& results) {
    return results.games() == 0 ? Json(nullptr) : interval(score_of(results));
}

Json cell_json(const Tally& tally, std::size_t index) {
    const MatchCell& cell = tally.cells()[index];
    const CellTally& result = tally[index];
    const MatchStats& stats = result.stats;
    Json ends = Json::object();
    for (std::size_t i = 0; i < result.ends.size(); ++i)
        if (result.ends[i] > 0) ends[std::string(outcome_text::word(static_cast<Reason>(i)))] = result.ends[i];
    if (result.too_long > 0) ends["too-long"] = result.too_long;
    if (result.forfeits[0] + result.forfeits[1] > 0) ends["forfeit"] = result.forfeits[0] + result.forfeits[1];
    Json json{{"game", cell.variant->name},
              {"first", cell.first},
              {"second", cell.second},
              {"games", stats.games()},
              {"won", stats.wins},
              {"drawn", stats.draws},
              {"lost", stats.losses},
              {"pairs", stats.pairs},
              {"score", interval(score_of(stats))},
              {"elo", interval(elo_of(stats))},
              {"los", likelihood_of_superiority(stats)},
              {"draw_rate", interval(rate_of(stats.draws, stats.games()))},
              {"first_begins", counts(result.by_starter[0])},
              {"second_begins", counts(result.by_starter[1])},
              {"first_begins_score", interval_or_null(result.by_starter[0])},
              {"second_begins_score", interval_or_null(result.by_starter[1])},
              {"plies", result.mean_length()},
              {"lengths", result.lengths},
              {"ends", std::move(ends)},
              {"forfeits", result.forfeits},
              {"seconds_per_move", {result.thinking[0].mean(), result.thinking[1].mean()}},
              {"slowest_move", {result.thinking[0].slowest, result.thinking[1].slowest}}};
    if (!result.forfeit_example.empty()) json["forfeit_example"] = result.forfeit_example;
    if (tally.plan().sprt) {
        const SprtState sprt = tally.sprt(index);
        json["sprt"] = {
            {"llr", sprt.llr}, {"lower", sprt.lower}, {"upper", sprt.upper}, {"verdict", word(sprt.verdict)}};
    }
    return json;
}

Json standings_json(const Tally& tally, const Variant* variant) {
    Json list = Json::array();
    for (const Standing& standing : standings(tally, variant)) {
        if (standing.stats.games() == 0) continue;
        list.push_back({{"game", variant == nullptr ? Json(nullptr) : Json(variant->name)},
                        {"player", standing.player},
                        {"won", standing.stats.wins},
                        {"drawn", standing.stats.draws},
                        {"lost", standing.stats.losses},
                        {"score", interval(score_of(standing.stats))},
                        {"forfeits", standing.forfeits}});
    }
    return list;
}

// How the side did that moved first.
WinDrawLoss starters(const Tally& tally, const Variant& variant) {
    WinDrawLoss sum;
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        if (tally.cells()[i].variant != &variant) continue;
        const auto& [first, second] = tally[i].by_starter;
        sum.wins += first.wins + second.losses;
        sum.draws += first.draws + second.draws;
        sum.losses += first.losses + second.wins;
    }
    return sum;
}

}  // namespace

Json run_results(const Tally& tally) {
    const Plan& plan = tally.plan();
    Json games = Json::array();
    Json starting = Json::array();
    Json standing = standings_json(tally, nullptr);
    for (const Variant* const variant : plan.variants) {
        games.push_back(variant->name);
        for (Json& one : standings_json(tally, variant)) standing.push_back(std::move(one));
        if (const WinDrawLoss results = starters(tally, *variant); results.games() > 0)
            starting.push_back(
                {{"game", variant->name}, {"games", results.games()}, {"score", interval(score_of(results))}});
    }
    Json cells = Json::array();
    for (std::size_t i = 0; i < tally.cells().size(); ++i) cells.push_back(cell_json(tally, i));
    return {{"name", plan.name},
            {"state", tally.complete() ? "complete" : "stopped"},
            {"done", tally.games()},
            {"planned", tally.planned()},
            {"players", player_names(plan)},
            {"games", std::move(games)},
            {"standings", std::move(standing)},
            {"starters", std::move(starting)},
            {"cells", std::move(cells)},
            {"fen", plan.fen},
            {"plan", plan_text::write(plan)}};
}

}  // namespace crownhead
