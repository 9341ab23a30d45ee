// crownhead bench: a fixed search in every game. The number of nodes is the signature of the search: it changes exactly
// when the search, the evaluation or the rules do. Commit messages carry it.
#include <chrono>

#include "commands.hpp"
#include "rules/variants.hpp"
#include "util/random.hpp"

namespace crownhead::cli {

namespace {

struct BenchOptions {
    std::string depth;  // the standard one if empty
    bool verbose = false;
};

// The start position, one after some random moves, and one after many.
constexpr int random_plies[] = {0, 12, 30};

std::unique_ptr<Game> bench_position(const Variant& variant, int plies) {
    std::unique_ptr<Game> game = new_game(variant);
    Random random(static_cast<std::uint64_t>(plies));
    for (int i = 0; i < plies && !game->outcome(); ++i)
        game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
    if (game->outcome()) game->undo();
    return game;
}

int bench(const BenchOptions& options) {
    constexpr int standard_depth = 9;
    const int depth =
        options.depth.empty() ? standard_depth : static_cast<int>(read_number(options.depth, "DEPTH", 1, max_depth));
    std::uint64_t total = 0;
    double total_seconds = 0;
    if (options.verbose) print("{:<14} {:>12} {:>9} {:>8}\n", "game", "nodes", "seconds", "Mnode/s");
    for (const Variant& variant : variants) {
        std::uint64_t nodes = 0;
        double seconds = 0;
        for (const int plies : random_plies) {
            const std::unique_ptr<Engine> engine = new_engine(variant, {.table_megabytes = 8});
            const std::unique_ptr<Game> game = bench_position(variant, plies);
            const Analysis analysis = engine->think(*game, {.depth = depth});
            nodes += analysis.nodes;
            seconds += analysis.seconds;
        }
        if (options.verbose)
            print("{:<14} {:>12} {:>9.3f} {:>8.2f}\n", variant.name, nodes, seconds,
                  static_cast<double>(nodes) / seconds / 1e6);
        total += nodes;
        total_seconds += seconds;
    }
    print("{:.2f} s, {:.2f} M nodes/s\n", total_seconds, static_cast<double>(total) / total_seconds / 1e6);
    print("Bench: {}\n", total);
    return exit_done;
}

}  // namespace

void add_bench(CommandLine& line) {
    const auto options = std::make_shared<BenchOptions>();
    Command command =
        line.add("bench", "Search a fixed set of positions; the node count is the signature of the engine",
                 "Examples:\n"
                 "  crownhead bench\n"
                 "  crownhead bench 11 --verbose",
                 [options] { return bench(*options); });
    command.argument("DEPTH", options->depth, "Plies (default 9)", Needed::No);
    command.flag("--verbose", options->verbose, "A line for each game");
}

}  // namespace crownhead::cli
