// crownhead study: the study of the suicide document, repeated and carried on (mission S0.12).
#include <filesystem>

#include "commands.hpp"
#include "match/study.hpp"
#include "matches.hpp"

namespace crownhead::cli {

namespace {

Tally play_part(const StudyPart& part, RunSettings settings) {
    settings.out += fmt::format("/{}", part.name);
    Tally tally = play_run(part.plan, settings, std::string(part.name));
    if (!tally.complete())
        throw Failure(exit_failed,
                      fmt::format("interrupted in {}; the same command goes on with the rest", settings.out));
    return tally;
}

}  // namespace

int study(const StudyCommand& command) {
    const StudyOptions options{
        .games = read_number(command.games, "--games", 1, 100'000'000),
        .strategy_games = read_number(command.strategy_games, "--strategy-games", 2, 100'000'000),
        .seed = read_number(command.seed, "--seed", 0, UINT64_MAX),
    };
    std::vector<Tally> tallies;
    for (const StudyPart& part : study_parts(options)) tallies.push_back(play_part(part, command.run));
    const StudyText text = study_text(tallies[0], tallies[1], tallies[2]);
    const std::string charts = command.run.out + "/charts";
    std::error_code error;
    std::filesystem::create_directories(charts, error);
    if (error) throw Failure(exit_failed, fmt::format("cannot make the folder {}: {}", charts, error.message()));
    for (const ChartFile& chart : text.charts) or_fail(write_file(charts + "/" + chart.name, chart.svg));
    or_fail(write_file(command.run.out + "/study.md", text.markdown));
    write_out(text.markdown);
    return exit_done;
}

}  // namespace crownhead::cli
