// The plan of a run that a page asks for.
#include <cstdint>
#include <string>
#include <utility>

#include "notation/fen.hpp"
#include "player_policy.hpp"
#include "service/laboratory.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

Refusal bad_plan(const std::string& detail) { return illegal({"refusal.plan", {{"detail", detail}}}, detail); }

}  // namespace

Refusal bad_player(const std::string& player, const std::string& detail) {
    return illegal({"refusal.player", {{"name", player}, {"detail", detail}}}, detail);
}

std::expected<Plan, Refusal> plan_of(const LabStartRequest& request) {
    const auto refuse = [](const std::string& detail) { return std::unexpected(bad_plan(detail)); };
    Plan plan{.name = request.name};
    for (const std::string& name : request.games) {
        const Result<const Variant*> variant = find_variant(name);
        if (!variant) return std::unexpected(illegal({"refusal.no-such-game", {{"name", excerpt(name)}}}));
        plan.variants.push_back(*variant);
    }
    for (const std::string& player : request.players) {
        if (const Result<void> checked = check_lab_player(player); !checked)
            return std::unexpected(bad_player(player, checked.error().message));
        for (const Variant* const variant : plan.variants)
            if (const Result<void> plays = check_player(player, *variant); !plays)
                return std::unexpected(bad_player(player, plays.error().message));
        plan.players.push_back(player);
    }
    const std::optional<Pairing> pairing = read_pairing(request.pairing);
    if (!pairing) return refuse("pairing must be round-robin or gauntlet");
    plan.pairing = *pairing;
    const std::optional<Starter> starter = read_starter(request.begins);
    if (!starter) return refuse("begins must be alternate, first or second");
    plan.starter = *starter;
    plan.pairs = (static_cast<std::uint64_t>(request.count) + 1) / 2;
    const auto openings = read_openings(request.openings);
    if (!openings) return refuse("openings must be auto, start, random or ballots");
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
    if (const Result<void> checked = check(plan); !checked) return refuse(checked.error().message);
    const std::uint64_t games = 2 * plan.pairs * plan.cells().size();
    if (games > most_run_games)
        return std::unexpected(illegal(
            {"refusal.too-many-games",
             {{"count", static_cast<std::int64_t>(games)}, {"most", static_cast<std::int64_t>(most_run_games)}}}));
    return plan;
}

}  // namespace crownhead::server
