// crownhead selfplay: games of the engine against itself, for training nets.
#include <filesystem>
#include <system_error>

#include "learn/training_data.hpp"
#include "learn/training_games.hpp"
#include "runtime/endgame_store.hpp"

#include "commands.hpp"
#include "progress.hpp"

namespace crownhead::cli {

namespace {

struct SelfplayOptions {
    std::string game;
    std::string out;
    std::string games = "1000";
    std::string nodes = "2000";  // for each move
    std::string random = "10";   // percent of the moves after the opening
    std::string evaluation;      // terms, net or a file
    std::string endgames;        // folder of endgame files; none if empty
    std::string seed = "1";
    std::string threads = "1";
    bool quiet = false;
};

int selfplay(const SelfplayOptions& options) {
    const auto found = find_variant(options.game);
    if (!found) refuse(found.error().message);
    const Variant& variant = **found;
    const Interrupt interrupt;
    learn::TrainingGameOptions play;
    play.games = read_number(options.games, "--games", 1, 1'000'000'000);
    play.nodes = read_number(options.nodes, "--nodes", 1, 1'000'000'000);
    play.random_moves = static_cast<double>(read_number(options.random, "--random", 0, 100)) / 100;
    play.seed = read_number(options.seed, "--seed", 0, UINT64_MAX);
    play.threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256));
    play.stop = interrupt.token();
    if (!options.evaluation.empty() && options.evaluation != "terms") {
        play.evaluation = EvaluationKind::Net;
        if (options.evaluation != "net")
            play.net = std::make_shared<const eval::Net>(read_net_file(variant, options.evaluation));
    }
    if (!options.endgames.empty()) {
        Result<std::unique_ptr<Endgames>> opened = EndgameStore(options.endgames).open(variant);
        if (!opened) refuse(opened.error().message);
        play.endgames = std::move(*opened);
    }
    if (std::error_code error; std::filesystem::exists(options.out, error)) {
        const auto file = learn::read_training_data(variant, read_file(options.out), false);
        if (!file) refuse(fmt::format("{}: {} (at byte {})", options.out, file.error().message, file.error().offset));
    }
    Progress progress(fmt::format("{} self-play", variant.name), "games", options.quiet);
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    const Result<void> played =
        learn::play_training_games(variant, options.out, play, [&](std::uint64_t in_file, std::uint64_t new_positions) {
            games = in_file;
            positions = new_positions;
            progress.step(in_file, play.games, 0, "played");
        });
    progress.hide();
    if (!played) throw Failure(exit_failed, played.error().message);
    print("{}: {} games in {}, {} new positions; {:.1f} s\n", variant.name, games, options.out, positions,
          progress.seconds());
    if (interrupt) throw Failure(exit_failed, "interrupted; the same command goes on from here");
    return exit_done;
}

}  // namespace

void add_selfplay(CommandLine& line) {
    const auto options = std::make_shared<SelfplayOptions>();
    Command command = line.add(
        "selfplay", "Play games for training a net",
        "Plays the engine against itself from random openings, with some random moves later on, and appends the quiet\n"
        "positions of each game to a file of training data (docs/formats.md). Games that are in the file already are "
        "not\n"
        "played again, so an interrupted run is continued by the same command.\n\n"
        "Examples:\n"
        "  crownhead selfplay english --out english.train --games 40000 --threads 2",
        [options] { return selfplay(*options); });
    command.game(options->game);
    command.option("--out", "FILE", options->out, "The file of training data", Needed::Yes);
    command.option("--games", "N", options->games, "Games in the file at the end (default 1000)");
    command.option("--nodes", "N", options->nodes, "Limit on nodes for each move (default 2000)");
    command.option("--random", "PERCENT", options->random, "Random moves after the opening (default 10)");
    command.option("--evaluation", "WHAT", options->evaluation, "terms (default), net, or the file of a net");
    command.option("--egdb", "FOLDER", options->endgames, "Endgame databases, which decide the results of games");
    command.option("--seed", "N", options->seed, "The same seed, the same games (default 1)");
    command.threads(options->threads, "Games at a time (default 1)");
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
