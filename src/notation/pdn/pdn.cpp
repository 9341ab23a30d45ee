#include "notation/pdn/pdn.hpp"

#include "notation/pdn/text.hpp"

namespace crownhead::pdn {

bool operator==(const Move& a, const Move& b) {
    return a.kind == b.kind && a.text == b.text && a.nags == b.nags && a.before == b.before && a.after == b.after &&
           a.variations == b.variations;
}

bool operator==(const Game& a, const Game& b) {
    return a.tags == b.tags && a.comments == b.comments && a.moves == b.moves && a.first_ply == b.first_ply &&
           a.result == b.result;
}

std::optional<std::string_view> tag(const Game& game, std::string_view name) {
    for (const Tag& tag : game.tags)
        if (same_word(tag.name, name)) return tag.value;
    return std::nullopt;
}

std::optional<std::string_view> command(const Move& move, std::string_view name) {
    for (const std::vector<std::string>* const comments : {&move.after, &move.before}) {
        for (const std::string_view comment : *comments) {
            for (std::size_t at = comment.find("[%"); at != std::string_view::npos; at = comment.find("[%", at + 1)) {
                std::string_view rest = comment.substr(at + 2);
                rest = rest.substr(0, rest.find(']'));
                if (rest.starts_with(name) && rest.substr(name.size()).starts_with(' '))
                    return trimmed(rest.substr(name.size()));
            }
        }
    }
    return std::nullopt;
}

}  // namespace crownhead::pdn
