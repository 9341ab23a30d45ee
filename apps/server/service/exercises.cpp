#include "service/exercises.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "analysis/move_value.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "protocol/description.hpp"
#include "puzzles/line.hpp"
#include "table/review.hpp"
#include "table/table.hpp"
#include "table/view.hpp"
#include "util/checksum.hpp"

namespace crownhead::server {

namespace {

constexpr std::uint64_t refuting_nodes = 100'000;
constexpr std::size_t refuting_plies = 6;
constexpr std::size_t refuting_megabytes = 8;

Refusal no_such_exercise() { return unknown({"refusal.no-such-exercise"}); }
Refusal no_such_move() { return illegal({"refusal.no-such-move"}); }

// The position of a puzzle after so many plies of its solution; nothing where it is not the solver's turn to find a move.
std::unique_ptr<Game> game_of(const puzzles::Puzzle& puzzle, const Variant& variant, std::size_t ply) {
    Result<std::unique_ptr<Game>> game = puzzles::game_at(variant, puzzle.position);
    if (!game || ply % 2 != 0 || ply >= puzzle.plies) return nullptr;
    for (std::size_t i = 0; i < ply; ++i) {
        const std::optional<std::size_t> index = puzzles::find_move(**game, puzzle.line[i]);
        if (!index) return nullptr;
        (*game)->play(*index);
    }
    return std::move(*game);
}

// Nothing where the text is not what a review writes.
Json moves_of(const StoredMistake& mistake) {
    Json moves = Json::parse(mistake.moves, nullptr, false);
    const bool sound = moves.is_array() && mismatch("Moment", Json{{"node", mistake.node}, {"moves", moves}}).empty();
    return sound ? moves : Json::array();
}

// The first that is as good as the best, by the review.
std::optional<Json> answer_of(const StoredMistake& mistake) {
    for (Json& move : moves_of(mistake))
        if (move.at("holds") == Json(true) && !move.at("line").empty()) return std::move(move);
    return std::nullopt;
}

bool matches(const puzzles::Puzzle& puzzle, const PuzzleFilter& filter) {
    if (!filter.grade.empty() && grade_of(puzzle) != filter.grade) return false;
    if (!filter.proof.empty() && name(puzzle.proof) != filter.proof) return false;
    return filter.theme.empty() ||
           std::ranges::any_of(puzzle.themes, [&](puzzles::Theme theme) { return name(theme) == filter.theme; });
}

}  // namespace

Json position_of(const Game& game) {
    const Table table({.id = "position", .created = ""}, game);
    return position_json(table.game(), table.end());
}

// Plays it.
Json played_step(Game& game, std::size_t index) {
    Json step = step_json(game, index);
    game.play(index);
    step["board"] = board_text(game.placement());
    return step;
}

Json played_steps(Game& game, const std::vector<AnyMove>& line, std::size_t from) {
    Json steps = Json::array();
    for (std::size_t i = from; i < line.size(); ++i) {
        const std::optional<std::size_t> index = puzzles::find_move(game, line[i]);
        if (!index) break;
        steps.push_back(played_step(game, *index));
    }
    return steps;
}

std::unique_ptr<Engine> refuting_engine(const Variant& variant, const std::shared_ptr<const Endgames>& endgames) {
    return new_engine(variant, {.table_megabytes = refuting_megabytes, .endgames = endgames});
}

Json refutation(const Game& game, std::size_t index, const analysis::Sources& sources, std::size_t plies,
                const std::stop_token& stop) {
    const analysis::ValueLimits limits{.nodes = refuting_nodes, .longest_line = plies, .stop = stop};
    const std::unique_ptr<Game> after = game.clone();
    after->play(index);
    analysis::MoveValue value;
    if (const std::optional<Outcome> outcome = after->outcome())
        value = {.source = analysis::Source::Rules, .exact = {.value = value_of(*outcome, game.turn()), .plies = 1}};
    else
        value = analysis::before_move(analysis::values_of(*after, sources, limits).position);
    const std::vector<AnyMove> line = analysis::line_after(game, index, sources, limits);
    const std::unique_ptr<Game> at = game.clone();
    return {{"value", value_json(value)}, {"line", played_steps(*at, line, 0)}};
}

Json puzzle_json(const KeyedPuzzle& puzzle, const PuzzleProgress& progress) {
    const std::unique_ptr<Game> game = game_of(*puzzle, *puzzle.game->variant, 0);
    Json themes = Json::array();
    for (const puzzles::Theme theme : puzzle->themes) themes.push_back(name(theme));
    const auto result = progress.results.find(puzzle.key());
    Json said = nullptr;
    if (result != progress.results.end())
        said = result->second.first ? "first" : result->second.solved ? "solved" : "failed";
    return {{"key", puzzle.key()},
            {"kind", "puzzle"},
            {"game", puzzle.game->variant->name},
            {"position", position_of(*game)},
            {"goal", name(puzzle->goal)},
            {"proof", name(puzzle->proof)},
            {"depth", puzzle->depth},
            {"plies", puzzle->plies},
            {"grade", grade_of(*puzzle)},
            {"themes", std::move(themes)},
            {"result", std::move(said)},
            {"mistake", nullptr}};
}

std::expected<Json, Refusal> mistake_json(const StoredMistake& mistake, const std::string& day) {
    const auto game = game_from(mistake.game, mistake.fen);
    const std::optional<Json> answer = answer_of(mistake);
    if (!game || !answer) return std::unexpected(no_such_exercise());
    const Json& value = answer->at("value");
    const auto from = [&](analysis::Source source) { return value.value("source", "") == analysis::name(source); };
    const puzzles::Proof proof = from(analysis::Source::Endgames) ? puzzles::Proof::Endgames
                                 : from(analysis::Source::Solution) || from(analysis::Source::Rules)
                                     ? puzzles::Proof::Solution
                                     : puzzles::Proof::Search;
    return Json{{"key", fmt::format("mistake/{}/{}", mistake.table, mistake.node)},
                {"kind", "mistake"},
                {"game", mistake.game},
                {"position", position_of(**game)},
                {"goal", "hold"},
                {"proof", name(proof)},
                {"depth", proof == puzzles::Proof::Search ? value.value("depth", 0) : 0},
                {"plies", 1},
                {"grade", "medium"},
                {"themes", Json::array()},
                {"result", nullptr},
                {"mistake",
                 {{"table", mistake.table},
                  {"node", mistake.node},
                  {"played", mistake.played},
                  {"glyph", mistake.glyph},
                  {"phase", mistake.phase},
                  {"step", mistake.repetition.step},
                  {"due", !mistake.repetition.due.empty() && mistake.repetition.due <= day}}}};
}

std::expected<Verdict, Refusal> try_puzzle(const puzzles::Puzzle& puzzle, const Variant& variant, std::size_t ply,
                                           std::size_t index, const std::shared_ptr<const Endgames>& endgames,
                                           const std::stop_token& stop) {
    const std::unique_ptr<Game> game = game_of(puzzle, variant, ply);
    if (!game || index >= game->legal().size()) return std::unexpected(no_such_move());
    Verdict verdict{.right = same_effect(game->legal()[index], puzzle.line[ply])};
    if (!verdict.right) {
        const analysis::Sources sources{.engine = refuting_engine(variant, endgames), .endgames = endgames};
        verdict.json = refutation(*game, index, sources, refuting_plies, stop);
        verdict.json.update({{"right", false}, {"done", false}, {"position", nullptr}});
        return verdict;
    }
    verdict.done = ply + 1 >= puzzle.plies;
    const std::size_t end = verdict.done ? puzzle.line.size() : ply + 2;
    const std::vector<AnyMove> shown(puzzle.line.begin(), puzzle.line.begin() + static_cast<std::ptrdiff_t>(end));
    verdict.json["line"] = played_steps(*game, shown, ply);
    verdict.json.update({{"right", true},
                         {"done", verdict.done},
                         {"position", verdict.done ? Json(nullptr) : position_of(*game)},
                         {"value", nullptr}});
    return verdict;
}

std::expected<Verdict, Refusal> try_mistake(const StoredMistake& mistake, std::size_t index) {
    const auto game = game_from(mistake.game, mistake.fen);
    if (!game) return std::unexpected(no_such_exercise());
    if (index >= (*game)->legal().size()) return std::unexpected(no_such_move());
    const Variant& v = (*game)->variant();
    const std::string text = move_text::write(v, (*game)->legal(), index, v.setup.notation);
    for (const Json& move : moves_of(mistake)) {
        if (move.at("text") != text) continue;
        const bool right = move.at("holds") == Json(true);
        return Verdict{.right = right,
                       .done = right,
                       .json = {{"right", right},
                                {"done", right},
                                {"position", nullptr},
                                {"value", move.at("value")},
                                {"line", move.at("line")}}};
    }
    return std::unexpected(no_such_move());
}

std::expected<Json, Refusal> puzzle_hint(const puzzles::Puzzle& puzzle, std::size_t ply) {
    if (ply % 2 != 0 || ply >= puzzle.plies) return std::unexpected(no_such_move());
    return Json{{"from", puzzle.line[ply].from}};
}

std::expected<Json, Refusal> mistake_hint(const StoredMistake& mistake) {
    const std::optional<Json> answer = answer_of(mistake);
    if (!answer) return std::unexpected(no_such_exercise());
    return Json{{"from", answer->at("line").front().at("from")}};
}

Json puzzle_solution(const puzzles::Puzzle& puzzle, const Variant& variant) {
    const std::unique_ptr<Game> game = game_of(puzzle, variant, 0);
    return {{"line", played_steps(*game, puzzle.line, 0)}};
}

Json mistake_solution(const StoredMistake& mistake) {
    const std::optional<Json> answer = answer_of(mistake);
    return {{"line", answer ? answer->at("line") : Json::array()}};
}

Matching next_puzzle(const std::vector<std::shared_ptr<const GamePuzzles>>& games, const PuzzleFilter& filter,
                     const PuzzleProgress& progress, const std::string& after) {
    // Mixed, but always in the same order: by a number that follows from the key.
    using Place = std::tuple<bool, bool, std::uint64_t>;
    const auto number_of = [](const std::string& key) { return checksum(key); };
    const std::uint64_t from = after.empty() ? 0 : number_of(after);
    Matching found;
    std::optional<Place> best;
    for (const std::shared_ptr<const GamePuzzles>& game : games) {
        if (!filter.game.empty() && game->variant->name != filter.game) continue;
        for (std::size_t i = 0; i < game->puzzles.size(); ++i) {
            if (!matches(game->puzzles[i], filter)) continue;
            ++found.count;
            const KeyedPuzzle puzzle{.game = game, .number = i};
            const std::string key = puzzle.key();
            const bool tried = progress.results.contains(key);
            if (!tried) ++found.open;
            if (key == after) continue;
            const std::uint64_t number = number_of(key);
            const Place place{tried, number <= from, number};
            if (best && place >= *best) continue;
            best = place;
            found.next = puzzle;
        }
    }
    return found;
}

}  // namespace crownhead::server
