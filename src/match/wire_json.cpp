#include "match/wire_json.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "notation/rules_text.hpp"
#include "notation/square_text.hpp"
#include "players/catalogue.hpp"
#include "runtime/game.hpp"
#include "solve/oracle.hpp"
#include "solve/proven.hpp"

namespace crownhead {

namespace {

using Json = nlohmann::ordered_json;

// "black", "white" or "draw"; null where there is no proof.
Json proven_winner(const Variant& v) {
    const std::optional<Value> value = solve::proven_value(v);
    if (!value) return nullptr;
    if (*value == Value::Draw) return "draw";
    return (*value == Value::Win) == (v.setup.first == Side::Black) ? "black" : "white";
}

}  // namespace

Json message_json(const Message& message) {
    Json params = Json::object();
    for (const MessageParam& param : message.params)
        std::visit([&](const auto& value) { params[std::string(param.name)] = value; }, param.value);
    return {{"code", message.code}, {"params", std::move(params)}};
}

Json hops_json(const AnyMove& mv) {
    Json hops = Json::array();
    for (const Hop& hop : mv.hops) hops.push_back({hop.to, hop.captured, hop.captured_second});
    return hops;
}

std::string board_text(const Placement& placement) {
    std::string text;
    for (const Piece piece : placement.squares) text += "ebBwW"[static_cast<std::size_t>(piece)];
    return text;
}

Json game_json(const Variant& v) {
    Json cells = Json::array();
    Json names = Json::array();
    for (int number = 1; number <= v.squares(); ++number) {
        const Cell cell = cell_of_number(v.setup, v.size(), number);
        cells.push_back({cell.row, cell.column});
        names.push_back(square_text::name(v, number));
    }
    Json rules = Json::array();
    for (const Message& rule : rules_text::rules(v)) rules.push_back(message_json(rule));
    Json draws = Json::array();
    for (const Message& draw : rules_text::draws(v)) draws.push_back(message_json(draw));
    const bool algebraic = v.setup.notation == Notation::Algebraic;
    return {{"name", v.name},
            {"family", v.family},
            {"size", v.size()},
            {"reversed", v.end.bare == Bare::Wins},
            {"solved", solve::has_oracle(v)},
            {"proven", proven_winner(v)},
            {"begins", v.setup.first == Side::Black ? "black" : "white"},
            {"sides", v.setup.names == SideNames::Players ? "players" : "colours"},
            {"notation", algebraic ? "algebraic" : "numeric"},
            {"rules", std::move(rules)},
            {"draws", std::move(draws)},
            {"cells", std::move(cells)},
            {"names", algebraic ? std::move(names) : Json(nullptr)},
            {"start", board_text(new_game(v)->start())},
            {"opponent", default_opponent(v)}};
}

}  // namespace crownhead
