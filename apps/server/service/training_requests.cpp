// Requests about puzzles and about one's own mistakes.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "service/exercises.hpp"
#include "service/requests.hpp"
#include "util/numbers.hpp"

namespace crownhead::server {

namespace {

constexpr std::string_view mistake_prefix = "mistake/";

Json streak_json(const PuzzleProgress& progress) { return {{"now", progress.streak}, {"best", progress.best}}; }

Refusal no_exercise() { return unknown({"refusal.no-such-exercise"}); }

// "mistake/TABLE/NODE"
std::expected<StoredMistake, Refusal> find_mistake(LibraryReader& library, std::string_view key) {
    key.remove_prefix(mistake_prefix.size());
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return std::unexpected(no_exercise());
    const Result<int> node = parse_number<int>(key.substr(slash + 1));
    const Result<std::vector<StoredMistake>> all = library.mistakes();
    if (!all) return std::unexpected(failed(all.error().message));
    const auto found = std::ranges::find_if(*all, [&](const StoredMistake& mistake) {
        return node && mistake.table == key.substr(0, slash) && mistake.node == *node;
    });
    if (found == all->end()) return std::unexpected(no_exercise());
    return *found;
}

bool is_mistake(std::string_view key) { return key.starts_with(mistake_prefix); }

bool is_due(const StoredMistake& mistake, const std::string& day) {
    return !mistake.repetition.due.empty() && mistake.repetition.due <= day;
}

Reply mistake_list(const std::vector<StoredMistake>& all, const std::string& day) {
    Json list = Json::array();
    for (const StoredMistake& mistake : all)
        list.push_back({{"key", fmt::format("{}{}/{}", mistake_prefix, mistake.table, mistake.node)},
                        {"game", mistake.game},
                        {"played", mistake.played},
                        {"glyph", mistake.glyph},
                        {"phase", mistake.phase},
                        {"step", mistake.repetition.step},
                        {"due", mistake.repetition.due.empty() ? Json(nullptr) : Json(mistake.repetition.due)}});
    const auto due = std::ranges::count_if(all, [&](const StoredMistake& mistake) { return is_due(mistake, day); });
    return Json{{"mistakes", std::move(list)}, {"due", due}};
}

}  // namespace

void Requests::handle(ClientId client, const Json& id, const PuzzlesListRequest& request) {
    with_reader(client, id, [this, request](LibraryReader& library) -> Reply {
        const Result<PuzzleProgress> progress = library.puzzle_progress();
        const Result<std::vector<StoredMistake>> mistakes = library.mistakes();
        if (!progress || !mistakes)
            return std::unexpected(failed((progress ? mistakes.error() : progress.error()).message));
        Json games = Json::array();
        for (const auto& game : book_.all()) {
            std::size_t tried = 0;
            std::size_t first = 0;
            for (const auto& [puzzle, number] : game->by_id) {
                const auto result = progress->results.find(fmt::format("{}/{}", game->variant->name, puzzle));
                if (result == progress->results.end()) continue;
                ++tried;
                if (result->second.first) ++first;
            }
            games.push_back({{"game", game->variant->name},
                             {"puzzles", game->puzzles.size()},
                             {"tried", tried},
                             {"first", first},
                             {"problem", game->problem.empty() ? Json(nullptr) : Json(game->problem)}});
        }
        const std::optional<KeyedPuzzle> daily = book_.of_day(request.day);
        const auto due = std::ranges::count_if(
            *mistakes, [&](const StoredMistake& mistake) { return is_due(mistake, request.day); });
        return Json{{"games", std::move(games)},
                    {"streak", streak_json(*progress)},
                    {"daily", daily ? puzzle_json(*daily, *progress) : Json(nullptr)},
                    {"due", due}};
    });
}

void Requests::handle(ClientId client, const Json& id, const PuzzlesNextRequest& request) {
    with_reader(client, id, [this, request](LibraryReader& library) -> Reply {
        const Result<PuzzleProgress> progress = library.puzzle_progress();
        if (!progress) return std::unexpected(failed(progress.error().message));
        const Matching found = next_puzzle(
            book_.all(), {.game = request.game, .grade = request.grade, .theme = request.theme, .proof = request.proof},
            *progress, request.after);
        if (found.next) prepare_files(*found.next->game->variant);
        return Json{{"exercise", found.next ? puzzle_json(*found.next, *progress) : Json(nullptr)},
                    {"count", found.count},
                    {"open", found.open},
                    {"streak", streak_json(*progress)}};
    });
}

void Requests::handle(ClientId client, const Json& id, const PuzzlesOpenRequest& request) {
    with_reader(client, id, [this, request](LibraryReader& library) -> Reply {
        const Result<PuzzleProgress> progress = library.puzzle_progress();
        if (!progress) return std::unexpected(failed(progress.error().message));
        if (is_mistake(request.key)) {
            const auto mistake = find_mistake(library, request.key);
            if (!mistake) return std::unexpected(mistake.error());
            const auto exercise = mistake_json(*mistake, request.day);
            if (!exercise) return std::unexpected(exercise.error());
            return Json{{"exercise", *exercise}, {"streak", streak_json(*progress)}};
        }
        const std::optional<KeyedPuzzle> puzzle = book_.find(request.key);
        if (!puzzle) return std::unexpected(no_exercise());
        prepare_files(*puzzle->game->variant);
        return Json{{"exercise", puzzle_json(*puzzle, *progress)}, {"streak", streak_json(*progress)}};
    });
}

// The small endgame files of a game that is looked at, in the background.
void Requests::prepare_files(const Variant& variant) {
    const std::scoped_lock lock(sessions_.mutex());
    if (!sessions_.closing()) study_.prepare_endgames(variant);
}

// What was learnt of an answer is on disk before the page hears of it.
void Requests::record(ClientId client, const Json& id, const std::string& key, std::optional<bool> right,
                      const std::string& day, Json reply) {
    storage_.run([this, client, id, key, right, day, reply = std::move(reply)](Library& library) mutable {
        const auto done = [&]() -> Reply {
            if (is_mistake(key)) {
                const auto mistake = find_mistake(library, key);
                if (!mistake) return std::unexpected(mistake.error());
                if (right)
                    if (const Result<void> kept = library.record_mistake(mistake->table, mistake->node, *right, day);
                        !kept)
                        return std::unexpected(failed(kept.error().message));
            } else if (right) {
                if (const Result<void> kept = library.record_puzzle(key, *right, day); !kept)
                    return std::unexpected(failed(kept.error().message));
            }
            const Result<PuzzleProgress> progress = library.puzzle_progress();
            if (!progress) return std::unexpected(failed(progress.error().message));
            reply["streak"] = streak_json(*progress);
            return std::move(reply);
        }();
        locked(client, id, [&](Session&) { return done; });
    });
}

void Requests::handle(ClientId client, const Json& id, const PuzzlesTryRequest& request) {
    const auto judged = [this, client, id, request](const std::expected<Verdict, Refusal>& verdict) {
        if (!verdict) return locked(client, id, [&](Session&) -> Reply { return std::unexpected(verdict.error()); });
        // A right move of which more is to follow says nothing yet.
        std::optional<bool> right;
        if (!verdict->right || verdict->done) right = verdict->right;
        record(client, id, request.key, right, request.day, verdict->json);
    };
    if (is_mistake(request.key))
        return storage_.read(fmt::format("page {}", client),
                             [request, judged](LibraryReader& library) {
                                 const auto mistake = find_mistake(library, request.key);
                                 if (!mistake) return judged(std::unexpected(mistake.error()));
                                 judged(try_mistake(*mistake, request.index));
                             },
                             {.kind = "search", .page = client});
    by_worker(client, id, fmt::format("puzzles {}", client), "puzzle", [this, request, judged] {
        const std::optional<KeyedPuzzle> puzzle = book_.find(request.key);
        if (!puzzle) return judged(std::unexpected(no_exercise()));
        std::shared_ptr<const Endgames> endgames;
        {
            const std::scoped_lock lock(sessions_.mutex());
            endgames = study_.endgames_of(*puzzle->game->variant);
        }
        judged(try_puzzle(**puzzle, *puzzle->game->variant, request.ply, request.index, endgames, {}));
    });
}

void Requests::tell_solution(ClientId client, const Json& id, const std::string& key, std::optional<std::size_t> ply,
                             const std::string& day) {
    storage_.read(fmt::format("page {}", client),
                  [this, client, id, key, ply, day](LibraryReader& library) {
                      const auto told = [&]() -> std::expected<Json, Refusal> {
                          if (is_mistake(key)) {
                              const auto mistake = find_mistake(library, key);
                              if (!mistake) return std::unexpected(mistake.error());
                              return ply ? mistake_hint(*mistake) : mistake_solution(*mistake);
                          }
                          const std::optional<KeyedPuzzle> puzzle = book_.find(key);
                          if (!puzzle) return std::unexpected(no_exercise());
                          return ply ? puzzle_hint(**puzzle, *ply) : puzzle_solution(**puzzle, *puzzle->game->variant);
                      }();
                      if (!told)
                          return locked(client, id, [&](Session&) -> Reply { return std::unexpected(told.error()); });
                      Json reply{{"from", nullptr}, {"line", Json::array()}};
                      reply.update(*told);
                      // Whoever looks has not found it.
                      record(client, id, key, false, day, std::move(reply));
                  },
                  {.kind = "search", .page = client});
}

void Requests::handle(ClientId client, const Json& id, const PuzzlesHintRequest& request) {
    tell_solution(client, id, request.key, request.ply, request.day);
}

void Requests::handle(ClientId client, const Json& id, const PuzzlesShowRequest& request) {
    tell_solution(client, id, request.key, std::nullopt, request.day);
}

void Requests::handle(ClientId client, const Json& id, const MistakesListRequest& request) {
    with_reader(client, id, [request](LibraryReader& library) -> Reply {
        const Result<std::vector<StoredMistake>> all = library.mistakes();
        if (!all) return std::unexpected(failed(all.error().message));
        return mistake_list(*all, request.day);
    });
}

}  // namespace crownhead::server
