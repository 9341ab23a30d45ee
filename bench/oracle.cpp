// How long perfect play takes to answer: the start position, and positions of random games, each with all its moves.
// Usage: bench_oracle DATA COUNT [GAME...]   (DATA: endgame files as `solve --data` made them; every solved game)
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/variants.hpp"
#include "runtime/endgame_store.hpp"
#include "solve/oracle.hpp"
#include "util/numbers.hpp"
#include "util/random.hpp"

namespace {

using namespace crownhead;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t enough_nodes = 20'000'000;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void measure(const Variant& v, const std::string& data, int count) {
    std::shared_ptr<const Endgames> endgames;
    if (auto opened = EndgameStore(data).open(v)) endgames = std::move(*opened);
    const auto started = Clock::now();
    const auto oracle = solve::new_oracle(v, endgames);
    if (!oracle) {
        fmt::print("{}: {}\n", v.name, oracle.error().message);
        return;
    }
    const std::unique_ptr<Game> game = new_game(v);
    const bool first = (*oracle)->ask(*game, {.nodes = enough_nodes}).has_value();
    const double first_seconds = seconds_since(started);
    std::vector<double> times;
    int too_hard = first ? 0 : 1;
    Random random(1);
    while (static_cast<int>(times.size()) < count) {
        if (game->legal().empty()) {
            while (game->undo()) {
            }
        }
        game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        if (game->legal().empty()) continue;
        const auto start = Clock::now();
        if (!(*oracle)->ask(*game, {.nodes = enough_nodes})) ++too_hard;
        times.push_back(seconds_since(start));
    }
    std::ranges::sort(times);
    fmt::print("{:<16} start {:6.2f} s, then median {:8.5f} s, slowest {:6.2f} s of {}, too hard {}\n", v.name,
               first_seconds, times[times.size() / 2], times.back(), times.size(), too_hard);
}

}  // namespace

int main(int argc, char** argv) {
    const Result<int> count = parse_number<int>(argc < 3 ? "" : argv[2], 1, 1'000'000'000);
    if (!count) {
        fmt::print(stderr, "usage: bench_oracle DATA COUNT [GAME...]\n");
        return 2;
    }
    for (int i = 3; i < argc; ++i) {
        const auto found = find_variant(argv[i]);
        if (!found) {
            fmt::print(stderr, "bench_oracle: {}\n", found.error().message);
            return 2;
        }
        measure(**found, argv[1], *count);
    }
    if (argc == 3)
        for (const Variant& v : variants)
            if (solve::has_oracle(v)) measure(v, argv[1], *count);
    return 0;
}
