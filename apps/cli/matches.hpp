// What the commands that play matches share: options, a match of two, the table of results.
#pragma once

#include <optional>
#include <string>

#include "commands.hpp"
#include "common.hpp"
#include "match/tournament.hpp"
#include "progress.hpp"

namespace crownhead::cli {

// auto, start, random or ballots; nothing for auto.
std::optional<Openings> read_openings(const std::string& text);

// The two players of the plan in one game, with progress.
CellTally play_two(const Variant& variant, Plan plan, int threads, Progress& progress);

// Plays the plan, or what is left of it in the folder of the run, until it is complete or Ctrl-C is pressed, and writes the
// files of the run.
Tally play_run(const Plan& plan, const RunSettings& settings, const std::string& what);

// Standings, then a line for each cell.
void print_results(const Tally& tally);

}  // namespace crownhead::cli
