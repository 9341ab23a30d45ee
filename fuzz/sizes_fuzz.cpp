// Any bytes as the input of the simulator: the first chooses the game. Every line is good, bad or empty, and bad lines are
// named by their numbers in order.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "match/simulation.hpp"
#include "rules/variants.hpp"

using namespace crownhead;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto games = games_by_size(variants[data[0] % variants.size()].family);
    require(games.has_value());
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    const SizeList list = read_sizes(text, *games);
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    require(list.games.size() + list.bad.size() <= lines);
    std::size_t before = 0;
    for (const BadLine& bad : list.bad) {
        require(bad.number > before && bad.number <= lines && !bad.why.empty());
        before = bad.number;
    }
    for (const Variant* const v : list.games) require(std::ranges::find(*games, v) != games->end());
    return 0;
}
