#include "matches.hpp"

#include <algorithm>
#include <utility>

#include "match/journal.hpp"
#include "match/run_files.hpp"
#include "notation/message_text.hpp"
#include "players/catalogue.hpp"

namespace crownhead::cli {

namespace {

constexpr std::size_t widest_name = 44;

// A player in a table: the middle of a long description gives way, since the command of a program stands at its end.
std::string short_name(const std::string& name) {
    if (name.size() <= widest_name) return name;
    const auto inside = [&](std::size_t at) { return (static_cast<unsigned char>(name[at]) & 0xc0U) == 0x80U; };
    std::size_t head = widest_name / 2 - 2;
    std::size_t tail = name.size() - (widest_name - head - 3);
    while (inside(head)) --head;  // not in the middle of a character
    while (tail < name.size() && inside(tail)) ++tail;
    return name.substr(0, head) + "..." + name.substr(tail);
}

// Other programs are tried once, so that a wrong name is noticed before the first game.
void try_players(const Plan& plan) {
    for (const std::string& description : plan.players) {
        const auto player = make_player(description, 0);
        if (!player) refuse(player.error().message);
        for (const Variant* const variant : plan.variants)
            if (const auto ready = (*player)->begin(*new_game(*variant), {}); !ready)
                refuse(fmt::format("{} cannot play {}: {}", description, variant->name,
                                   message_text::write(ready.error(), *variant)));
    }
}

std::string time_text(const ThinkingTime& thinking) {
    const double seconds = thinking.mean();
    if (seconds < 1e-6) return fmt::format("{:.0f} ns", seconds * 1e9);
    if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

std::string verdict_text(const SprtState& sprt) {
    return fmt::format("{} (LLR {:.2f}, bounds {:.2f} and {:.2f})", word(sprt.verdict), sprt.llr, sprt.lower,
                       sprt.upper);
}

}  // namespace

std::optional<Openings> read_openings(const std::string& text) {
    const auto openings = crownhead::read_openings(text);
    if (!openings) refuse(fmt::format("--openings {}: {}", text, openings.error().message));
    return *openings;
}

CellTally play_two(const Variant& variant, Plan plan, int threads, Progress& progress) {
    plan.variants = {&variant};
    Tally tally(plan);
    const Result<void> played =
        play_all(tally, {.threads = threads, .on_counted = [&](const Tally& so_far) {
                             const Estimate elo = elo_of(so_far[0].stats);
                             progress.step(so_far.games(), so_far.planned(), 0,
                                           fmt::format("Elo {:+.0f} [{:+.0f}, {:+.0f}]", elo.value, elo.low, elo.high));
                         }});
    if (!played) refuse(played.error().message);
    return tally[0];
}

Tally play_run(const Plan& plan, const RunSettings& settings, const std::string& what) {
    const int threads = static_cast<int>(read_number(settings.threads, "--threads", 1, 256));
    try_players(plan);
    Tally tally(plan);
    std::optional<Journal> journal;
    if (!settings.out.empty()) {
        Result<Journal> opened = Journal::open(settings.out, plan, tally);
        if (!opened) refuse(opened.error().message);
        journal.emplace(std::move(*opened));
    }
    const std::uint64_t before = tally.games();
    if (before > 0 && !settings.quiet)
        write_err(fmt::format("{}: going on after {} of {} games\n", what, before, tally.planned()));
    const Interrupt interrupt;
    Result<void> done;
    {
        Progress progress(what, "games", settings.quiet);
        RunOptions options{.threads = threads, .stop = interrupt.token()};
        if (journal) options.on_game = [&](const FinishedGame& game) { return journal->append(game); };
        options.on_counted = [&](const Tally& so_far) {
            progress.step(so_far.games() - before, so_far.planned() - before, 0, "");
        };
        done = play_all(tally, options);
    }
    if (done && journal) done = write_run_files(settings.out, tally);
    if (!done) throw Failure(exit_failed, done.error().message);
    return tally;
}

void print_results(const Tally& tally) {
    std::vector<std::string> names = player_names(tally.plan());
    std::size_t width = 6;
    for (std::string& name : names) {
        name = short_name(name);
        width = std::max(width, name.size());
    }
    if (names.size() > 2) {
        print("{:>4} {:<{}} {:>9} {:>11} {:>7}\n", "", "player", width, "games", "points", "score");
        std::size_t place = 0;
        for (const Standing& standing : standings(tally)) {
            const double games = std::max(1.0, static_cast<double>(standing.stats.games()));
            print("{:>4} {:<{}} {:>9} {:>11.1f} {:>6.1f}%\n", ++place, names[standing.player], width,
                  standing.stats.games(), standing.stats.points(), 100 * standing.stats.points() / games);
        }
        print("\n");
    }
    print("{:<13} {:<{}} {:<{}} {:>8} {:>8} {:>8} {:>8} {:>7} {:>6} {:^15} {:>6} {:>6} {:>6} {:>9} {:>9}\n", "game",
          "first", width, "second", width, "games", "won", "drawn", "lost", "score", "Elo", "95 %", "LOS", "draws",
          "plies", "time 1st", "time 2nd");
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const MatchCell& cell = tally.cells()[i];
        const CellTally& result = tally[i];
        const MatchStats& stats = result.stats;
        const Estimate elo = elo_of(stats);
        print(
            "{:<13} {:<{}} {:<{}} {:>8} {:>8} {:>8} {:>8} {:>6.1f}% {:>+6.0f} [{:>+6.0f},{:>+6.0f}] {:>5.1f}% "
            "{:>5.1f}% "
            "{:>6.1f} {:>9} {:>9}\n",
            cell.variant->name, names[cell.first], width, names[cell.second], width, stats.games(), stats.wins,
            stats.draws, stats.losses, 100 * score_of(stats).value, elo.value, elo.low, elo.high,
            100 * likelihood_of_superiority(stats), 100 * rate_of(stats.draws, stats.games()).value,
            result.mean_length(), time_text(result.thinking[0]), time_text(result.thinking[1]));
        if (tally.plan().sprt) print("    sequential test: {}\n", verdict_text(tally.sprt(i)));
        if (result.too_long > 0)
            print("    {} games were broken off as too long and count as draws\n", result.too_long);
        for (const std::size_t k : {std::size_t{0}, std::size_t{1}})
            if (result.forfeits[k] > 0)
                print("    {} lost {} games by forfeit\n", names[k == 0 ? cell.first : cell.second],
                      result.forfeits[k]);
        if (!result.forfeit_example.empty()) print("    the first forfeit: {}\n", result.forfeit_example);
        if (tally.plan().sprt && tally.sprt(i).verdict == Verdict::Open && tally.complete(i))
            print("    the games ended before the test did: --games allows more\n");
    }
    flush_out();
}

}  // namespace crownhead::cli
