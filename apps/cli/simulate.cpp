// crownhead simulate: the batch mode of the suicide document (mission S0.10, S0.11).
#include <unistd.h>
#include <climits>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "commands.hpp"
#include "match/draw_rules.hpp"
#include "match/simulation.hpp"
#include "players/catalogue.hpp"
#include "progress.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"

namespace crownhead::cli {

namespace {

struct SimulateOptions {
    std::string input;
    std::string output;
    std::string game = "suicide";
    std::string player1 = Simulation().player1;
    std::string player2 = Simulation().player2;
    std::string first = "p1";
    std::string seed = "1";
    std::string threads = "1";
    bool skip_bad = false;
    bool no_draw_rules = false;
    bool progress = false;
};

Starter read_first(const std::string& text) {
    if (text == "p1") return Starter::First;
    if (text == "p2") return Starter::Second;
    if (text == "alternate") return Starter::Alternate;
    refuse(fmt::format("--first {}: expected p1, p2 or alternate", text));
}

std::string read_player(const std::string& description, std::string_view option) {
    if (const auto player = make_player(description, 0); !player)
        refuse(fmt::format("{} {}: {}", option, description, player.error().message));
    return description;
}

// The input, which is read twice: to check it, then to play. What can be read only once (standard input, a pipe) is kept.
class Input {
public:
    explicit Input(const std::string& path) : path_(path) {
        if (path != "-") file_.reset(std::fopen(path.c_str(), "rbe"));
        if (path != "-" && !file_)
            refuse(fmt::format("cannot read {}: {}", path_, std::system_category().message(errno)));
        if (file_ && std::fseek(file_.get(), 0, SEEK_SET) == 0) return;
        file_.reset();
        text_ = read_file(path);
    }

    // From the beginning. A failure ends the text; check() tells.
    Source source() {
        if (!file_) return text_source(text_);
        if (std::fseek(file_.get(), 0, SEEK_SET) != 0) failed_ = errno;
        return [this](char* into, std::size_t size) {
            const std::size_t count = std::fread(into, 1, size, file_.get());
            if (count < size && std::ferror(file_.get()) != 0) failed_ = errno;
            return count;
        };
    }

    void check() const {
        if (failed_ != 0) refuse(fmt::format("cannot read {}: {}", path_, std::system_category().message(failed_)));
    }

private:
    std::string path_;
    File file_;
    std::string text_;
    int failed_ = 0;  // the number of the error
};

struct Checked {
    std::uint64_t good = 0;
    std::vector<BadLine> bad{};
};

Checked check_all(SizeReader reader) {
    Checked checked;
    while (auto line = reader.next()) {
        if (*line)
            ++checked.good;
        else
            checked.bad.push_back(std::move(line->error()));
    }
    return checked;
}

// What is wrong with the lines, one on each line.
std::string listing(const std::vector<BadLine>& bad) {
    std::string text;
    for (const BadLine& line : bad) text += fmt::format("line {}: {}\n", line.number, line.why);
    return text;
}

int simulate(const SimulateOptions& options) {
    const auto games = games_by_size(options.game);
    if (!games) refuse(fmt::format("--game: {}", games.error().message));
    const Interrupt interrupt;
    const Simulation simulation{.player1 = read_player(options.player1, "--p1"),
                                .player2 = read_player(options.player2, "--p2"),
                                .starter = read_first(options.first),
                                .seed = read_number(options.seed, "--seed", 0, UINT64_MAX),
                                .threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256)),
                                .draw_rules = !options.no_draw_rules,
                                .longest = options.no_draw_rules ? longest_without_draws : INT_MAX,
                                .stop = interrupt.token()};
    const std::string skipped = options.output + ".skipped";
    if (options.output == "-") refuse("OUTPUT -: expected the name of a file");
    std::error_code error;
    for (const std::string& written : {options.output, skipped})
        if (options.input != "-" && std::filesystem::equivalent(options.input, written, error))
            refuse(fmt::format("{} would be replaced by its own results: choose another OUTPUT", options.input));

    Input input(options.input);
    const Checked checked = check_all({input.source(), *games});
    input.check();
    if (!checked.bad.empty() && !options.skip_bad) {
        const BadLine& first = checked.bad.front();
        const std::size_t others = checked.bad.size() - 1;
        const std::string more =
            others == 0 ? "" : fmt::format(" (and {} more bad line{})", others, others == 1 ? "" : "s");
        refuse(fmt::format("{}, line {}: {}{}", options.input, first.number, first.why, more));
    }
    if (checked.good == 0)
        refuse(fmt::format("{}: there is no {}board size in it", options.input, checked.bad.empty() ? "" : "good "));

    SimulationResult result;
    Result<FileWriter> output = FileWriter::open(options.output);
    if (!output) throw Failure(exit_failed, output.error().message);
    {
        Progress progress("simulation", "games", !options.progress);
        SizeReader reader(input.source(), *games);
        const auto next = [&]() -> const Variant* {
            while (const auto line = reader.next())
                if (*line) return **line;
            return nullptr;
        };
        const Result<SimulationResult> simulated = crownhead::simulate(
            simulation, next, [&](std::string_view text) { return output->write(text); },
            [&](std::uint64_t done) { progress.step(done, checked.good, 0, ""); });
        if (!simulated) throw Failure(exit_failed, simulated.error().message);
        result = *simulated;
        input.check();
    }
    if (result.stopped && result.games == result.unfinished)
        throw Failure(exit_failed, fmt::format("interrupted; {} is not written, no game was finished", options.output));
    if (!checked.bad.empty())
        or_fail(write_file(skipped, listing(checked.bad)));
    else
        unlink(skipped.c_str());  // of an earlier run
    or_fail(output->commit());
    if (result.unfinished > 0)
        write_err(fmt::format("crownhead: {} of {} games were unfinished after {} plies and are not in {}\n",
                              result.unfinished, result.games, longest_without_draws, options.output));
    if (result.stopped)
        throw Failure(exit_failed, fmt::format("interrupted after {} of {} games, which are in {}", result.games,
                                               checked.good, options.output));
    return exit_done;
}

}  // namespace

void add_simulate(CommandLine& line) {
    const auto options = std::make_shared<SimulateOptions>();
    Command command =
        line.add("simulate", "Play one game for each board size in a file, and log them",
                 "INPUT has one board size on each line; OUTPUT becomes a course log with one block for each game:\n"
                 "board size, moves (p1 4-7, p2 11x4(7)), pieces left (tp1 5, tp2 0), winner (wp1, wp2 or d).\n"
                 "The whole input is checked first. Nothing is printed unless something is wrong. Ctrl-C ends it with "
                 "the games\n"
                 "that were played so far in OUTPUT.\n\n"
                 "Examples:\n"
                 "  crownhead simulate sizes.txt games.log\n"
                 "  crownhead simulate sizes.txt games.log --p1 scatter --p2 random --first alternate --seed 7\n"
                 "  crownhead simulate sizes.txt games.log --game giveaway --threads 2 --progress",
                 [options] { return simulate(*options); });
    command.argument("INPUT", options->input, "Board sizes, one on each line (- for standard input)");
    command.argument("OUTPUT", options->output, "The log; it appears at the end");
    command.option("--p1", "PLAYER", options->player1, "Player 1, at the top (default random)");
    command.option("--p2", "PLAYER", options->player2, "Player 2, at the bottom (default edge)");
    command.option("--first", "WHO", options->first, "Who begins: p1 (default), p2 or alternate");
    command.option("--game", "NAME", options->game, "Which game; the lines say the size (default suicide)");
    command.option("--seed", "N", options->seed, "The same seed, the same games (default 1)");
    command.threads(options->threads, "Games at a time (default 1)");
    command.flag("--skip-bad", options->skip_bad, "Play the good lines; the others go to OUTPUT.skipped");
    command.flag("--no-draw-rules", options->no_draw_rules,
                 "No draw by repetition or by a count of moves; a game of 10,000 plies is left out as unfinished");
    command.flag("--progress", options->progress, "Show on standard error how far it is");
}

}  // namespace crownhead::cli
