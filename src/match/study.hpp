// The study of the suicide document (mission S0.12), repeated and carried on: its two algorithms with its 50 games and with
// many more, how likely its conclusions are, and all simple strategies against each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "match/plan.hpp"
#include "match/tally.hpp"

namespace crownhead {

struct StudyOptions {
    std::uint64_t games = 20'000;          // of random and edge, for each size and each who begins
    std::uint64_t strategy_games = 1'000;  // of any two strategies in a game
    std::uint64_t seed = 1;
    bool draw_rules = true;  // false: the document's own rules, which draw only where a side is blocked
};

struct StudyPart {
    std::string_view name;  // of its folder
    Plan plan;
};

// In order: the document's number of games, many games, all strategies.
std::vector<StudyPart> study_parts(const StudyOptions& options);

// The chance that in so many independent games with these probabilities wins, draws and losses are as `holds` says.
double chance(double win, double draw, double loss, int games, bool (*holds)(int wins, int draws, int losses));

struct StudyText {
    std::string markdown{};
    nlohmann::ordered_json charts{};  // as web/scripts/charts.mjs draws them
};

// Tables and charts of the three parts.
StudyText study_text(const Tally& document, const Tally& many, const Tally& strategies);

}  // namespace crownhead
