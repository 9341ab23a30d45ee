#include "protocol/hello.hpp"

#include <utility>

#include <fmt/format.h>

#include "notation/rules_text.hpp"
#include "notation/square_text.hpp"
#include "player_policy.hpp"
#include "protocol/description.hpp"
#include "protocol/json.hpp"
#include "rules/variants.hpp"

namespace crownhead::server {

namespace {

Json messages_json(const std::vector<Message>& messages) {
    Json all = Json::array();
    for (const Message& message : messages) all.push_back(message_json(message));
    return all;
}

Json game_json(const Variant& v) {
    Json cells = Json::array();
    Json names = Json::array();
    for (int n = 1; n <= v.squares(); ++n) {
        const Cell cell = cell_of_number(v.setup, v.size(), n);
        cells.push_back({cell.row, cell.column});
        names.push_back(square_text::name(v, n));
    }
    const bool algebraic = v.setup.notation == Notation::Algebraic;
    return {{"name", v.name},
            {"family", v.family},
            {"size", v.size()},
            {"reversed", v.end.bare == Bare::Wins},
            {"solved", solve::has_oracle(v)},
            {"begins", colour(v.setup.first)},
            {"sides", v.setup.names == SideNames::Players ? "players" : "colours"},
            {"notation", algebraic ? "algebraic" : "numeric"},
            {"rules", messages_json(rules_text::rules(v))},
            {"draws", messages_json(rules_text::draws(v))},
            {"cells", std::move(cells)},
            {"names", algebraic ? std::move(names) : Json(nullptr)},
            {"start", board_text(new_game(v)->start())},
            {"opponent", page_opponent(v)}};
}

}  // namespace

std::string hello(std::string_view version) {
    Json games = Json::array();
    for (const Variant& v : variants) games.push_back(game_json(v));
    return to_frame({{"event", "hello"},
                     {"protocol", protocol_description().at("version")},
                     {"program", fmt::format("crownhead {}", version)},
                     {"games", std::move(games)},
                     {"strategies", page_strategies()},
                     {"limits",
                      {{"tables", open_tables},
                       {"message", largest_frame},
                       {"text", largest_text},
                       {"name", largest_name},
                       {"lab", {{"games", most_run_games}, {"plies", most_run_plies}}}}}});
}

}  // namespace crownhead::server
