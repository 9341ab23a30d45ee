// crownhead validate: replays the games of a course log (mission S0.11) and says of each whether it went by the rules.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "game/legality.hpp"
#include "match/draw_rules.hpp"
#include "notation/course_log.hpp"
#include "notation/outcome_text.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

struct ValidateOptions {
    std::string file;
    std::string game = "suicide";
    bool no_draw_rules = false;
    bool json = false;
};

constexpr std::size_t listed_moves = 6;  // in a message

struct Finding {
    std::size_t line = 0;
    std::string text;  // the line of the log that is wrong; may be empty
    std::string why;
};

struct Report {
    std::size_t line = 0;     // where the game begins
    std::string_view game{};  // its name; empty if the log could not be read
    std::size_t moves = 0;
    std::string result{};             // by the rules, in words; empty if the game did not get that far
    std::vector<Finding> findings{};  // none: all is right
};

std::string listing(std::span<const AnyMove> moves) {
    std::string text;
    for (std::size_t i = 0; i < std::min(moves.size(), listed_moves); ++i)
        append(text, course_log::move_text(moves[i]));
    if (moves.size() > listed_moves) text += fmt::format(" and {} more", moves.size() - listed_moves);
    return text;
}

// Why a move of the side whose turn it is cannot be played.
std::string refusal(const Game& game, const AnyMove& mv) {
    const Variant& v = game.variant();
    const Placement placement = game.placement();
    const std::span<const AnyMove> legal = game.legal();
    const std::string_view us = side_name(v, placement.turn);
    if (legal.size() == 1 && legal.front().is_pass()) return fmt::format("{} cannot move and must pass", us);
    if (mv.is_pass()) return fmt::format("{} can move and may not pass: legal moves are {}", us, listing(legal));

    const bool compulsory = v.move.obligation != Obligation::Free && legal.front().is_capture();
    const Piece moved = placement.at(mv.from);
    if (moved == Piece::None) return fmt::format("there is no piece on {}", mv.from);
    if (!belongs_to(moved, placement.turn)) return fmt::format("the piece on {} is not {}'s", mv.from, us);
    if (compulsory && !mv.is_capture()) return fmt::format("a capture is compulsory: {}", listing(legal));

    std::vector<AnyMove> from_here;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        if (legal[i].from != mv.from) continue;
        from_here.push_back(legal[i]);
        for (const AnyMove& path : game.paths(i)) {
            if (mv.is_capture() && path.hops.size() > mv.hops.size() &&
                std::ranges::equal(mv.hops, std::span(path.hops).first(mv.hops.size())))
                return fmt::format("the capture must be carried through: {}", course_log::move_text(path));
        }
        if (legal[i].to() == mv.to())
            return fmt::format("that way is not possible: {} is", course_log::move_text(legal[i]));
    }
    for (const Hop& hop : mv.hops) {
        for (const std::uint8_t captured : {hop.captured, hop.captured_second}) {
            if (captured != 0 && !belongs_to(placement.at(captured), !placement.turn))
                return fmt::format("there is no piece of {} on {}", side_name(v, !placement.turn), captured);
        }
        if (hop.to != mv.from && placement.at(hop.to) != Piece::None)
            return fmt::format("the square {} is not empty", hop.to);
    }
    const std::string_view kind = is_king(moved) ? "king" : "man";
    if (!from_here.empty())
        return fmt::format("the {} on {} cannot do that, only {}", kind, mv.from, listing(from_here));
    return fmt::format("the {} on {} cannot {}: legal moves are {}", kind, mv.from,
                       mv.is_capture() || !compulsory ? "do that" : "move", listing(legal));
}

// Why the next line of the log is wrong; nothing if it was played.
std::optional<std::string> play_line(Game& game, const course_log::LogMove& line) {
    const Variant& v = game.variant();
    if (const std::optional<Outcome> outcome = game.outcome())
        return fmt::format("the game is already over: {}", outcome_text::describe(v, *outcome));
    const Side turn = game.turn();
    if (line.player != turn) {
        const bool forgotten_pass = game.legal().size() == 1 && game.legal().front().is_pass();
        if (forgotten_pass) return fmt::format("{} cannot move and must pass first", side_name(v, turn));
        return fmt::format("it is {}'s turn", side_name(v, turn));
    }
    const std::optional<std::size_t> index = find_path(game, line.move);
    if (!index) return refusal(game, line.move);
    game.play(*index);
    return std::nullopt;
}

std::string winner_text(std::optional<Side> winner) { return !winner ? "d" : *winner == Side::Black ? "wp1" : "wp2"; }

// The end of the log against the end of the game.
void check_end(const Game& game, const course_log::LogGame& log, Report& report) {
    const Variant& v = game.variant();
    const Placement placement = game.placement();
    const std::array<int, 2> said{log.left1, log.left2};
    for (const Side side : {Side::Black, Side::White}) {
        const bool first = side == Side::Black;
        const int left = placement.pieces(side);
        const int logged = said[first ? 0 : 1];
        if (logged != left)
            report.findings.push_back(
                {.line = log.result_line - (first ? 2 : 1),
                 .text = fmt::format("tp{} {}", first ? 1 : 2, logged),
                 .why = fmt::format("{} has {} piece{} left", side_name(v, side), left, left == 1 ? "" : "s")});
    }
    const std::optional<Outcome> outcome = game.outcome();
    if (!outcome) {
        report.findings.push_back(
            {.line = log.result_line,
             .text = winner_text(log.winner),
             .why = fmt::format("the game is not over: {} to move, {} legal move{} ({})", side_name(v, placement.turn),
                                game.legal().size(), game.legal().size() == 1 ? "" : "s", listing(game.legal()))});
        return;
    }
    report.result = outcome_text::describe(v, *outcome);
    if (outcome->winner != log.winner)
        report.findings.push_back(
            {.line = log.result_line,
             .text = winner_text(log.winner),
             .why = fmt::format("{}, so expected {}", report.result, winner_text(outcome->winner))});
}

Report check_game(const GamesBySize& games, const course_log::LogGame& log, bool draw_rules) {
    Report report{.line = log.line};
    const Result<const Variant*> found = games.on_board(log.size);
    if (!found) {
        report.findings.push_back(
            {.line = log.line, .text = fmt::format("{}", log.size), .why = found.error().message});
        return report;
    }
    const Variant& v = **found;
    report.game = v.name;
    const std::unique_ptr<Game> game = new_game(draw_rules ? v : without_draw_rules(v));
    if (!log.moves.empty()) {  // the player named first begins
        Placement start = start_placement(v);
        start.turn = log.moves.front().player;
        if (const Result<void> done = game->set(start, Strictness::Legal); !done)
            refuse(fmt::format("{}: {}", v.name, done.error().message));
    }
    for (const course_log::LogMove& line : log.moves) {
        if (const std::optional<std::string> why = play_line(*game, line)) {
            report.findings.push_back(
                {.line = line.line, .text = course_log::move_line(line.player, line.move), .why = *why});
            return report;
        }
        ++report.moves;
    }
    check_end(*game, log, report);
    return report;
}

// "line 3: expected ..." -> line and message
Finding as_finding(const Error& error) {
    Cursor in(error.message);
    if (!in.accept("line ")) return {.line = 1, .text = "", .why = error.message};
    const auto line = static_cast<std::size_t>(in.number().value_or(1));
    in.accept(": ");
    return {.line = line, .text = "", .why = error.message.substr(in.offset())};
}

std::vector<Report> check_text(const GamesBySize& games, std::string_view text, bool draw_rules) {
    std::vector<Report> reports;
    course_log::Reader reader(text);
    for (;;) {
        const Result<std::optional<course_log::LogGame>> game = reader.next();
        if (game && !*game) return reports;
        if (game) {
            reports.push_back(check_game(games, **game, draw_rules));
            continue;
        }
        const Finding finding = as_finding(game.error());
        reports.push_back({.line = finding.line, .findings = {finding}});
        reader.go_on();
    }
}

nlohmann::ordered_json as_json(const Report& report) {
    nlohmann::ordered_json json{{"line", report.line}, {"correct", report.findings.empty()}};
    if (!report.game.empty()) {
        json["game"] = report.game;
        json["moves"] = report.moves;
    }
    if (!report.result.empty()) json["outcome"] = report.result;
    if (report.findings.empty()) return json;
    json["errors"] = nlohmann::ordered_json::array();
    for (const Finding& finding : report.findings)
        json["errors"].push_back({{"line", finding.line}, {"text", finding.text}, {"message", finding.why}});
    return json;
}

int validate(const ValidateOptions& options) {
    const GamesBySize games(options.game);
    const std::string text = read_file(options.file);
    const std::vector<Report> reports = check_text(games, text, !options.no_draw_rules);
    if (reports.empty()) refuse(fmt::format("{}: there is no game in it", options.file));
    const auto correct = static_cast<std::size_t>(
        std::ranges::count_if(reports, [](const Report& report) { return report.findings.empty(); }));
    if (options.json) {
        nlohmann::ordered_json json{{"file", options.file}, {"games", reports.size()}, {"correct", correct}};
        json["results"] = nlohmann::ordered_json::array();
        for (const Report& report : reports) json["results"].push_back(as_json(report));
        // A file name may be no UTF-8.
        print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    } else {
        for (const Report& report : reports) {
            for (const Finding& finding : report.findings)
                print("line {}: {}{}{}\n", finding.line, finding.text, finding.text.empty() ? "" : ": ", finding.why);
        }
        print("{} game{}, {} correct\n", reports.size(), reports.size() == 1 ? "" : "s", correct);
    }
    return correct == reports.size() ? exit_done : exit_failed;
}

}  // namespace

void add_validate(CommandLine& line) {
    const auto options = std::make_shared<ValidateOptions>();
    Command command = line.add(
        "validate", "Check the games of a course log",
        "A log has one block for each game: board size, moves (p1 4-7, p2 11x4(7)), pieces left (tp1 5, tp2 0),\n"
        "winner (wp1, wp2 or d). Of each game the first illegal move, or else what is wrong at its end, is named; exit "
        "code 1 if there is one.\n\n"
        "Examples:\n"
        "  crownhead validate games.log\n"
        "  crownhead validate games.log --game english",
        [options] { return validate(*options); });
    command.argument("FILE", options->file, "The log (- for standard input)");
    command.option("--game", "NAME", options->game, "Which game; the log says the size (default suicide)");
    command.flag("--no-draw-rules", options->no_draw_rules,
                 "The games were played without draws by repetition or by a count of moves (simulate)");
    command.json(options->json);
}

}  // namespace crownhead::cli
