// crownhead report: a page about a run of games, and its charts as files.
#include <filesystem>
#include <system_error>

#include "commands.hpp"
#include "match/report.hpp"

namespace crownhead::cli {

namespace {

struct ReportCommand {
    std::string run;  // a folder
    std::string out;  // the page; empty: report.html in that folder
    std::string games_per_cell = "20";
};

int report(const ReportCommand& command) {
    constexpr std::uint64_t most_games = 10'000;  // a page with more is too large to be opened
    const ReportOptions options{.games_per_cell = static_cast<std::size_t>(
                                    read_number(command.games_per_cell, "--games-per-cell", 0, most_games))};
    const std::filesystem::path page =
        command.out.empty() ? std::filesystem::path(command.run) / "report.html" : std::filesystem::path(command.out);
    // Beside a page in another place there may be other charts.
    const std::filesystem::path charts =
        page.parent_path() / (command.out.empty() ? "charts" : page.stem().string() + "-charts");

    const Result<RunReport> made = make_report(command.run, options);
    if (!made) refuse(made.error().message);
    std::error_code error;
    std::filesystem::create_directories(charts, error);
    if (error)
        throw Failure(exit_failed, fmt::format("cannot make the folder {}: {}", charts.string(), error.message()));
    for (const ChartFile& chart : made->charts) or_fail(write_file((charts / chart.name).string(), chart.svg));
    or_fail(write_file(page.string(), made->html));
    print("{}\n{}\n", page.string(), (charts / "*.svg").string());
    return exit_done;
}

}  // namespace

void add_report(CommandLine& line) {
    const auto options = std::make_shared<ReportCommand>();
    Command command = line.add(
        "report", "Write a page about a run: standings, charts, games to replay",
        "The page needs nothing but itself; the charts are also written as SVG files. A run that is not finished\n"
        "gives a report on what there is.\n\n"
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
