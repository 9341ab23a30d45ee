// Any bytes as a move: the first chooses the game, the second how many moves are played before, the third which; the
// rest is the text. What reads must be written and read back as the same move, in every form.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "notation/move_text.hpp"
#include "require.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

using namespace crownhead;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) return 0;
    const Variant& v = variants[data[0] % variants.size()];
    const std::unique_ptr<Game> game = new_game(v);
    Random random(data[2]);
    for (int i = 0; i < data[1] % 64 && !game->legal().empty(); ++i)
        game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));

    const auto legal = game->legal();
    const auto read = [&](std::string_view text) {
        return move_text::read(v, text, legal, [&](std::size_t i) { return game->paths(i); });
    };
    const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
    const Result<std::size_t> index = read(text);
    if (!index) {
        require(index.error().offset <= text.size() && !index.error().message.empty());
        return 0;
    }
    require(*index < legal.size());
    for (const Notation notation : {Notation::Numeric, v.setup.notation}) {
        require(read(move_text::write(v, legal, *index, notation)) == *index);
        require(read(move_text::write_full(v, legal[*index], notation)) == *index);
    }
    return 0;
}
