// Speed of complete games of random moves, one thread, CPU time; best of five runs of about a second in all.
// Usage: bench_playout [GAME...]   (english, suicide-6, suicide-12 and international without arguments)
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <vector>

#include "runtime/game.hpp"
#include "runtime/playouts.hpp"

int main(int argc, char** argv) {
    using namespace crownhead;
    std::vector<std::string_view> wanted(argv + 1, argv + argc);
    if (wanted.empty()) wanted = {"english", "suicide-6", "suicide-12", "international"};
    fmt::print("{:<15} {:>10} {:>12} {:>8} {:>8} {:>8}\n", "game", "games/s", "plies/game", "longest", "draws",
               "M plies/s");
    for (const std::string_view name : wanted) {
        const auto variant = find_variant(name);
        if (!variant) {
            fmt::print(stderr, "bench_playout: {}\n", variant.error().message);
            return 2;
        }
        constexpr std::uint64_t games = 20'000;
        double best = 1e9;
        PlayoutTotals totals;
        for (int run = 0; run < 5; ++run) {
            const std::clock_t start = std::clock();
            totals = run_playouts(**variant, games, 1);
            best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        }
        const auto plies = static_cast<double>(totals.plies);
        fmt::print("{:<15} {:>10.0f} {:>12.1f} {:>8} {:>7.1f}% {:>8.1f}\n", name, static_cast<double>(games) / best,
                   plies / static_cast<double>(games), totals.longest,
                   100.0 * static_cast<double>(totals.draws) / static_cast<double>(games), plies / best / 1e6);
    }
    return 0;
}
