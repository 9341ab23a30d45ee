#include "learn/training_games.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <vector>

#include "match/openings.hpp"
#include "runtime/endgames.hpp"
#include "search/score.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"
#include "util/random.hpp"
#include "util/read_file.hpp"
#include "util/threads.hpp"

namespace crownhead::learn {

namespace {

constexpr std::size_t training_table_megabytes = 2;
constexpr int largest_score = 2000;  // points; more says nothing new
constexpr int idle_records = 8;      // kings that go to and fro would fill the data with one position
constexpr int idle_games = 50;       // plies of kings alone; then the game is drawn
// A game whose end the search sees is played on for so many plies only. Where losing everything wins, it is played to the
// end: there such positions are what an evaluation knows least about.
constexpr int decided_plies = 4;

GameResult result_for(std::optional<Side> winner, Side side) {
    if (!winner) return GameResult::Draw;
    return *winner == side ? GameResult::Win : GameResult::Loss;
}

// What the endgame files say of a position with no capture in it.
std::optional<GameResult> known_result(const TrainingGameOptions& options, const Game& game) {
    if (!options.endgames || !knows(*options.endgames, game)) return std::nullopt;
    const std::optional<ExactValue> exact = options.endgames->exact_value(game);
    if (!exact) return std::nullopt;
    return exact->value == Value::Win    ? GameResult::Win
           : exact->value == Value::Draw ? GameResult::Draw
                                         : GameResult::Loss;
}

std::vector<TrainingRecord> training_game(Engine& engine, const Variant& variant, const TrainingGameOptions& options,
                                          std::uint64_t number) {
    struct Seen {
        TrainingRecord record;
        Side side;
    };
    std::vector<Seen> seen;
    std::size_t unreliable = 0;  // records before the last random move
    Random random(options.seed * 0x9e3779b97f4a7c15ULL + number);
    engine.forget();
    const int plies =
        options.least_opening +
        static_cast<int>(random.below(static_cast<std::uint32_t>(options.most_opening - options.least_opening + 1)));
    const auto game = opening(variant, Openings::Random, plies, number, options.seed);
    const int last_ply = options.longest > 0 ? options.longest : 25 * variant.size();
    const auto random_moves = static_cast<std::uint32_t>(options.random_moves * 10'000);
    std::optional<GameResult> result;  // for the side to move at the end
    int idle = 0;
    int decided = 0;
    const bool reversed = variant.end.bare == Bare::Wins;
    for (int ply = 0; ply < last_ply; ++ply) {
        if (const auto outcome = game->outcome()) {
            result = result_for(outcome->winner, game->turn());
            break;
        }
        if (const auto known = known_result(options, *game)) {
            result = known;
            break;
        }
        if (idle >= idle_games) {
            result = GameResult::Draw;
            break;
        }
        const Analysis analysis = engine.think(*game, {.nodes = options.nodes});
        const int score = analysis.score();
        if (score::is_decided(score) && ++decided > decided_plies && !reversed) {
            result = score > 0 ? GameResult::Win : GameResult::Loss;
            break;
        }
        if (idle < idle_records) {
            if (const auto position = engine.quiet_position(*game))
                seen.push_back({{.position = *position,
                                 .score = static_cast<std::int16_t>(std::clamp(score, -largest_score, largest_score))},
                                game->turn()});
        }
        std::size_t chosen = analysis.best();
        if (random.below(10'000) < random_moves) {
            chosen = random.below(static_cast<std::uint32_t>(game->legal().size()));
            if (chosen != analysis.best()) unreliable = seen.size();
        }
        const AnyMove mv = game->legal()[chosen];
        idle = mv.is_capture() || mv.is_pass() || !is_king(game->placement().at(mv.from)) ? 0 : idle + 1;
        game->play(chosen);
    }
    std::vector<TrainingRecord> records;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        TrainingRecord record = seen[i].record;
        if (result && i >= unreliable) {
            record.result = *result;
            if (seen[i].side != game->turn() && *result != GameResult::Draw)
                record.result = *result == GameResult::Win ? GameResult::Loss : GameResult::Win;
        }
        records.push_back(record);
    }
    return records;
}

// Appends games in the order of their numbers, whatever the order in which they end.
class OrderedFile {
public:
    OrderedFile(std::string path, std::uint64_t next) : path_(std::move(path)), next_(next) {}

    Result<void> open() {
        file_.reset(std::fopen(path_.c_str(), "ab"));
        if (!file_) return failed();
        return {};
    }
    Result<void> add(std::uint64_t number, std::string game) {
        waiting_.emplace(number, std::move(game));
        while (!waiting_.empty() && waiting_.begin()->first == next_) {
            const std::string& text = waiting_.begin()->second;
            if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) return failed();
            waiting_.erase(waiting_.begin());
            ++next_;
        }
        return {};
    }
    Result<void> close() {
        if (std::fflush(file_.get()) != 0 || std::fclose(file_.release()) != 0) return failed();
        return {};
    }
    std::uint64_t games() const { return next_; }

private:
    std::unexpected<Error> failed() const {
        return fail("cannot write " + path_ + ": " + std::system_category().message(errno));
    }

    std::string path_;
    std::uint64_t next_;
    File file_;
    std::map<std::uint64_t, std::string> waiting_;
};

// The number of games that are there; an incomplete one at the end is cut off.
Result<std::uint64_t> prepare(const Variant& variant, const std::string& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        if (const auto written = write_whole_file(path, training_header(variant)); !written)
            return std::unexpected(written.error());
        return 0;
    }
    const Result<std::string> bytes = read_whole_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    const Result<TrainingFile> file = read_training_data(variant, *bytes, false);
    if (!file) return fail(path + ": " + file.error().message, file.error().offset);
    if (file->bytes < bytes->size()) {
        std::filesystem::resize_file(path, file->bytes, error);
        if (error) return fail("cannot write " + path + ": " + error.message());
    }
    return file->games;
}

}  // namespace

Result<void> play_training_games(const Variant& variant, const std::string& path, const TrainingGameOptions& options,
                                 const std::function<void(std::uint64_t, std::uint64_t)>& after_game) {
    const Result<std::uint64_t> first = prepare(variant, path);
    if (!first) return std::unexpected(first.error());
    OrderedFile file(path, *first);
    if (auto opened = file.open(); !opened) return opened;
    std::mutex mutex;  // guards file, positions and failure
    std::uint64_t positions = 0;
    Result<void> failure;
    std::atomic<std::uint64_t> next = *first;
    on_threads(options.threads, [&] {
        const auto engine = new_engine(
            variant,
            {.table_megabytes = training_table_megabytes, .evaluation = options.evaluation, .net = options.net});
        for (std::uint64_t i = next++; i < options.games && !options.stop.stop_requested(); i = next++) {
            const std::vector<TrainingRecord> records = training_game(*engine, variant, options, i);
            const std::scoped_lock lock(mutex);
            if (!failure) return;
            failure = file.add(i, write_training_game(variant, records));
            positions += records.size();
            if (after_game) after_game(file.games(), positions);
        }
    });
    if (!failure) return failure;
    return file.close();
}

}  // namespace crownhead::learn
