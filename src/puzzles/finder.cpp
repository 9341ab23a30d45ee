#include "puzzles/finder.hpp"

#include <algorithm>
#include <utility>

#include "match/openings.hpp"
#include "puzzles/line.hpp"
#include "util/random.hpp"

namespace crownhead::puzzles {

namespace {

constexpr std::size_t scout_megabytes = 2;
constexpr std::uint64_t scout_nodes = 2'000;
constexpr std::uint64_t play_nodes = 250;        // of a move in its own games, which need not be good
constexpr std::size_t longest_own_game = 120;    // plies
constexpr std::uint32_t opening_plies = 4;       // and up to as many more
constexpr std::uint32_t latest_first_look = 12;  // plies after the opening
constexpr std::uint32_t random_move_every = 4;   // on average: mistakes make puzzles
constexpr std::uint32_t endgame_every = 6;       // on average: games in which only what the files know is looked at
constexpr std::uint32_t saves_every = 3;         // ... in which a saving move will do, too
constexpr std::uint32_t level_steps = 2;         // the easiest level that will do is drawn from so many
// Loose limits for what the scout sees.
constexpr SearchMargins scout_margins{.won = 0.68, .held = 0.25, .lost = 0.25, .gap = 0.12};

}  // namespace

int difference_of(const Placement& a, const Placement& b) {
    int count = 0;
    for (int square = 1; square <= std::min(a.count(), b.count()); ++square)
        if (a.at(square) != b.at(square)) ++count;
    return count;
}

bool resembles_any(const Puzzle& puzzle, const std::vector<Puzzle>& others) {
    return std::ranges::any_of(others, [&](const Puzzle& other) {
        return other.position.turn == puzzle.position.turn &&
               difference_of(other.position, puzzle.position) < least_difference;
    });
}

Finder::Finder(const Variant& variant, std::shared_ptr<const Endgames> endgames, const FinderOptions& options)
    : variant_(variant),
      options_(options),
      prover_(variant, std::move(endgames), options.limits, !options.engine_only),
      scout_(new_engine(variant, {.table_megabytes = scout_megabytes})) {}

Analysis Finder::scout(const Game& game, std::uint64_t nodes) {
    return scout_->think(game, {.nodes = nodes, .lines = 2, .stop = options_.limits.stop});
}

std::optional<Puzzle> Finder::look_at(const Game& game, const Analysis& analysis, const std::vector<Puzzle>& so_far,
                                      const Wanted& wanted) {
    if (game.legal().size() < least_choices) return std::nullopt;
    if (!prover_.is_exact(game) && !only_move_of(analysis, scout_margins)) return std::nullopt;
    if (resembles_any({.position = game.placement()}, so_far)) return std::nullopt;
    return prover_.compose(game, wanted);
}

std::optional<Puzzle> Finder::in_own_game(std::uint64_t number, const std::vector<Puzzle>& so_far) {
    std::uint64_t state = options_.seed * 0x9e3779b97f4a7c15ULL + number;
    Random random(splitmix64(state));
    const auto plies = static_cast<int>(opening_plies + random.below(opening_plies));
    const std::unique_ptr<Game> game = opening(variant_, Openings::Random, plies, number, options_.seed);
    const std::size_t first_look = static_cast<std::size_t>(plies) + random.below(latest_first_look);
    const bool all_exact = prover_.is_exact(*game);
    const bool endgame_only = random.below(endgame_every) == 0;
    const bool saves = random.below(saves_every) == 0;
    const Wanted wanted{.easiest = easiest_level + static_cast<int>(random.below(level_steps)), .saves = saves};
    scout_->forget();
    prover_.forget();
    bool astray = false;  // the last move was a random one: what is worth a look mostly comes after it
    for (std::size_t ply = 0; ply < longest_own_game && !game->outcome(); ++ply) {
        if (options_.limits.stop.stop_requested()) return std::nullopt;
        const bool exact = prover_.is_exact(*game);
        if (exact && !all_exact && !endgame_only) break;  // the rest is for the other games
        const bool looks = game->played().size() >= first_look && (exact || (astray && !endgame_only));
        if (looks && game->legal().size() >= least_choices) {
            const Analysis analysis = scout(*game, exact ? play_nodes : scout_nodes);
            if (std::optional<Puzzle> puzzle = look_at(*game, analysis, so_far, wanted)) return puzzle;
        }
        const auto choices = static_cast<std::uint32_t>(game->legal().size());
        astray = random.below(random_move_every) == 0;
        if (choices == 1)
            game->play(0);
        else if (astray)
            game->play(random.below(choices));
        else
            game->play(scout_->think(*game, {.nodes = play_nodes, .stop = options_.limits.stop}).best());
    }
    return std::nullopt;
}

std::optional<Puzzle> Finder::in_record(const GameRecord& record, const std::vector<Puzzle>& so_far) {
    const std::unique_ptr<Game> game = game_at_start(record);
    scout_->forget();
    prover_.forget();
    for (const AnyMove& mv : record.moves) {
        if (options_.limits.stop.stop_requested()) return std::nullopt;
        game->play_on();
        if (game->outcome()) break;
        if (game->legal().size() > 1) {
            if (std::optional<Puzzle> puzzle = look_at(*game, scout(*game, scout_nodes), so_far)) return puzzle;
        }
        const std::optional<std::size_t> index = find_move(*game, mv);
        if (!index) break;
        game->play(*index);
    }
    return std::nullopt;
}

}  // namespace crownhead::puzzles
