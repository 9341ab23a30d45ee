// Two ways to the same values: positions with N pieces, as endgame files have them and as the proof search finds them with
// files of fewer pieces. Says how many differ (none should), and what the search took.
// Usage: bench_proofs GAME FILES SMALLER_FILES PIECES COUNT   (folders as `egdb build --data` made them)
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "game/legality.hpp"
#include "runtime/endgame_store.hpp"
#include "solve/proof_search.hpp"
#include "util/numbers.hpp"
#include "util/random.hpp"

namespace {

using namespace crownhead;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::unique_ptr<solve::Space> space_with(const Variant& v, const std::string& data) {
    auto opened = EndgameStore(data).open(v, std::size_t{512} << 20U);
    if (!opened) {
        fmt::print(stderr, "bench_proofs: {}\n", opened.error().message);
        std::exit(1);
    }
    return solve::new_space(v, std::move(*opened));
}

// A legal position with so many pieces, each side at most as many as it begins with.
Placement random_position(const Variant& v, Random& random, int pieces) {
    for (;;) {
        Placement placement(v.squares());
        placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
        const std::uint32_t kings = random.below(5);
        for (int left = pieces; left > 0;) {
            const int number = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(v.squares())));
            if (placement.at(number) != Piece::None) continue;
            placement.put(number, piece_of(random.below(2) == 0 ? Side::Black : Side::White, random.below(4) < kings));
            --left;
        }
        const bool both = placement.pieces(Side::Black) > 0 && placement.pieces(Side::White) > 0;
        if (both && check_placement(v, placement)) return placement;
    }
}

int number_of(std::string_view text) {
    const Result<int> value = parse_number<int>(text, 1, std::numeric_limits<int>::max());
    if (!value) {
        fmt::print(stderr, "bench_proofs: {}\n", value.error().message);
        std::exit(2);
    }
    return *value;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        fmt::print(stderr, "usage: bench_proofs GAME FILES SMALLER_FILES PIECES COUNT\n");
        return 2;
    }
    const auto found = find_variant(argv[1]);
    if (!found || !solve::has_space(**found)) {
        fmt::print(stderr, "bench_proofs: {}\n", found ? "this game is too large" : found.error().message);
        return 2;
    }
    const Variant& v = **found;
    const auto files = space_with(v, argv[2]);
    const auto smaller = space_with(v, argv[3]);
    const int pieces = number_of(argv[4]);
    const int count = number_of(argv[5]);
    solve::ProofTable table(std::uint64_t{8} << 30U);
    Random random(1);
    std::array<int, 4> values{};
    std::uint64_t nodes = 0;
    int differ = 0;
    const double start = processor_seconds();
    for (int i = 0; i < count; ++i) {
        const solve::Key key = files->key_of(random_position(v, random, pieces));
        solve::ProofSearch search(*smaller, table, {});
        const auto value = search.value(key);
        nodes += search.nodes();
        const Value told = files->known(key);
        ++values[static_cast<std::size_t>(told)];
        if (value != told) ++differ;
    }
    fmt::print(
        "{}: {} positions with {} pieces, {} drawn, {} won, {} lost, {} not in the files; leaves of {} pieces: "
        "{} differ; {} positions expanded, {:.1f} s\n",
        v.name, count, pieces, values[0], values[1], values[2], values[3], smaller->known_pieces(), differ, nodes,
        processor_seconds() - start);
    return differ == 0 ? 0 : 1;
}
