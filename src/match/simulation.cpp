#include "match/simulation.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "match/referee.hpp"
#include "notation/course_log.hpp"
#include "players/catalogue.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"
#include "util/random.hpp"

namespace crownhead {

namespace {

constexpr std::size_t batch = 256;  // games written at a time

std::string sizes_of(std::span<const Variant* const> games) {
    std::string list;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (i > 0) list += i + 1 == games.size() ? " or " : ", ";
        list += std::to_string(games[i]->size());
    }
    return list;
}

// Adds the log of game number `index`.
Result<void> play_one(const Simulation& simulation, std::size_t index, std::string& out) {
    std::uint64_t state = simulation.seed + 0x632be59bd9b4e019ULL * (index + 1);
    const auto player1 = make_player(simulation.player1, splitmix64(state));
    if (!player1) return std::unexpected(player1.error());
    const auto player2 = make_player(simulation.player2, splitmix64(state));
    if (!player2) return std::unexpected(player2.error());
    const Variant& v = *simulation.games[index];
    const bool second_begins =
        simulation.starter == Starter::Player2 || (simulation.starter == Starter::Alternate && index % 2 == 1);
    const Side first = second_begins ? Side::White : Side::Black;
    const auto game = new_game(v);
    if (game->turn() != first) {
        Placement start = game->start();
        start.turn = first;
        if (const Result<void> set = game->set(start, Strictness::Legal); !set) return set;
    }
    const Played played = play_out(*game, **player1, **player2, std::numeric_limits<int>::max());
    if (played.finish == Finish::Forfeit)
        return fail(fmt::format("game {}: player {} forfeits: {}", index + 1, *played.winner == Side::Black ? 2 : 1,
                                played.why));
    course_log::LogResult result{.winner = played.winner};
    for (const Piece piece : game->placement().squares) {
        if (belongs_to(piece, Side::Black)) ++result.left1;
        if (belongs_to(piece, Side::White)) ++result.left2;
    }
    if (index > 0) out += '\n';
    course_log::append(out, v.size(), first, game->played(), result);
    return {};
}

}  // namespace

Result<std::vector<const Variant*>> games_by_size(std::string_view name) {
    const Result<const Variant*> found = find_variant(name);
    if (!found) return std::unexpected(found.error());
    if ((*found)->family != name) return std::vector{*found};
    std::vector<const Variant*> games;
    for (const Variant& v : variants)
        if (v.family == name) games.push_back(&v);
    std::ranges::sort(games, {}, [](const Variant* v) { return v->size(); });
    return games;
}

SizeList read_sizes(std::string_view text, std::span<const Variant* const> games) {
    SizeList list;
    std::size_t number = 0;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        ++number;
        while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
        while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
        if (line.empty()) continue;
        const auto bad = [&](const std::string& why) {
            list.bad.push_back({.number = number,
                                .text = excerpt(line),
                                .why = fmt::format("{}: expected a board size {}", why, sizes_of(games))});
        };
        Cursor in(line);
        const Result<int> size = in.number();
        if (!size || !in.at_end()) {
            bad(fmt::format("'{}' is not a number", excerpt(line)));
            continue;
        }
        const auto found = std::ranges::find(games, *size, [](const Variant* v) { return v->size(); });
        if (found != games.end())
            list.games.push_back(*found);
        else if (*size % 2 == 1)
            bad(fmt::format("{} is odd", excerpt(line)));
        else
            bad(fmt::format("{} is out of range", excerpt(line)));
    }
    return list;
}

Result<void> simulate(const Simulation& simulation, const std::function<Result<void>(std::string_view)>& write,
                      const std::function<void(std::uint64_t)>& done) {
    const std::size_t all = simulation.games.size();
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;  // guards written, error and the callbacks
    std::condition_variable turn;
    std::size_t written = 0;
    std::optional<Error> error;
    const auto work = [&] {
        std::string text;
        for (;;) {
            const std::size_t start = next.fetch_add(batch);
            if (start >= all) return;
            const std::size_t end = std::min(start + batch, all);
            text.clear();
            Result<void> played;
            for (std::size_t i = start; i < end && played; ++i) played = play_one(simulation, i, text);
            // Each waits for those before it, so that no more than one batch of each thread is in memory.
            std::unique_lock lock(mutex);
            turn.wait(lock, [&] { return written == start || error; });
            if (error) return;
            if (played) played = write(text);
            if (!played) error = played.error();
            written = end;
            if (!error && done) done(written);
            turn.notify_all();
            if (error) return;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 1; i < simulation.threads; ++i) threads.emplace_back(work);
        work();
    }
    if (error) return std::unexpected(*error);
    return {};
}

}  // namespace crownhead
