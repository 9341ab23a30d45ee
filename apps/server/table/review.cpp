#include "table/review.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "notation/move_text.hpp"
#include "protocol/description.hpp"
#include "search/reported_score.hpp"
#include "table/view.hpp"

namespace crownhead::server {

namespace {

constexpr int review_format = 1;  // of the text on disk; another one is not read
constexpr std::array<std::string_view, 3> review_states{"working", "done", "stopped"};
constexpr std::array<std::string_view, 4> glyph_words{"none", "slip", "mistake", "blunder"};

std::string text_at(const Game& game, std::size_t index) {
    return move_text::write(game.variant(), game.legal(), index, game.variant().setup.notation);
}

// Where the game stood before its move number `ply`.
std::unique_ptr<Game> game_before(const Game& game, std::size_t ply) {
    std::unique_ptr<Game> at = game.clone();
    while (at->played().size() > ply && at->undo()) {
    }
    at->play_on();
    return at;
}

Json line_steps(const Game& game, const std::vector<AnyMove>& line) {
    Json steps = Json::array();
    const std::unique_ptr<Game> at = game.clone();
    for (const AnyMove& mv : line) {
        const auto legal = at->legal();
        const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
        if (found == legal.end()) break;
        const auto index = static_cast<std::size_t>(found - legal.begin());
        Json step = step_json(*at, index);
        at->play(index);
        step["board"] = board_text(at->placement());
        steps.push_back(std::move(step));
    }
    return steps;
}

}  // namespace

Json value_json(const analysis::MoveValue& value) {
    if (!value.is_known()) return nullptr;
    return {{"source", analysis::name(value.source)},
            {"known", value.is_exact() ? known_json(value.exact) : Json(nullptr)},
            {"score", value.is_exact() ? Json(nullptr) : score_json(reported_score(value.score))},
            {"depth", value.depth},
            {"expected", analysis::expected_score(value)}};
}

Json reviewed_json(const Game& game, const std::vector<int>& nodes, const std::vector<analysis::JudgedMove>& moves) {
    Json list = Json::array();
    const std::size_t first = game.played().size() - moves.size();
    const std::unique_ptr<Game> at = game_before(game, first);
    for (std::size_t i = 0; i < moves.size() && i < nodes.size(); ++i) {
        at->play_on();
        const analysis::JudgedMove& move = moves[i];
        if (move.is_judged()) {
            Json better = Json::array();
            if (move.glyph != analysis::Glyph::None)
                for (const std::size_t index : move.best) better.push_back(text_at(*at, index));
            list.push_back({{"node", nodes[i]},
                            {"before", value_json(move.before)},
                            {"after", value_json(move.after)},
                            {"loss", move.loss},
                            {"glyph", glyph_words[static_cast<std::size_t>(move.glyph)]},
                            {"forced", move.forced},
                            {"better", std::move(better)}});
        }
        if (!at->redo()) break;
    }
    return list;
}

Json moments_json(const Game& game, const std::vector<int>& nodes, const std::vector<analysis::JudgedMove>& moves) {
    Json list = Json::array();
    const std::size_t first = game.played().size() - moves.size();
    for (const std::size_t i : analysis::moments_of(moves)) {
        const analysis::JudgedMove& move = moves[i];
        const std::unique_ptr<Game> at = game_before(game, first + i);
        Json all = Json::array();
        for (const analysis::ValuedMove& one : move.all)
            all.push_back({{"text", text_at(*at, one.index)},
                           {"value", value_json(one.value)},
                           {"holds", analysis::glyph_of(move.before, one.value) == analysis::Glyph::None},
                           {"line", line_steps(*at, one.line)}});
        list.push_back({{"node", nodes[i]}, {"moves", std::move(all)}});
    }
    return list;
}

bool is_better(const ReviewSources& now, const ReviewSources& then) {
    return now.pieces > then.pieces || (now.solution && !then.solution) || now.nodes > then.nodes;
}

Json review_json(const std::optional<Review>& review) {
    if (!review) return nullptr;
    return {{"state", review_states[static_cast<std::size_t>(review->state)]},
            {"last", review->last},
            {"of", review->planned},
            {"done", review->done},
            {"total", review->steps},
            {"moves", review->moves},
            {"moments", review->moments},
            {"made", review->made},
            {"sources",
             {{"pieces", review->sources.pieces},
              {"solution", review->sources.solution},
              {"nodes", review->sources.nodes}}}};
}

std::string stored_review(const std::optional<Review>& review) {
    if (!review || review->state != Review::State::Done) return "";
    Json json = review_json(review);
    json["format"] = review_format;
    return to_frame(json);
}

std::optional<Review> read_review(const std::string& text, const GameTree& tree) {
    if (text.empty()) return std::nullopt;
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || json.value("format", Json(0)) != Json(review_format)) return std::nullopt;
    json.erase("format");
    // Of a program that did not keep these.
    if (!json.contains("made")) json["made"] = "";
    if (!json.contains("sources")) json["sources"] = {{"pieces", 0}, {"solution", false}, {"nodes", 0}};
    if (!mismatch("Review", json).empty()) return std::nullopt;
    const auto is_there = [&](const Json& item) { return item["node"] > 0 && tree.has(item["node"].get<int>()); };
    if (!tree.has(json["last"].get<int>()) || !std::ranges::all_of(json["moves"], is_there) ||
        !std::ranges::all_of(json["moments"], is_there))
        return std::nullopt;
    return Review{.state = Review::State::Done,
                  .last = json["last"].get<int>(),
                  .planned = json["of"].get<std::size_t>(),
                  .done = json["done"].get<std::size_t>(),
                  .steps = json["total"].get<std::size_t>(),
                  .moves = std::move(json["moves"]),
                  .moments = std::move(json["moments"]),
                  .made = json["made"].get<std::string>(),
                  .sources = {.pieces = json["sources"]["pieces"].get<int>(),
                              .solution = json["sources"]["solution"].get<bool>(),
                              .nodes = json["sources"]["nodes"].get<std::uint64_t>()}};
}

}  // namespace crownhead::server
