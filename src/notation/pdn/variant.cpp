// Which variant a PDN game belongs to: by its tags, or by its squares.
#include <algorithm>

#include <fmt/format.h>

#include "notation/pdn/pdn.hpp"
#include "notation/pdn/text.hpp"
#include "rules/variants.hpp"

namespace crownhead::pdn {

namespace {

// The first number of a GameType: 20 of "20,W,10,10,N2,0".
std::string_view type_number(std::string_view type) {
    type = trimmed(type);
    return type.substr(0, std::min(type.find_first_not_of("0123456789"), type.size()));
}

const Variant* variant_named(std::string_view name) {
    for (const Variant& v : variants) {
        if (same_word(v.name, name) || same_word(fmt::format("{}-{}", v.family, v.size()), name)) return &v;
    }
    for (const Variant& v : variants) {
        if (same_word(v.family, name)) return &v;  // as find_variant() does
    }
    return nullptr;
}

const Variant& family(std::string_view name) { return *std::ranges::find(variants, name, &Variant::name); }

// By the squares of a FEN.
const Variant* variant_of_position(std::string_view fen) {
    int highest = 0;
    bool counts = true;  // false in the sections of Lidraughts that hold no squares
    for (std::size_t i = 1; i < fen.size(); ++i) {
        if (fen[i - 1] == ':') counts = lower(fen[i]) == 'w' || lower(fen[i]) == 'b';
        if (!counts || !is_digit(fen[i])) continue;
        const char before = lower(fen[i - 1]);
        if (before >= 'a' && before <= 'h' && before != 'b') return &family("russian");
        int number = 0;
        for (; i < fen.size() && is_digit(fen[i]); ++i) number = std::min(10 * number + (fen[i] - '0'), 1000);
        highest = std::max(highest, number);
    }
    if (highest == 0) return nullptr;
    return &family(highest > 50 ? "canadian" : highest > 32 ? "international" : "english");
}

}  // namespace

bool names_variant(const Game& game) {
    if (named_variant(game) != nullptr) return true;
    const std::string_view type = tag(game, "GameType").value_or("");
    return !type.empty() && type != "?";
}

const Variant* named_variant(const Game& game) {
    if (const auto name = tag(game, "Game")) {
        if (const Variant* const v = variant_named(trimmed(*name))) return v;
    }
    const std::string_view number = type_number(tag(game, "GameType").value_or(""));
    if (number.empty()) return nullptr;
    for (const Variant& v : variants)
        if (type_number(v.setup.game_type) == number) return &v;
    return nullptr;
}

const Variant* guessed_variant(const Game& game) {
    if (const auto fen = tag(game, "FEN")) return variant_of_position(*fen);
    if (game.moves.empty()) return nullptr;
    const Move& move = game.moves.front();
    if (move.kind == Kind::Setup) return variant_of_position(move.text);
    if (move.text.empty() || move.kind == Kind::Unknown) return nullptr;
    if (is_letter(move.text.front())) return move.text == "pass" ? nullptr : &family("russian");
    const int from = Cursor(move.text).number().value_or(0);
    const auto between = [&](int lowest, int highest) { return from >= lowest && from <= highest; };
    if (between(31, 35) || between(16, 20)) return &family("international");
    if (between(9, 12)) return &family("english");
    if (between(21, 24)) return &family("italian");  // White begins from the bottom of an 8x8 board
    if (between(43, 48)) return &family("canadian");
    return nullptr;
}

}  // namespace crownhead::pdn
