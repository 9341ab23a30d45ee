// crownhead levels: how much stronger each level is than the one below, by matches.
#include "commands.hpp"
#include "matches.hpp"
#include "players/catalogue.hpp"
#include "players/engine.hpp"
#include "progress.hpp"

namespace crownhead::cli {

namespace {

struct LevelsOptions {
    std::vector<std::string> games;
    std::string count = "200";
    std::string seconds = "0.05";  // of the highest level
    std::string seed = "1";
    std::string threads = "1";
    bool quiet = false;
};

int levels(const LevelsOptions& options) {
    const std::vector<const Variant*> games = read_games(options.games);
    const std::uint64_t count = read_number(options.count, "--games", 2, 100'000'000);
    const int threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256));
    const std::uint64_t seed = read_number(options.seed, "--seed", 0, UINT64_MAX);
    const double seconds = read_seconds(options.seconds, "--seconds");

    print(
        "Games won / score of each level against the one below, in %; {} games each, random openings of 4 plies;\n"
        "level {} thinks {} s a move.\n",
        2 * ((count + 1) / 2), highest_level, seconds);
    print("{:<14}", "game");
    for (int level = 2; level <= highest_level; ++level) print(" {:>7}", fmt::format("{}:{}", level, level - 1));
    print("  mean won\n");
    flush_out();
    for (const Variant* const variant : games) {
        print("{:<14}", variant->name);
        flush_out();
        double sum = 0;
        for (int level = 2; level <= highest_level; ++level) {
            const auto name = [&](int n) { return engine_at_level(n, seconds); };
            Progress progress(fmt::format("{} level {} against {}", variant->name, level, level - 1), "games",
                              options.quiet);
            const CellTally result = play_two(*variant,
                                              {.players = {name(level), name(level - 1)},
                                               .pairs = (count + 1) / 2,
                                               .openings = Openings::Random,
                                               .opening_plies = 4,
                                               .seed = seed,
                                               .longest = 200},
                                              threads, progress);
            const double score = score_of(result.stats).value;
            const double won = static_cast<double>(result.stats.wins) / static_cast<double>(result.stats.games());
            sum += won;
            progress.hide();
            print(" {:>7}", fmt::format("{:.0f}/{:.0f}", 100 * won, 100 * score));
            flush_out();
        }
        print(" {:>6.1f}%\n", 100 * sum / (highest_level - 1));
        flush_out();
    }
    return exit_done;
}

}  // namespace

void add_levels(CommandLine& line) {
    const auto options = std::make_shared<LevelsOptions>();
    Command command = line.add("levels", "Measure the ten levels: each against the one below",
                               "Each level should win about two games in three against the one below.\n\n"
                               "Examples:\n"
                               "  crownhead levels english --games 400 --threads 2",
                               [options] { return levels(*options); });
    command.arguments("GAME", options->games, "One or more games, or all");
    command.option("--games", "N", options->count, "Games of each match (default 200)");
    command.option("--seconds", "S", options->seconds, "Time a move of the highest level (default 0.05)");
    command.option("--seed", "N", options->seed, "The same seed, the same openings (default 1)");
    command.threads(options->threads, "Games at a time (default 1)");
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
