// crownhead puzzles: finds positions with one winning or one saving move, and proves them again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "match/game_reader.hpp"
#include "notation/fen.hpp"
#include "notation/pdn/pdn.hpp"
#include "progress.hpp"
#include "puzzles/finder.hpp"
#include "puzzles/prover.hpp"
#include "puzzles/puzzle_file.hpp"
#include "util/random.hpp"
#include "util/sha256.hpp"

namespace crownhead::cli {

namespace {

constexpr std::string_view own_games = "selfplay";

struct PuzzleOptions {
    std::string game;
    std::string from{own_games};
    std::string count = "100";
    std::string games = "0";
    std::string seed = "1";
    std::string nodes = std::to_string(puzzles::ProverLimits{}.nodes);
    std::string out;
    std::string endgames;
    bool engine_only = false;
    bool quiet = false;
};

struct PuzzleVerifyOptions {
    std::string file;
    std::string sample = "0";
    std::string seed = "1";
    std::string endgames;
    bool quiet = false;
};

// The small set is made where it is missing, which takes seconds. mini has a solution and needs none.
std::shared_ptr<const Endgames> puzzle_endgames(const Variant& variant, const std::string& folder,
                                                const std::stop_token& stop) {
    if (variant.name == "mini") return nullptr;
    Result<std::unique_ptr<Endgames>> made = endgame_store(folder).complete(variant, stop);
    if (!made) throw Failure(exit_failed, stop.stop_requested() ? "interrupted" : made.error().message);
    return std::move(*made);
}

// The games of a PDN file, one after the other.
class RecordedGames {
public:
    RecordedGames(const std::string& path, const Variant& variant)
        : path_(path),
          variant_(variant),
          text_(read_file(path)),
          encoding_(pdn::find_encoding(text_)),
          reader_(text_source(text_), {}, encoding_),
          games_(&variant) {
        pdn::Reader all(text_source(text_), {}, encoding_);
        for (;; ++count_) {
            const Result<std::optional<pdn::Game>> game = all.next();
            if (!game) refuse(fmt::format("{}: {}", path, game.error().message));
            if (!*game) break;
        }
        if (count_ == 0) refuse(fmt::format("{}: there is no game in it", path));
    }

    std::size_t count() const { return count_; }
    std::string made() const { return fmt::format("file {}", hex_text(sha256(text_)).substr(0, 16)); }

    // The next one; nothing where it is of another game or cannot be read, which is said.
    std::optional<GameRecord> next() {
        const Result<std::optional<pdn::Game>> game = reader_.next();
        if (!game || !*game) return std::nullopt;
        Replay replay = games_.read(**game);
        if (replay.error)
            write_err(for_terminal(fmt::format("crownhead: {}: {}", path_, replay.error->message)) + '\n');
        if (replay.record.variant != &variant_) return std::nullopt;
        return std::move(replay.record);
    }

private:
    std::string path_;
    const Variant& variant_;
    std::string text_;
    pdn::Encoding encoding_;
    pdn::Reader reader_;
    GameReader games_;
    std::size_t count_ = 0;
};

class PuzzleRun {
public:
    explicit PuzzleRun(const PuzzleOptions& options)
        : options_(options),
          variant_(read_game(options.game)),
          count_(read_number(options.count, "--count", 1, 100'000)),
          most_games_(read_number(options.games, "--games", 0, UINT64_MAX)),
          seed_(read_number(options.seed, "--seed", 0, UINT64_MAX)),
          nodes_(read_number(options.nodes, "--nodes", 1'000, 1'000'000'000)) {
        if (options.out == "-") refuse("--out -: a file is needed, because a run that was stopped goes on there");
        if (options.from != own_games) recorded_.emplace(options.from, variant_);
    }

    int run() {
        const std::shared_ptr<const Endgames> endgames =
            options_.engine_only ? nullptr : puzzle_endgames(variant_, options_.endgames, interrupt_.token());
        file_ = {
            .variant = &variant_,
            .made = fmt::format(
                "{} nodes={} {}", recorded_ ? recorded_->made() : fmt::format("selfplay seed={}", seed_), nodes_,
                options_.engine_only ? "engine-only" : fmt::format("endgames={}", endgames ? endgames->pieces() : 0))};
        take_over();
        puzzles::Finder finder(variant_, endgames,
                               {.seed = seed_,
                                .limits = {.nodes = nodes_, .stop = interrupt_.token()},
                                .engine_only = options_.engine_only});
        Progress progress(fmt::format("puzzles of {}", variant_.name), "puzzles", options_.quiet);
        const std::uint64_t last = std::min(recorded_ ? recorded_->count() : UINT64_MAX,
                                            most_games_ == 0 ? UINT64_MAX : file_.next + most_games_);
        if (recorded_)
            for (std::uint64_t i = 0; i < file_.next; ++i) recorded_->next();
        while (file_.puzzles.size() < count_ && file_.next < last && !interrupt_) {
            std::optional<puzzles::Puzzle> puzzle;
            if (!recorded_)
                puzzle = finder.in_own_game(file_.next, file_.puzzles);
            else if (const std::optional<GameRecord> record = recorded_->next())
                puzzle = finder.in_record(*record, file_.puzzles);
            if (interrupt_) break;  // this game is looked through again
            ++file_.next;
            if (!puzzle) continue;
            file_.puzzles.push_back(std::move(*puzzle));
            save();
            progress.step(file_.puzzles.size(), count_, 0, fmt::format("{} games", file_.next));
        }
        save();
        progress.hide();
        print("{}: {} puzzles of {} in {} games\n", options_.out, file_.puzzles.size(), variant_.name, file_.next);
        if (interrupt_) throw Failure(exit_failed, "stopped; the same command goes on");
        return exit_done;
    }

private:
    // What an earlier run has found.
    void take_over() {
        if (!std::filesystem::exists(options_.out)) return;
        Result<puzzles::PuzzleFile> before = puzzles::read_puzzles(read_file(options_.out), &variant_);
        if (!before) refuse(fmt::format("{}: {}", options_.out, before.error().message));
        if (before->made != file_.made)
            refuse(fmt::format("{}: line 4: it was made with other options ({}, now {}); choose another file",
                               options_.out, before->made, file_.made));
        file_ = std::move(*before);
    }

    void save() const { or_fail(write_file(options_.out, puzzles::write_puzzles(file_))); }

    const PuzzleOptions& options_;
    const Variant& variant_;
    std::uint64_t count_;
    std::uint64_t most_games_;
    std::uint64_t seed_;
    std::uint64_t nodes_;
    std::optional<RecordedGames> recorded_;
    puzzles::PuzzleFile file_;
    const Interrupt interrupt_;
};

int find_puzzles(const PuzzleOptions& options) {
    if (options.game.empty()) refuse("puzzles: which game? (see crownhead puzzles --help)");
    if (options.out.empty()) refuse("puzzles: where to? --out FILE is missing");
    return PuzzleRun(options).run();
}

// So many of the puzzles, chosen by the seed, in the order of the file.
std::vector<std::size_t> sample_of(std::size_t all, std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> chosen(all);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    if (count == 0 || count >= all) return chosen;
    Random random(seed);
    for (std::size_t i = 0; i < count; ++i)
        std::swap(chosen[i], chosen[i + random.below(static_cast<std::uint32_t>(all - i))]);
    chosen.resize(count);
    std::ranges::sort(chosen);
    return chosen;
}

int verify_puzzles(const PuzzleVerifyOptions& options) {
    const std::uint64_t sample = read_number(options.sample, "--sample", 0, 1'000'000);
    const std::uint64_t seed = read_number(options.seed, "--seed", 0, UINT64_MAX);
    const Result<puzzles::PuzzleFile> file = puzzles::read_puzzles(read_file(options.file));
    if (!file) refuse(fmt::format("{}: {}", options.file, file.error().message));
    const Variant& variant = *file->variant;
    const Interrupt interrupt;
    const std::vector<std::size_t> chosen = sample_of(file->puzzles.size(), sample, seed);
    // Files are needed only for what rests on them, or is solved with their help.
    const bool exact =
        std::ranges::any_of(chosen, [&](std::size_t i) { return file->puzzles[i].proof != puzzles::Proof::Search; });
    puzzles::Prover prover(variant, exact ? puzzle_endgames(variant, options.endgames, interrupt.token()) : nullptr,
                           {.oracle_nodes = 0, .stop = interrupt.token()});
    Progress progress(fmt::format("verifying {}", options.file), "puzzles", options.quiet);
    std::size_t done = 0;
    std::size_t wrong = 0;
    for (const std::size_t i : chosen) {
        const puzzles::Puzzle& puzzle = file->puzzles[i];
        const Result<void> held = prover.verify(puzzle);
        if (interrupt) throw Failure(exit_failed, fmt::format("stopped after {} of {} puzzles", done, chosen.size()));
        ++done;
        progress.step(done, chosen.size(), 0, "");
        if (held) continue;
        ++wrong;
        progress.hide();
        constexpr std::size_t head_lines = 5;
        write_err(for_terminal(fmt::format("crownhead: {}: line {}: {}: {}", options.file, head_lines + i + 1,
                                           fen::write(variant, puzzle.position), held.error().message)) +
                  '\n');
    }
    progress.hide();
    const auto count = [&](puzzles::Proof proof) {
        return std::ranges::count_if(chosen, [&](std::size_t i) { return file->puzzles[i].proof == proof; });
    };
    print("{}: {} of {} puzzles of {} checked: {} by the solution, {} by endgame files, {} by search; {}\n",
          options.file, done, file->puzzles.size(), variant.name, count(puzzles::Proof::Solution),
          count(puzzles::Proof::Endgames), count(puzzles::Proof::Search),
          wrong == 0 ? "all hold" : fmt::format("{} do not hold", wrong));
    return wrong == 0 ? exit_done : exit_failed;
}

}  // namespace

void add_puzzles(CommandLine& line) {
    const auto options = std::make_shared<PuzzleOptions>();
    Command command = line.add(
        "puzzles", "Find positions with one winning or one saving move; verify them",
        "That there is no other move is proven by the solver or by endgame files, or else confirmed by a search whose\n"
        "depth the file states. A puzzle is graded by the plies to find and by the lowest of the engine's levels 1 to "
        "8\n"
        "that finds its first move; what levels 1 and 2 find is left out. A game gives one puzzle at most. The same\n"
        "options give the same file; a run that was stopped goes on with the same command.\n\n"
        "Examples:\n"
        "  crownhead puzzles english --out english.txt --count 200 --seed 7\n"
        "  crownhead puzzles russian --from games.pdn --out russian.txt\n"
        "  crownhead puzzles verify english.txt",
        [options] { return find_puzzles(*options); });
    command.game(options->game, Needed::No);
    command.option("--from", "FILE", options->from, "Games, PDN; or selfplay: of the engine against itself (default)");
    command.option("--count", "N", options->count, "Puzzles in the file at the end (default 100)");
    command.option("--games", "N", options->games,
                   "Look through at most so many games now (default: as many as it takes)");
    command.option("--seed", "N", options->seed, "Of the games against itself (default 1)");
    command.option("--nodes", "N", options->nodes,
                   fmt::format("Of the search that confirms a puzzle (default {})", puzzles::ProverLimits{}.nodes));
    command.option("--out", "FILE", options->out, "The puzzles; written whole after each one that is found");
    command.option("--egdb", "DIR", options->endgames, "Endgame files (default: in the user's folder for data)");
    command.flag("--engine-only", options->engine_only, "No proofs, neither by endgame files nor by solved games");
    command.quiet(options->quiet);
    const auto verifying = std::make_shared<PuzzleVerifyOptions>();
    Command verify = line.add_below(command, "verify", "Prove every puzzle of a file again, or repeat its search",
                                    [verifying] { return verify_puzzles(*verifying); });
    verify.argument("FILE", verifying->file, "The puzzles");
    verify.option("--sample", "N", verifying->sample, "Only so many, chosen by the seed (default: all)");
    verify.option("--seed", "N", verifying->seed, "Of the choice (default 1)");
    verify.option("--egdb", "DIR", verifying->endgames, "Endgame files (default: in the user's folder for data)");
    verify.quiet(verifying->quiet);
}

}  // namespace crownhead::cli
