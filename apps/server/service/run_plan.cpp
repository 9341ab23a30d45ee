// The plan of a run that a page asks for.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "notation/fen.hpp"
#include "player_policy.hpp"
#include "service/laboratory.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

// A field that no page of ours sends so.
Refusal bad_word(const char* field, const std::string& value, const std::string& expected) {
    return illegal(
        {"refusal.plan-word", {{"field", std::string(field)}, {"text", excerpt(value)}, {"expected", expected}}});
}

// Why check() does not take the plan.
Message plan_message(const Plan& plan) {
    if (plan.variants.empty()) return {"refusal.plan-no-game"};
    if (plan.players.size() < 2) return {"refusal.plan-players"};
    for (const Variant* const variant : plan.variants) {
        const std::string name(variant->name);
        if (std::ranges::count(plan.variants, variant) > 1) return {"refusal.plan-twice", {{"name", name}}};
        if (plan.openings == Openings::Ballots && !has_ballots(*variant))
            return {"refusal.plan-ballots", {{"name", name}}};
    }
    if (!plan.fen.empty() && plan.variants.size() > 1) return {"refusal.plan-position"};
    if (!plan.fen.empty() && plan.openings == Openings::Ballots) return {"refusal.plan-position-ballots"};
    return {"refusal.plan"};
}

}  // namespace

Refusal bad_player(const std::string& player, const Variant* variant, const std::string& detail) {
    return illegal(player_message(player, variant), detail);
}

std::expected<Plan, Refusal> plan_of(const LabStartRequest& request) {
    Plan plan{.name = request.name};
    for (const std::string& name : request.games) {
        const Result<const Variant*> variant = find_variant(name);
        if (!variant) return std::unexpected(illegal({"refusal.no-such-game", {{"name", excerpt(name)}}}));
        plan.variants.push_back(*variant);
    }
    for (const std::string& player : request.players) {
        if (const Result<void> checked = check_lab_player(player); !checked)
            return std::unexpected(bad_player(player, nullptr, checked.error().message));
        for (const Variant* const variant : plan.variants)
            if (const Result<void> plays = check_player(player, *variant); !plays)
                return std::unexpected(bad_player(player, variant, plays.error().message));
        plan.players.push_back(player);
    }
    const std::optional<Pairing> pairing = read_pairing(request.pairing);
    if (!pairing) return std::unexpected(bad_word("pairing", request.pairing, "round-robin, gauntlet"));
    plan.pairing = *pairing;
    const std::optional<Starter> starter = read_starter(request.begins);
    if (!starter) return std::unexpected(bad_word("begins", request.begins, "alternate, first, second"));
    plan.starter = *starter;
    plan.pairs = (static_cast<std::uint64_t>(request.count) + 1) / 2;
    const auto openings = read_openings(request.openings);
    if (!openings) return std::unexpected(bad_word("openings", request.openings, "auto, start, random, ballots"));
    plan.openings = *openings;
    // A plan with other openings does not write the number down, and would not be equal when it is read again.
    if (!plan.openings || *plan.openings == Openings::Random) plan.opening_plies = request.plies;
    plan.seed = request.seed;
    if (!request.fen.empty() && plan.variants.size() == 1) {
        const auto game = game_from(request.games.front(), request.fen);
        if (!game) return std::unexpected(game.error());
        if ((*game)->outcome()) return std::unexpected(refused("refusal.over"));
        plan.fen = fen::write((*game)->variant(), (*game)->placement());
    } else {
        plan.fen = request.fen;
    }
    if (const Result<void> checked = check(plan); !checked)
        return std::unexpected(illegal(plan_message(plan), checked.error().message));
    const std::uint64_t games = 2 * plan.pairs * plan.cells().size();
    if (games > most_run_games)
        return std::unexpected(illegal(
            {"refusal.too-many-games",
             {{"count", static_cast<std::int64_t>(games)}, {"most", static_cast<std::int64_t>(most_run_games)}}}));
    return plan;
}

}  // namespace crownhead::server
