#include "protocol/hello.hpp"

#include <utility>

#include <fmt/format.h>

#include "match/wire_json.hpp"
#include "player_policy.hpp"
#include "protocol/description.hpp"
#include "protocol/json.hpp"
#include "rules/variants.hpp"

namespace crownhead::server {

std::string hello(std::string_view version) {
    Json games = Json::array();
    for (const Variant& v : variants) games.push_back(Json(game_json(v)));
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
