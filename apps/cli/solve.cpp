// crownhead solve: the exact value of a small game, and proofs of it.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "progress.hpp"
#include "rules/variants.hpp"
#include "solve/mini.hpp"
#include "solve/oracle.hpp"
#include "solve/solver.hpp"
#include "solve/strategy.hpp"
#include "util/checksum.hpp"

namespace crownhead::cli {

namespace {

struct SolveCommand {
    PositionOptions position;
    bool all = false;         // every game that can be solved
    std::string pieces;       // of the endgame files; the small set of the game if empty
    std::string certificate;  // file to write; a folder with --all
    std::string memory = "4G";
    std::string threads;  // one for each core if empty
    std::string data;     // folder of the endgame files; the user's own if empty
    bool backwards = false;
    bool json = false;
    bool quiet = false;
};

constexpr std::size_t leaf_cache_bytes = std::size_t{256} << 20U;

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Failure(exit_failed, fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

struct Proof {
    std::string path;
    std::uint64_t bytes = 0;
    prove::Certificate certificate{};
};

struct Solved {
    OpenedPosition position;
    int pieces = 0;  // of the endgame files
    solve::Solution solution{};
    double endgame_seconds = 0;
    double seconds = 0;
    std::optional<Proof> proof{};
};

// The files of the game, made where they are missing. A certificate of a win needs to know how far the end is.
std::shared_ptr<const Endgames> leaves_of(const Variant& v, const SolveCommand& command, int pieces,
                                          const Interrupt& interrupt, double& seconds) {
    if (pieces == 0) return nullptr;
    const EndgameStore store = endgame_store(command.data);
    egdb::BuildOptions build{.folder = store.folder(v),
                             .pieces = pieces,
                             .memory = read_bytes(command.memory),
                             .threads = static_cast<int>(read_number(command.threads, "--threads", 1, 256)),
                             .distances = true,
                             .stop = interrupt.token()};
    Progress progress(fmt::format("{}: endgames up to {} pieces", v.name, pieces), "positions", command.quiet);
    build.on_progress = [&](std::uint64_t done, std::uint64_t of, const egdb::Material& stage) {
        progress.step(done, of, 0, text_of(stage));
    };
    const Result<egdb::BuildReport> report = build_endgames(v, build);
    seconds = progress.seconds();
    if (!report) throw Failure(exit_failed, report.error().message);
    if (report->stopped) throw Failure(exit_failed, "interrupted; the same command goes on");
    Result<std::unique_ptr<Endgames>> opened = open_endgames(v, build.folder, leaf_cache_bytes);
    if (!opened) throw Failure(exit_failed, opened.error().message);
    return std::move(*opened);
}

// What is found is kept beside the endgames of the game, under a name that goes with the position.
std::string checkpoint_of(const Variant& v, const SolveCommand& command, const Game& game) {
    const std::filesystem::path folder = endgame_store(command.data).folder(v);
    make_folder(folder);
    return (folder / fmt::format("solve-{:016x}.checkpoint", checksum(fen::write(v, game.placement())))).string();
}

Solved solve_one(const SolveCommand& command, const PositionOptions& wanted, const std::string& certificate) {
    Solved solved{.position = open_position(wanted)};
    const Game& game = *solved.position.game;
    const Variant& v = game.variant();
    if (game.outcome()) refuse("the game is over in this position");
    const Placement here = game.placement();
    if (const int pieces = here.pieces(Side::Black) + here.pieces(Side::White); pieces > solve::most_space_pieces)
        refuse(fmt::format("this position has {} pieces; {} are the most", pieces, solve::most_space_pieces));
    solved.pieces = command.pieces.empty()
                        ? EndgameStore::small_set(v)
                        : static_cast<int>(read_number(command.pieces, "--pieces", 0, egdb::most_pieces));
    if (solved.pieces == 1) solved.pieces = 0;
    const Interrupt interrupt;
    const auto endgames = leaves_of(v, command, solved.pieces, interrupt, solved.endgame_seconds);
    const std::unique_ptr<solve::Space> space = solve::new_space(v, endgames);
    Progress progress(std::string(v.name), "first moves", command.quiet);
    solve::Solver solver(*space, {.threads = static_cast<int>(read_number(command.threads, "--threads", 1, 256)),
                                  .memory = read_bytes(command.memory),
                                  .checkpoint = checkpoint_of(v, command, game),
                                  .backwards = command.backwards,
                                  .stop = interrupt.token(),
                                  .on_progress = [&](std::size_t done, std::size_t of, std::uint64_t nodes) {
                                      progress.step(done, of, nodes, "");
                                  }});
    Result<solve::Solution> solution = solver.run(game);
    if (!solution && interrupt)
        throw Failure(exit_failed, "interrupted; what was found is kept, and the same command goes on");
    if (!solution) throw Failure(exit_failed, solution.error().message);
    solved.solution = std::move(*solution);
    solved.seconds = progress.seconds();
    if (certificate.empty()) return solved;

    Result<prove::Certificate> proof =
        solve::make_certificate(*space, solver.table(), here, solved.solution.value, {.stop = interrupt.token()});
    if (!proof) throw Failure(exit_failed, fmt::format("no certificate: {}", proof.error().message));
    const std::string bytes = prove::write(*proof);
    or_fail(write_file(certificate, bytes));
    solved.proof = Proof{certificate, bytes.size(), std::move(*proof)};
    return solved;
}

std::string result_text(const Game& game, Value value) {
    const Variant& v = game.variant();
    if (value == Value::Draw) return "draw";
    return fmt::format("{} wins", side_name(v, value == Value::Win ? game.turn() : !game.turn()));
}

nlohmann::ordered_json json_of(const Solved& solved) {
    const Game& game = *solved.position.game;
    const Variant& v = game.variant();
    nlohmann::ordered_json moves = nlohmann::ordered_json::array();
    for (const std::size_t i : in_order(game.legal()))
        moves.push_back({{"move", move_text::write(v, game.legal(), i, solved.position.notation)},
                         {"value", word_of(solved.solution.moves[i].value)}});
    nlohmann::ordered_json json{{"game", v.name},
                                {"fen", fen::write(v, game.placement(), solved.position.notation)},
                                {"turn", colour_name(game.turn())},
                                {"value", word_of(solved.solution.value)},
                                {"moves", moves},
                                {"pieces", solved.pieces},
                                {"nodes", solved.solution.nodes},
                                {"entries", solved.solution.entries},
                                {"resumed", solved.solution.resumed},
                                {"endgame_seconds", solved.endgame_seconds},
                                {"seconds", solved.seconds}};
    if (solved.proof) {
        nlohmann::ordered_json strategies = nlohmann::ordered_json::array();
        for (const prove::StrategyData& strategy : solved.proof->certificate.strategies)
            strategies.push_back({{"owner", prove::word_of(strategy.owner)},
                                  {"goal", prove::word_of(strategy.goal)},
                                  {"positions", strategy.positions},
                                  {"choices", strategy.choices}});
        json["certificate"] = {
            {"file", solved.proof->path}, {"bytes", solved.proof->bytes}, {"strategies", strategies}};
    }
    return json;
}

void print_solved(const Solved& solved) {
    const Game& game = *solved.position.game;
    const Variant& v = game.variant();
    print("{}: {}\n", v.name, result_text(game, solved.solution.value));
    for (const std::size_t i : in_order(game.legal()))
        print("  {:<12} {}\n", move_text::write(v, game.legal(), i, solved.position.notation),
              word_of(solved.solution.moves[i].value));
    print("  {} positions expanded, {} questions kept, {}", grouped(solved.solution.nodes),
          grouped(solved.solution.entries), duration_text(solved.seconds));
    if (solved.pieces > 0)
        print(", endgames with up to {} pieces in {}", solved.pieces, duration_text(solved.endgame_seconds));
    print("\n");
    if (!solved.proof) return;
    print("  certificate: {}, {} bytes\n", solved.proof->path, grouped(solved.proof->bytes));
    for (const prove::StrategyData& strategy : solved.proof->certificate.strategies)
        print("    {} {}: {} positions, {} choices\n",
              side_name(v, strategy.owner == prove::Owner::Mover ? game.turn() : !game.turn()),
              strategy.goal == prove::Goal::Wins ? "wins" : "never loses", grouped(strategy.positions),
              grouped(strategy.choices));
}

// ---- mini, where every position is solved

std::string more_text(int difference) {
    if (difference == 0) return "draw";
    return fmt::format("{} by {}", difference > 0 ? "win" : "loss", std::abs(difference));
}

void solve_mini(const SolveCommand& command, const PositionOptions& wanted, nlohmann::ordered_json* list) {
    const OpenedPosition position = open_position(wanted);
    const Game& game = *position.game;
    const Variant& v = game.variant();
    if (game.outcome()) refuse("the game is over in this position");
    const std::filesystem::path folder = endgame_store(command.data).folder(v);
    make_folder(folder);
    const Interrupt interrupt;
    Progress progress(std::string(v.name), "positions", command.quiet);
    const Result<solve::MiniSolution> solution = solve::MiniSolution::complete(
        (folder / "mini.solution").string(),
        {.threads = static_cast<int>(read_number(command.threads, "--threads", 1, 256)),
         .stop = interrupt.token(),
         .on_progress = [&](std::uint64_t done, std::uint64_t of) { progress.step(done, of, 0, ""); }});
    const double seconds = progress.seconds();
    progress.hide();
    if (!solution) throw Failure(exit_failed, interrupt ? "interrupted" : solution.error().message);
    const std::optional<int> difference = solution->difference(game.placement());
    if (!difference) refuse("this position has more men than a game begins with");
    const auto after = [&](std::size_t i) {
        const std::unique_ptr<Game> next = game.clone();
        next->play(i);
        return -solution->difference(next->placement()).value();
    };
    const auto text = [&](std::size_t i) { return move_text::write(v, game.legal(), i, position.notation); };
    const solve::MiniStatistics& all = solution->statistics();
    std::array<std::uint64_t, 3> sum{};
    for (const auto& row : all.values)
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += row[i];
    const auto total = [&](Value value) { return sum[static_cast<std::size_t>(value)]; };
    if (list != nullptr) {
        nlohmann::ordered_json moves = nlohmann::ordered_json::array();
        for (const std::size_t i : in_order(game.legal()))
            moves.push_back({{"move", text(i)}, {"difference", after(i)}});
        list->push_back({{"game", v.name},
                         {"fen", fen::write(v, game.placement(), position.notation)},
                         {"turn", colour_name(game.turn())},
                         {"value", *difference == 0  ? "draw"
                                   : *difference > 0 ? "win"
                                                     : "loss"},
                         {"difference", *difference},
                         {"moves", moves},
                         {"solved", all.solved},
                         {"reachable", all.positions},
                         {"win", total(Value::Win)},
                         {"draw", total(Value::Draw)},
                         {"loss", total(Value::Loss)},
                         {"longest_game", all.longest_game},
                         {"seconds", seconds}});
        return;
    }
    print("{}: {}", v.name,
          result_text(game, *difference == 0  ? Value::Draw
                            : *difference > 0 ? Value::Win
                                              : Value::Loss));
    if (*difference != 0) print(" by {}", std::abs(*difference));
    print("\n");
    for (const std::size_t i : in_order(game.legal())) print("  {:<12} {}\n", text(i), more_text(after(i)));
    print("  every position is solved: {} of them, {} can be reached from the start\n", grouped(all.solved),
          grouped(all.positions));
    print("  of these {} are won for the side to move, {} drawn, {} lost; the longest game has {} plies\n",
          grouped(total(Value::Win)), grouped(total(Value::Draw)), grouped(total(Value::Loss)), all.longest_game);
    print("  {}\n", duration_text(seconds));
}

std::string names_of_solvable() {
    std::string names;
    for (const Variant& v : variants)
        if (solve::has_oracle(v)) append(names, v.name);
    return names;
}

void solve_game(const SolveCommand& command, const PositionOptions& position, const std::string& certificate,
                nlohmann::ordered_json* list) {
    if (!solve::has_space(read_game(position.game))) {
        solve_mini(command, position, list);
        return;
    }
    const Solved solved = solve_one(command, position, certificate);
    if (list != nullptr)
        list->push_back(json_of(solved));
    else
        print_solved(solved);
}

int solve(const SolveCommand& command) {
    if (command.all == !command.position.game.empty())
        refuse(command.all ? "--all stands for every game; name none" : "expected a game, or --all");
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    if (!command.all) {
        const Variant& v = read_game(command.position.game);
        if (!solve::has_oracle(v))
            refuse(fmt::format("{} is too large to be solved; there are {}", v.name, names_of_solvable()));
        if (!command.certificate.empty() && !solve::has_space(v))
            refuse(fmt::format("{} is solved in full, and needs no certificate", v.name));
        solve_game(command, command.position, command.certificate, command.json ? &list : nullptr);
        if (command.json) print("{}\n", list.front().dump(2));
        return exit_done;
    }
    if (command.position.fen) refuse("--fen goes with one game, not with --all");
    if (!command.certificate.empty()) make_folder(command.certificate);
    for (const Variant& v : variants) {
        if (!solve::has_oracle(v)) continue;
        PositionOptions position = command.position;
        position.game = v.name;
        const std::string file =
            command.certificate.empty()
                ? ""
                : (std::filesystem::path(command.certificate) / fmt::format("{}.proof", v.name)).string();
        solve_game(command, position, file, command.json ? &list : nullptr);
        flush_out();
    }
    if (command.json) print("{}\n", list.dump(2));
    return exit_done;
}

}  // namespace

void add_solve(CommandLine& line) {
    const auto options = std::make_shared<SolveCommand>();
    Command command =
        line.add("solve", "Solve a small game: its exact value and its best first moves",
                 "For mini and all games with kings on 6x6. Values are those with best play on both sides;\n"
                 "repetition is a draw, and draws by a count of moves are left out. Endgames that are missing are\n"
                 "made first. An interrupted run goes on with the same command.\n\n"
                 "Examples:\n"
                 "  crownhead solve mini\n"
                 "  crownhead solve suicide-6 --certificate suicide-6.proof\n"
                 "  crownhead solve english-6 --fen \"B:W13-18:B1-6\"\n"
                 "  crownhead solve --all",
                 [options] { return solve(*options); });
    command.game(options->position.game, Needed::No);
    command.flag("--all", options->all, "Every game that can be solved, one after the other");
    command.option("--fen", "FEN", options->position.fen, "The position (default: the start)");
    command.option("--notation", "NAME", options->position.notation, "auto, numeric or algebraic");
    command.option("--certificate", "FILE", options->certificate,
                   "Write a proof that crownhead verify-proof checks; with --all a folder for them");
    command.option("--pieces", "N", options->pieces,
                   "Use endgames with up to so many (default 5 or less); 0: prove everything to the end");
    command.option("--data", "DIR", options->data, "Folder of the endgame files (see crownhead egdb)");
    command.option("--memory", "M", options->memory, "At most so much, as in 600M or 4G (default 4G)");

    command.cores(options->threads);
    command.flag("--backwards", options->backwards, "Try moves in the other order, as a check on the result");
    command.json(options->json);
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
