// crownhead gauntlet: one player against others, in one game or many, with error bars.
#include "commands.hpp"
#include "match/stats.hpp"
#include "matches.hpp"
#include "players/catalogue.hpp"
#include "progress.hpp"

namespace crownhead::cli {

namespace {

struct GauntletOptions {
    std::vector<std::string> games;
    std::string player = engine_in(0.1);
    std::vector<std::string> against{plain_search_in(0.1), engine_in(0.05)};
    std::string count = "100";
    std::string openings = "auto";
    std::string plies = "6";
    std::string seed = "1";
    std::string threads = "1";
    bool quiet = false;
};

void print_row(std::string_view game, std::string_view against, const CellTally& result) {
    const MatchStats& stats = result.stats;
    const Estimate score = score_of(stats);
    const Estimate elo = elo_of(stats);
    print(
        "{:<14} {:<34} {:>6} {:>6} {:>6} {:>6} {:>6.1f}% {:>+6.0f} [{:>+5.0f},{:>+5.0f}] {:>5.1f}% {:>6.1f} {:>7.1f} "
        "{:>7.1f} {:>7.0f}\n",
        game, against, stats.games(), stats.wins, stats.draws, stats.losses, 100 * score.value, elo.value, elo.low,
        elo.high, 100 * likelihood_of_superiority(stats), result.mean_length(), 1000 * result.thinking[0].mean(),
        1000 * result.thinking[1].mean(), 1000 * result.thinking[0].slowest);
    flush_out();
}

int gauntlet(const GauntletOptions& options) {
    const std::vector<const Variant*> games = read_games(options.games);
    Plan plan{.players = {options.player, ""},
              .pairs = (read_number(options.count, "--games", 1, 100'000'000) + 1) / 2,
              .openings = read_openings(options.openings),
              .opening_plies = static_cast<int>(read_number(options.plies, "--plies", 0, 60)),
              .seed = read_number(options.seed, "--seed", 0, UINT64_MAX),
              .longest = 400};
    const int threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256));
    // Whatever is wrong is said before the first game.
    Plan all = plan;
    all.variants = games;
    all.players = options.against;
    all.players.insert(all.players.begin(), options.player);
    if (const Result<void> checked = check(all); !checked) refuse(checked.error().message);
    print("player: {}\n", options.player);
    print("{:<14} {:<34} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:^13} {:>6} {:>6} {:>7} {:>7} {:>7}\n", "game", "against",
          "games", "won", "drawn", "lost", "score", "Elo", "95 %", "LOS", "plies", "ms own", "ms opp", "slowest");
    flush_out();
    for (const Variant* const variant : games) {
        for (const std::string& against : options.against) {
            plan.players[1] = against;
            Progress progress(fmt::format("{} against {}", variant->name, against), "games", options.quiet);
            const CellTally result = play_two(*variant, plan, threads, progress);
            progress.hide();
            print_row(variant->name, against, result);
        }
    }
    return exit_done;
}

}  // namespace

void add_gauntlet(CommandLine& line) {
    const auto options = std::make_shared<GauntletOptions>();
    Command command = line.add(
        "gauntlet", "One player against others, in one game or many, with error bars",
        "Every opening is played from both sides. Elo and its 95 % interval are estimated from these pairs; LOS is "
        "how\n"
        "sure it is that the player is the stronger one; slowest is its longest move in milliseconds.\n\n"
        "Examples:\n"
        "  crownhead gauntlet english --games 1000\n"
        "  crownhead gauntlet all --player engine:nodes=2000 --against engine:nodes=1000 --threads 2\n"
        "  crownhead gauntlet english russian --player engine:nodes=5000 --against engine:nodes=5000,without=futility",
        [options] { return gauntlet(*options); });
    command.arguments("GAME", options->games, "One or more games, or all");
    command.option("--player", "PLAYER", options->player, "Whose results are shown (default engine:seconds=0.1)");
    command.options("--against", "PLAYER", options->against,
                    "The others (default plain alpha-beta in the same time, and the engine in half the time)");
    command.option("--games", "N", options->count, "Games against each (default 100)");
    command.option("--openings", "KIND", options->openings,
                   "auto (ballots where there are some), start, random, ballots");
    command.option("--plies", "N", options->plies, "Moves of a random opening (default 6)");
    command.option("--seed", "N", options->seed, "The same seed, the same openings (default 1)");
    command.threads(options->threads, "Games at a time (default 1)");
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
