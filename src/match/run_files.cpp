#include "match/run_files.hpp"

#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "match/game_record.hpp"
#include "match/journal.hpp"
#include "match/results.hpp"
#include "notation/course_log.hpp"
#include "notation/outcome_text.hpp"
#include "notation/pdn/pdn.hpp"
#include "util/file_writer.hpp"

namespace crownhead {

namespace {

using Json = nlohmann::ordered_json;

// A value of a table, in quotes where it needs them (RFC 4180).
std::string csv_value(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + '"';
}

std::string csv_line(const FinishedGame& game, const MatchCell& cell, const std::vector<std::string>& names) {
    const bool first_is_black = cell.side_of_first(game.id.number) == Side::Black;
    const std::string& black = names[cell.player(Side::Black, game.id.number)];
    const std::string& white = names[cell.player(Side::White, game.id.number)];
    const std::string_view winner = !game.winner ? "" : std::string_view(*game.winner == Side::Black ? black : white);
    const bool black_begins = cell.begins == Side::Black;
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.6f},{:.6f},{}\n", cell.variant->name,
                       cell.opening(game.id.number) + 1, csv_value(black), csv_value(white),
                       csv_value(black_begins ? black : white), csv_value(winner), end_word(game), game.moves.size(),
                       game.opening_plies, game.left[0], game.left[1], game.thinking[first_is_black ? 0 : 1].seconds,
                       game.thinking[first_is_black ? 1 : 0].seconds, csv_value(game.why));
}

// The open files of a run.
class RunFiles {
public:
    RunFiles(std::string folder, const Tally& tally)
        : folder_(std::move(folder)), tally_(tally), names_(player_names(tally.plan())) {}

    Result<void> write() {
        for (const char* const name : {"games.csv", "games.pdn", "games.log"})
            if (Result<void> done = open(name); !done) return done;
        if (Result<void> done = put("games.csv",
                                    "game,pair,black,white,begins,winner,end,plies,opening_plies,black_left,"
                                    "white_left,black_seconds,white_seconds,forfeit\n");
            !done)
            return done;
        if (Result<void> done = read_in_order(folder_, tally_, [&](const FinishedGame& game) { return add(game); });
            !done)
            return done;
        for (auto& [name, file] : files_)
            if (Result<void> done = file.commit(); !done) return done;
        if (Result<void> done = write_whole_file(folder_ + "/results.csv", results_csv(tally_)); !done) return done;
        return write_whole_file(folder_ + "/results.json", results_json(tally_));
    }

private:
    Result<void> open(const std::string& name) {
        if (files_.contains(name)) return {};
        Result<FileWriter> file = FileWriter::open(folder_ + "/" + name);
        if (!file) return std::unexpected(file.error());
        files_.emplace(name, std::move(*file));
        return {};
    }

    Result<void> put(const std::string& name, std::string_view text) { return files_.at(name).write(text); }

    Result<void> add(const FinishedGame& game) {
        const MatchCell& cell = tally_.cells()[game.id.cell];
        if (Result<void> done = put("games.csv", csv_line(game, cell, names_)); !done) return done;
        if (Result<void> done = add_pdn(game, cell); !done) return done;
        // A log has only games from the start position.
        const bool logged = game.finish == Finish::Rules && tally_.plan().fen.empty();
        return logged ? add_log(game, cell) : Result<void>{};
    }

    Result<void> add_log(const FinishedGame& game, const MatchCell& cell) {
        std::string text = "\n";
        course_log::append(text, cell.variant->size(), cell.variant->setup.first, game.moves,
                           {.left1 = game.left[0], .left2 = game.left[1], .winner = game.winner});
        for (const std::string& name : {std::string("games.log"), log_name(game, cell)}) {
            if (Result<void> done = open(name); !done) return done;
            const bool first = logged_.insert(name).second;
            if (Result<void> done = put(name, std::string_view(text).substr(first ? 1 : 0)); !done) return done;
        }
        return {};
    }

    // A log does not say who is who. Of two players the name of the file says who is player 1, Black.
    std::string log_name(const FinishedGame& game, const MatchCell& cell) const {
        if (names_.size() != 2) return fmt::format("{}.log", cell.variant->name);
        const std::size_t black = cell.player(Side::Black, game.id.number);
        const auto strategy = [&](std::size_t player) { return names_[player].substr(0, names_[player].find(':')); };
        if (strategy(0) == strategy(1))
            return fmt::format("{}.p1-{}.log", cell.variant->name, black == cell.first ? "first" : "second");
        return fmt::format("{}.p1-{}.log", cell.variant->name, strategy(black));
    }

    Result<void> add_pdn(const FinishedGame& game, const MatchCell& cell);

    std::string folder_;
    const Tally& tally_;
    std::vector<std::string> names_;
    std::map<std::string, FileWriter> files_;
    std::set<std::string> logged_;  // logs that have a game
    bool first_game_ = true;
};

Result<void> RunFiles::add_pdn(const FinishedGame& game, const MatchCell& cell) {
    const auto wrong = [](std::string_view why) {
        return fail(fmt::format("the journal has a game against the rules: {}", why));
    };
    const std::optional<Placement> start = tally_.plan().start();
    Result<GameRecord> record =
        start ? from_moves(*cell.variant, *start, game.moves) : from_moves(*cell.variant, cell.begins, game.moves);
    if (!record) return wrong(fmt::format("move {}: {}", record.error().offset + 1, record.error().message));
    if (game.finish == Finish::Rules && (!record->finished || record->winner != game.winner))
        return wrong("its end is another one");
    record->finished = game.finish != Finish::Stopped;  // a game that was too long is a draw
    record->winner = game.winner;
    set_tag(*record, "Event", tally_.plan().name.empty() ? "Crownhead match" : tally_.plan().name);
    set_tag(*record, "Round",
            fmt::format("{}.{}.{}", game.id.cell + 1, game.id.number / 2 + 1, game.id.number % 2 + 1));
    set_tag(*record, "White", names_[cell.player(Side::White, game.id.number)]);
    set_tag(*record, "Black", names_[cell.player(Side::Black, game.id.number)]);
    set_tag(*record, "PlyCount", std::to_string(game.moves.size()));
    if (game.finish == Finish::Forfeit) set_tag(*record, "Termination", fmt::format("forfeit: {}", game.why));
    if (game.finish == Finish::TooLong) set_tag(*record, "Termination", "broken off as too long");
    std::string text = first_game_ ? "" : "\n";
    first_game_ = false;
    return put("games.pdn", text + pdn::write(to_pdn(*record)));
}

}  // namespace

std::string_view end_word(const FinishedGame& game) {
    switch (game.finish) {
        case Finish::Rules: return outcome_text::word(game.reason);
        case Finish::TooLong: return "too-long";
        case Finish::Forfeit: return "forfeit";
        case Finish::Stopped: break;
    }
    return "";
}

std::string results_json(const Tally& tally) {
    // A description from outside may be no UTF-8.
    return run_results(tally).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string results_csv(const Tally& tally) {
    const std::vector<std::string> names = player_names(tally.plan());
    std::string text =
        "game,first,second,games,won,drawn,lost,score,score_low,score_high,elo,elo_low,elo_high,los,mean_plies,"
        "first_begins_won,first_begins_drawn,first_begins_lost,second_begins_won,second_begins_drawn,"
        "second_begins_lost,first_seconds_per_move,second_seconds_per_move\n";
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const MatchCell& cell = tally.cells()[i];
        const CellTally& result = tally[i];
        const MatchStats& stats = result.stats;
        const Estimate score = score_of(stats);
        const Estimate elo = elo_of(stats);
        text += fmt::format("{},{},{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.2f},{:.2f},{:.2f},{:.6f},{:.3f}",
                            cell.variant->name, csv_value(names[cell.first]), csv_value(names[cell.second]),
                            stats.games(), stats.wins, stats.draws, stats.losses, score.value, score.low, score.high,
                            elo.value, elo.low, elo.high, likelihood_of_superiority(stats), result.mean_length());
        for (const WinDrawLoss& starter : result.by_starter)
            text += fmt::format(",{},{},{}", starter.wins, starter.draws, starter.losses);
        for (const ThinkingTime& thinking : result.thinking) text += fmt::format(",{:.9f}", thinking.mean());
        text += '\n';
    }
    return text;
}

Result<void> write_run_files(const std::string& folder, const Tally& tally) { return RunFiles(folder, tally).write(); }

}  // namespace crownhead
