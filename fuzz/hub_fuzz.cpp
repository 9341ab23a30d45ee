// Any bytes as a line of the Hub protocol: the first chooses the game, the rest is the line. What is read lies inside the
// line, and a position or moves in it are read as well; moves that read must be written and read back.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "notation/hub_text.hpp"
#include "require.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"

using namespace crownhead;
namespace hub = crownhead::hub_text;

namespace {

void check_move(Game& game, std::string_view text) {
    const Variant& v = game.variant();
    const Result<std::size_t> index = hub::read_move(v, text, game.legal());
    if (!index) {
        require(index.error().offset <= text.size() && !index.error().message.empty());
        return;
    }
    require(*index < game.legal().size());
    const std::string written = hub::write_move(game.legal()[*index]);
    const Result<std::size_t> again = hub::read_move(v, written, game.legal());
    require(again.has_value() && hub::write_move(game.legal()[*again]) == written);
    game.play(*index);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const Variant& v = variants[data[0] % variants.size()];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Result<hub::Line> line = hub::read_line(text);
    if (!line) {
        require(line.error().offset <= text.size() && !line.error().message.empty());
        return 0;
    }
    const std::unique_ptr<Game> game = new_game(v);
    for (const hub::Argument& argument : line->arguments) {
        require(!argument.name.empty() && line->find(argument.name) == &argument);
        require(argument.offset + argument.value.size() <= text.size());
        require(argument.value.empty() || text.substr(argument.offset).starts_with(argument.value));
        const std::string quoted = hub::quoted(argument.value);
        require(quoted.size() == argument.value.size() + 2 && quoted.find('"', 1) == quoted.size() - 1);
        if (argument.name == "moves") {
            std::string_view rest = argument.value;
            while (!rest.empty()) {
                const std::string_view move = rest.substr(0, rest.find(' '));
                check_move(*game, move);
                rest.remove_prefix(move.size() + (move.size() < rest.size() ? 1 : 0));
            }
            continue;
        }
        const Result<Placement> placement = hub::read_position(v, argument.value);
        if (placement)
            static_cast<void>(game->set(*placement, Strictness::Legal));
        else
            require(placement.error().offset <= argument.value.size() && !placement.error().message.empty());
    }
    return 0;
}
