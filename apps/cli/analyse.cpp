// crownhead analyse: what the engine thinks of a position, depth by depth.
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "notation/fen.hpp"
#include "notation/outcome_text.hpp"
#include "runtime/endgames.hpp"
#include "search/score.hpp"

namespace crownhead::cli {

namespace {

struct AnalyseOptions {
    PositionOptions position;
    std::string depth;  // limits; 5 seconds if there is none
    std::string nodes;
    std::string seconds;
    std::string lines = "1";
    std::string threads = "1";
    std::string table = "64";  // megabytes
    std::string endgames;      // folder of endgame files; none if empty
    bool json = false;
};

SearchLimits read_limits(const AnalyseOptions& options) {
    SearchLimits limits;
    if (!options.depth.empty()) limits.depth = static_cast<int>(read_number(options.depth, "--depth", 1, max_depth));
    if (!options.nodes.empty()) limits.nodes = read_number(options.nodes, "--nodes", 1, std::uint64_t{1} << 62);
    if (!options.seconds.empty()) limits.seconds = read_seconds(options.seconds, "--seconds");
    if (options.depth.empty() && options.nodes.empty() && options.seconds.empty()) limits.seconds = 5;
    limits.lines = static_cast<int>(read_number(options.lines, "--multipv", 1, 500));
    return limits;
}

nlohmann::ordered_json as_json(const OpenedPosition& position, const Analysis& analysis) {
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    for (const AnalysedLine& line : analysis.lines) {
        nlohmann::ordered_json one{{"depth", line.depth}, {"score", line.score}, {"text", score_text(line.score)}};
        if (score::is_decided(line.score)) {
            one["score"] = nullptr;
            one[line.score > 0 ? "win_in" : "loss_in"] = score::won - std::abs(line.score);
        }
        one["moves"] = line_texts(*position.game, line.moves, position.notation);
        lines.push_back(one);
    }
    return {{"depth", analysis.depth},
            {"deepest", analysis.deepest},
            {"nodes", analysis.nodes},
            {"seconds", analysis.seconds},
            {"lines", lines}};
}

void print_analysis(const OpenedPosition& position, const Analysis& analysis) {
    for (std::size_t i = 0; i < analysis.lines.size(); ++i) {
        const AnalysedLine& line = analysis.lines[i];
        std::string moves;
        for (const std::string& text : line_texts(*position.game, line.moves, position.notation))
            append(moves, text, " ");
        const std::string number = analysis.lines.size() > 1 ? fmt::format("{:>3}.", i + 1) : "";
        print("{}{:>5} {:>4} {:>10} {:>12} {:>8.2f} {:>7.2f}  {}\n", number, line.depth, analysis.deepest,
              score_text(line.score), analysis.nodes, analysis.seconds,
              static_cast<double>(analysis.nodes) / std::max(analysis.seconds, 1e-6) / 1e6, moves);
    }
    flush_out();
}

int analyse(const AnalyseOptions& options) {
    const OpenedPosition position = open_position(options.position);
    const Game& game = *position.game;
    SearchLimits limits = read_limits(options);
    EngineOptions engine_options{
        .table_megabytes = static_cast<std::size_t>(read_number(options.table, "--hash", 1, 1 << 20)),
        .threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256))};
    if (!options.endgames.empty()) engine_options.endgames = open_endgame_files(game.variant(), options.endgames);
    if (const auto outcome = game.outcome())
        refuse(fmt::format("the game is over: {}", outcome_text::describe(game.variant(), *outcome)));

    const std::unique_ptr<Engine> engine = new_engine(game.variant(), engine_options);
    const Interrupt interrupt;
    limits.stop = interrupt.token();
    if (!options.json)
        print("{}{:>5} {:>4} {:>10} {:>12} {:>8} {:>7}  {}\n", limits.lines > 1 ? "    " : "", "depth", "max", "score",
              "nodes", "seconds", "Mnode/s", "best line");
    int shown = 0;
    std::uint64_t shown_nodes = 0;
    const auto show = [&](const Analysis& analysis) {
        if (options.json)
            print("{}\n", as_json(position, analysis).dump());
        else
            print_analysis(position, analysis);
        shown = analysis.depth;
        shown_nodes = analysis.nodes;
    };
    const Analysis last = engine->think(game, limits, [&](const Analysis& analysis) {
        // The first depths take no time and teach nothing.
        if (options.json || analysis.seconds >= 0.01 || analysis.depth == limits.depth) show(analysis);
    });
    // What was found in a depth that could not be finished, or on other threads.
    if (last.depth != shown || (last.nodes != shown_nodes && !options.json)) show(last);
    return exit_done;
}

}  // namespace

void add_analyse(CommandLine& line) {
    const auto options = std::make_shared<AnalyseOptions>();
    Command command =
        line.add("analyse", "Analyse a position with the engine, depth by depth",
                 "Scores are for the side to move: +1.00 means that it scores 73 %, about a man ahead in most games;\n"
                 "'win in 7' counts plies. Ctrl-C ends the analysis with the result so far.\n\n"
                 "Examples:\n"
                 "  crownhead analyse english --seconds 5\n"
                 "  crownhead analyse russian --fen \"W:Wc3,Kd4:Bf6\" --depth 20\n"
                 "  crownhead analyse suicide-6 --play \"5-8\" --multipv 3 --json",
                 [options] { return analyse(*options); });
    command.game(options->position.game);
    command.position(options->position);
    command.option("--seconds", "S", options->seconds, "Limit on time (default 5 unless there is another limit)");
    command.option("--depth", "N", options->depth, "Look so many plies ahead, 1..99");
    command.option("--nodes", "N", options->nodes, "Limit on nodes");
    command.option("--multipv", "N", options->lines, "The N best moves (default 1)");
    command.threads(options->threads);
    command.option("--hash", "MB", options->table, "Megabytes for the table of positions (default 64)");
    command.option("--egdb", "DIR", options->endgames, "Use the endgame files in this folder (crownhead egdb build)");
    command.json(options->json, "For programs: one object for each depth");
}

}  // namespace crownhead::cli
