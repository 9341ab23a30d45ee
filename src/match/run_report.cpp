#include "match/run_report.hpp"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "match/journal.hpp"
#include "match/results.hpp"
#include "match/tally.hpp"
#include "match/wire_json.hpp"
#include "notation/course_log.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"

namespace crownhead {

namespace {

using Json = nlohmann::ordered_json;

// The game played again by the rules: a journal from elsewhere is not trusted.
Result<Json> replay_json(const Tally& tally, const FinishedGame& finished) {
    const MatchCell& cell = tally.cells()[finished.id.cell];
    const Variant& v = *cell.variant;
    const std::unique_ptr<Game> game = starting_game(v, tally.plan().start());
    const auto title = [&] {
        const std::vector<std::string> names = player_names(tally.plan());
        return fmt::format("game {} of {} – {} in {}", finished.id.number + 1, names[cell.first], names[cell.second],
                           v.name);
    };
    Json moves = Json::array();
    for (const AnyMove& mv : finished.moves) {
        const std::optional<std::size_t> index = find_path(*game, mv);
        if (!index)
            return fail(
                fmt::format("{}: move {} ({}) is not legal", title(), moves.size() + 1, course_log::move_text(mv)));
        const AnyMove& legal = game->legal()[*index];  // a journal does not say whether a man is crowned
        moves.push_back({{"text", move_text::write(v, game->legal(), *index, v.setup.notation)},
                         {"from", mv.from},
                         {"hops", hops_json(mv)},
                         {"crowned", legal.promotes}});
        game->play(*index);
    }
    Message end{"reason.too-long"};
    if (finished.finish == Finish::Forfeit) end = {"reason.forfeit", {{"detail", finished.why}}};
    if (finished.finish == Finish::Rules) {
        if (!game->outcome()) return fail(fmt::format("{} is not over after its last move", title()));
        end = outcome_text::message(v, *game->outcome());
    }
    return Json{{"cell", finished.id.cell},
                {"number", finished.id.number},
                {"black", cell.player(Side::Black, finished.id.number)},
                {"white", cell.player(Side::White, finished.id.number)},
                {"winner", !finished.winner                  ? Json(nullptr)
                           : *finished.winner == Side::Black ? Json("black")
                                                             : Json("white")},
                {"opening", finished.opening_plies},
                {"end", message_json(end)},
                {"moves", std::move(moves)}};
}

}  // namespace

Result<Json> report_data(const std::string& folder, std::size_t games_per_cell) {
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

    Json data = run_results(tally);
    data["boards"] = Json::array();
    for (const Variant* const variant : plan->variants) data["boards"].push_back(game_json(*variant));
    const std::optional<Placement> start = plan->start();
    data["start"] = start ? Json(board_text(*start)) : Json(nullptr);
    data["replays"] = Json::array();
    std::vector<std::size_t> kept(tally.cells().size());
    const Result<void> read = read_in_order(folder, tally, [&](const FinishedGame& game) -> Result<void> {
        if (kept[game.id.cell] >= games_per_cell) return {};
        ++kept[game.id.cell];
        Result<Json> replay = replay_json(tally, game);
        if (!replay) return std::unexpected(std::move(replay.error()));
        data["replays"].push_back(std::move(*replay));
        return {};
    });
    if (!read) return std::unexpected(read.error());
    return data;
}

Result<std::string> fill_report(std::string_view page, const Json& data) {
    constexpr std::string_view open = R"(<script id="run" type="application/json">)";
    constexpr std::string_view empty = "null";
    const std::size_t start = page.find(open);
    if (start == std::string_view::npos || !page.substr(start + open.size()).starts_with(empty))
        return fail("this build has no report page");
    // Nothing in a string can end the element: `<` occurs in JSON strings alone. What is no UTF-8 is replaced.
    std::string text;
    for (const char c : data.dump(-1, ' ', true, Json::error_handler_t::replace)) {
        if (c == '<')
            text += "\\u003c";
        else
            text += c;
    }
    std::string filled(page.substr(0, start + open.size()));
    filled += text;
    return filled += page.substr(start + open.size() + empty.size());
}

}  // namespace crownhead
