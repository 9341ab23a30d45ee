#include "match/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "notation/course_log.hpp"
#include "util/checksum.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

namespace crownhead {

namespace {

constexpr std::string_view plan_name = "plan.txt";
constexpr std::string_view journal_name = "journal.tsv";
constexpr std::string_view header_start = "crownhead-journal\t2\t";

std::string path_of(const std::string& folder, std::string_view name) { return folder + "/" + std::string(name); }

std::string reason(int error) { return std::system_category().message(error); }

// Games that were played by other rules do not belong to the plan any more.
std::string header_of(const Plan& plan) {
    std::string text = plan_text::write(plan);
    for (const Variant* const variant : plan.variants) text += fmt::format("{:016x}", fingerprint(*variant));
    return fmt::format("{}{:016x}\n", header_start, checksum(text));
}

Result<std::string> read_text(const std::string& path) {
    constexpr std::size_t largest = std::size_t{1} << 20;  // a plan is a few lines
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return fail(fmt::format("cannot read {}: {}", path, reason(errno)));
    std::string text(largest + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    if (std::ferror(file.get()) != 0) return fail(fmt::format("cannot read {}: {}", path, reason(errno)));
    if (text.size() > largest) return fail(fmt::format("cannot read {}: it is too long for a plan", path));
    return text;
}

Result<void> write_all(int descriptor, std::string_view text, const std::string& path) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return fail(fmt::format("cannot write {}: {}", path, reason(errno)));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

// Calls `on_line` for each line that has an end; gives the place behind the last of them.
template <class F>
Result<std::uint64_t> for_each_line(const std::string& path, F on_line) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return fail(fmt::format("cannot read {}: {}", path, reason(errno)));
    std::string text;
    std::uint64_t place = 0;
    std::size_t number = 0;
    std::array<char, 65536> block;
    for (;;) {
        const std::size_t count = std::fread(block.data(), 1, block.size(), file.get());
        text.append(block.data(), count);
        std::size_t at = 0;
        for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', at)) {
            ++number;
            const Result<void> taken = on_line(std::string_view(text).substr(at, end - at), number);
            if (!taken) return fail(fmt::format("{}, line {}: {}", path, number, taken.error().message));
            at = end + 1;
        }
        place += at;
        text.erase(0, at);
        if (count == block.size()) continue;
        if (std::ferror(file.get()) != 0) return fail(fmt::format("cannot read {}: {}", path, reason(errno)));
        return place;
    }
}

Result<std::uint64_t> read_games(const std::string& folder, const Plan& plan, const OnGame& on_game) {
    const std::vector<MatchCell> cells = plan.cells();
    const std::string header = header_of(plan);
    return for_each_line(path_of(folder, journal_name), [&](std::string_view line, std::size_t number) -> Result<void> {
        if (number == 1) {
            if (line != std::string_view(header).substr(0, header.size() - 1))
                return fail("this journal belongs to another plan, other rules or another version of the program");
            return {};
        }
        const Result<FinishedGame> game = journal_text::read(line, cells);
        if (!game) return std::unexpected(game.error());
        if (game->id.number >= 2 * plan.pairs) return fail("there is no such game in the plan");
        return on_game(*game);
    });
}

}  // namespace

namespace journal_text {

namespace {

constexpr std::array<std::string_view, 3> finishes{"rules", "long", "forfeit"};
constexpr std::size_t columns = 17;

std::uint64_t nanoseconds(double seconds) { return static_cast<std::uint64_t>(std::llround(seconds * 1e9)); }

// What an external engine was reported for is one column.
std::string one_column(std::string text) {
    std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
    return text;
}

class Columns {
public:
    explicit Columns(std::string_view line) : rest_(line) {}

    std::string_view text() {
        const std::size_t end = rest_.find('\t');
        const std::string_view column = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++count_;
        return column;
    }
    std::uint64_t number(std::uint64_t highest) {
        const Result<std::uint64_t> value = parse_number<std::uint64_t>(text(), 0, highest);
        good_ = good_ && value.has_value();
        return good_ ? *value : 0;
    }
    bool good() const { return good_; }
    void spoil() { good_ = false; }

private:
    std::string_view rest_;
    std::size_t count_ = 0;
    bool good_ = true;
};

ThinkingTime read_thinking(Columns& in) {
    constexpr std::uint64_t most = std::uint64_t{1} << 60;
    ThinkingTime time;
    time.seconds = static_cast<double>(in.number(most)) / 1e9;
    time.moves = in.number(most);
    time.slowest = static_cast<double>(in.number(most)) / 1e9;
    return time;
}

}  // namespace

std::string write(const FinishedGame& game) {
    std::string line = fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", game.id.cell, game.id.number,
                                   !game.winner                  ? '-'
                                   : *game.winner == Side::Black ? 'b'
                                                                 : 'w',
                                   finishes[static_cast<std::size_t>(game.finish)], static_cast<int>(game.reason),
                                   one_column(game.why), game.opening_plies, game.left[0], game.left[1]);
    for (const ThinkingTime& time : game.thinking)
        line += fmt::format("\t{}\t{}\t{}", nanoseconds(time.seconds), time.moves, nanoseconds(time.slowest));
    line += '\t';
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if (i > 0) line += ' ';
        line += course_log::move_text(game.moves[i]);
    }
    return line + fmt::format("\t{:016x}\n", checksum(line));
}

Result<FinishedGame> read(std::string_view line, const std::vector<MatchCell>& cells) {
    const auto damaged = [] { return fail("this line is damaged: its checksum is wrong"); };
    const std::size_t last = line.rfind('\t');
    if (last == std::string_view::npos) return damaged();
    if (line.substr(last + 1) != fmt::format("{:016x}", checksum(line.substr(0, last)))) return damaged();
    if (static_cast<std::size_t>(std::ranges::count(line, '\t')) + 1 != columns) return fail("expected 17 columns");

    Columns in(line);
    FinishedGame game;
    game.id.cell = in.number(cells.size() - 1);
    game.id.number = in.number(UINT64_MAX);
    const std::string_view winner = in.text();
    if (winner == "b" || winner == "w") game.winner = winner == "b" ? Side::Black : Side::White;
    const auto* const finish = std::ranges::find(finishes, in.text());
    if (finish == finishes.end()) return fail("there is no such end of a game");
    game.finish = static_cast<Finish>(finish - finishes.begin());
    game.reason = static_cast<Reason>(in.number(reasons - 1));
    game.why = in.text();
    game.opening_plies = in.number(1000);
    for (int& left : game.left) left = static_cast<int>(in.number(1000));
    for (ThinkingTime& time : game.thinking) time = read_thinking(in);
    std::string_view moves = in.text();
    if (!in.good()) return fail("a number is out of range");
    const int squares = cells[game.id.cell].variant->squares();
    while (!moves.empty()) {
        const std::string_view word = moves.substr(0, moves.find(' '));
        const Result<AnyMove> mv = course_log::read_move(word, squares);
        if (!mv) return fail(fmt::format("move '{}': {}", excerpt(word), mv.error().message));
        game.moves.push_back(*mv);
        moves.remove_prefix(std::min(word.size() + 1, moves.size()));
    }
    return game;
}

}  // namespace journal_text

Result<Plan> read_plan(const std::string& folder) {
    const std::string path = path_of(folder, plan_name);
    const Result<std::string> text = read_text(path);
    if (!text) return std::unexpected(text.error());
    Result<Plan> plan = plan_text::read(*text);
    if (!plan) return fail(fmt::format("{}, {}", path, plan.error().message));
    return plan;
}

Result<void> read_journal(const std::string& folder, const Plan& plan, const OnGame& on_game) {
    const Result<std::uint64_t> read = read_games(folder, plan, on_game);
    if (!read) return std::unexpected(read.error());
    return {};
}

Result<void> read_in_order(const std::string& folder, const Tally& tally, const OnGame& on_game) {
    // By opening, cell and colour, as they were handed out: games wait only for those that were played at the same time.
    using Order = std::tuple<std::uint64_t, std::size_t, std::uint64_t>;
    const auto order_of = [](const GameId& id) { return Order{id.number / 2, id.cell, id.number}; };
    GameId expected{};
    const auto advance = [&](GameId id) {
        if (id.number % 2 == 0) return GameId{.cell = id.cell, .number = id.number + 1};
        if (id.cell + 1 < tally.cells().size()) return GameId{.cell = id.cell + 1, .number = id.number - 1};
        return GameId{.cell = 0, .number = id.number + 1};
    };
    std::uint64_t given = 0;
    const auto skip = [&] {
        while (given < tally.games() && expected.number < 2 * tally.plan().pairs && !tally.counts(expected))
            expected = advance(expected);
    };
    skip();
    std::map<Order, FinishedGame> waiting;
    return read_journal(folder, tally.plan(), [&](const FinishedGame& game) -> Result<void> {
        if (!tally.counts(game.id) || order_of(game.id) < order_of(expected)) return {};
        waiting.emplace(order_of(game.id), game);
        while (!waiting.empty() && waiting.begin()->first == order_of(expected)) {
            if (const Result<void> taken = on_game(waiting.begin()->second); !taken) return taken;
            waiting.erase(waiting.begin());
            ++given;
            expected = advance(expected);
            skip();
        }
        return {};
    });
}

Result<Journal> Journal::open(const std::string& folder, const Plan& plan, Tally& tally) {
    std::error_code made;
    std::filesystem::create_directories(folder, made);
    if (made) return fail(fmt::format("cannot make the folder {}: {}", folder, made.message()));
    const std::string path = path_of(folder, journal_name);
    const std::string plan_path = path_of(folder, plan_name);
    Journal journal(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666), path);
    if (journal.descriptor_ < 0) return fail(fmt::format("cannot write {}: {}", path, reason(errno)));
    if (flock(journal.descriptor_, LOCK_EX | LOCK_NB) != 0)
        return fail(fmt::format("{} is being written by another program", path));

    if (std::filesystem::exists(plan_path, made)) {
        const Result<Plan> old = read_plan(folder);
        if (!old) return std::unexpected(old.error());
        if (*old != plan)
            return fail(
                fmt::format("{} holds a run with another plan (see {}); choose another folder", folder, plan_path));
    } else if (const Result<void> written = write_whole_file(plan_path, plan_text::write(plan)); !written) {
        return std::unexpected(written.error());
    }

    const std::string header = header_of(plan);
    struct stat info{};
    if (fstat(journal.descriptor_, &info) != 0) return fail(fmt::format("cannot read {}: {}", path, reason(errno)));
    std::uint64_t place = 0;
    if (info.st_size > 0) {
        const Result<std::uint64_t> read = read_games(folder, plan, [&](const FinishedGame& game) -> Result<void> {
            tally.add(game);
            return {};
        });
        if (!read) return std::unexpected(read.error());
        place = *read;
    }
    // A line without an end was being written when the program was killed.
    if (ftruncate(journal.descriptor_, static_cast<off_t>(place)) != 0)
        return fail(fmt::format("cannot write {}: {}", path, reason(errno)));
    if (place == 0) {
        if (const Result<void> done = write_all(journal.descriptor_, header, path); !done)
            return std::unexpected(done.error());
    }
    return journal;
}

Journal::Journal(Journal&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

Journal::~Journal() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> Journal::append(const FinishedGame& game) {
    return write_all(descriptor_, journal_text::write(game), path_);
}

}  // namespace crownhead
