// The folder of a run: the plan, and a journal to which every finished game is added at once. Whatever ends the program,
// the games that were finished are there when the same run is started again. Format: docs/formats.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "match/plan.hpp"
#include "match/tally.hpp"
#include "util/result.hpp"

namespace crownhead {

namespace journal_text {

// One line, with its end. The last column is a checksum of the others.
std::string write(const FinishedGame& game);
Result<FinishedGame> read(std::string_view line, const std::vector<MatchCell>& cells);

}  // namespace journal_text

using OnGame = std::function<Result<void>(const FinishedGame&)>;

// The plan in this folder.
Result<Plan> read_plan(const std::string& folder);

// The games in this folder, in the order in which they were finished. A line that was not written to its end is no game.
Result<void> read_journal(const std::string& folder, const Plan& plan, const OnGame& on_game);

// Those games that count, in the order of the plan. The tally has all games of the folder.
Result<void> read_in_order(const std::string& folder, const Tally& tally, const OnGame& on_game);

class Journal {
public:
    // Makes the folder if need be, or goes on with the run in it: `tally` gets the games that are there. Refused if the
    // folder belongs to another plan or if another program is just writing to it.
    static Result<Journal> open(const std::string& folder, const Plan& plan, Tally& tally);
    Journal(Journal&& other) noexcept;
    Journal& operator=(Journal&&) = delete;
    ~Journal();

    Result<void> append(const FinishedGame& game);

private:
    Journal(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}

    int descriptor_;
    std::string path_;
};

}  // namespace crownhead
