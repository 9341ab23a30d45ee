#include "service/proof_view.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "game/any_move.hpp"
#include "match/wire_json.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "protocol/ways.hpp"
#include "service/exercises.hpp"
#include "table/view.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

Json plies_json(const std::optional<std::uint64_t>& plies) { return plies ? Json(*plies) : Json(nullptr); }

Json promise_json(const prove::StrategyReport& strategy) {
    return {{"side", colour(strategy.side)},
            {"goal", prove::word_of(strategy.goal)},
            {"positions", strategy.positions},
            {"choices", strategy.choices}};
}

// How the strategy answers the legal move with this index, as text.
Json answer_text(const Game& game, std::size_t index, const std::optional<AnyMove>& answer) {
    if (!answer) return nullptr;
    const std::unique_ptr<Game> after = game.clone();
    after->play(index);
    after->play_on();
    const Variant& v = game.variant();
    for (std::size_t i = 0; i < after->legal().size(); ++i)
        if (same_effect(after->legal()[i], *answer)) return move_text::write(v, after->legal(), i, v.setup.notation);
    return nullptr;
}

std::optional<std::size_t> strategy_of(const prove::ProofReport& report, Side side) {
    const auto found = std::ranges::find(report.strategies, side, &prove::StrategyReport::side);
    if (found == report.strategies.end()) return std::nullopt;
    return static_cast<std::size_t>(found - report.strategies.begin());
}

Json shown_position(Game& game) {
    if (game.play_on()) return position_json(game, std::nullopt);
    return position_of(game);
}

Json bare_node_json(const ProofFile& file, Side side, const ProofPosition& at) {
    return {{"certificate", certificate_json(file)},
            {"side", colour(side)},
            {"position", shown_position(*at.game)},
            {"line", at.line},
            {"inside", false},
            {"both", false},
            {"plies", nullptr},
            {"moves", Json::array()},
            {"fault", nullptr}};
}

}  // namespace

Json certificate_json(const ProofFile& file) {
    const prove::ProofReport& claim = file.claim;
    const Variant& v = *claim.variant;
    std::optional<Side> winner;
    if (claim.value == Value::Win) winner = claim.position.turn;
    if (claim.value == Value::Loss) winner = !claim.position.turn;
    Json promises = Json::array();
    for (const prove::StrategyReport& strategy : claim.strategies) promises.push_back(promise_json(strategy));
    const bool from_start = claim.position == new_game(v)->placement();
    return {{"game", v.name},
            {"winner", colour_or_null(winner)},
            {"fen", from_start ? Json(nullptr) : Json(fen::write(v, claim.position, v.setup.notation))},
            {"bytes", file.bytes.size()},
            {"own", file.own},
            {"promises", std::move(promises)},
            {"problem", message_or_null(file.problem)}};
}

Json checked_json(const prove::ProofReport& report) {
    Json list = Json::array();
    for (const prove::StrategyReport& strategy : report.strategies) {
        Json promise = promise_json(strategy);
        const bool wins = strategy.goal == prove::Goal::Wins;
        promise.update({{"replies", strategy.replies},
                        {"ends", strategy.ends},
                        {"longest", wins ? Json(strategy.longest) : Json(nullptr)}});
        list.push_back(std::move(promise));
    }
    return list;
}

Json fault_json(const Variant& variant, const Message& message, std::optional<Side> side,
                const std::optional<Placement>& position) {
    Json fault{{"message", message_json(message)},
               {"side", colour_or_null(side)},
               {"board", nullptr},
               {"turn", nullptr},
               {"fen", nullptr}};
    if (position)
        fault.update({{"board", board_text(*position)},
                      {"turn", colour(position->turn)},
                      {"fen", fen::write(variant, *position, variant.setup.notation)}});
    return fault;
}

std::expected<ProofPosition, Refusal> proof_position(const ProofFile& file, const std::vector<std::string>& moves) {
    const Variant& v = *file.claim.variant;
    ProofPosition at{.game = new_game(v)};
    if (const Result<void> set = at.game->set(file.claim.position, Strictness::Anything); !set)
        return std::unexpected(position_refusal(v, file.claim.position, set.error()));
    for (const std::string& text : moves) {
        at.game->play_on();
        Ways ways(*at.game);
        const auto index = move_text::find(v, text, at.game->legal(), [&](std::size_t i) { return ways.of(i); });
        if (!index)
            return std::unexpected(
                illegal({"refusal.illegal-move", {{"move", excerpt(text)}}}, index.error().error.message));
        Json step = step_json(*at.game, *index);
        at.game->play(*index);
        step["board"] = board_text(at.game->placement());
        at.line.push_back(std::move(step));
    }
    // A node is a position: what came before does not matter.
    const Placement here = at.game->placement();
    if (const Result<void> set = at.game->set(here, Strictness::Anything); !set)
        return std::unexpected(position_refusal(v, here, set.error()));
    at.game->play_on();
    return at;
}

Json proof_node_json(const ProofFile& file, const prove::Playbook& book, const ProofPlace& place,
                     const ProofPosition& at) {
    const prove::ProofReport& report = book.report();
    const std::size_t strategy = strategy_of(report, place.side.value_or(report.strategies[0].side)).value_or(0);
    const Side side = report.strategies[strategy].side;
    const std::optional<std::size_t> other = strategy_of(report, !side);
    const Game& game = *at.game;
    const Placement here = game.placement();
    const prove::PlaybookNode node = book.at(strategy, here);
    const std::optional<prove::PlaybookNode> beyond = other ? std::optional(book.at(*other, here)) : std::nullopt;

    Json json = bare_node_json(file, side, at);
    json["inside"] = node.inside;
    json["both"] = node.inside && beyond && beyond->inside;
    json["plies"] = plies_json(node.plies);
    const auto find = [](const prove::PlaybookNode& in, const AnyMove& mv) {
        const auto found =
            std::ranges::find_if(in.moves, [&](const prove::PlaybookMove& one) { return same_effect(one.move, mv); });
        return found == in.moves.end() ? nullptr : &*found;
    };
    for (std::size_t i = 0; i < game.legal().size(); ++i) {
        const prove::PlaybookMove* const move = find(node, game.legal()[i]);
        const prove::PlaybookMove* const mirror = beyond ? find(*beyond, game.legal()[i]) : nullptr;
        const prove::PlaybookMove none{.move = {}, .after = Placement()};
        const prove::PlaybookMove& known = move != nullptr ? *move : none;
        json["moves"].push_back({{"chosen", known.chosen},
                                 {"inside", known.inside},
                                 {"other", mirror != nullptr && mirror->inside},
                                 {"answer", answer_text(game, i, known.answer)},
                                 {"over", known.over},
                                 {"winner", colour_or_null(known.winner)},
                                 {"plies", plies_json(known.plies)}});
    }
    return json;
}

Json faulty_node_json(const ProofFile& file, const prove::Fault& fault, const ProofPosition& at) {
    Json json = bare_node_json(file, fault.side.value_or(file.claim.strategies[0].side), at);
    json["fault"] = fault_json(*file.claim.variant, fault_message(fault), fault.side, fault.position);
    for (std::size_t i = 0; i < at.game->legal().size(); ++i)
        json["moves"].push_back({{"chosen", false},
                                 {"inside", false},
                                 {"other", false},
                                 {"answer", nullptr},
                                 {"over", false},
                                 {"winner", nullptr},
                                 {"plies", nullptr}});
    return json;
}

}  // namespace crownhead::server
