#include "service/endings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "analysis/move_value.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "service/exercises.hpp"

namespace crownhead::server {

namespace {

using analysis::DrillEnd;
using analysis::DrillGoal;
using analysis::DrillGrade;
using analysis::DrillKey;

constexpr std::size_t kept_drills = 100;
constexpr std::uint64_t spoiling_nodes = 50'000;  // for what follows where the files have no distances
constexpr std::size_t spoiling_plies = 7;
constexpr std::array<std::string_view, 6> end_names{"open", "won", "held", "spoiled", "repeated", "too-long"};

Json force_json(const egdb::Force& force) { return {{"men", force.men}, {"kings", force.kings}}; }

Json exact_json(const ExactValue& exact) { return known_json({.value = exact.value, .plies = exact.plies}); }

// The drills of a class that were tried; of one goal and grade only, if `kind` says so: "win/hard/".
struct Count {
    int tried = 0;
    int solved = 0;
    std::uint32_t last = 0;  // the highest number
};
Count count_of(const DrillResults& results, const std::string& prefix) {
    Count count;
    for (auto at = results.lower_bound(prefix); at != results.end() && at->first.starts_with(prefix); ++at) {
        ++count.tried;
        if (at->second.solved) ++count.solved;
        if (const std::optional<DrillKey> key = analysis::read_drill_key(at->first))
            count.last = std::max(count.last, key->number);
    }
    return count;
}

Json info_json(const egdb::ClassInfo& info, const DrillResults& results) {
    const Count count = count_of(results, name_of(info.material) + "/");
    return {{"name", name_of(info.material)},
            {"us", force_json(info.material.us)},
            {"them", force_json(info.material.them)},
            {"win", info.with(Value::Win)},
            {"draw", info.with(Value::Draw)},
            {"loss", info.with(Value::Loss)},
            {"longest", info.longest ? Json(info.longest->plies) : Json(nullptr)},
            {"tried", count.tried},
            {"solved", count.solved}};
}

// Nothing where the files do not know the position, or it cannot be set up.
std::optional<Json> example_json(const EndingGame& game, std::string_view kind, const Placement& placement) {
    const Variant& v = *game.variant;
    const std::unique_ptr<Game> at = new_game(v);
    if (!at->set(placement, Strictness::Legal)) return std::nullopt;
    const std::optional<ExactValue> exact = game.endgames->exact_value(*at);
    if (!exact) return std::nullopt;
    return Json{{"kind", kind},
                {"board", board_text(placement)},
                {"turn", colour(placement.turn)},
                {"fen", fen::write(v, placement, v.setup.notation)},
                {"known", exact_json(*exact)}};
}

// As the rules have it in a game that begins there: what was played before does not matter to the files.
Json position_without_past(const Game& game) {
    const std::unique_ptr<Game> at = new_game(game.variant());
    return position_of(at->set(game.placement(), Strictness::Legal) ? *at : game);
}

// What becomes of a move that spoils it.
Json spoiling_line(const EndingGame& game, const Game& at, std::size_t index, const std::stop_token& stop) {
    analysis::Sources sources{.endgames = game.endgames};
    sources.engine = refuting_engine(*game.variant, game.endgames);
    const analysis::ValueLimits limits{.nodes = spoiling_nodes, .longest_line = spoiling_plies, .stop = stop};
    const std::unique_ptr<Game> shown = at.clone();
    return played_steps(*shown, analysis::line_after(at, index, sources, limits), 0);
}

}  // namespace

std::optional<DrillPlace> read_drill_place(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::optional<DrillKey> key = analysis::read_drill_key(text.substr(slash + 1));
    if (!key) return std::nullopt;
    return DrillPlace{.game = std::string(text.substr(0, slash)), .drill = *key};
}

analysis::FoundPosition DrillBook::find(const EndingGame& game, const DrillKey& key, const std::stop_token& stop) {
    const std::string place = fmt::format("{}/{}", game.variant->name, text_of(key));
    {
        const std::scoped_lock lock(mutex_);
        const auto known = std::ranges::find(kept_, place, &Kept::first);
        if (known != kept_.end()) {
            kept_.splice(kept_.begin(), kept_, known);
            return known->second;
        }
    }
    analysis::FoundPosition found = analysis::find_drill(*game.variant, *game.endgames, key, stop);
    if (!found.position) return found;  // a larger set of files may have one
    const std::scoped_lock lock(mutex_);
    kept_.emplace_front(place, found);
    if (kept_.size() > kept_drills) kept_.pop_back();
    return found;
}

Json classes_json(const Endgames& endgames, const DrillResults& results) {
    Json all = Json::array();
    for (const egdb::ClassInfo& info : endgames.classes()) all.push_back(info_json(info, results));
    return all;
}

std::expected<Json, Refusal> class_json(const EndingGame& game, std::string_view name, const DrillResults& results,
                                        const std::stop_token& stop) {
    const std::optional<egdb::Material> material = egdb::read_material(name);
    const std::optional<egdb::ClassInfo> info = material ? class_of(*game.endgames, *material) : std::nullopt;
    if (!info) return std::unexpected(unknown({"refusal.no-such-ending"}));
    Json examples = Json::array();
    const auto add = [&](std::string_view kind, const Placement& placement) {
        if (std::optional<Json> example = example_json(game, kind, placement)) examples.push_back(std::move(*example));
    };
    if (info->longest && info->longest->plies > 0) add("longest", info->longest->example);
    constexpr std::array<std::pair<std::string_view, Value>, 3> kinds{
        {{"win", Value::Win}, {"draw", Value::Draw}, {"loss", Value::Loss}}};
    for (const auto& [kind, value] : kinds)
        if (const auto found = analysis::find_example(*game.variant, *game.endgames, *info, value, stop);
            found.position)
            add(kind, *found.position);
    Json drills = Json::array();
    for (const DrillGoal goal : {DrillGoal::Win, DrillGoal::Hold}) {
        if (info->with(goal == DrillGoal::Win ? Value::Win : Value::Draw) == 0) continue;
        for (const DrillGrade grade : {DrillGrade::Easy, DrillGrade::Medium, DrillGrade::Hard}) {
            const Count count = count_of(results, fmt::format("{}/{}/{}/", name_of(info->material),
                                                              analysis::name(goal), analysis::name(grade)));
            drills.push_back({{"goal", analysis::name(goal)},
                              {"grade", analysis::name(grade)},
                              {"tried", count.tried},
                              {"solved", count.solved},
                              {"next", std::min(count.last + 1, analysis::most_drills)}});
        }
    }
    return Json{{"class", info_json(*info, results)},
                {"examples", std::move(examples)},
                {"drills", std::move(drills)},
                {"hold", analysis::held_moves}};
}

Json drill_json(const EndingGame& game, const DrillKey& key, const analysis::FoundPosition& found,
                const DrillResults& results) {
    Json reply{{"drill", nullptr}, {"looked", found.looked}, {"all", found.all}};
    const std::unique_ptr<Game> at =
        found.position ? analysis::drill_after(*game.variant, *found.position, key.goal, {}) : nullptr;
    if (!at) return reply;
    const std::vector<std::optional<Value>> values = game.endgames->plain_move_values(*at);
    const std::optional<ExactValue> exact = game.endgames->exact_value(*at);
    const auto result = results.find(text_of(key));
    Json said = nullptr;
    if (result != results.end()) said = result->second.first ? "first" : result->second.solved ? "solved" : "failed";
    const Value wanted = key.goal == DrillGoal::Win ? Value::Win : Value::Draw;
    reply["drill"] = {{"key", DrillPlace{.game = std::string(game.variant->name), .drill = key}.text()},
                      {"game", game.variant->name},
                      {"class", name_of(key.material)},
                      {"goal", analysis::name(key.goal)},
                      {"grade", analysis::name(key.grade)},
                      {"number", key.number},
                      {"position", position_without_past(*at)},
                      {"known", exact_json(exact.value_or(ExactValue{.value = wanted}))},
                      {"good", std::ranges::count(values, std::optional(wanted))},
                      {"hold", analysis::held_moves},
                      {"result", std::move(said)}};
    return reply;
}

std::expected<DrillVerdict, Refusal> move_in_drill(const EndingGame& game, const DrillKey& key,
                                                   const Placement& position, const std::vector<std::size_t>& moves,
                                                   std::size_t index, const std::stop_token& stop) {
    const std::unique_ptr<Game> at = analysis::drill_after(*game.variant, position, key.goal, moves);
    if (!at || index >= at->legal().size() || at->turn() != position.turn)
        return std::unexpected(illegal({"refusal.no-such-move"}));
    const std::unique_ptr<Game> before = at->clone();
    const std::optional<analysis::DrillTurn> turn = analysis::play_drill(*at, *game.endgames, key.goal, index);
    if (!turn) return std::unexpected(refused("refusal.endgames-not-ready"));  // a file has changed meanwhile
    DrillVerdict verdict;
    if (turn->end != DrillEnd::Open) verdict.right = !turn->failed();
    Json better = Json::array();
    const Variant& v = *game.variant;
    for (const std::size_t move : turn->better)
        better.push_back(move_text::write(v, before->legal(), move, v.setup.notation));
    Json line = Json::array();
    Json played = Json::array();
    Json known = nullptr;
    if (turn->end == DrillEnd::Spoiled) {
        const std::optional<ExactValue> exact = game.endgames->move_values(*before)[index];
        known = exact_json(exact.value_or(ExactValue{.value = turn->value}));
        line = spoiling_line(game, *before, index, stop);
    } else {
        std::vector<std::size_t> all{index};
        all.insert(all.end(), turn->replies.begin(), turn->replies.end());
        for (const std::size_t move : all) {
            line.push_back(played_step(*before, move));
            before->play_on();
            played.push_back(move);
        }
    }
    verdict.json = {{"end", end_names[static_cast<std::size_t>(turn->end)]},
                    {"known", std::move(known)},
                    {"better", std::move(better)},
                    {"line", std::move(line)},
                    {"moves", std::move(played)},
                    {"position", turn->end == DrillEnd::Open ? position_without_past(*at) : Json(nullptr)}};
    return verdict;
}

}  // namespace crownhead::server
