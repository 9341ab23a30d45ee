// crownhead study: the study of the suicide document, repeated and carried on (mission S0.12).
#include <string>
#include <vector>

#include "commands.hpp"
#include "match/study.hpp"
#include "matches.hpp"

namespace crownhead::cli {

namespace {

struct StudyCommand {
    std::string games = "20000";          // of random and edge, for each size and each who begins
    std::string strategy_games = "1000";  // of any two strategies in a game
    std::string seed = "1";
    bool no_draw_rules = false;
    RunSettings run{.out = "study"};
};

Tally play_part(const StudyPart& part, RunSettings settings) {
    settings.out += fmt::format("/{}", part.name);
    Tally tally = play_run(part.plan, settings, std::string(part.name));
    if (!tally.complete())
        throw Failure(exit_failed,
                      fmt::format("interrupted in {}; the same command goes on with the rest", settings.out));
    return tally;
}

int study(const StudyCommand& command) {
    const StudyOptions options{
        .games = read_number(command.games, "--games", 1, 100'000'000),
        .strategy_games = read_number(command.strategy_games, "--strategy-games", 2, 100'000'000),
        .seed = read_number(command.seed, "--seed", 0, UINT64_MAX),
        .draw_rules = !command.no_draw_rules,
    };
    std::vector<Tally> tallies;
    for (const StudyPart& part : study_parts(options)) tallies.push_back(play_part(part, command.run));
    const StudyText text = study_text(tallies[0], tallies[1], tallies[2]);
    or_fail(write_file(command.run.out + "/charts.json", text.charts.dump(1) + "\n"));
    or_fail(write_file(command.run.out + "/study.md", text.markdown));
    write_out(text.markdown);
    return exit_done;
}

}  // namespace

void add_study(CommandLine& line) {
    const auto options = std::make_shared<StudyCommand>();
    Command command = line.add(
        "study", "Repeat the study of the suicide document with more games and strategies",
        "Plays random against edge on 6x6 to 12x12 (50 games and --games for each size and each who begins), then all\n"
        "simple strategies against each other in five games. Prints tables in Markdown and keeps every game, the "
        "tables\n"
        "and the data of charts in a folder; after an interruption the same command goes on.\n\n"
        "Examples:\n"
        "  crownhead study --threads 2\n"
        "  crownhead study --games 200 --strategy-games 20 --out quick",
        [options] { return study(*options); });
    command.option("--games", "N", options->games, "For each size and each who begins (default 20000)");
    command.option("--strategy-games", "N", options->strategy_games, "Of any two strategies in a game (default 1000)");
    command.option("--seed", "N", options->seed, "The same seed, the same games (default 1)");
    command.flag("--no-draw-rules", options->no_draw_rules,
                 "The document's own rules: no draw by repetition or by a count of moves");
    command.option("--out", "FOLDER", options->run.out, "The folder (default study)");
    command.threads(options->run.threads, "Games at a time (default 1)");
    command.quiet(options->run.quiet);
}

}  // namespace crownhead::cli
