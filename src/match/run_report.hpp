// The report on a run: the second page of the web build (report.html) with the results and some games to replay inside.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "util/result.hpp"

namespace crownhead {

// The run in this folder, finished or not, as the report reads it, with so many games to replay for each two players in a
// game. Memory does not grow with the number of games.
Result<nlohmann::ordered_json> report_data(const std::string& folder, std::size_t games_per_cell = 20);

// Puts the data into the page, in place of `null` in its script element `run`.
Result<std::string> fill_report(std::string_view page, const nlohmann::ordered_json& data);

}  // namespace crownhead
