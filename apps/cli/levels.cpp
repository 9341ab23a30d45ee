// crownhead levels: how much stronger each level is than the one below, by matches.
#include "commands.hpp"
#include "matches.hpp"
#include "players/engine.hpp"
#include "progress.hpp"

namespace crownhead::cli {

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
            const auto name = [&](int n) {
                return n == highest_level ? fmt::format("engine:level={},seconds={},hash=4", n, seconds)
                                          : fmt::format("engine:level={}", n);
            };
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

}  // namespace crownhead::cli
