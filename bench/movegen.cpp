// Speed of the move generator: perft of every game from its start position, one thread, best of several runs.
//   bulk   the last ply is counted, not played
//   plain  every move is made
// Usage: bench_movegen [GAME...]   (all games without arguments; CPU time of the process)
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <vector>

#include "game/legality.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "runtime/perft.hpp"

namespace {

using namespace crownhead;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Speed {
    std::uint64_t nodes = 0;
    double seconds = 0;
    double rate() const { return static_cast<double>(nodes) / seconds / 1e6; }
};

Speed best_of(const Variant& v, PerftOptions options, int runs) {
    Speed best{0, 1e9};
    for (int run = 0; run < runs; ++run) {
        const double start = cpu_seconds();
        const std::uint64_t nodes = perft(v, start_placement(v), options);
        best = std::min(best, {nodes, cpu_seconds() - start},
                        [](const Speed& a, const Speed& b) { return a.seconds < b.seconds; });
    }
    return best;
}

// The first depth that takes about a fifth of a second.
int useful_depth(const Variant& v, bool bulk) {
    for (int depth = 5;; ++depth)
        if (best_of(v, {.depth = depth, .threads = 1, .bulk = bulk, .on_root_move = {}}, 1).seconds > 0.15)
            return depth;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> wanted(argv + 1, argv + argc);
    for (const std::string_view name : wanted)
        if (const auto variant = find_variant(name); !variant) {
            fmt::print(stderr, "bench_movegen: {}\n", variant.error().message);
            return 2;
        }
    fmt::print("{:<15} {:>5} {:>12} {:>9}   {:>5} {:>9}\n", "game", "depth", "nodes", "bulk M/s", "depth", "plain M/s");
    for (const Variant& v : variants) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), v.name) == wanted.end()) continue;
        constexpr int runs = 7;
        const int bulk_depth = useful_depth(v, true);
        const int plain_depth = useful_depth(v, false);
        const Speed bulk = best_of(v, {.depth = bulk_depth, .threads = 1, .bulk = true, .on_root_move = {}}, runs);
        const Speed plain = best_of(v, {.depth = plain_depth, .threads = 1, .bulk = false, .on_root_move = {}}, runs);
        fmt::print("{:<15} {:>5} {:>12} {:>9.1f}   {:>5} {:>9.1f}\n", v.name, bulk_depth, bulk.nodes, bulk.rate(),
                   plain_depth, plain.rate());
        std::fflush(stdout);
    }
    return 0;
}
