// crownhead verify-proof: does the strategy in a file prove what the file says?
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "notation/fen.hpp"
#include "notation/outcome_text.hpp"
#include "progress.hpp"
#include "prove/verify.hpp"

namespace crownhead::cli {

namespace {

struct VerifyProofOptions {
    std::string file;
    bool json = false;
    bool quiet = false;
};

// What has been proven, in a few words.
std::string proven_text(const prove::ProofReport& report) {
    const Variant& v = *report.variant;
    const Side turn = report.position.turn;
    switch (report.value) {
        case Value::Win: return fmt::format("{} wins", side_name(v, turn));
        case Value::Draw: return "a draw";
        case Value::Loss: return fmt::format("{} wins", side_name(v, !turn));
        case Value::Unknown: break;
    }
    return "";
}

// After how many moves of each side the first of the rules that count moves can end a game; 0: there are none.
int shortest_count(const Ending& end) {
    int shortest = 0;
    const auto add = [&](int moves) {
        if (moves > 0 && (shortest == 0 || moves < shortest)) shortest = moves;
    };
    for (const int limit : {end.no_capture_limit, end.no_advance_limit, end.quiet_limit}) add(limit);
    for (const MaterialRule& rule : end.material) add(rule.moves);
    return shortest;
}

// Whether a draw by counting could come before the end of the longest line. It cannot harm who is content with a draw, and
// an end on the board goes before it.
bool counting_matters(const prove::ProofReport& report) {
    const auto moves = static_cast<std::uint64_t>(shortest_count(report.variant->end));
    return moves > 0 && std::ranges::any_of(report.strategies, [&](const prove::StrategyReport& strategy) {
               return strategy.goal == prove::Goal::Wins && strategy.longest > 2 * moves;
           });
}

std::string counting_text(const prove::ProofReport& report) {
    const int moves = shortest_count(report.variant->end);
    if (report.value == Value::Draw) return "A game that does not end is a draw.\n";
    if (moves == 0) return "This game has no rules that count moves.\n";
    if (counting_matters(report))
        return fmt::format(
            "Not proven: that no rule which counts moves makes it a draw before; the first can after {} moves of each "
            "side.\n",
            moves);
    return fmt::format("No rule which counts moves can make it a draw: the first needs {} moves of each side.\n",
                       moves);
}

std::string amount_text(std::uint64_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

std::string strategy_text(const Variant& v, const prove::StrategyReport& strategy) {
    const std::string_view us = side_name(v, strategy.side);
    const std::string_view them = side_name(v, !strategy.side);
    const std::string promise = strategy.goal == prove::Goal::Wins
                                    ? fmt::format("{} wins whatever {} does, in {} at most", us, them,
                                                  amount_text(strategy.longest, "ply", "plies"))
                                    : fmt::format("{} does not lose whatever {} does", us, them);
    return fmt::format(
        "A strategy by which {}:\n"
        "  {} can arise, {} of them with the game over\n"
        "  {} of {} between several moves; in {} all moves of {} were followed\n",
        promise, amount_text(strategy.positions, "position", "positions"), grouped(strategy.ends),
        amount_text(strategy.choices, "choice", "choices"), us, amount_text(strategy.replies, "position", "positions"),
        them);
}

nlohmann::ordered_json proof_json(const prove::ProofReport& report) {
    nlohmann::ordered_json strategies = nlohmann::ordered_json::array();
    for (const prove::StrategyReport& strategy : report.strategies) {
        const bool wins = strategy.goal == prove::Goal::Wins;
        strategies.push_back({{"side", colour_name(strategy.side)},
                              {"goal", word_of(strategy.goal)},
                              {"positions", strategy.positions},
                              {"choices", strategy.choices},
                              {"replies", strategy.replies},
                              {"ends", strategy.ends},
                              {"longest", wins ? nlohmann::ordered_json(strategy.longest) : nullptr},
                              {"bytes", strategy.bytes}});
    }
    return {{"game", report.variant->name},
            {"fen", fen::write(*report.variant, report.position)},
            {"turn", colour_name(report.position.turn)},
            {"value", word_of(report.value)},
            {"counting_matters", counting_matters(report)},
            {"strategies", strategies}};
}

int verify_proof(const VerifyProofOptions& options) {
    const std::string bytes = read_file(options.file);
    const Interrupt interrupt;
    std::expected<prove::ProofReport, prove::Fault> report;
    double seconds = 0;
    {
        Progress progress(options.file, "positions", options.quiet);
        report = prove::verify_proof(bytes, {.stop = interrupt.token(), .on_progress = [&](auto, auto done, auto of) {
                                                 progress.step(done, of, 0, "");
                                             }});
        seconds = progress.seconds();
    }
    if (!report) throw Failure(exit_failed, fmt::format("{}: not proven: {}", options.file, report.error().message));
    const Variant& v = *report->variant;
    if (options.json) {
        print("{}\n", proof_json(*report).dump(2));
        return exit_done;
    }
    print("Proven: {} ({}), {}, {} to move: {}.\n", v.title, v.name, fen::write(v, report->position),
          side_name(v, report->position.turn), proven_text(*report));
    for (const prove::StrategyReport& strategy : report->strategies) print("{}", strategy_text(v, strategy));
    print("{}", counting_text(*report));
    print("Verified with the slow generator that follows the rule text, in {}.\n", duration_text(seconds));
    return exit_done;
}

}  // namespace

void add_verify_proof(CommandLine& line) {
    const auto options = std::make_shared<VerifyProofOptions>();
    Command command = line.add(
        "verify-proof", "Check a certificate written by solve, and say what it proves",
        "The file holds a strategy (for a draw: one for each side). Every reply to it is followed, with a second\n"
        "generator of moves and without search or endgame files. Exit code 1 if the proof is not right.\n\n"
        "Examples:\n"
        "  crownhead verify-proof suicide-6.proof\n"
        "  crownhead verify-proof suicide-6.proof --json",
        [options] { return verify_proof(*options); });
    command.argument("FILE", options->file, "The proof (- for standard input)");
    command.json(options->json);
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
