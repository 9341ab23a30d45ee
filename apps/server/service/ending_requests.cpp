// Requests about endings. Opening, searching and judging is done by request workers; what became of a drill is on disk before the page
// hears of it.
#include <string>
#include <utility>

#include <fmt/format.h>

#include "service/endings.hpp"
#include "service/requests.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

std::string_view word_of_state(EndgameFiles::State state) {
    switch (state) {
        case EndgameFiles::State::Ready: return "ready";
        case EndgameFiles::State::Building: return "building";
        case EndgameFiles::State::Failed: return "failed";
        default: return "off";
    }
}

Refusal no_ending() { return unknown({"refusal.no-such-ending"}); }

std::expected<const Variant*, Refusal> variant_called(std::string_view name) {
    const Result<const Variant*> variant = find_variant(name);
    if (!variant || (*variant)->name != name)
        return std::unexpected(unknown({"refusal.no-such-game", {{"name", excerpt(name)}}}));
    return *variant;
}

}  // namespace

std::expected<EndingGame, Refusal> Requests::ending_game(std::string_view name) {
    const auto variant = variant_called(name);
    if (!variant) return std::unexpected(variant.error());
    const std::scoped_lock lock(sessions_.mutex());
    if (sessions_.closing()) return std::unexpected(refused("refusal.program-ends"));
    EndgameFiles files = study_.endgame_files(**variant);
    if (!files.endgames) return std::unexpected(refused("refusal.endgames-not-ready"));
    return EndingGame{.variant = *variant, .endgames = std::move(files.endgames)};
}

void Requests::with_ending(ClientId client, const Json& id, const std::string& game, OnFiles work) {
    storage_.read(fmt::format("page {}", client),
                  [this, client, id, game, work = std::move(work)](LibraryReader& library) {
                      Result<DrillResults> results = library.drill_results(game);
                      const std::stop_source stop;
                      by_worker(
                          client, id, fmt::format("endings {}", client), "request",
                          [this, client, id, game, work, results = std::move(results), stop] {
                              const auto reply = [&]() -> Reply {
                                  if (!results) return std::unexpected(failed(results.error().message));
                                  const auto found = ending_game(game);
                                  if (!found) return std::unexpected(found.error());
                                  Reply done = work(*found, *results, stop.get_token());
                                  if (stop.stop_requested()) return std::unexpected(refused("refusal.took-too-long"));
                                  return done;
                              }();
                              locked(client, id, [&](Session&) { return reply; });
                          },
                          stop);
                  },
                  {.kind = "search", .page = client});
}

void Requests::handle(ClientId client, const Json& id, const EndingsClassesRequest& request) {
    with_reader(client, id, [this, request](LibraryReader& library) -> Reply {
        const auto variant = variant_called(request.game);
        if (!variant) return std::unexpected(variant.error());
        const Result<DrillResults> results = library.drill_results(request.game);
        if (!results) return std::unexpected(failed(results.error().message));
        EndgameFiles files;
        {
            const std::scoped_lock lock(sessions_.mutex());
            if (sessions_.closing()) return std::unexpected(refused("refusal.program-ends"));
            files = study_.endgame_files(**variant);
        }
        return Json{{"state", word_of_state(files.state)},
                    {"detail", files.problem.empty() ? Json(nullptr) : Json(files.problem)},
                    {"pieces", files.endgames ? files.endgames->pieces() : 0},
                    {"classes", files.endgames ? classes_json(*files.endgames, *results) : Json::array()}};
    });
}

void Requests::handle(ClientId client, const Json& id, const EndingsClassRequest& request) {
    with_ending(client, id, request.game,
                [request](const EndingGame& game, const DrillResults& results, const std::stop_token& stop) {
                    return class_json(game, request.material, results, stop);
                });
}

void Requests::handle(ClientId client, const Json& id, const EndingsDrillRequest& request) {
    const std::optional<DrillPlace> place = read_drill_place(request.key);
    if (!place) return locked(client, id, [](Session&) -> Reply { return std::unexpected(no_ending()); });
    with_ending(client, id, place->game,
                [this, key = place->drill](const EndingGame& game, const DrillResults& results,
                                           const std::stop_token& stop) -> Reply {
                    if (!class_of(*game.endgames, key.material)) return std::unexpected(no_ending());
                    return drill_json(game, key, drills_.find(game, key, stop), results);
                });
}

void Requests::handle(ClientId client, const Json& id, const EndingsMoveRequest& request) {
    const std::optional<DrillPlace> place = read_drill_place(request.key);
    if (!place) return locked(client, id, [](Session&) -> Reply { return std::unexpected(no_ending()); });
    const std::stop_source stop;
    by_worker(
        client, id, fmt::format("endings {}", client), "request",
        [this, client, id, request, place = *place, stop] {
            const auto judged = [&]() -> std::expected<DrillVerdict, Refusal> {
                const auto game = ending_game(place.game);
                if (!game) return std::unexpected(game.error());
                const analysis::FoundPosition found = drills_.find(*game, place.drill, stop.get_token());
                if (!found.position) return std::unexpected(no_ending());
                return move_in_drill(*game, place.drill, *found.position, request.moves, request.index,
                                     stop.get_token());
            }();
            if (!judged || !judged->right)
                return locked(client, id, [&](Session&) -> Reply {
                    if (!judged) return std::unexpected(judged.error());
                    return judged->json;
                });
            storage_.run(
                [this, client, id, key = place.text(), day = request.day, verdict = *judged](Library& library) {
                    const Result<void> kept = library.record_drill(key, *verdict.right, day);
                    locked(client, id, [&](Session&) -> Reply {
                        if (!kept) return std::unexpected(failed(kept.error().message));
                        return verdict.json;
                    });
                });
        },
        stop);
}

}  // namespace crownhead::server
