#include "protocol/json.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "notation/fen_fault.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "protocol/description.hpp"
#include "protocol/ways.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

Json square_list(const AnyMove& mv) {
    Json path = Json::array();
    if (!mv.is_pass()) path.push_back(mv.from);
    for (const Hop& hop : mv.hops) path.push_back(hop.to);
    return path;
}

int pieces_of(const Placement& placement, Side side) {
    int count = 0;
    for (int n = 1; n <= placement.count(); ++n) count += belongs_to(placement.at(n), side) ? 1 : 0;
    return count;
}

}  // namespace

std::string to_frame(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string answer(const Json& id, Json ok) { return to_frame({{"re", id}, {"ok", std::move(ok)}}); }

std::string answer(const Json& id, const Refusal& refusal) {
    constexpr std::array<std::string_view, 6> kinds{"bad-request", "unknown",  "illegal",
                                                    "refused",     "too-many", "failed"};
    Json error{{"code", kinds[static_cast<std::size_t>(refusal.kind)]}, {"message", message_json(refusal.message)}};
    if (!refusal.detail.empty()) error["detail"] = refusal.detail;
    return to_frame({{"re", id}, {"error", std::move(error)}});
}

std::string_view colour(Side side) { return side == Side::Black ? "black" : "white"; }

std::optional<Side> read_colour(std::string_view word) {
    if (word == "black") return Side::Black;
    if (word == "white") return Side::White;
    return std::nullopt;
}

Json colour_or_null(std::optional<Side> side) { return side ? Json(colour(*side)) : Json(nullptr); }

Json message_or_null(const std::optional<Message>& message) {
    return message ? Json(message_json(*message)) : Json(nullptr);
}

std::optional<Message> read_message(std::string_view text) {
    if (text.empty()) return std::nullopt;
    const Message words{"remark.text", {{"text", std::string(text)}}};
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);  // parameters keep their order
    if (!json.is_object() || !mismatch("Message", Json(json)).empty()) return words;
    Message message{*known_code(json["code"].get<std::string>())};
    for (const auto& [name, value] : json["params"].items()) {
        const std::string_view key = *known_param(name);
        if (value.is_number_integer())
            message.params.push_back({key, value.get<std::int64_t>()});
        else if (value.is_number())
            message.params.push_back({key, value.get<double>()});
        else if (value.is_string())
            message.params.push_back({key, value.get<std::string>()});
        else
            return words;
    }
    return message;
}

Json score_json(const Score& score) {
    const Json plies = score.plies ? Json(*score.plies) : Json(nullptr);
    switch (score.kind) {
        case Score::Kind::Estimate: return {{"kind", "estimate"}, {"value", score.value}};
        case Score::Kind::Points: return {{"kind", "points"}, {"value", score.value}};
        case Score::Kind::Win: return {{"kind", "win"}, {"plies", plies}};
        case Score::Kind::Loss: return {{"kind", "loss"}, {"plies", plies}};
        case Score::Kind::Draw: break;
    }
    return {{"kind", "draw"}};
}

Json seat_json(const Seat& seat) {
    if (seat.human() && seat.name.empty()) return {{"kind", "human"}};
    if (seat.human()) return {{"kind", "human"}, {"name", seat.name}};
    return {{"kind", "computer"}, {"player", seat.player}};
}

Json outcome_json(const Variant& v, const Outcome& outcome) {
    return {{"winner", colour_or_null(outcome.winner)},
            {"reason", outcome_text::word(outcome.reason)},
            {"message", message_json(outcome_text::message(v, outcome))}};
}

Message reason_message(Reason reason) {
    return {known_code(fmt::format("reason.{}", outcome_text::word(reason))).value_or("reason.too-long")};
}

Json known_json(const solve::Exact& known) {
    if (known.value == Value::Unknown) return nullptr;
    constexpr std::array<std::string_view, 3> words{"draw", "win", "loss"};  // by Value
    const auto or_null = [](const std::optional<int>& number) { return number ? Json(*number) : Json(nullptr); };
    return {{"value", words[static_cast<std::size_t>(known.value)]},
            {"plies", or_null(known.plies)},
            {"difference", or_null(known.difference)}};
}

Json legal_json(const Game& game) {
    const Variant& v = game.variant();
    Json all = Json::array();
    Ways ways(game);
    for (std::size_t i = 0; i < game.legal().size(); ++i) {
        const AnyMove& mv = game.legal()[i];
        Json paths = Json::array();
        for (const AnyMove& path : ways.of(i)) {
            if (paths.size() == Ways::listed) break;
            paths.push_back(square_list(path));
        }
        all.push_back({{"text", move_text::write(v, game.legal(), i, v.setup.notation)},
                       {"path", square_list(mv)},
                       {"hops", hops_json(mv)},
                       {"crowned", mv.promotes},
                       {"paths", std::move(paths)}});
    }
    return all;
}

std::expected<Placement, Refusal> read_board(const Variant& v, std::string_view board, Side turn) {
    Placement placement(v.squares());
    placement.turn = turn;
    if (board.size() != static_cast<std::size_t>(v.squares()))
        return std::unexpected(
            bad_request({"refusal.board-size",
                         {{"count", static_cast<std::int64_t>(board.size())}, {"most", std::int64_t{v.squares()}}}}));
    for (int n = 1; n <= v.squares(); ++n) {
        const std::size_t piece = std::string_view("ebBwW").find(board[static_cast<std::size_t>(n - 1)]);
        if (piece == std::string_view::npos)
            return std::unexpected(bad_request({"refusal.board", {{"square", std::int64_t{n}}}}));
        placement.put(n, static_cast<Piece>(piece));
    }
    return placement;
}

std::expected<std::unique_ptr<Game>, Refusal> game_from(const std::string& name,
                                                        const std::optional<std::string>& fen) {
    const Result<const Variant*> variant = find_variant(name);
    if (!variant)
        return std::unexpected(unknown({"refusal.no-such-game", {{"name", excerpt(name)}}}, variant.error().message));
    std::unique_ptr<Game> game = new_game(**variant);
    if (!fen) return game;
    const Result<Placement> placement = fen::read(**variant, *fen);
    if (!placement)
        return std::unexpected(illegal({"refusal.fen",
                                        {{"offset", static_cast<std::int64_t>(placement.error().offset) + 1},
                                         {"fen", std::string(fen::fault(**variant, *fen))}}},
                                       placement.error().message));
    if (const Result<void> set = game->set(*placement, Strictness::Legal); !set)
        return std::unexpected(position_refusal(**variant, *placement, set.error()));
    return game;
}

Refusal position_refusal(const Variant& v, const Placement& placement, const Error& error) {
    const auto because = [&](Message message) { return illegal(std::move(message), error.message); };
    for (int n = 1; n <= placement.count() && !has_kings(v.move); ++n)
        if (is_king(placement.at(n))) return because({"refusal.position-no-kings", {{"square", std::int64_t{n}}}});
    int total = 0;
    for (const Side side : {Side::Black, Side::White}) {
        for (int n = 1; n <= placement.count() && has_kings(v.move); ++n) {
            const Piece piece = placement.at(n);
            const int row = index_of_number(v.setup, v.size(), n) / v.board.per_row();
            if (belongs_to(piece, side) && !is_king(piece) && row == far_row(v.size(), side))
                return because({"refusal.position-far-row", {{"square", std::int64_t{n}}}});
        }
        const int pieces = pieces_of(placement, side);
        if (pieces > v.pieces_per_side())
            return because({"refusal.position-too-many",
                            {{"side", std::string(colour(side))},
                             {"count", std::int64_t{pieces}},
                             {"most", std::int64_t{v.pieces_per_side()}}}});
        total += pieces;
    }
    if (total == 0) return because({"refusal.position-empty"});
    return because({"refusal.position", {{"detail", error.message}}});
}

}  // namespace crownhead::server
