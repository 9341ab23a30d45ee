// crownhead show: one position.
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "notation/diagram.hpp"
#include "notation/fen.hpp"
#include "notation/outcome_text.hpp"

namespace crownhead::cli {

namespace {

struct ShowOptions {
    PositionOptions position;
    bool diagram = false;  // nothing but the diagram
    bool json = false;
};

nlohmann::ordered_json as_json(const Game& game, Notation notation) {
    const Variant& v = game.variant();
    const Placement placement = game.placement();
    const std::string diagram = diagram::write(v, placement);
    nlohmann::ordered_json json{
        {"game", v.name},
        {"title", v.title},
        {"size", v.size()},
        {"fen", fen::write(v, placement, notation)},
        {"turn", colour_name(placement.turn)},
        {"turn_name", side_name(v, placement.turn)},
        {"diagram", split(diagram, "\n")},
        {"legal_moves", game.legal().size()},
        {"over", game.outcome().has_value()},
    };
    if (const std::optional<Outcome> outcome = game.outcome()) {
        json["winner"] =
            outcome->winner ? nlohmann::ordered_json(colour_name(*outcome->winner)) : nlohmann::ordered_json(nullptr);
        json["outcome"] = outcome_text::describe(v, *outcome);
    }
    return json;
}

int show(const ShowOptions& options) {
    const OpenedPosition position = open_position(options.position);
    const Game& game = *position.game;
    const Variant& v = game.variant();
    if (options.diagram) {
        write_out(diagram::write(v, game.placement()));
        return exit_done;
    }
    if (options.json) {
        print("{}\n", as_json(game, position.notation).dump(2));
        return exit_done;
    }
    print("{}, {} ({})\n\n", v.title, board_name(v), v.name);
    write_out(diagram::write_numbered(v, game.placement(), position.notation));
    print("\n{:5}{}\n", "FEN", fen::write(v, game.placement(), position.notation));
    if (const std::optional<Outcome> outcome = game.outcome()) {
        print("{:5}the game is over: {}\n", "", outcome_text::describe(v, *outcome));
    } else {
        const Side turn = game.turn();
        const std::size_t count = game.legal().size();
        print("{:5}{} ({}) to move, {} legal move{}\n", "", side_name(v, turn), turn == Side::Black ? "o" : "x", count,
              count == 1 ? "" : "s");
    }
    return exit_done;
}

}  // namespace

void add_show(CommandLine& line) {
    const auto options = std::make_shared<ShowOptions>();
    Command command =
        line.add("show", "Show a position: diagram, FEN, side to move",
                 "In the diagram o and O are man and king of Black (player 1), x and X of White (player 2).\n"
                 "The numbers at the side are those of the first dark square of each row.\n\n"
                 "Examples:\n"
                 "  crownhead show english\n"
                 "  crownhead show russian --fen \"W:Wc3,Kd4:Bf6\"\n"
                 "  crownhead show suicide-6 --diagram",
                 [options] { return show(*options); });
    command.game(options->position.game);
    command.position(options->position);
    command.flag("--diagram", options->diagram, "Nothing but the diagram");
    command.json(options->json, "For programs", "--diagram");
}

}  // namespace crownhead::cli
