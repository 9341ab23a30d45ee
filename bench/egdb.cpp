// Speed and size of endgame files: positions a second of building and verifying (processor time, one thread), look-ups a
// second (cold: each in a block that has to be decoded; cached: in blocks that are there), bytes for each position.
// Usage: bench_egdb [PIECES] [GAME...]   (4 pieces; english, giveaway, russian and english-6 without arguments)
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "egdb/block_cache.hpp"
#include "egdb/file.hpp"
#include "rules/variant.hpp"
#include "runtime/endgames.hpp"
#include "util/numbers.hpp"
#include "util/random.hpp"

namespace {

using namespace crownhead;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Lookups {
    double cold = 0;  // microseconds each
    double cached = 0;
};

// In the largest file, where hardly any block has one value only.
Lookups measure_lookups(const Variant& variant, const std::string& folder, const Endgames& endgames) {
    const auto classes = endgames.classes();
    const auto largest = std::ranges::max_element(classes, {}, &egdb::ClassInfo::file_bytes);
    const egdb::Material& stage = largest->material;
    std::vector<std::uint64_t> sizes;
    for (const egdb::ClassInfo& info : classes)
        if (egdb::leading(info.material) == stage) sizes.push_back(info.totals[0] + info.totals[1] + info.totals[2]);
    const auto reader =
        egdb::StageReader::open(folder + "/" + egdb::name_of_file(stage), fingerprint(variant), stage, sizes);
    if (!reader) return {};
    Random random(1);
    std::vector<std::uint64_t> numbers(20'000);
    for (std::uint64_t& number : numbers) number = random.next() % sizes[0];
    unsigned sum = 0;
    const auto run = [&](egdb::BlockCache& cache, int rounds) {
        const double start = processor_seconds();
        for (int round = 0; round < rounds; ++round)
            for (const std::uint64_t number : numbers)
                sum += static_cast<unsigned>(cache.value(**reader, 0, 0, number));
        return 1e6 * (processor_seconds() - start) / static_cast<double>(numbers.size()) / rounds;
    };
    egdb::BlockCache small(1);
    egdb::BlockCache large(std::size_t{256} << 20U);
    Lookups found;
    found.cold = run(small, 1);
    static_cast<void>(run(large, 1));
    found.cached = run(large, 100);
    if (sum == 1) fmt::print("\n");  // so that nothing is left out
    return found;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> wanted(argv + 1, argv + argc);
    int pieces = 4;
    if (!wanted.empty()) {
        if (const Result<int> first = parse_number<int>(wanted.front(), 2, 12)) {
            pieces = *first;
            wanted.erase(wanted.begin());
        }
    }
    if (wanted.empty()) wanted = {"english", "giveaway", "russian", "english-6"};
    std::string folder = (std::filesystem::temp_directory_path() / "crownhead-bench.XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) return 1;
    fmt::print("{:<14} {:>6} {:>14} {:>11} {:>11} {:>9} {:>9} {:>12} {:>10}\n", "game", "pieces", "positions",
               "M built/s", "M checked/s", "us cold", "us cached", "bytes", "bits/pos");
    int code = 0;
    for (const std::string_view name : wanted) {
        const auto variant = find_variant(name);
        if (!variant) {
            fmt::print(stderr, "bench_egdb: {}\n", variant.error().message);
            code = 2;
            break;
        }
        const std::string place = folder + "/" + std::string(name);
        const double start = processor_seconds();
        const auto report = build_endgames(**variant, {.folder = place, .pieces = pieces});
        const double built = processor_seconds() - start;
        const auto endgames = open_endgames(**variant, place, std::size_t{256} << 20U);
        if (!report || !endgames) {
            fmt::print(stderr, "bench_egdb: {}\n", !report ? report.error().message : endgames.error().message);
            code = 1;
            break;
        }
        std::uint64_t bytes = 0;
        for (const egdb::ClassInfo& info : (*endgames)->classes()) bytes += info.file_bytes;
        const Lookups lookups = measure_lookups(**variant, place, **endgames);
        const double before = processor_seconds();
        const egdb::VerifyReport verified = (*endgames)->verify({});
        const double checked = processor_seconds() - before;
        const auto positions = static_cast<double>(report->positions);
        fmt::print("{:<14} {:>6} {:>14} {:>11.1f} {:>11.1f} {:>9.1f} {:>9.3f} {:>12} {:>10.3f}{}\n", name, pieces,
                   report->positions, positions / built / 1e6, positions / checked / 1e6, lookups.cold, lookups.cached,
                   bytes, 8.0 * static_cast<double>(bytes) / positions, verified.wrong == 0 ? "" : "  WRONG VALUES");
        std::fflush(stdout);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return code;
}
