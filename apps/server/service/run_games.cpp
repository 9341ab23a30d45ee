// The games and files of a run.
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "match/journal.hpp"
#include "match/run_files.hpp"
#include "match/run_report.hpp"
#include "page.hpp"
#include "service/laboratory.hpp"

namespace crownhead::server {

namespace {

Message end_message(const FinishedGame& game) {
    switch (game.finish) {
        case Finish::Rules: return reason_message(game.reason);
        case Finish::TooLong: return {"reason.too-long"};
        case Finish::Forfeit: return {"reason.forfeit", {{"detail", game.why}}};
        case Finish::Stopped: break;
    }
    return {"reason.too-long"};
}

}  // namespace

std::string whole_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

Laboratory::Answer<Laboratory::PlanAndCell> Laboratory::plan_and_cell(const std::string& id, std::size_t cell) {
    const Answer<RunPointer> run = find(id);
    if (!run) return std::unexpected(run.error());
    const std::scoped_lock lock(mutex_);
    const Plan& plan = (*run)->tally->plan();
    const std::vector<MatchCell> cells = plan.cells();
    if (cell >= cells.size()) return std::unexpected(unknown({"refusal.no-such-cell"}));
    return PlanAndCell{.plan = plan, .cell = cells[cell]};
}

Laboratory::Answer<Json> Laboratory::games(const LabGamesRequest& request) {
    const Answer<PlanAndCell> planned = plan_and_cell(request.run, request.cell);
    if (!planned) return std::unexpected(planned.error());
    const auto& [plan, cell] = *planned;
    const std::vector<std::string> names = player_names(plan);
    std::map<std::uint64_t, Json> found;
    const Result<void> read =
        read_journal(folder_of(request.run).string(), plan, [&](const FinishedGame& game) -> Result<void> {
            if (game.id.cell != request.cell) return {};
            found.emplace(game.id.number, Json{{"number", game.id.number},
                                               {"black", names[cell.player(Side::Black, game.id.number)]},
                                               {"white", names[cell.player(Side::White, game.id.number)]},
                                               {"winner", colour_or_null(game.winner)},
                                               {"end", message_json(end_message(game))},
                                               {"plies", game.moves.size()}});
            return {};
        });
    if (!read) return std::unexpected(failed(read.error().message));
    Json games = Json::array();
    std::size_t at = 0;
    for (auto& [number, json] : found) {
        if (at >= request.offset && games.size() < request.limit) games.push_back(std::move(json));
        ++at;
    }
    return Json{{"games", std::move(games)}, {"total", found.size()}};
}

Laboratory::Answer<RunGame> Laboratory::game(const LabGameRequest& request) {
    const Answer<PlanAndCell> planned = plan_and_cell(request.run, request.cell);
    if (!planned) return std::unexpected(planned.error());
    const auto& [plan, cell] = *planned;
    std::optional<FinishedGame> found;
    const Result<void> read =
        read_journal(folder_of(request.run).string(), plan, [&](const FinishedGame& game) -> Result<void> {
            if (game.id.cell == request.cell && game.id.number == request.number) found = game;
            return {};
        });
    if (!read) return std::unexpected(failed(read.error().message));
    if (!found) return std::unexpected(unknown({"refusal.not-played"}));
    const std::optional<Placement> start = plan.start();
    const Result<GameRecord> record =
        start ? from_moves(*cell.variant, *start, found->moves) : from_moves(*cell.variant, cell.begins, found->moves);
    if (!record) return std::unexpected(failed(record.error().message));
    const std::vector<std::string> names = player_names(plan);
    return RunGame{.record = *record,
                   .name = fmt::format("{}, game {}", plan.name.empty() ? "Laboratory" : plan.name, request.number + 1),
                   .black = names[cell.player(Side::Black, request.number)],
                   .white = names[cell.player(Side::White, request.number)]};
}

Result<std::string> Laboratory::file(const std::string& id, std::string_view name) {
    constexpr std::array<std::string_view, 6> names{"games.pdn",   "games.log",    "games.csv",
                                                    "results.csv", "results.json", "report.html"};
    if (std::ranges::find(names, name) == names.end()) return fail("there is no such file");
    std::unique_ptr<Tally> tally;
    {
        const Answer<RunPointer> run = find(id);
        if (!run) return fail("there is no such run");
        const std::scoped_lock lock(mutex_);
        tally = std::make_unique<Tally>((*run)->tally->plan());
    }
    const std::string folder = folder_of(id).string();
    if (name == "report.html") {
        const Result<nlohmann::ordered_json> data = report_data(folder);
        if (!data) return std::unexpected(data.error());
        return fill_report(report_page(), *data);
    }
    // Games may be added meanwhile; a tally of its own has those that are there now.
    const Result<void> read = read_journal(folder, tally->plan(), [&](const FinishedGame& game) -> Result<void> {
        tally->add(game);
        return {};
    });
    if (!read) return std::unexpected(read.error());
    if (name == "results.csv") return results_csv(*tally);
    if (name == "results.json") return results_json(*tally);
    if (const Result<void> written = write_run_files(folder, *tally); !written) return std::unexpected(written.error());
    return whole_file(folder_of(id) / name);
}

}  // namespace crownhead::server
