#include "protocol/hello.hpp"

#include <fmt/format.h>

#include "match/wire_json.hpp"
#include "player_policy.hpp"
#include "protocol/description.hpp"
#include "protocol/json.hpp"
#include "rules/variants.hpp"

namespace crownhead::server {

std::string hello(std::string_view version, int threads) {
    static const Json games = [] {  // the same for every service, and most of the work
        Json list = Json::array();
        for (const Variant& v : variants) list.push_back(Json(game_json(v)));
        return list;
    }();
    return to_frame({{"event", "hello"},
                     {"protocol", protocol_description().at("version")},
                     {"program", fmt::format("crownhead {}", version)},
                     {"games", games},
                     {"strategies", page_strategies()},
                     {"limits",
                      {{"tables", open_tables},
                       {"message", largest_frame},
                       {"text", largest_text},
                       {"name", largest_name},
                       {"lab", {{"games", most_run_games}, {"plies", most_run_plies}}},
                       {"analysis", {{"lines", most_lines}, {"threads", threads}}}}}});
}

}  // namespace crownhead::server
