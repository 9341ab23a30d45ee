// crownhead learn: fits the weights of a game's evaluation from games of the engine against itself, or trains a net.
#include "learn/net_trainer.hpp"
#include "learn/selfplay.hpp"

#include "commands.hpp"
#include "progress.hpp"

namespace crownhead::cli {

namespace {

struct LearnOptions {
    std::string game;
    std::string out;
    std::string from;            // builtin, guess or a file
    std::string games = "1000";  // in each round
    std::string nodes = "2000";  // for each move
    std::string rounds = "2";
    std::string test_games = "200";
    std::string seed = "1";
    std::string threads = "1";
    bool net = false;
    std::vector<std::string> data{};  // files of training data, for a net
    std::string result_share = "20";  // percent
    std::string epochs = "20";
    bool quiet = false;
};

eval::Weights first_weights(const Variant& variant, const LearnOptions& options) {
    if (options.from == "guess") return eval::first_guess(variant);
    if (options.from.empty() || options.from == "builtin") return eval::builtin_weights(variant);
    const auto weights = eval::read_weights(variant, read_file(options.from));
    if (!weights)
        refuse(fmt::format("{}: {} (at byte {})", options.from, weights.error().message, weights.error().offset));
    return *weights;
}

// Where training begins; nothing: with random weights.
std::optional<eval::Net> first_net(const Variant& variant, const LearnOptions& options) {
    if (options.from.empty()) return std::nullopt;
    if (options.from == "builtin") {
        std::optional<eval::Net> net = eval::builtin_net(variant);
        if (!net) refuse(fmt::format("--from builtin: there is no net for {}", variant.name));
        return net;
    }
    return read_net_file(variant, options.from);
}

int learn_net(const Variant& variant, const LearnOptions& options) {
    if (options.out.empty() || options.data.empty()) refuse("learn --net: --data FILE... and --out FILE are needed");
    const Interrupt interrupt;
    learn::TrainOptions train;
    train.epochs = static_cast<int>(read_number(options.epochs, "--epochs", 1, 1000));
    train.seed = read_number(options.seed, "--seed", 0, UINT64_MAX);
    train.threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256));
    train.stop = interrupt.token();
    const std::optional<eval::Net> first = first_net(variant, options);
    if (first) {
        train.from = &*first;
        train.rate /= 2;  // what it knows should not be forgotten at once
    }
    const std::uint64_t share = read_number(options.result_share, "--result-share", 0, 100);
    std::vector<learn::TrainingRecord> records;
    for (const std::string& path : options.data) {
        const Result<learn::TrainingFile> file = learn::read_training_data(variant, read_file(path));
        if (!file) refuse(fmt::format("{}: {} (at byte {})", path, file.error().message, file.error().offset));
        records.insert(records.end(), file->records.begin(), file->records.end());
    }
    constexpr double held_out = 0.02;
    const std::vector<learn::Sample> samples = learn::make_samples(records, static_cast<double>(share) / 100, held_out);
    if (samples.empty()) refuse("learn --net: there are no positions in the training data");
    Progress progress(fmt::format("{} net", variant.name), "epochs", options.quiet);
    learn::TrainedNet trained = learn::train_net(variant, samples, train, [&](const learn::TrainProgress& done) {
        progress.step(static_cast<std::uint64_t>(done.epoch), static_cast<std::uint64_t>(train.epochs), 0, "trained");
    });
    progress.hide();
    if (interrupt) throw Failure(exit_failed, "interrupted; nothing was written");
    trained.net.record = fmt::format(
        "{}positions={} distinct={} share={}% epochs={} seed={} loss={:.5f} held-out={:.5f}", first ? "continued " : "",
        records.size(), samples.size(), share, train.epochs, train.seed, trained.loss, trained.held_out_loss);
    if (const auto written = write_file(options.out, eval::write_net(variant, trained.net)); !written)
        throw Failure(exit_failed, written.error().message);
    print("{}: {} positions, {} distinct; loss {:.5f}, held out {:.5f}; {:.1f} s\n", variant.name, records.size(),
          samples.size(), trained.loss, trained.held_out_loss, progress.seconds());
    return exit_done;
}

int learn(const LearnOptions& options) {
    const auto found = find_variant(options.game);
    if (!found) refuse(found.error().message);
    const Variant& variant = **found;
    if (options.net) return learn_net(variant, options);
    if (!options.data.empty()) refuse("learn: --data goes with --net");
    const int rounds = static_cast<int>(read_number(options.rounds, "--rounds", 0, 100));
    const int threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256));
    const Interrupt interrupt;
    const auto check_interrupt = [&] {
        if (interrupt) throw Failure(exit_failed, "interrupted; the weights of finished rounds are kept");
    };
    learn::SelfPlayOptions play{.games = read_number(options.games, "--games", 2, 10'000'000),
                                .nodes = read_number(options.nodes, "--nodes", 1, 1'000'000'000),
                                .seed = read_number(options.seed, "--seed", 0, UINT64_MAX),
                                .threads = threads,
                                .stop = interrupt.token()};
    const std::uint64_t test_games = read_number(options.test_games, "--test-games", 0, 10'000'000);
    eval::Weights best = first_weights(variant, options);

    if (rounds == 0) {
        learn::SelfPlayOptions test = play;
        test.games = std::max<std::uint64_t>(test_games, 2);
        const MatchStats stats = learn::compare(variant, best, eval::builtin_weights(variant), test, {});
        check_interrupt();
        const Estimate elo = elo_of(stats);
        print("{}: these against those of the program: +{} ={} -{}, Elo {:+.0f} [{:+.0f}, {:+.0f}]\n", variant.name,
              stats.wins, stats.draws, stats.losses, elo.value, elo.low, elo.high);
        return exit_done;
    }
    if (options.out.empty()) refuse("learn: where to? --out FILE is missing");

    learn::Samples samples;
    for (int round = 1; round <= rounds; ++round) {
        Progress progress(fmt::format("{} round {}", variant.name, round), "games", options.quiet);
        play.seed += 1000;
        const learn::Samples fresh = learn::self_play(
            variant, best, play, [&](std::uint64_t done) { progress.step(done, play.games, 0, "played"); });
        check_interrupt();
        samples.append(fresh);
        const learn::FitResult fitted = learn::fit(best, samples, {.prior = eval::first_guess(variant)});
        progress.hide();
        print("{} round {}: {} games, {} new positions, {} in all; loss {:.4f} -> {:.4f}; {:.1f} s\n", variant.name,
              round, play.games, fresh.size(), samples.size(), fitted.loss_before, fitted.loss_after,
              progress.seconds());
        if (test_games > 0) {
            learn::SelfPlayOptions test = play;
            test.games = test_games;
            test.seed += 500;
            const MatchStats stats = learn::compare(variant, fitted.weights, best, test, [&](std::uint64_t done) {
                progress.step(done, test_games, 0, "tested");
            });
            check_interrupt();
            const Estimate elo = elo_of(stats);
            progress.hide();
            print("{} round {}: new against old: +{} ={} -{}, Elo {:+.0f} [{:+.0f}, {:+.0f}]; {:.1f} s\n", variant.name,
                  round, stats.wins, stats.draws, stats.losses, elo.value, elo.low, elo.high, progress.seconds());
            // Samples of weaker play are of use to the next round, the weights are not.
            if (elo.value < -10) {
                print("{} round {}: the old weights stay\n", variant.name, round);
                flush_out();
                continue;
            }
        }
        best = fitted.weights;
        flush_out();
        if (const auto written = write_file(options.out, eval::write_weights(variant, best)); !written)
            throw Failure(exit_failed, written.error().message);
    }
    return exit_done;
}

}  // namespace

void add_learn(CommandLine& line) {
    const auto options = std::make_shared<LearnOptions>();
    Command command = line.add(
        "learn", "Fit the evaluation weights of a game from self-play",
        "Each round plays games with the weights so far, fits new ones to all quiet positions and their results, and\n"
        "tests new against old. The file is written after each round in which the new ones are not worse.\n"
        "With --net a net is trained on the data of crownhead selfplay.\n\n"
        "Examples:\n"
        "  crownhead learn english --out data/weights/english.txt --rounds 3 --games 2000 --threads 2\n"
        "  crownhead learn english --net --data english.train --out english.net --threads 2",
        [options] { return learn(*options); });
    command.game(options->game);
    command.option("--out", "FILE", options->out, "Where to write the weights or the net");
    command.option("--from", "WHAT", options->from,
                   "Begin with: builtin (default), guess, or a file; with --net builtin or a file");
    command.option("--games", "N", options->games, "Games in each round (default 1000)");
    command.option("--nodes", "N", options->nodes, "Positions looked at for each move (default 2000)");
    command.option("--rounds", "N", options->rounds,
                   "Default 2; 0 only tests --from against the weights of the program");
    command.option("--test-games", "N", options->test_games, "New against old after each round (default 200)");
    command.option("--seed", "N", options->seed, "The same seed, the same weights (default 1)");
    command.threads(options->threads, "Games at a time (default 1)");
    command.flag("--net", options->net, "Train a net");
    command.options("--data", "FILE", options->data, "Files of training data, for a net");
    command.option("--result-share", "PERCENT", options->result_share,
                   "How much the result counts beside the score of the search, for a net (default 20)");
    command.option("--epochs", "N", options->epochs, "Passes over the data, for a net (default 20)");
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
