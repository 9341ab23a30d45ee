// The files of a run besides its journal: all games as PDN, course logs and a table, the results as a table and as JSON.
// Each is written whole or not at all; docs/formats.md describes them.
#pragma once

#include <string>
#include <string_view>

#include "match/tally.hpp"
#include "util/result.hpp"

namespace crownhead {

// How it ended, in one word as in games.csv; empty if it did not.
std::string_view end_word(const FinishedGame& game);

std::string results_json(const Tally& tally);
std::string results_csv(const Tally& tally);

// games.pdn, games.csv, results.json, results.csv and for each game <name>.log. The tally has all games of the folder;
// they are read again, one by one. A log has only the games that ended by the rules: it has no word for the others.
Result<void> write_run_files(const std::string& folder, const Tally& tally);

}  // namespace crownhead
