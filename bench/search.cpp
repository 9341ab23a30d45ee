// Speed of the engine's search in one position of each game, one thread: nodes a second and the time to some depths.
// Usage: bench_search [SECONDS] [GAME...]   (2 seconds, all games without arguments)
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variants.hpp"
#include "runtime/engine.hpp"
#include "util/numbers.hpp"

namespace {

constexpr int depths[] = {10, 14, 18, 22};

std::string time_to(const std::map<int, double>& times, int depth) {
    const auto found = times.find(depth);
    return found == times.end() ? "-" : fmt::format("{:.3f}", found->second);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace crownhead;
    std::vector<std::string_view> wanted(argv + 1, argv + argc);
    double seconds = 2;
    if (!wanted.empty()) {
        if (const Result<double> first = parse_number<double>(wanted.front(), 0.001, 3600)) {
            seconds = *first;
            wanted.erase(wanted.begin());
        }
    }
    if (wanted.empty())
        for (const Variant& variant : variants) wanted.push_back(variant.name);
    fmt::print("{:<15} {:>9} {:>6}", "game", "M nodes/s", "depth");
    for (const int depth : depths) fmt::print(" {:>8}", fmt::format("s to {}", depth));
    fmt::print("\n");
    for (const std::string_view name : wanted) {
        const auto game = new_game(name);
        if (!game) {
            fmt::print(stderr, "bench_search: {}\n", game.error().message);
            return 2;
        }
        const auto engine = new_engine((*game)->variant(), {.table_megabytes = 64});
        std::map<int, double> times;
        const Analysis last = engine->think(
            **game, {.seconds = seconds}, [&](const Analysis& analysis) { times[analysis.depth] = analysis.seconds; });
        fmt::print("{:<15} {:>9.2f} {:>6}", name, static_cast<double>(last.nodes) / last.seconds / 1e6, last.depth);
        for (const int depth : depths) fmt::print(" {:>8}", time_to(times, depth));
        fmt::print("\n");
        std::fflush(stdout);
    }
    return 0;
}
