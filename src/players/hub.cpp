// Another program as a player: an engine that speaks the Hub protocol on its standard input and output. The referee is
// strict: an illegal move, a crash or an answer that comes too late is a forfeit.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "notation/hub_text.hpp"
#include "players/options.hpp"

namespace crownhead {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_line = std::size_t{1} << 20;
constexpr double starting_seconds = 20;  // to load tables and the like
constexpr auto parting_time = std::chrono::milliseconds(500);

Clock::time_point in_seconds(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// A program that runs beside ours, in a process group of its own, and its two pipes. Its standard error goes nowhere.
class Program {
public:
    explicit Program(const std::string& command) {
        std::array<int, 2> input{-1, -1};  // a socket: writing to one that is closed is an error and no signal
        std::array<int, 2> output{-1, -1};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0) return;
        if (pipe2(output.data(), O_CLOEXEC) != 0) {
            ::close(input[0]);
            ::close(input[1]);
            return;
        }
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input[1], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        // Ctrl-C in the terminal is for us alone; and whatever the shell starts can be ended with it.
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        std::string shell = "sh";
        std::string option = "-c";
        std::string text = "exec " + command;
        const std::array<char*, 4> arguments{shell.data(), option.data(), text.data(), nullptr};
        if (posix_spawn(&process_, "/bin/sh", &actions, &attributes, arguments.data(), environ) != 0) process_ = -1;
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        ::close(input[1]);
        ::close(output[1]);
        in_ = input[0];
        out_ = output[0];
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program() {
        if (in_ >= 0) ::close(in_);
        if (out_ >= 0) ::close(out_);
        if (process_ <= 0) return;
        const Clock::time_point end = Clock::now() + parting_time;
        while (Clock::now() < end) {
            if (waitpid(process_, nullptr, WNOHANG) == process_) {
                kill(-process_, SIGKILL);  // what it may have left behind
                return;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        kill(-process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }

    bool runs() const { return process_ > 0; }

    enum class Silence : std::uint8_t { TooLate, Ended, TooMuch, Stopped };

    // A program that does not read its input must not hold us up.
    std::expected<void, Silence> send(std::string line, Clock::time_point deadline, const std::stop_token& stop) const {
        line += '\n';
        std::string_view rest = line;
        while (!rest.empty()) {
            if (const auto ready = wait(in_, POLLOUT, deadline, stop); !ready) return ready;
            const ssize_t sent = ::send(in_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
            if (sent < 0) return std::unexpected(Silence::Ended);
            rest.remove_prefix(static_cast<std::size_t>(sent));
        }
        return {};
    }

    // The next line, or why there is none.
    std::expected<std::string, Silence> read_line(Clock::time_point deadline, const std::stop_token& stop) {
        for (;;) {
            const std::size_t end = text_.find('\n');
            if (end != std::string::npos) {
                std::string line = text_.substr(0, end);
                text_.erase(0, end + 1);
                return line;
            }
            if (text_.size() > longest_line) return std::unexpected(Silence::TooMuch);
            if (const auto ready = wait(out_, POLLIN, deadline, stop); !ready) return std::unexpected(ready.error());
            std::array<char, 4096> block;
            const ssize_t count = ::read(out_, block.data(), block.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return std::unexpected(Silence::Ended);
            text_.append(block.data(), static_cast<std::size_t>(count));
        }
    }

private:
    static std::expected<void, Silence> wait(int descriptor, short event, Clock::time_point deadline,
                                             const std::stop_token& stop) {
        constexpr long look_up = 100;  // milliseconds
        for (;;) {
            if (stop.stop_requested()) return std::unexpected(Silence::Stopped);
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
            if (left < 0) return std::unexpected(Silence::TooLate);
            pollfd waiting{.fd = descriptor, .events = event, .revents = 0};
            if (poll(&waiting, 1, static_cast<int>(std::min<long>(left + 1, look_up))) > 0) return {};
        }
    }

    pid_t process_ = -1;
    int in_ = -1;
    int out_ = -1;
    std::string text_;  // read, but not yet a line
};

struct Settings {
    std::string command;
    std::string level = "move-time=1";
    double patience = 2;  // seconds for a move
    std::vector<PlayerOption> parameters;
};

class HubPlayer final : public Player {
public:
    explicit HubPlayer(Settings settings) : settings_(std::move(settings)) {}

    std::string_view name() const override { return "hub"; }

    std::expected<void, Message> begin(const Game& game, const Context& context) override {
        stop_ = context.stop;
        program_.emplace(settings_.command);
        trouble_.reset();
        if (program_->runs())
            start(game.variant());
        else
            trouble_ = Message{"forfeit.cannot-start"};
        if (trouble_) return std::unexpected(*forfeit().forfeit);
        return {};
    }

    Choice choose(const Game& game, const Context& context) override {
        stop_ = context.stop;
        if (!program_ && !begin(game, context)) return forfeit();
        if (trouble_) return forfeit();
        const Clock::time_point deadline = in_seconds(settings_.patience);
        std::string position = fmt::format("pos pos={}", hub_text::write_position(game.start()));
        if (!game.played().empty()) position += fmt::format(" moves=\"{}\"", hub_text::write_moves(game.played(), " "));
        for (const std::string& line : {position, "level " + settings_.level, std::string("go think")})
            if (!say(line, deadline)) return forfeit();
        const auto done = wait_for("done", deadline);
        if (!done) return forfeit();
        const std::optional<std::string> move = value_of(*done, "move");
        if (!move) return forfeit(Message{"forfeit.no-move"});
        const Result<std::size_t> index = hub_text::read_move(game.variant(), *move, game.legal());
        if (!index)
            return forfeit(
                Message{"forfeit.illegal-move", {{"move", excerpt(*move)}, {"detail", index.error().message}}});
        if (score_.empty()) return {.index = *index};
        return {.index = *index, .remark = Message{"remark.program-score", {{"score", score_}}}};
    }

private:
    // With the last error that the program has reported.
    Choice forfeit() const {
        Message message = *trouble_;
        message.params.push_back({"error", excerpt(complaint_, 80)});
        return {.forfeit = std::move(message)};
    }
    Choice forfeit(Message why) {
        trouble_ = std::move(why);
        return forfeit();
    }

    void note(Program::Silence silence, std::string_view expected) {
        const MessageParam awaited{"expected", std::string(expected)};
        switch (silence) {
            case Program::Silence::TooLate: trouble_ = Message{"forfeit.too-late", {awaited}}; break;
            case Program::Silence::Ended: trouble_ = Message{"forfeit.ended", {awaited}}; break;
            case Program::Silence::TooMuch: trouble_ = Message{"forfeit.endless-line"}; break;
            case Program::Silence::Stopped: trouble_ = Message{"forfeit.stopped"}; break;
        }
    }

    bool say(const std::string& line, Clock::time_point deadline) {
        const auto said = program_->send(line, deadline, stop_);
        if (!said) note(said.error(), line.substr(0, line.find(' ')));
        return said.has_value();
    }

    static std::optional<std::string> value_of(std::string_view text, std::string_view name) {
        const Result<hub_text::Line> line = hub_text::read_line(text);
        if (!line) return std::nullopt;
        const hub_text::Argument* const argument = line->find(name);
        if (argument == nullptr) return std::nullopt;
        return std::string(argument->value);
    }

    // Lines up to the one with this command, which is given back. Unknown lines do not matter.
    std::optional<std::string> wait_for(std::string_view command, Clock::time_point deadline) {
        for (;;) {
            auto text = program_->read_line(deadline, stop_);
            if (!text) {
                note(text.error(), command);
                return std::nullopt;
            }
            const Result<hub_text::Line> line = hub_text::read_line(*text);
            if (!line && text->starts_with(command)) {
                trouble_ =
                    Message{"forfeit.bad-line", {{"line", excerpt(*text, 60)}, {"detail", line.error().message}}};
                return std::nullopt;
            }
            if (!line) continue;
            if (line->command == command) return *text;
            if (line->command == "error") complaint_ = value_of(*text, "message").value_or("");
            if (line->command == "info") score_ = value_of(*text, "score").value_or(score_);
            if (line->command == "param" && value_of(*text, "name") == "variant")
                games_ = value_of(*text, "values").value_or("");
        }
    }

    void start(const Variant& variant) {
        const Clock::time_point deadline = in_seconds(starting_seconds);
        if (!say("hub", deadline) || !wait_for("wait", deadline)) return;
        if (games_) {
            const std::string_view game = declared_name(variant.name);
            if (game.empty()) {
                trouble_ = Message{"forfeit.other-game", {{"game", std::string(variant.name)}}};
                return;
            }
            if (!say(fmt::format("set-param name=variant value={}", game), deadline)) return;
        }
        for (const PlayerOption& parameter : settings_.parameters)
            if (!say(fmt::format("set-param name={} value={}", parameter.key, hub_text::quoted(parameter.value)),
                     deadline))
                return;
        if (!say("init", deadline) || !wait_for("ready", deadline)) return;
        say("new-game", deadline);
    }

    // The name of our game among those that the program has declared; empty if it is not there.
    std::string_view declared_name(std::string_view game) const {
        for (const std::string_view name : {game, hub_text::word_of_game(game)}) {
            std::string_view rest = *games_;
            while (!rest.empty()) {
                const std::string_view word = rest.substr(0, rest.find(' '));
                if (word == name) return name;
                rest.remove_prefix(std::min(word.size() + 1, rest.size()));
            }
        }
        return {};
    }

    Settings settings_;
    std::stop_token stop_;  // of the present call
    std::optional<Program> program_;
    std::optional<std::string> games_;  // that it declares, if it does
    std::optional<Message> trouble_;    // why it cannot go on
    std::string complaint_;             // the last error that it has reported
    std::string score_;
};

constexpr std::string_view parameter = "param-";
constexpr auto hub_options = std::to_array<OptionInfo>({
    {.key = "seconds", .kind = OptionKind::Number, .lowest = 0, .highest = 3600},
    {.key = "depth", .kind = OptionKind::Integer, .lowest = 1, .highest = 2e9},
    {.key = "nodes", .kind = OptionKind::Integer, .lowest = 1, .highest = 2e9},
    // How many seconds it may be late: 1, or 60 without a time for a move.
    {.key = "margin", .kind = OptionKind::Number, .lowest = 0, .highest = 3600},
    {.key = "param-*", .kind = OptionKind::Text},  // a parameter of the program
    {.key = "cmd", .kind = OptionKind::Text},      // the program and its arguments, run by the shell; comes last
});

Result<std::unique_ptr<Player>> hub_player(const PlayerOptions& given, std::uint64_t) {
    const OptionReader read(hub_options, given);
    if (!read.given("cmd")) return fail("expected the program: hub:cmd=PROGRAM");
    Settings settings;
    settings.command = read.text("cmd");
    for (const PlayerOption& option : given)
        if (option.key.starts_with(parameter))
            settings.parameters.push_back({.key = option.key.substr(parameter.size()), .value = option.value});
    double seconds = read.number("seconds");
    std::string level;
    for (const std::string_view key : {"depth", "nodes"})
        if (read.given(key)) level += fmt::format(" {}={}", key, read.text(key));
    if (seconds == 0 && level.empty()) seconds = 1;
    if (seconds > 0) level += fmt::format(" move-time={}", seconds);
    settings.level = level.substr(1);
    settings.patience = seconds + (read.given("margin") ? read.number("margin") : seconds > 0 ? 1 : 60);
    return std::make_unique<HubPlayer>(std::move(settings));
}

}  // namespace

const Strategy& hub_strategy() {
    static constexpr Strategy strategy{.name = "hub", .options = hub_options, .runs_program = true, .make = hub_player};
    return strategy;
}

}  // namespace crownhead
