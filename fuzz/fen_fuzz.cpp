// Any bytes as a FEN: the first chooses the game, the rest is the text. What reads must be written and read back equal.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "game/legality.hpp"
#include "notation/diagram.hpp"
#include "notation/fen.hpp"
#include "require.hpp"
#include "rules/variants.hpp"

using namespace crownhead;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Variant& v = variants[data[0] % variants.size()];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);

    const Result<fen::ReadFen> read = fen::read_with_notation(v, text);
    if (read) {
        require(read->placement.count() == v.squares());
        const std::string numbers = fen::write(v, read->placement);
        require(fen::read(v, numbers) == read->placement);
        require(fen::read(v, fen::write(v, read->placement, read->notation)) == read->placement);
        static_cast<void>(check_placement(v, read->placement));
        Placement drawn = read->placement;
        drawn.turn = v.setup.first;
        require(diagram::read(v, diagram::write(v, drawn)) == drawn);
    } else {
        require(read.error().offset <= text.size() && !read.error().message.empty());
    }

    // The same bytes as a diagram.
    const Result<Placement> placement = diagram::read(v, text);
    if (placement)
        require(diagram::read(v, diagram::write(v, *placement)) == *placement);
    else
        require(placement.error().offset <= text.size());
    return 0;
}
