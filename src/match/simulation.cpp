#include "match/simulation.hpp"

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "match/draw_rules.hpp"
#include "match/referee.hpp"
#include "notation/course_log.hpp"
#include "players/catalogue.hpp"
#include "rules/variants.hpp"
#include "solve/oracle.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"
#include "util/random.hpp"
#include "util/threads.hpp"

namespace crownhead {

namespace {

constexpr std::size_t batch_size = 256;  // games written at a time

std::string sizes_of(std::span<const Variant* const> games) {
    std::string list;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (i > 0) list += i + 1 == games.size() ? " or " : ", ";
        list += std::to_string(games[i]->size());
    }
    return list;
}

struct PlayerPair {
    PlayerFactory first;
    PlayerFactory second;
    std::shared_ptr<solve::SharedSolution> solution = std::make_shared<solve::SharedSolution>();
};

// What a thread has played of the games it took.
struct Batch {
    std::string text{};
    std::uint64_t played = 0;
    std::uint64_t unfinished = 0;  // of these
    bool stopped = false;
};

// Adds the log of game number `index`, after an empty line.
Result<void> play_one(const Simulation& simulation, const PlayerPair& players, const Variant& v, std::uint64_t index,
                      Batch& batch) {
    std::uint64_t state = simulation.seed + 0x632be59bd9b4e019ULL * (index + 1);
    const std::unique_ptr<Player> player1 = players.first.make(splitmix64(state));
    const std::unique_ptr<Player> player2 = players.second.make(splitmix64(state));
    const bool second_begins =
        simulation.starter == Starter::Second || (simulation.starter == Starter::Alternate && index % 2 == 1);
    const Side first = second_begins ? Side::White : Side::Black;
    const auto game = new_game(simulation.draw_rules ? v : without_draw_rules(v));
    if (game->turn() != first) {
        Placement start = game->start();
        start.turn = first;
        if (const Result<void> set = game->set(start, Strictness::Legal); !set) return set;
    }
    const Played played = play_out(*game, *player1, *player2, simulation.longest, simulation.stop, players.solution);
    if (played.finish == Finish::Stopped) {
        batch.stopped = true;
        return {};
    }
    ++batch.played;
    if (played.finish == Finish::TooLong) {
        ++batch.unfinished;
        return {};
    }
    if (played.finish == Finish::Forfeit)
        return fail(fmt::format("game {}: player {} forfeits: {}", index + 1, *played.winner == Side::Black ? 2 : 1,
                                played.why));
    const Placement end = game->placement();
    const course_log::LogResult result{
        .left1 = end.pieces(Side::Black), .left2 = end.pieces(Side::White), .winner = played.winner};
    batch.text += '\n';  // the first one is left out when it is written
    course_log::append(batch.text, v.size(), first, game->played(), result);
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

SizeReader::SizeReader(Source source, std::vector<const Variant*> games)
    : source_(std::move(source)), games_(std::move(games)) {}

std::optional<std::string> SizeReader::next_line() {
    constexpr std::size_t longest = 4096;  // no board size is that long
    std::string line;
    cut_ = false;
    for (;;) {
        const std::size_t end = buffer_.find('\n', at_);
        const std::string_view piece = std::string_view(buffer_).substr(at_, end - at_);
        cut_ = cut_ || line.size() + piece.size() > longest;
        line += piece.substr(0, longest - std::min(longest, line.size()));
        if (end != std::string::npos) {
            at_ = end + 1;
            ++number_;
            return line;
        }
        buffer_.resize(std::size_t{1} << 16);
        buffer_.resize(ended_ ? 0 : source_(buffer_.data(), buffer_.size()));
        at_ = 0;
        if (!buffer_.empty()) continue;
        if (std::exchange(ended_, true)) return std::nullopt;
        ++number_;
        return line;
    }
}

std::expected<const Variant*, BadLine> SizeReader::read(std::string_view line) const {
    const auto bad = [&](const std::string& why) {
        return std::unexpected(
            BadLine{.number = number_, .why = fmt::format("{}: expected a board size {}", why, sizes_of(games_))});
    };
    if (cut_) return bad("the line is too long");
    const std::string_view digits = line.starts_with('-') ? line.substr(1) : line;
    if (digits.empty() || !std::ranges::all_of(digits, is_digit))
        return bad(fmt::format("'{}' is not a whole number", excerpt(line)));
    const int size = parse_number<int>(line).value_or(0);  // 0: too many digits
    const auto found = std::ranges::find(games_, size, [](const Variant* v) { return v->size(); });
    if (found != games_.end()) return *found;
    return bad(fmt::format("{} is {}", excerpt(line), size > 0 && size % 2 == 1 ? "odd" : "out of range"));
}

std::optional<std::expected<const Variant*, BadLine>> SizeReader::next() {
    while (const std::optional<std::string> text = next_line()) {
        std::string_view line = *text;
        if (number_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);  // a byte order mark
        line = trimmed(line);
        if (!line.empty() || cut_) return read(line);
    }
    return std::nullopt;
}

Result<SimulationResult> simulate(const Simulation& simulation, const std::function<const Variant*()>& next,
                                  const std::function<Result<void>(std::string_view)>& write,
                                  const std::function<void(std::uint64_t)>& done) {
    Result<PlayerFactory> player1 = PlayerFactory::read(simulation.player1);
    if (!player1) return std::unexpected(std::move(player1.error()));
    Result<PlayerFactory> player2 = PlayerFactory::read(simulation.player2);
    if (!player2) return std::unexpected(std::move(player2.error()));
    const PlayerPair players{std::move(*player1), std::move(*player2)};
    SimulationResult result;
    bool anything = false;
    std::mutex mutex;  // guards what follows, and the callbacks
    std::condition_variable turn;
    std::uint64_t taken = 0;
    std::uint64_t written = 0;
    bool ended = false;  // the input
    bool cut = false;    // the log, because of the stop token
    std::optional<Error> error;
    const auto work = [&] {
        Batch batch;
        std::vector<const Variant*> games;
        for (;;) {
            std::unique_lock lock(mutex);
            const std::uint64_t start = taken;
            games.clear();
            while (games.size() < batch_size && !error && !cut && !simulation.stop.stop_requested()) {
                const Variant* const game = next();
                ended = game == nullptr;
                if (ended) break;
                games.push_back(game);
            }
            if (games.empty()) return;
            taken += games.size();
            lock.unlock();
            batch = {};
            Result<void> played;
            for (std::size_t i = 0; i < games.size() && played && !batch.stopped; ++i)
                played = play_one(simulation, players, *games[i], start + i, batch);
            // Each waits for those before it, so that no more than one batch of each thread is in memory.
            lock.lock();
            turn.wait(lock, [&] { return written == start || error || cut; });
            if (error || cut) return;
            std::string_view piece = batch.text;
            if (!anything && !piece.empty()) piece.remove_prefix(1);
            anything = anything || !piece.empty();
            result.unfinished += batch.unfinished;
            cut = batch.stopped;
            if (played && !piece.empty()) played = write(piece);
            if (!played) error = played.error();
            written += batch.played;
            if (!error && done) done(written);
            turn.notify_all();
        }
    };
    on_threads(simulation.threads, work);
    if (error) return std::unexpected(*error);
    result.games = written;
    result.stopped = !ended || written < taken;
    return result;
}

}  // namespace crownhead
