// crownhead play: a game in the terminal. It reads lines and writes text, so that a program can drive it as well as a
// person.
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "notation/message_text.hpp"
#include "play/prompt.hpp"
#include "play/session.hpp"
#include "players/catalogue.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

struct PlayOptions {
    std::string game;  // asked for when empty, like side and opponent
    std::string side;
    std::string opponent;
    std::string seed;  // drawn when empty
    std::optional<std::string> fen;
};

// If the game is known by then, they get ready for it.
std::array<std::unique_ptr<Player>, 2> make_computers(Sides people, const std::string& opponent, std::uint64_t seed,
                                                      const Game* game) {
    std::array<std::unique_ptr<Player>, 2> computers;
    for (const Side side : {Side::Black, Side::White}) {
        if (people.contains(side)) continue;
        Result<std::unique_ptr<Player>> player = make_player(opponent, seed++);
        if (!player) refuse(fmt::format("--opponent: {}", player.error().message));
        if (game != nullptr)
            if (const auto ready = (*player)->begin(*game, {}); !ready)
                refuse(fmt::format("--opponent: {}", message_text::write(ready.error(), game->variant())));
        computers[side == Side::Black ? 0 : 1] = std::move(*player);
    }
    return computers;
}

std::vector<std::string_view> opponent_names() {
    std::vector<std::string_view> names;
    for (const Strategy* const strategy : strategies()) names.push_back(strategy->name);
    return names;
}

int play(const PlayOptions& options) {
    // What was given is checked before anything is asked.
    std::uint64_t seed = std::random_device()();
    if (!options.seed.empty())
        seed = read_number(options.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max() - 1);
    if (!options.opponent.empty()) make_computers({}, options.opponent, seed, nullptr);
    if (!options.side.empty() && !read_sides(variants.front(), options.side))
        refuse(fmt::format("--side {}: expected black, white, both or none", excerpt(options.side)));
    try {
        const std::string name = options.game.empty() ? ask_game() : options.game;
        OpenedPosition position = open_position({.game = name, .fen = options.fen});
        const Variant& v = position.game->variant();
        const Sides people = options.side.empty() ? ask_sides(v, position.game->turn()) : *read_sides(v, options.side);
        std::string opponent = options.opponent;
        if (opponent.empty() && !people.both()) opponent = ask_opponent(*position.game);
        std::array<std::unique_ptr<Player>, 2> computers = make_computers(people, opponent, seed, position.game.get());
        if (!people.both()) print("{}: {}, seed {}\n", people.none() ? "Players" : "Opponent", opponent, seed);
        PlaySession(std::move(position), people, std::move(computers)).run();
    } catch (const Leave&) {
        print("Goodbye.\n");
    }
    return exit_done;
}

}  // namespace

void add_play(CommandLine& line) {
    const auto options = std::make_shared<PlayOptions>();
    Command command = line.add("play", "Play a game in the terminal",
                               "What is not given is asked for. In the game, help lists the commands.\n\n"
                               "Examples:\n"
                               "  crownhead play\n"
                               "  crownhead play suicide-6 --side white --opponent random --seed 7\n"
                               "  crownhead play mini --side both",
                               [options] { return play(*options); });
    command.game(options->game, Needed::No);
    command.option("--side", "SIDE", options->side, "Yours: black, white, both (two people here) or none (watch)");
    std::string opponents;
    for (const std::string_view name : opponent_names()) append(opponents, name);
    command.option("--opponent", "NAME", options->opponent, fmt::format("Who plays the other side: {}", opponents));
    command.option("--seed", "N", options->seed, "The same seed, the same game");
    command.option("--fen", "FEN", options->fen, "Begin with this position");
}

}  // namespace crownhead::cli
