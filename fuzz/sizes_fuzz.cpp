// Any bytes as the input of the simulator: the first chooses the game. Every line is good, bad or empty, and bad lines are
// named by their numbers in order.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "match/simulation.hpp"
#include "require.hpp"
#include "rules/variants.hpp"

using namespace crownhead;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto games = games_by_size(variants[data[0] % variants.size()].family);
    require(games.has_value());
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    // In small pieces, so that lines are cut everywhere.
    SizeReader reader(text_source(text, 3), *games);
    std::size_t read = 0;
    std::uint64_t before = 0;
    while (const auto line = reader.next()) {
        ++read;
        if (*line) {
            require(std::ranges::find(*games, **line) != games->end());
            continue;
        }
        require(line->error().number > before && line->error().number <= lines && !line->error().why.empty());
        before = line->error().number;
    }
    require(read <= lines);
    return 0;
}
