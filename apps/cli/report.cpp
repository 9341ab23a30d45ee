// crownhead report: a page about a run of games.
#include <filesystem>

#include "commands.hpp"
#include "match/run_report.hpp"
#include "server/page.hpp"

namespace crownhead::cli {

namespace {

struct ReportCommand {
    std::string run;  // a folder
    std::string out;  // the page; empty: report.html in that folder
    std::string games_per_cell = "20";
};

int report(const ReportCommand& command) {
    constexpr std::uint64_t most_games = 10'000;  // a page with more is too large to be opened
    const auto games = static_cast<std::size_t>(read_number(command.games_per_cell, "--games-per-cell", 0, most_games));
    const std::filesystem::path page =
        command.out.empty() ? std::filesystem::path(command.run) / "report.html" : std::filesystem::path(command.out);
    const Result<nlohmann::ordered_json> data = report_data(command.run, games);
    if (!data) refuse(data.error().message);
    const Result<std::string> report = fill_report(server::report_page(), *data);
    if (!report) throw Failure(exit_failed, report.error().message);
    or_fail(write_file(page.string(), *report));
    print("{}\n", page.string());
    return exit_done;
}

}  // namespace

void add_report(CommandLine& line) {
    const auto options = std::make_shared<ReportCommand>();
    Command command =
        line.add("report", "Write a page about a run: standings, charts, games to replay",
                 "The page needs nothing but itself. A run that is not finished gives a report on what there is.\n\n"
                 "Examples:\n"
                 "  crownhead report study/many\n"
                 "  crownhead report study/many --games-per-cell 100 --out study.html",
                 [options] { return report(*options); });
    command.argument("RUN", options->run, "The folder of a match or tournament");
    command.option("--out", "FILE", options->out, "Where to write the page (default RUN/report.html)");
    command.option("--games-per-cell", "N", options->games_per_cell,
                   "Games to replay of each pairing in each game (default 20)");
}

}  // namespace crownhead::cli
