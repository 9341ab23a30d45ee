// crownhead perft: counts move sequences, of one position or of a table of positions with known counts.
#include "runtime/perft.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "progress.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

struct PerftCommand {
    PositionOptions position;
    std::string depth;
    std::string suite;      // a file; then neither game nor depth
    std::string max_depth;  // of a suite; empty: no limit
    std::string threads = "1";
    bool divide = false;
    bool json = false;
    bool quiet = false;
};

constexpr int deepest = 28;  // a deeper count may not fit 64 bits
constexpr int most_threads = 256;

struct RootMove {
    AnyMove move;
    std::uint64_t count = 0;
};

struct Counted {
    std::uint64_t count = 0;
    double seconds = 0;
    std::vector<RootMove> root_moves;  // by from, to and captured squares
};

double million_per_second(std::uint64_t count, double seconds) {
    return static_cast<double>(count) / std::max(seconds, 1e-9) / 1e6;
}

// Also for a move that Game does not list, since it is read from the same placement but by other code.
std::size_t index_of(std::span<const AnyMove> legal, const AnyMove& mv) {
    const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
    return static_cast<std::size_t>(found - legal.begin());
}

std::string text_of(const Game& game, const AnyMove& mv, Notation notation) {
    const std::size_t index = index_of(game.legal(), mv);
    if (index == game.legal().size()) return move_text::write_full(game.variant(), mv, notation);
    return move_text::write(game.variant(), game.legal(), index, notation);
}

Counted count(const OpenedPosition& position, int depth, int threads, bool quiet) {
    const Game& game = *position.game;
    Counted result;
    Progress progress("perft", "root moves", quiet);
    const PerftOptions options{
        .depth = depth,
        .threads = threads,
        .on_root_move =
            [&](const AnyMove& mv, std::uint64_t nodes, std::size_t done, std::size_t of) {
                result.root_moves.push_back({.move = mv, .count = nodes});
                progress.step(done, of, nodes, text_of(game, mv, position.notation));
            },
    };
    result.count = crownhead::perft(game.variant(), game.placement(), options);
    result.seconds = progress.seconds();
    std::ranges::sort(result.root_moves, {}, [](const RootMove& root) {
        return std::tuple(root.move.from, root.move.to(), root.move.captured());
    });
    return result;
}

int one_position(const PerftCommand& command, int threads) {
    const OpenedPosition position = open_position(command.position);
    if (command.depth.empty())
        refuse(fmt::format("perft: how deep? For example: crownhead perft {} 8", command.position.game));
    const int depth = static_cast<int>(read_number(command.depth, "depth", 1, deepest));
    const Game& game = *position.game;
    const Counted counted = count(position, depth, threads, command.quiet);
    if (command.json) {
        nlohmann::ordered_json json{
            {"game", game.variant().name},
            {"fen", fen::write(game.variant(), game.placement(), position.notation)},
            {"depth", depth},
            {"count", counted.count},
            {"seconds", counted.seconds},
            {"nodes_per_second", static_cast<double>(counted.count) / std::max(counted.seconds, 1e-9)},
            {"threads", threads},
        };
        if (command.divide) {
            nlohmann::ordered_json list = nlohmann::ordered_json::array();
            for (const RootMove& root : counted.root_moves)
                list.push_back({{"move", text_of(game, root.move, position.notation)}, {"count", root.count}});
            json["divide"] = list;
        }
        print("{}\n", json.dump(2));
        return exit_done;
    }
    if (command.divide) {
        std::size_t width = 0;
        std::vector<std::string> texts;
        for (const RootMove& root : counted.root_moves) {
            texts.push_back(text_of(game, root.move, position.notation));
            width = std::max(width, texts.back().size());
        }
        for (std::size_t i = 0; i < texts.size(); ++i)
            print("{:{}}  {}\n", texts[i], width, counted.root_moves[i].count);
    }
    print("depth {}  count {}  {:.3f} s  {:.1f} M nodes/s\n", depth, counted.count, counted.seconds,
          million_per_second(counted.count, counted.seconds));
    return exit_done;
}

struct SuiteLine {
    std::size_t number = 0;
    OpenedPosition position{};
    std::string game{};
    int depth = 0;
    std::uint64_t expected = 0;
};

// Tables of counts hold positions that cannot arise in play, to try the rules on; so any position is accepted.
SuiteLine read_suite_line(std::string_view line) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
        if (c == '\t')
            fields.emplace_back();
        else
            fields.back() += c;
    }
    for (std::string& field : fields) {
        while (!field.empty() && is_space(field.back())) field.pop_back();
        field.erase(0, std::min(field.find_first_not_of(" \r"), field.size()));
    }
    if (fields.size() < 4)
        refuse(fmt::format("expected game, fen, depth and count with tabs between them, found {} of these 4 fields",
                           fields.size()));
    SuiteLine result{.game = fields[0]};
    PositionOptions options{.game = fields[0], .any_position = true};
    if (fields[1] != "start" && fields[1] != "-") options.fen = fields[1];
    result.position = open_position(options);
    result.depth = static_cast<int>(read_number(fields[2], "depth", 1, deepest));
    result.expected = read_number(fields[3], "count", 0, UINT64_MAX);
    return result;
}

// The whole table is read before anything is counted, so that a slip in its last line does not cost the work before it.
std::vector<SuiteLine> read_suite(const PerftCommand& command) {
    const std::string text = read_file(command.suite);
    std::vector<SuiteLine> lines;
    std::size_t number = 0;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = std::string_view(text).substr(start, end - start);
        start = end + 1;
        ++number;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '#') continue;
        try {
            lines.push_back(read_suite_line(line));
            lines.back().number = number;
        } catch (const Failure& failure) {
            throw Failure(failure.code(), fmt::format("{}:{}: {}", command.suite, number, failure.what()));
        }
    }
    return lines;
}

int suite(const PerftCommand& command, int threads) {
    if (!command.position.game.empty() || !command.depth.empty())
        refuse("perft --suite takes game and depth from the file; leave them out");
    if (command.divide || command.json || command.position.fen || !command.position.play.empty())
        refuse("perft --suite goes with --threads, --max-depth and --quiet only");
    const int limit = command.max_depth.empty()
                          ? deepest
                          : static_cast<int>(read_number(command.max_depth, "--max-depth", 1, deepest));
    std::vector<SuiteLine> lines = read_suite(command);
    const std::size_t all = lines.size();
    std::erase_if(lines, [&](const SuiteLine& line) { return line.depth > limit; });
    if (lines.empty())
        refuse(all == 0 ? fmt::format("{}: there is no line to check", command.suite)
                        : fmt::format("{}: all {} lines are deeper than --max-depth {}", command.suite, all, limit));
    std::size_t wrong = 0;
    std::uint64_t nodes = 0;
    Progress progress("perft", "lines", command.quiet);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const SuiteLine& line = lines[i];
        const Counted counted = count(line.position, line.depth, threads, true);
        nodes += counted.count;
        if (counted.count != line.expected) {
            ++wrong;
            progress.hide();
            print("{}:{}: {} depth {}: got {}, expected {}\n", command.suite, line.number, line.game, line.depth,
                  counted.count, line.expected);
            flush_out();
        }
        progress.step(i + 1, lines.size(), counted.count, fmt::format("{} depth {}", line.game, line.depth));
    }
    const double seconds = progress.seconds();
    const std::string skipped =
        all == lines.size() ? "" : fmt::format(" ({} deeper than {} left out)", all - lines.size(), limit);
    print("{} line{}, {} right, {} wrong{}; {} nodes, {:.3f} s, {:.1f} M nodes/s\n", lines.size(),
          lines.size() == 1 ? "" : "s", lines.size() - wrong, wrong, skipped, nodes, seconds,
          million_per_second(nodes, seconds));
    return wrong == 0 ? exit_done : exit_failed;
}

int perft(const PerftCommand& command) {
    const int threads = static_cast<int>(read_number(command.threads, "--threads", 1, most_threads));
    if (!command.suite.empty()) return suite(command, threads);
    if (!command.max_depth.empty()) refuse("--max-depth goes with --suite only");
    if (command.position.game.empty()) refuse("perft: which game? For example: crownhead perft english 8");
    return one_position(command, threads);
}

}  // namespace

void add_perft(CommandLine& line) {
    const auto options = std::make_shared<PerftCommand>();
    Command command =
        line.add("perft", "Count move sequences of a given length",
                 "Two captures with the same effect are one move. Draw rules are not applied.\n"
                 "A suite has lines game<TAB>fen<TAB>depth<TAB>count; fen may be start; any position will do;\n"
                 "lines with # are comments.\n\n"
                 "Examples:\n"
                 "  crownhead perft english 9\n"
                 "  crownhead perft russian 8 --divide --threads 2\n"
                 "  crownhead perft --suite tests/data/perft.tsv --max-depth 7",
                 [options] { return perft(*options); });
    command.game(options->position.game, Needed::No);
    command.argument("DEPTH", options->depth, "Number of moves, 1..28", Needed::No);
    command.position(options->position);
    command.flag("--divide", options->divide, "A count for each first move");
    command.threads(options->threads);
    command.option("--suite", "FILE", options->suite, "Check the counts of this file (- for standard input)");
    command.option("--max-depth", "N", options->max_depth, "Leave out deeper lines of the suite");
    command.json(options->json);
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
