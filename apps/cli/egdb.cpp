// crownhead egdb: endgame files: build, verify, info, probe, drills.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "analysis/endgame_drill.hpp"
#include "commands.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "progress.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

struct EgdbBuildOptions {
    std::string game;
    std::string pieces;
    std::string memory = "4G";
    std::string metric = "wdl";  // or dtw
    std::string threads;         // one for each core if empty
    std::string data;            // folder; the user's own if empty
    bool json = false;
    bool quiet = false;
};

struct EgdbVerifyOptions {
    std::string game;
    std::string threads;
    std::string data;
    bool json = false;
    bool quiet = false;
};

struct EgdbInfoOptions {
    std::string game;
    std::string data;
    bool json = false;
};

struct EgdbProbeOptions {
    PositionOptions position;
    std::string data;
    bool json = false;
};

struct EgdbDrillOptions {
    std::string game;
    std::string material;  // KK-K
    std::string goal = "win";
    std::string grade = "easy";
    std::string number = "1";
    std::string count = "1";
    std::string data;
    bool json = false;
};

constexpr std::size_t verify_cache_bytes = std::size_t{512} << 20U;

std::string_view word_of_verdict(const std::optional<ExactValue>& verdict) {
    return word_of(verdict ? verdict->value : Value::Unknown);
}

std::string text_of_verdict(const std::optional<ExactValue>& verdict) {
    if (!verdict || !verdict->plies) return std::string(word_of_verdict(verdict));
    return fmt::format("{} in {} pl{}", word_of_verdict(verdict), *verdict->plies, *verdict->plies == 1 ? "y" : "ies");
}

nlohmann::ordered_json plies_of(const std::optional<ExactValue>& verdict) {
    return verdict && verdict->plies ? nlohmann::ordered_json(*verdict->plies) : nlohmann::ordered_json(nullptr);
}

egdb::OnProgress shown_by(Progress& progress) {
    return [&progress](std::uint64_t done, std::uint64_t of, const egdb::Material& stage) {
        progress.step(done, of, 0, text_of(stage));
    };
}

int egdb_build(const EgdbBuildOptions& options) {
    const Variant& v = read_game(options.game);
    const int most = std::min(egdb::most_pieces, 2 * v.pieces_per_side());
    if (options.metric != "wdl" && options.metric != "dtw")
        refuse(fmt::format("--metric {}: expected wdl or dtw", excerpt(options.metric)));
    const Interrupt interrupt;
    egdb::BuildOptions build{
        .folder = endgame_store(options.data).folder(v),
        .pieces = static_cast<int>(read_number(options.pieces, "--pieces", 2, static_cast<std::uint64_t>(most))),
        .memory = read_bytes(options.memory),
        .threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256)),
        .distances = options.metric == "dtw",
        .stop = interrupt.token()};
    Result<egdb::BuildReport> report;
    double seconds = 0;
    {
        Progress progress(fmt::format("{} up to {} pieces", v.name, build.pieces), "positions", options.quiet);
        build.on_progress = shown_by(progress);
        build.on_note = [&](const std::string& note) {
            progress.hide();
            write_err(fmt::format("crownhead: {}\n", note));
        };
        report = build_endgames(v, build);
        seconds = progress.seconds();
    }
    if (!report) throw Failure(exit_failed, report.error().message);
    if (report->stopped)
        throw Failure(exit_failed,
                      fmt::format("interrupted; {} finished classes are kept, and the same command goes on",
                                  report->built + report->found));
    if (options.json) {
        const nlohmann::ordered_json json{
            {"game", v.name},         {"pieces", build.pieces}, {"folder", build.folder},
            {"built", report->built}, {"found", report->found}, {"positions", report->positions},
            {"seconds", seconds},
        };
        print("{}\n", json.dump(2));
        return exit_done;
    }
    if (report->built == 0)
        print("{}: everything up to {} pieces is there already, in {}\n", v.name, build.pieces, build.folder);
    else
        print("{}: {} positions in {} ({:.1f} million a second), in {}\n", v.name, grouped(report->positions),
              duration_text(seconds), static_cast<double>(report->positions) / std::max(seconds, 1e-9) / 1e6,
              build.folder);
    return exit_done;
}

int egdb_verify(const EgdbVerifyOptions& options) {
    const Variant& v = read_game(options.game);
    const int threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256));
    const std::unique_ptr<Endgames> endgames = open_endgame_files(v, options.data, verify_cache_bytes);
    const Interrupt interrupt;
    egdb::VerifyReport report;
    double seconds = 0;
    {
        Progress progress(fmt::format("{} up to {} pieces", v.name, endgames->pieces()), "positions", options.quiet);
        report = endgames->verify({.threads = threads, .stop = interrupt.token(), .on_progress = shown_by(progress)});
        seconds = progress.seconds();
    }
    if (report.stopped)
        throw Failure(exit_failed, fmt::format("interrupted after {} positions; {} of them are wrong", report.positions,
                                               report.wrong));
    if (options.json) {
        const nlohmann::ordered_json json{
            {"game", v.name},        {"pieces", endgames->pieces()}, {"positions", report.positions},
            {"wrong", report.wrong}, {"seconds", seconds},
        };
        print("{}\n", json.dump(2));
        return report.wrong == 0 ? exit_done : exit_failed;
    }
    if (report.wrong > 0)
        throw Failure(exit_failed, fmt::format("{} of {} values are not the best of their moves; the first one: {}",
                                               report.wrong, report.positions, report.first_wrong));
    print("{}: all {} values up to {} pieces are the best of their moves ({})\n", v.name, grouped(report.positions),
          endgames->pieces(), duration_text(seconds));
    return exit_done;
}

int egdb_info(const EgdbInfoOptions& options) {
    const Variant& v = read_game(options.game);
    const std::unique_ptr<Endgames> endgames = open_endgame_files(v, options.data);
    const std::vector<egdb::ClassInfo> classes = endgames->classes();
    std::uint64_t bytes = 0;
    std::array<std::uint64_t, 3> sum{};
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    const auto total = [](const std::array<std::uint64_t, 3>& of, Value value) {
        return of[static_cast<std::size_t>(value)];
    };
    const auto positions = [](const std::array<std::uint64_t, 3>& of) { return of[0] + of[1] + of[2]; };
    const auto line = [&](const std::string& what, const std::array<std::uint64_t, 3>& of, const std::string& size,
                          const std::string& longest) {
        print("{:<15} {:>15} {:>15} {:>15} {:>15} {:>12}{}\n", what, grouped(positions(of)),
              grouped(total(of, Value::Win)), grouped(total(of, Value::Draw)), grouped(total(of, Value::Loss)), size,
              longest);
    };
    const bool distances = std::ranges::any_of(classes, [](const auto& info) { return info.longest.has_value(); });
    if (!options.json)
        print("{:<15} {:>15} {:>15} {:>15} {:>15} {:>12}{}\n", "to move first", "positions", "win", "draw", "loss",
              "bytes", distances ? "  longest way to the end" : "");
    for (const egdb::ClassInfo& info : classes) {
        bytes += info.file_bytes;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += info.totals[i];
        const auto example = [&] { return fen::write(v, info.longest->example, v.setup.notation); };
        if (options.json)
            list.push_back({{"material", text_of(info.material)},
                            {"pieces", info.material.pieces()},
                            {"positions", positions(info.totals)},
                            {"win", total(info.totals, Value::Win)},
                            {"draw", total(info.totals, Value::Draw)},
                            {"loss", total(info.totals, Value::Loss)},
                            {"file_bytes", info.file_bytes},
                            {"longest", info.longest ? nlohmann::ordered_json(info.longest->plies) : nullptr},
                            {"example", info.longest ? nlohmann::ordered_json(example()) : nullptr}});
        else
            line(text_of(info.material), info.totals, info.file_bytes == 0 ? "" : grouped(info.file_bytes),
                 info.longest ? fmt::format("  {:>3} plies, as {}", info.longest->plies, example()) : "");
    }
    if (options.json) {
        const nlohmann::ordered_json json{{"game", v.name},
                                          {"pieces", endgames->pieces()},
                                          {"folder", endgame_store(options.data).folder(v)},
                                          {"positions", positions(sum)},
                                          {"bytes", bytes},
                                          {"classes", list}};
        print("{}\n", json.dump(2));
        return exit_done;
    }
    line("all", sum, grouped(bytes), "");
    return exit_done;
}

int egdb_probe(const EgdbProbeOptions& options) {
    const OpenedPosition position = open_position(options.position);
    const Game& game = *position.game;
    const Variant& v = game.variant();
    const std::unique_ptr<Endgames> endgames = open_endgame_files(v, options.data);
    const std::optional<ExactValue> verdict = endgames->exact_value(game);
    if (!verdict)
        throw Failure(exit_failed,
                      fmt::format("this position is not in the files, which have up to {} pieces", endgames->pieces()));
    const std::vector<std::optional<ExactValue>> verdicts = endgames->move_values(game);
    const auto text = [&](std::size_t i) { return move_text::write(v, game.legal(), i, position.notation); };
    if (options.json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const std::size_t i : in_order(game.legal()))
            list.push_back(
                {{"move", text(i)}, {"value", word_of_verdict(verdicts[i])}, {"plies", plies_of(verdicts[i])}});
        const nlohmann::ordered_json json{{"game", v.name},
                                          {"fen", fen::write(v, game.placement(), position.notation)},
                                          {"turn", colour_name(game.turn())},
                                          {"value", word_of_verdict(verdict)},
                                          {"plies", plies_of(verdict)},
                                          {"moves", list}};
        print("{}\n", json.dump(2));
        return exit_done;
    }
    print("{} to move: {}\n", side_name(v, game.turn()), text_of_verdict(verdict));
    for (const std::size_t i : in_order(game.legal())) print("{:<12} {}\n", text(i), text_of_verdict(verdicts[i]));
    return exit_done;
}

// The place of a word in a list of names.
template <std::size_t N>
std::size_t read_word(const std::string& word, std::string_view option, const std::array<std::string_view, N>& names) {
    const auto* const found = std::ranges::find(names, std::string_view(word));
    if (found == names.end()) refuse(fmt::format("{} {}: expected {}", option, excerpt(word), fmt::join(names, ", ")));
    return static_cast<std::size_t>(found - names.begin());
}

int egdb_drill(const EgdbDrillOptions& options) {
    const Variant& v = read_game(options.game);
    const std::optional<egdb::Material> material = egdb::read_material(options.material);
    if (!material)
        refuse(
            fmt::format("{}: expected a class as in KK-K or Km-mm, the side to move first", excerpt(options.material)));
    analysis::DrillKey key{
        .material = *material,
        .goal = static_cast<analysis::DrillGoal>(read_word(options.goal, "--goal", analysis::drill_goals)),
        .grade = static_cast<analysis::DrillGrade>(read_word(options.grade, "--grade", analysis::drill_grades)),
        .number = static_cast<std::uint32_t>(read_number(options.number, "--number", 1, analysis::most_drills))};
    const std::uint64_t count = read_number(options.count, "--count", 1, 1000);
    const std::unique_ptr<Endgames> endgames = open_endgame_files(v, options.data);
    if (!class_of(*endgames, *material))
        throw Failure(exit_failed, fmt::format("the class {} is not in the files, which have up to {} pieces",
                                               options.material, endgames->pieces()));
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (std::uint64_t i = 0; i < count && key.number <= analysis::most_drills; ++i, ++key.number) {
        const analysis::FoundPosition found = analysis::find_drill(v, *endgames, key, {});
        const std::unique_ptr<Game> game =
            found.position ? analysis::drill_after(v, *found.position, key.goal, {}) : nullptr;
        if (!game)
            throw Failure(exit_failed, fmt::format("no such position is among {}{} of {}", found.all ? "all " : "",
                                                   grouped(found.looked), options.material));
        const std::optional<ExactValue> verdict = endgames->exact_value(*game);
        const auto values = endgames->plain_move_values(*game);
        const auto good = std::ranges::count(values, endgames->value(*game));
        const std::string fen = fen::write(v, *found.position, v.setup.notation);
        if (options.json)
            list.push_back({{"key", text_of(key)},
                            {"fen", fen},
                            {"value", word_of_verdict(verdict)},
                            {"plies", plies_of(verdict)},
                            {"good", good},
                            {"moves", values.size()}});
        else
            print("{}  {}; {} of {} moves keep it\n", fen, text_of_verdict(verdict), good, values.size());
    }
    if (options.json) print("{}\n", nlohmann::ordered_json{{"game", v.name}, {"drills", list}}.dump(2));
    return exit_done;
}

// What all of them have.
template <class Options>
Command add_egdb_command(CommandLine& line, Command& group, const std::string& name, const std::string& description,
                         int (*run)(const Options&), const std::shared_ptr<Options>& options, std::string& game,
                         const std::string& footer = "") {
    Command command = line.add_below(group, name, description, [run, options] { return run(*options); }, footer);
    command.game(game);
    command.option("--data", "DIR", options->data, "Folder of the databases");
    command.json(options->json);
    return command;
}

}  // namespace

void add_egdb(CommandLine& line) {
    Command group =
        line.add_group("egdb", "Endgame databases: build, verify, probe",
                       "Values are win, draw or loss with best play on both sides; repetition is a draw, and draws by\n"
                       "a count of moves are left out. Databases are kept in --data, or else in\n"
                       "$XDG_DATA_HOME/crownhead/egdb, a folder for each game.\n\n"
                       "Examples:\n"
                       "  crownhead egdb build english --pieces 5\n"
                       "  crownhead egdb verify english\n"
                       "  crownhead egdb info english\n"
                       "  crownhead egdb probe english \"B:W25,K8:BK15,K22\"\n"
                       "  crownhead egdb drill english KK-K --grade hard --count 5");
    const auto building = std::make_shared<EgdbBuildOptions>();
    Command build = add_egdb_command(
        line, group, "build", "Solve all positions with up to N pieces and write them to files", egdb_build, building,
        building->game, "Finished files are kept: an interrupted build goes on with the same command.");
    build.option("--pieces", "N", building->pieces, "On the board, both sides together", Needed::Yes);
    build.option("--memory", "M", building->memory, "At most so much, as in 600M or 4G (default 4G)");
    build.option("--metric", "NAME", building->metric,
                 "wdl: win, draw or loss (default); dtw: also the plies to the end, for small sets");
    build.cores(building->threads);
    build.quiet(building->quiet);
    const auto verifying = std::make_shared<EgdbVerifyOptions>();
    Command verify =
        add_egdb_command(line, group, "verify", "Check that every value is the best that the moves lead to",
                         egdb_verify, verifying, verifying->game);
    verify.cores(verifying->threads);
    verify.quiet(verifying->quiet);
    const auto listing = std::make_shared<EgdbInfoOptions>();
    add_egdb_command(line, group, "info",
                     "List the classes: positions, wins, draws, losses, bytes, longest distances to the end", egdb_info,
                     listing, listing->game);
    const auto probing = std::make_shared<EgdbProbeOptions>();
    Command probe = add_egdb_command(line, group, "probe", "The value of a position and of each of its moves",
                                     egdb_probe, probing, probing->position.game);
    probe.argument("FEN", probing->position.fen, "The position, as in \"B:W25,K8:BK15,K22\"");
    probe.option("--notation", "NAME", probing->position.notation, "auto, numeric or algebraic");
    const auto drilling = std::make_shared<EgdbDrillOptions>();
    Command drill = add_egdb_command(line, group, "drill", "Positions of a class to practise, as the page gives them",
                                     egdb_drill, drilling, drilling->game);
    drill.argument("CLASS", drilling->material, "The pieces, those of the side to move first, as in KK-K or Km-mm");
    drill.option("--goal", "NAME", drilling->goal, "win (default) or hold, a draw");
    drill.option("--grade", "NAME", drilling->grade,
                 "easy: most moves keep the value (default); medium; hard: one move does");
    drill.option("--number", "N", drilling->number, "Which one; the same number gives the same position (default 1)");
    drill.option("--count", "N", drilling->count, "So many, one after the other (default 1)");
}

}  // namespace crownhead::cli
