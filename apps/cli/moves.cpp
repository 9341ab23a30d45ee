// crownhead moves: the legal moves of one position.
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"

namespace crownhead::cli {

namespace {

struct MovesOptions {
    PositionOptions position;
    bool full = false;
    bool json = false;
};

nlohmann::ordered_json as_json(const Game& game, std::size_t index, Notation notation) {
    const Variant& v = game.variant();
    const AnyMove& mv = game.legal()[index];
    nlohmann::ordered_json path = nlohmann::ordered_json::array();
    if (!mv.is_pass()) path.push_back(mv.from);
    for (const Hop& hop : mv.hops) path.push_back(hop.to);
    const auto end = [&](std::uint8_t square) {
        return mv.is_pass() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(square);
    };
    return {
        {"text", move_text::write(v, game.legal(), index, notation)},
        {"full", move_text::write_full(v, mv, notation)},
        {"from", end(mv.from)},
        {"to", end(mv.to())},
        {"path", path},
        {"captured", mv.captured()},
        {"promotes", mv.promotes},
    };
}

int moves(const MovesOptions& options) {
    const OpenedPosition position = open_position(options.position);
    const Game& game = *position.game;
    const Variant& v = game.variant();
    const std::optional<Outcome> outcome = game.outcome();
    if (options.json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const std::size_t i : in_order(game.legal())) list.push_back(as_json(game, i, position.notation));
        nlohmann::ordered_json json{
            {"game", v.name},
            {"fen", fen::write(v, game.placement(), position.notation)},
            {"turn", colour_name(game.turn())},
            {"over", outcome.has_value()},
            {"moves", list},
        };
        if (outcome) json["outcome"] = outcome_text::describe(v, *outcome);
        print("{}\n", json.dump(2));
        return exit_done;
    }
    for (const std::size_t i : in_order(game.legal())) {
        print("{}\n", options.full ? move_text::write_full(v, game.legal()[i], position.notation)
                                   : move_text::write(v, game.legal(), i, position.notation));
    }
    // Standard output stays a list of moves, even when it is empty.
    if (outcome) write_err(fmt::format("crownhead: the game is over: {}\n", outcome_text::describe(v, *outcome)));
    return exit_done;
}

}  // namespace

void add_moves(CommandLine& line) {
    const auto options = std::make_shared<MovesOptions>();
    Command command = line.add("moves", "List the legal moves of a position, one on each line",
                               "Examples:\n"
                               "  crownhead moves english\n"
                               "  crownhead moves english --play \"11-15 23-19\"\n"
                               "  crownhead moves international --fen \"W:WK46:B23\" --full\n"
                               "  crownhead moves czech --notation numeric --json",
                               [options] { return moves(*options); });
    command.game(options->position.game);
    command.position(options->position);
    command.flag("--full", options->full, "Every square of the path");
    command.json(options->json, "For programs: from, to, path, captured, promotes, text");
}

}  // namespace crownhead::cli
