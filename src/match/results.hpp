// The results of a run as one JSON object: what the page, the report and results.json show. Every interval is computed
// here, by stats.hpp.
#pragma once

#include <nlohmann/json.hpp>

#include "match/tally.hpp"

namespace crownhead {

// Run of apps/server/protocol.json without `id`, `created`, `problem` and `seconds`, and more of each cell: how games ended,
// their lengths, thinking times, the sequential test.
nlohmann::ordered_json run_results(const Tally& tally);

}  // namespace crownhead
