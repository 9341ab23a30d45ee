// crownhead gauntlet: one player against others, in one game or many, with error bars.
#include "commands.hpp"
#include "match/duel.hpp"
#include "players/catalogue.hpp"
#include "progress.hpp"

namespace crownhead::cli {

namespace {

Openings read_openings(const std::string& text, const Variant& variant) {
    if (text == "start") return Openings::Start;
    if (text == "random") return Openings::Random;
    if (text == "ballots") {
        if (!has_ballots(variant)) refuse(fmt::format("there are no ballots for {}", variant.name));
        return Openings::Ballots;
    }
    if (text != "auto") refuse(fmt::format("--openings {}: expected auto, start, random or ballots", text));
    return has_ballots(variant) ? Openings::Ballots : Openings::Random;
}

void check_player(const std::string& description) {
    if (const auto player = make_player(description, 0); !player)
        refuse(fmt::format("{}: {}", description, player.error().message));
}

void print_row(std::string_view game, std::string_view against, const DuelResult& result) {
    const MatchStats& stats = result.stats;
    const Estimate score = score_of(stats);
    const Estimate elo = elo_of(stats);
    const auto mean_ms = [&](std::size_t i) {
        return result.moves[i] == 0 ? 0.0 : 1000 * result.seconds[i] / static_cast<double>(result.moves[i]);
    };
    print(
        "{:<14} {:<34} {:>6} {:>6} {:>6} {:>6} {:>6.1f}% {:>+6.0f} [{:>+5.0f},{:>+5.0f}] {:>5.1f}% {:>6.1f} {:>7.1f} "
        "{:>7.1f} {:>7.0f}\n",
        game, against, stats.games(), stats.wins, stats.draws, stats.losses, 100 * score.value, elo.value, elo.low,
        elo.high, 100 * likelihood_of_superiority(stats),
        static_cast<double>(result.plies) / static_cast<double>(std::max<std::uint64_t>(stats.games(), 1)), mean_ms(0),
        mean_ms(1), 1000 * result.slowest[0]);
    flush_out();
}

}  // namespace

int gauntlet(const GauntletOptions& options) {
    const std::vector<const Variant*> games = read_games(options.games);
    DuelOptions match{.first = options.player,
                      .second = "",
                      .pairs = (read_number(options.count, "--games", 1, 100'000'000) + 1) / 2,
                      .opening_plies = static_cast<int>(read_number(options.plies, "--plies", 0, 60)),
                      .seed = read_number(options.seed, "--seed", 0, UINT64_MAX),
                      .threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256))};
    // Whatever is wrong is said before the first game.
    for (const Variant* const variant : games) read_openings(options.openings, *variant);
    check_player(options.player);
    for (const std::string& against : options.against) check_player(against);
    print("player: {}\n", options.player);
    print("{:<14} {:<34} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:^13} {:>6} {:>6} {:>7} {:>7} {:>7}\n", "game", "against",
          "games", "won", "drawn", "lost", "score", "Elo", "95 %", "LOS", "plies", "ms own", "ms opp", "slowest");
    flush_out();
    for (const Variant* const variant : games) {
        match.openings = read_openings(options.openings, *variant);
        for (const std::string& against : options.against) {
            match.second = against;
            Progress progress(fmt::format("{} against {}", variant->name, against), "games", options.quiet);
            const auto result = duel(*variant, match, [&](const DuelResult& so_far) {
                const Estimate elo = elo_of(so_far.stats);
                progress.step(so_far.stats.games(), 2 * match.pairs, 0,
                              fmt::format("Elo {:+.0f} [{:+.0f}, {:+.0f}]", elo.value, elo.low, elo.high));
                return true;
            });
            progress.hide();
            if (!result) refuse(result.error().message);
            print_row(variant->name, against, *result);
        }
    }
    return exit_done;
}

}  // namespace crownhead::cli
