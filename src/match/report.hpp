// The report on a run: one HTML page that needs nothing but itself, with results, charts and games to replay, and the
// same charts as files. The page knows no rules: every position in it was made here, by playing the game again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "util/result.hpp"

namespace crownhead {

struct ReportOptions {
    std::size_t games_per_cell = 20;  // to replay; the statistics are of all games
};

struct ChartFile {
    std::string name{};  // "results-suicide.svg"
    std::string svg{};
};

struct RunReport {
    std::string html{};
    std::vector<ChartFile> charts{};
};

// The run in this folder, finished or not. Memory does not grow with the number of its games.
Result<RunReport> make_report(const std::string& folder, const ReportOptions& options);

}  // namespace crownhead
