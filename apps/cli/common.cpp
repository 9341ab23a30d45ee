#include "common.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <tuple>
#include <vector>

#include "match/simulation.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/pdn/encoding.hpp"
#include "rules/variants.hpp"
#include "search/score.hpp"
#include "util/edit_distance.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"
#include "util/printable.hpp"

namespace crownhead::cli {

namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30;  // read as a whole; an endless one must not fill the memory

std::string reason(int error) { return std::system_category().message(error); }

void check_out(bool ok) {
    if (ok) return;
    const int error = errno;
    if (error == EPIPE) throw OutputClosed();
    throw Failure(exit_failed, fmt::format("cannot write to standard output: {}", reason(error)));
}

Notation chosen_notation(const Variant& v, const std::string& text, Notation automatic) {
    if (text == "auto") return automatic;
    if (text == "numeric") return Notation::Numeric;
    if (text != "algebraic") refuse(fmt::format("--notation {}: expected auto, numeric or algebraic", excerpt(text)));
    if (v.setup.notation == Notation::Algebraic) return Notation::Algebraic;
    std::string games;
    for (const Variant& other : variants) {
        if (other.setup.notation == Notation::Algebraic) append(games, other.name);
    }
    refuse(fmt::format("--notation algebraic: {} names its squares by number; square names are used in {}", v.name,
                       games));
}

// `1.` or `12...` before a move, as people number them.
std::string_view without_move_number(std::string_view token) {
    std::size_t digits = 0;
    while (digits < token.size() && is_digit(token[digits])) ++digits;
    if (digits == 0 || digits == token.size() || token[digits] != '.') return token;
    const std::size_t rest = std::min(token.find_first_not_of('.', digits), token.size());
    return token.substr(rest);
}

void play_all(Game& game, const std::string& text) {
    std::size_t number = 0;
    for (std::string_view token : split(text, " \t\r\n,;")) {
        token = without_move_number(token);
        if (token.empty()) continue;
        ++number;
        const Result<std::size_t> index = read_move(game, token);
        if (!index) refuse(fmt::format("--play, move {} ({}): {}", number, excerpt(token), index.error().message));
        game.play(*index);
    }
}

}  // namespace

void refuse(const std::string& message) { throw Failure(exit_wrong_input, message); }
void or_fail(const Result<void>& done) {
    if (!done) throw Failure(exit_failed, done.error().message);
}

void write_out(std::string_view text) { check_out(std::fwrite(text.data(), 1, text.size(), stdout) == text.size()); }
void flush_out() { check_out(std::fflush(stdout) == 0); }

bool out_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool err_is_terminal() { return isatty(STDERR_FILENO) == 1; }
bool in_is_terminal() { return isatty(STDIN_FILENO) == 1; }

int terminal_columns() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

void write_err(std::string_view text) {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
    static_cast<void>(std::fflush(stderr));
}

std::string for_terminal(std::string_view line) {
    // The first that is set decides, as in setlocale().
    std::string locale;
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (locale.empty()) locale = environment(name);
    std::ranges::transform(locale, locale.begin(), lower);
    const bool utf8 = locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
    std::string text = printable(line);
    if (utf8) return text;
    std::string plain;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            plain += c;
        else if (byte >= 0xc0)
            plain += '?';
    }
    return plain;
}

std::string read_file(const std::string& path) {
    const bool standard = path == "-";
    const File opened(standard ? nullptr : std::fopen(path.c_str(), "rb"));
    std::FILE* const file = standard ? stdin : opened.get();
    if (file == nullptr) refuse(fmt::format("cannot read {}: {}", path, reason(errno)));
    std::string content;
    std::array<char, 65536> block;
    for (;;) {
        const std::size_t count = std::fread(block.data(), 1, block.size(), file);
        content.append(block.data(), count);
        if (content.size() > largest_file)
            refuse(fmt::format("cannot read {}: it is longer than {} MiB", path, largest_file >> 20));
        if (count == block.size()) continue;
        if (std::ferror(file) != 0) refuse(fmt::format("cannot read {}: {}", path, reason(errno)));
        return content;
    }
}

eval::Net read_net_file(const Variant& variant, const std::string& path) {
    Result<eval::Net> net = eval::read_net(variant, read_file(path));
    if (!net) refuse(fmt::format("{}: {} (at byte {})", path, net.error().message, net.error().offset));
    return *std::move(net);
}

Result<void> write_file(const std::string& path, std::string_view content) { return write_whole_file(path, content); }

std::uint64_t read_number(std::string_view text, std::string_view what, std::uint64_t lowest, std::uint64_t highest) {
    const Result<std::uint64_t> value = parse_number<std::uint64_t>(text, lowest, highest);
    if (!value)
        refuse(fmt::format("{} {}: expected {}", what, text.empty() ? "''" : excerpt(text),
                           number_range(lowest, highest)));
    return *value;
}

GamesBySize::GamesBySize(const std::string& name) : name_(name) {
    Result<std::vector<const Variant*>> games = games_by_size(name);
    if (!games) refuse(fmt::format("--game: {}", games.error().message));
    games_ = std::move(*games);
}

Result<const Variant*> GamesBySize::on_board(int size) const {
    std::string sizes;
    for (const Variant* const v : games_) {
        if (v->size() == size) return v;
        append(sizes, board_name(*v));
    }
    if (name_ != games_.front()->family) return fail(fmt::format("{} is played on {}", games_.front()->name, sizes));
    return fail(fmt::format("{} is not played on {}x{}, only on {}", name_, size, size, sizes));
}

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> words) {
    std::optional<std::string_view> best;
    std::size_t least = word.size() / 3 + 2;  // further away it is another word
    for (const std::string_view candidate : words) {
        const std::size_t d = word.size() > 1 && candidate.starts_with(word) ? 1 : edit_distance(word, candidate);
        if (d >= least || d >= candidate.size()) continue;
        least = d;
        best = candidate;
    }
    return best;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t start = text.find_first_not_of(separators);
        if (start == std::string_view::npos) return parts;
        text.remove_prefix(start);
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

void append(std::string& list, std::string_view item, std::string_view separator) {
    if (!list.empty()) list += separator;
    list += item;
}

OpenedPosition open_position(const PositionOptions& options) {
    const Result<const Variant*> found = find_variant(options.game);
    if (!found) refuse(found.error().message);
    const Variant& v = **found;
    OpenedPosition position{.game = new_game(v), .notation = v.setup.notation};
    if (options.fen) {
        const Result<fen::ReadFen> read = fen::read_with_notation(v, *options.fen);
        if (!read) refuse(fmt::format("the FEN is wrong at offset {}: {}", read.error().offset, read.error().message));
        const Strictness strictness = options.any_position ? Strictness::Anything : Strictness::Legal;
        if (const Result<void> done = position.game->set(read->placement, strictness); !done)
            refuse(fmt::format("the position cannot arise in {}: {}", v.name, done.error().message));
        position.notation = read->notation;
    }
    position.notation = chosen_notation(v, options.notation, position.notation);
    play_all(*position.game, options.play);
    return position;
}

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::filesystem::path data_folder() {
    // The specification wants relative paths ignored.
    const std::filesystem::path xdg = environment("XDG_DATA_HOME");
    if (xdg.is_absolute()) return xdg / "crownhead";
    const std::filesystem::path home = environment("HOME");
    if (!home.is_absolute()) refuse("there is no home folder; say by --data where the files are to be");
    return home / ".local" / "share" / "crownhead";
}

const Variant& read_game(const std::string& name) {
    const Result<const Variant*> found = find_variant(name);
    if (!found) refuse(found.error().message);
    return **found;
}

std::uint64_t read_bytes(std::string_view text) {
    std::uint64_t unit = 1;
    std::string_view digits = text;
    if (!text.empty() && !is_digit(text.back())) {
        switch (lower(text.back())) {
            case 'k': unit = std::uint64_t{1} << 10U; break;
            case 'm': unit = std::uint64_t{1} << 20U; break;
            case 'g': unit = std::uint64_t{1} << 30U; break;
            default: refuse(fmt::format("--memory {}: expected bytes, as in 600M or 4G", excerpt(text)));
        }
        digits.remove_suffix(1);
    }
    return unit * read_number(digits, "--memory", 1, (std::uint64_t{1} << 50U) / unit);
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
    return text;
}

EndgameStore endgame_store(const std::string& data) {
    return EndgameStore(data.empty() ? (data_folder() / "egdb").string() : data);
}

std::unique_ptr<Endgames> open_endgame_files(const Variant& v, const std::string& data, std::size_t cache_bytes) {
    Result<std::unique_ptr<Endgames>> opened = endgame_store(data).open(v, cache_bytes);
    if (!opened) throw Failure(exit_failed, opened.error().message);
    return std::move(*opened);
}

std::string_view word_of(Value value) {
    switch (value) {
        case Value::Win: return "win";
        case Value::Draw: return "draw";
        case Value::Loss: return "loss";
        case Value::Unknown: break;
    }
    return "unknown";
}

Result<std::size_t> read_move(const Game& game, std::string_view text) {
    return move_text::read(game.variant(), text, game.legal(), [&](std::size_t index) { return game.paths(index); });
}

std::vector<std::size_t> in_order(std::span<const AnyMove> legal) {
    std::vector<std::size_t> order(legal.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {},
                      [&](std::size_t i) { return std::tuple(legal[i].from, legal[i].to(), legal[i].captured()); });
    return order;
}

std::vector<const Variant*> read_games(const std::vector<std::string>& names) {
    std::vector<const Variant*> games;
    for (const std::string& name : names) {
        if (name == "all") {
            for (const Variant& variant : variants) games.push_back(&variant);
            continue;
        }
        const auto found = find_variant(name);
        if (!found) refuse(found.error().message);
        games.push_back(*found);
    }
    return games;
}

double read_seconds(std::string_view text, std::string_view what) {
    const Result<double> value = parse_number<double>(text, 0, 86400);
    if (!value || *value == 0)
        refuse(fmt::format("{} {}: expected seconds, more than 0 and at most 86400", what, excerpt(text)));
    return *value;
}

std::string score_text(int score) {
    if (!score::is_decided(score)) return fmt::format("{:+.2f}", score / 100.0);
    const int plies = score::won - std::abs(score);
    return fmt::format("{} in {}", score > 0 ? "win" : "loss", plies);
}

std::vector<std::string> line_texts(const Game& game, std::span<const AnyMove> moves, Notation notation) {
    std::vector<std::string> texts;
    const std::unique_ptr<Game> copy = game.clone();
    for (const AnyMove& mv : moves) {
        const auto legal = copy->legal();
        const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
        if (found == legal.end()) break;  // the game is drawn here by the count of moves
        const auto index = static_cast<std::size_t>(found - legal.begin());
        texts.push_back(move_text::write(copy->variant(), legal, index, notation));
        copy->play(index);
    }
    return texts;
}

namespace {

std::atomic<int> interrupt_pipe = -1;  // NOLINT(*-avoid-non-const-global-variables): all that a handler may touch
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

// A handler may not request a stop itself: it wakes a thread that does.
Interrupt::Interrupt() {
    if (pipe2(pipe_.data(), O_CLOEXEC) != 0) throw Failure(exit_failed, "cannot make a pipe");
    watcher_ = std::thread([this] {
        char what = 0;
        while (::read(pipe_[0], &what, 1) < 0 && errno == EINTR) {
        }
        if (what == 'i') source_.request_stop();
    });
    interrupt_pipe = pipe_[1];
    const auto handler = [](int number) {
        const int before = errno;
        static_cast<void>(::write(interrupt_pipe, "i", 1) < 0);
        errno = before;
        std::signal(number, SIG_DFL);
    };
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    interrupt_pipe = -1;
    static_cast<void>(::write(pipe_[1], "e", 1) < 0);
    watcher_.join();
    for (const int end : pipe_) ::close(end);
}

std::string_view colour_name(Side side) { return side == Side::Black ? "black" : "white"; }

std::string board_name(const Variant& v) { return fmt::format("{0}x{0}", v.size()); }

}  // namespace crownhead::cli
