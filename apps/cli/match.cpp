// crownhead match and crownhead tournament: games between players, with statistics, a journal and files of all games.
#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "match/journal.hpp"
#include "matches.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

struct MatchOptions {
    std::vector<std::string> players;
    std::vector<std::string> games{"english"};
    std::string count;  // in each cell; 100, or 100,000 with a sequential test
    bool gauntlet = false;
    std::string begins = "alternate";
    std::string openings = "auto";
    std::string fen{};
    std::string plies = "6";
    std::string seed = "1";
    std::string longest = "1000";
    std::string sprt;  // "elo0,elo1[,alpha,beta]"
    RunSettings run;
};

struct TournamentOptions {
    std::string file;
    RunSettings run;
};

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
    if (!options.fen.empty() && plan.variants.size() == 1) {
        Result<std::string> position = plan_position(*plan.variants.front(), options.fen);
        if (!position) refuse(fmt::format("--fen: {}", position.error().message));
        plan.fen = std::move(*position);
    } else {
        plan.fen = options.fen;
    }
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

}  // namespace

void add_match(CommandLine& line) {
    const auto options = std::make_shared<MatchOptions>();
    Command command = line.add(
        "match", "Matches between two players, or a round robin between more",
        "Every opening is played from both sides, unless --begins says otherwise. Elo and its 95 % interval are "
        "estimated from these pairs; LOS is how\n"
        "sure it is that the first player is the stronger one. With --out everything is kept in a folder: games as "
        "PDN\n"
        "and course log, results as JSON and CSV; after an interruption the same command goes on where it stopped.\n\n"
        "Examples:\n"
        "  crownhead match random edge --game suicide --games 1000\n"
        "  crownhead match scatter random edge --game suicide-6 suicide --openings start --out study\n"
        "  crownhead match engine:nodes=2000 hub:seconds=0.1,cmd=./other --game international --sprt 0,10",
        [options] { return match(*options); });
    command.arguments("PLAYERS", options->players, "Two or more (docs/strategies.md)");
    command.options("--game", "NAME", options->games, "One or more games, or all (default english)");
    command.option("--games", "N", options->count, "Games of each match (default 100; with --sprt at most 100000)");
    command.flag("--gauntlet", options->gauntlet, "Only the first player against all others");
    command.option("--begins", "WHO", options->begins,
                   "Who begins: alternate (default), or always the first, the second");
    command.option("--openings", "KIND", options->openings,
                   "auto (ballots where there are some), start, random, ballots");
    command.option("--plies", "N", options->plies, "Moves of a random opening (default 6)");
    command.option("--fen", "FEN", options->fen, "Begin all games at this position; of one game only");
    command.option("--seed", "N", options->seed, "The same seed, the same games (default 1)");
    command.option("--longest", "N", options->longest, "Longer games are drawn (default 1000 plies)");
    command.option("--sprt", "ELO0,ELO1[,ALPHA,BETA]", options->sprt,
                   "End each match when it is clear whether the first player is better by ELO1 rather than ELO0");
    command.option("--out", "FOLDER", options->run.out, "Keep everything in this folder");
    command.threads(options->run.threads, "Games at a time (default 1)");
    command.quiet(options->run.quiet);
}

void add_tournament(CommandLine& line) {
    const auto options = std::make_shared<TournamentOptions>();
    Command command = line.add(
        "tournament", "Play the tournament of a plan, or resume a run",
        "A plan is a text file with a keyword on each line: name, game, player, pairing (round-robin or gauntlet),\n"
        "begins, count, openings, fen, seed, longest, sprt (docs/formats.md). The run is kept in a folder; naming that "
        "folder goes on\n"
        "with it.\n\n"
        "Examples:\n"
        "  crownhead tournament simple.plan --threads 2\n"
        "  crownhead tournament simple.run",
        [options] { return tournament(*options); });
    command.argument("FILE", options->file, "The plan, or the folder of a run");
    command.option("--out", "FOLDER", options->run.out, "The folder (default: the name of the plan, ending in .run)");
    command.threads(options->run.threads, "Games at a time (default 1)");
    command.quiet(options->run.quiet);
}

}  // namespace crownhead::cli
