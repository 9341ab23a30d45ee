// crownhead simulate: the batch mode of the suicide document (mission S0.10, S0.11).
#include <unistd.h>

#include <filesystem>

#include "commands.hpp"
#include "match/simulation.hpp"
#include "players/catalogue.hpp"
#include "progress.hpp"
#include "util/file_writer.hpp"

namespace crownhead::cli {

namespace {

Starter read_starter(const std::string& text) {
    if (text == "p1") return Starter::Player1;
    if (text == "p2") return Starter::Player2;
    if (text == "alternate") return Starter::Alternate;
    refuse(fmt::format("--first {}: expected p1, p2 or alternate", text));
}

std::string read_player(const std::string& description, std::string_view option) {
    if (const auto player = make_player(description, 0); !player)
        refuse(fmt::format("{} {}: {}", option, description, player.error().message));
    return description;
}

void keep(const Result<void>& done) {
    if (!done) throw Failure(exit_failed, done.error().message);
}

// What is wrong with the lines, one on each line.
std::string listing(const std::vector<BadLine>& bad) {
    std::string text;
    for (const BadLine& line : bad) text += fmt::format("line {}: {}\n", line.number, line.why);
    return text;
}

}  // namespace

int simulate(const SimulateOptions& options) {
    const auto games = games_by_size(options.game);
    if (!games) refuse(fmt::format("--game: {}", games.error().message));
    Simulation simulation{.player1 = read_player(options.player1, "--p1"),
                          .player2 = read_player(options.player2, "--p2"),
                          .starter = read_starter(options.first),
                          .seed = read_number(options.seed, "--seed", 0, UINT64_MAX),
                          .threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256))};
    std::error_code error;
    if (std::filesystem::equivalent(options.input, options.output, error))
        refuse(fmt::format("{} would be replaced by its own results: choose another OUTPUT", options.input));

    SizeList list = read_sizes(read_file(options.input), *games);
    if (!list.bad.empty() && !options.skip_bad) {
        const BadLine& first = list.bad.front();
        const std::string more =
            list.bad.size() == 1 ? "" : fmt::format(" (and {} more bad lines)", list.bad.size() - 1);
        refuse(fmt::format("{}, line {}: {}{}", options.input, first.number, first.why, more));
    }
    if (list.games.empty())
        refuse(fmt::format("{}: there is no {}board size in it", options.input, list.bad.empty() ? "" : "good "));
    simulation.games = std::move(list.games);

    Result<FileWriter> output = FileWriter::open(options.output);
    if (!output) throw Failure(exit_failed, output.error().message);
    {
        Progress progress("simulation", "games", !options.progress);
        keep(crownhead::simulate(
            simulation, [&](std::string_view text) { return output->write(text); },
            [&](std::uint64_t done) { progress.step(done, simulation.games.size(), 0, ""); }));
    }
    const std::string skipped = options.output + ".skipped";
    if (!list.bad.empty())
        keep(write_file(skipped, listing(list.bad)));
    else if (options.skip_bad)
        unlink(skipped.c_str());  // of an earlier run
    keep(output->commit());
    return exit_done;
}

}  // namespace crownhead::cli
