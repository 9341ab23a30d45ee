#include "service/game_import.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "notation/message_text.hpp"
#include "table/marks.hpp"
#include "table/seats.hpp"
#include "table/table.hpp"
#include "table/texts.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t import_block = std::size_t{64} << 10;
// Of a file that does not say what it is of, so many games are tried under all rules.
constexpr std::size_t most_looked_at = 2000;

// "line 12, column 7: ..." of an error.
std::size_t line_in(std::string_view message) {
    constexpr std::string_view word = "line ";
    if (!message.starts_with(word)) return 0;
    return static_cast<std::size_t>(Cursor(message.substr(word.size())).number().value_or(0));
}

// A time that puts the games of a file in their order, where a list has the newest first.
std::string place_in_list(const std::string& created, std::size_t number) {
    constexpr std::size_t most = 999'999;
    const std::string seconds = created.substr(0, created.size() - 1);
    return fmt::format("{}.{:06}Z", seconds, most - std::min(number, most));
}

}  // namespace

Result<GameImport> GameImport::open(const std::filesystem::path& file, Options options) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(file, error);
    File opened(error ? nullptr : std::fopen(file.c_str(), "rb"));
    if (!opened)
        return fail(fmt::format("cannot read {}: {}", file.string(),
                                error ? error.message() : std::system_category().message(errno)));
    return GameImport(std::move(opened), size, std::move(options));
}

GameImport::GameImport(File file, std::uint64_t size, Options options)
    : input_(std::make_unique<Input>(Input{.file = std::move(file)})),
      size_(size),
      options_(std::move(options)),
      games_(options_.variant),
      created_(time_stamp()) {}

void GameImport::begin(Stage stage) {
    stage_ = stage;
    static_cast<void>(std::fseek(input_->file.get(), 0, SEEK_SET));
    input_->read = 0;
    reader_.emplace(
        [input = input_.get()](char* into, std::size_t size) {
            const std::size_t count = std::fread(into, 1, size, input->file.get());
            input->read += count;
            return count;
        },
        pdn::ReaderLimits{}, encoding_.found());
}

double GameImport::share() const {
    if (stage_ == Stage::Done) return 1;
    if (size_ == 0) return 0;
    const double read = std::min(1.0, static_cast<double>(input_->read) / static_cast<double>(size_));
    // Looking takes a small part of the time.
    constexpr double looking = 0.05;
    return stage_ == Stage::Reading ? looking + (1 - looking) * read : looking * read;
}

bool GameImport::advance(Batch& batch, std::size_t most, Clock::time_point until) {
    const std::size_t before = batch.games.size() + batch.refused.size();
    while (stage_ != Stage::Done && batch.games.size() + batch.refused.size() < before + most)
        if (!step(batch) || Clock::now() >= until) break;
    return stage_ != Stage::Done;
}

// One block or game. False: the stage has changed.
bool GameImport::step(Batch& batch) {
    if (stage_ == Stage::Encoding) {
        std::array<char, import_block> block;
        const std::size_t count = std::fread(block.data(), 1, block.size(), input_->file.get());
        if (count > 0) {
            encoding_.add({block.data(), count});
            return true;
        }
        begin(options_.variant == nullptr ? Stage::Looking : Stage::Reading);
        return true;
    }
    Result<std::optional<pdn::Game>> next = reader_->next();
    const bool ended = next && !*next;
    if (stage_ == Stage::Looking) {
        if (!ended && next && !pdn::names_variant(**next)) {
            games_.look_at(**next);
            ++looked_at_;
        }
        if (ended || looked_at_ >= most_looked_at) begin(Stage::Reading);
        return true;
    }
    if (ended) {
        stage_ = Stage::Done;
        return false;
    }
    ++number_;
    if (next)
        take(**next, batch);
    else
        batch.refused.push_back({line_in(next.error().message), number_, next.error().message});
    return true;
}

void GameImport::take(const pdn::Game& source, Batch& batch) {
    const auto refuse = [&](std::string reason) {
        const std::size_t line = line_in(reason);
        batch.refused.push_back({line == 0 ? source.place.line : line, number_, std::move(reason)});
    };
    Replay replayed = games_.read(source);
    if (replayed.error) return refuse(replayed.error->message);
    if (replayed.record.variant == nullptr) return refuse("which game it is cannot be found out");
    ReadGame read{.record = std::move(replayed.record), .source = source};
    const auto table =
        table_from(read, {.id = random_word(id_size),
                          .created = created_,
                          .keys = {SeatKey{random_word(secret_size)}, SeatKey{random_word(secret_size)}}});
    if (!table) return refuse(message_text::write(table.error().message, nullptr));
    StoredGame stored = (*table)->stored();
    // The library lists games with a move or a result; the others could not be found again.
    if (stored.plies == 0 && stored.result == "*") return refuse("there is neither a move nor a result");
    stored.changed = place_in_list(created_, number_);
    stored.folder = options_.folder;
    stored.marks.all[2] = text_mark(pdn::write(source));
    batch.games.push_back(std::move(stored));
}

Result<void> keep_games(Library& library, const std::vector<StoredGame>& games, ImportCounts& counts) {
    if (games.empty()) return {};
    if (Result<void> begun = library.begin_group(); !begun) return begun;
    ImportCounts now = counts;
    Result<void> saved{};
    for (const StoredGame& game : games) {
        const Result<std::optional<std::string>> known = library.find_mark(game.marks.all[2]);
        if (!known) saved = std::unexpected(known.error());
        if (known && *known) {
            ++now.known;
            continue;
        }
        if (saved) saved = library.save(game);
        if (!saved) break;
        ++now.kept;
    }
    Result<void> ended = library.end_group();
    if (!ended) return ended;
    counts = now;
    return saved;
}

}  // namespace crownhead::server
