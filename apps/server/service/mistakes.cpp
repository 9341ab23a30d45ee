#include "service/mistakes.hpp"

#include <algorithm>

#include "notation/fen.hpp"
#include "protocol/json.hpp"
#include "table/review.hpp"

namespace crownhead::server {

namespace {

constexpr int opening_moves = 12;    // plies
constexpr int endgame_percent = 40;  // of the pieces at the start

std::string phase_of(const Variant& variant, const Game& game, int ply) {
    const Placement position = game.placement();
    const int pieces = position.pieces(Side::Black) + position.pieces(Side::White);
    if (100 * pieces <= endgame_percent * 2 * variant.pieces_per_side()) return "endgame";
    return ply < opening_moves ? "opening" : "middlegame";
}

}  // namespace

std::vector<StoredMistake> mistakes_of(const Table& table, const std::string& day) {
    const bool black = table.setting().black.human();
    const bool white = table.setting().white.human();
    if (black == white || !table.review() || table.review()->state != Review::State::Done) return {};
    const Side person = black ? Side::Black : Side::White;
    const Variant& variant = table.variant();
    std::vector<StoredMistake> mistakes;
    for (const Json& moment : table.review()->moments) {
        const int node = moment.at("node").get<int>();
        if (!table.tree().has(node) || table.tree().at(node).side != person) continue;
        const Json& moves = table.review()->moves;
        const auto judged = std::ranges::find_if(moves, [&](const Json& move) { return move.at("node") == node; });
        if (judged == moves.end()) continue;
        const auto glyph = judged->at("glyph").get<std::string>();
        if (glyph != "mistake" && glyph != "blunder") continue;
        const Node& played = table.tree().at(node);
        const std::unique_ptr<Game> before = table.tree().game_at(played.parent);
        mistakes.push_back({.table = table.id(),
                            .node = node,
                            .game = std::string(variant.name),
                            .fen = fen::write(variant, before->placement(), variant.setup.notation),
                            .played = played.text,
                            .glyph = glyph,
                            .phase = phase_of(variant, *before, played.ply - 1),
                            .moves = to_frame(moment.at("moves")),
                            .repetition = first_repetition(day)});
    }
    return mistakes;
}

}  // namespace crownhead::server
