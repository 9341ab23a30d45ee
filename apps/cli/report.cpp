// crownhead report: a page about a run of games, and its charts as files.
#include <filesystem>
#include <system_error>

#include "commands.hpp"
#include "match/report.hpp"

namespace crownhead::cli {

int report(const ReportCommand& command) {
    constexpr std::uint64_t most_games = 10'000;  // a page with more is too large to be opened
    const ReportOptions options{.games_per_cell = static_cast<std::size_t>(
                                    read_number(command.games_per_cell, "--games-per-cell", 0, most_games))};
    const std::filesystem::path page =
        command.out.empty() ? std::filesystem::path(command.run) / "report.html" : std::filesystem::path(command.out);
    // Beside a page that somebody put elsewhere there may be other charts.
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

}  // namespace crownhead::cli
