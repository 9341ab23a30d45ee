// crownhead match and crownhead tournament: games between players, with statistics, a journal and files of all games.
#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "match/journal.hpp"
#include "matches.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

Sprt read_sprt(std::string text) {
    std::ranges::replace(text, ',', ' ');
    const Result<Sprt> sprt = plan_text::read_sprt(text);
    if (!sprt) refuse(fmt::format("--sprt {}: {}", text, sprt.error().message));
    return *sprt;
}

int play(const Plan& plan, const RunSettings& settings, const std::string& again) {
    const Tally tally = play_run(plan, settings, "match");
    print_results(tally);
    if (!settings.out.empty())
        print("\n{}: games.pdn, games.csv, course logs, results.json, results.csv; crownhead report {} makes a page\n",
              settings.out, settings.out);
    if (tally.complete()) return exit_done;
    if (settings.out.empty()) throw Failure(exit_failed, "interrupted; with --out the games would have been kept");
    throw Failure(exit_failed, fmt::format("interrupted after {} of {} games; {} goes on with the rest", tally.games(),
                                           tally.planned(), again));
}

}  // namespace

int match(const MatchOptions& options) {
    const std::string count = !options.count.empty() ? options.count : options.sprt.empty() ? "100" : "100000";
    Plan plan{.variants = read_games(options.games),
              .players = options.players,
              .pairing = options.gauntlet ? Pairing::Gauntlet : Pairing::RoundRobin,
              .pairs = (read_number(count, "--games", 1, 1'000'000'000) + 1) / 2,
              .openings = read_openings(options.openings),
              .opening_plies = static_cast<int>(read_number(options.plies, "--plies", 0, 60)),
              .seed = read_number(options.seed, "--seed", 0, UINT64_MAX),
              .longest = static_cast<int>(read_number(options.longest, "--longest", 1, 1'000'000))};
    const std::optional<Starter> starter = read_starter(options.begins);
    if (!starter) refuse(fmt::format("--begins {}: expected alternate, first or second", options.begins));
    plan.starter = *starter;
    for (std::string& player : plan.players) player = trimmed(player);
    if (!options.sprt.empty()) plan.sprt = read_sprt(options.sprt);
    if (const Result<void> checked = check(plan); !checked) refuse(checked.error().message);
    return play(plan, options.run, "the same command");
}

int tournament(const TournamentOptions& options) {
    RunSettings settings = options.run;
    if (std::filesystem::is_directory(options.file)) {
        if (!settings.out.empty()) refuse(fmt::format("{} is a run already: --out has no meaning here", options.file));
        const Result<Plan> plan = read_plan(options.file);
        if (!plan) refuse(plan.error().message);
        settings.out = options.file;
        return play(*plan, settings, fmt::format("crownhead tournament {}", options.file));
    }
    const Result<Plan> plan = plan_text::read(read_file(options.file));
    if (!plan) refuse(fmt::format("{}: {}", options.file, plan.error().message));
    if (settings.out.empty()) settings.out = std::filesystem::path(options.file).replace_extension(".run").string();
    return play(*plan, settings, fmt::format("crownhead tournament {}", settings.out));
}

}  // namespace crownhead::cli
