// crownhead hub: the Hub protocol, version 2, for every game. One thread reads and obeys; a second one thinks while a
// search runs. What the protocol leaves open is decided in docs/hub.md.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "notation/hub_text.hpp"
#include "notation/outcome_text.hpp"
#include "rules/variants.hpp"
#include "runtime/endgame_store.hpp"
#include "runtime/engine.hpp"
#include "search/score.hpp"
#include "util/assert.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

#ifndef CROWNHEAD_VERSION
#define CROWNHEAD_VERSION "unversioned"
#endif

namespace crownhead::cli {

namespace {

// In men, for the side to move. A win in n plies is 100 - n/100; what is not decided stays below 95, so that a better
// score is always the larger number.
std::string write_score(int score) {
    constexpr double lowest_win = 95.0;
    if (!score::is_decided(score)) {
        const double men = static_cast<double>(score) / 100.0;
        return fmt::format("{:.2f}", std::clamp(men, -lowest_win + 0.01, lowest_win - 0.01));
    }
    const int plies = score::won - std::abs(score);
    const double men = std::max(100.0 - static_cast<double>(plies) / 100.0, lowest_win);
    return fmt::format("{:.2f}", score > 0 ? men : -men);
}

using hub_text::Argument;
using hub_text::Line;

constexpr std::size_t longest_hub_line = std::size_t{1} << 20;  // a game of 100,000 moves is shorter
constexpr std::uint64_t highest_hash = 65536;                   // megabytes
constexpr int highest_threads = 256;
constexpr double default_seconds = 1.0;    // for a move, when no level was given
constexpr double shortest_seconds = 1e-3;  // 0 would mean no limit
constexpr auto patience = std::chrono::seconds(2);

struct InputLine {
    std::string text{};
    bool too_long = false;
};

// Nothing at the end of input.
std::optional<InputLine> next_line() {
    InputLine line;
    for (int c = std::getchar(); c != '\n'; c = std::getchar()) {
        if (c == EOF && line.text.empty()) return std::nullopt;
        if (c == EOF) break;
        if (line.text.size() < longest_hub_line)
            line.text += static_cast<char>(c);
        else
            line.too_long = true;
    }
    return line;
}

// Standard output for both threads. Neither may end because nobody reads: the thinking one has helpers to wait for, so
// the failure is kept until the reading one looks.
class HubOutput {
public:
    void line(std::string_view text) {
        const std::scoped_lock lock(mutex_);
        if (failure_) return;
        try {
            print("{}\n", text);
            flush_out();
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    void error(std::string_view message) { line(fmt::format("error message={}", hub_text::quoted(message))); }

    bool failed() const {
        const std::scoped_lock lock(mutex_);
        return failure_ != nullptr;
    }

    void rethrow() const {
        const std::scoped_lock lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    mutable std::mutex mutex_;
    std::exception_ptr failure_;
};

struct Parameters {
    const Variant* variant = &variants.front();
    std::uint64_t hash = 64;  // megabytes
    int threads = 1;
    bool ponder = false;  // whether the GUI should ponder; nothing to us
    std::string egdb{};   // the folder of endgame files; empty: none
};

struct Level {
    SearchLimits limits{};
    bool given = false;
};

// Memory that can be had without taking it from other programs; nothing where the system does not say.
std::optional<std::uint64_t> free_megabytes() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::uint64_t kilobytes = 0;
    std::string unit;
    while (file >> name >> kilobytes) {
        if (name == "MemAvailable:") return kilobytes / 1024;
        std::getline(file, unit);
    }
    return std::nullopt;
}

// ---- Arguments

Result<const Argument*> required(const Line& line, std::string_view name) {
    if (const Argument* const argument = line.find(name)) return argument;
    return fail(fmt::format("expected {}=", name));
}

template <class T>
Result<T> whole_number(const Argument& argument, T lowest, T highest) {
    const Result<T> value = parse_number<T>(argument.value, lowest, highest);
    if (!value) return fail(fmt::format("{}: {}", argument.name, value.error().message), argument.offset);
    return value;
}

Result<double> seconds(const Argument& argument) {
    const Result<double> value = parse_number<double>(argument.value, 0, std::numeric_limits<double>::max());
    if (!value)
        return fail(fmt::format("{}: expected a number of seconds, found '{}'", argument.name, excerpt(argument.value)),
                    argument.offset);
    return value;
}

Result<void> set_parameter(Parameters& parameters, const Argument& name, const Argument& value) {
    const Argument named{.name = name.value, .value = value.value, .offset = value.offset};  // for messages
    if (name.value == "variant") {
        const Result<const Variant*> variant = find_variant(value.value);
        if (!variant) return fail(variant.error().message, value.offset);
        parameters.variant = *variant;
    } else if (name.value == "hash") {
        const auto hash = whole_number<std::uint64_t>(named, 1, highest_hash);
        if (!hash) return std::unexpected(hash.error());
        parameters.hash = *hash;
    } else if (name.value == "threads") {
        const auto threads = whole_number(named, 1, highest_threads);
        if (!threads) return std::unexpected(threads.error());
        parameters.threads = *threads;
    } else if (name.value == "ponder") {
        if (value.value != "true" && value.value != "false")
            return fail(fmt::format("ponder: expected true or false, found '{}'", excerpt(value.value)), value.offset);
        parameters.ponder = value.value == "true";
    } else if (name.value == "egdb") {
        parameters.egdb = value.value;
    } else {
        return fail(fmt::format("there is no parameter '{}': expected variant, hash, threads, ponder or egdb",
                                excerpt(name.value)),
                    name.offset);
    }
    return {};
}

// One line's worth of limits, on top of those given before.
Result<void> add_level(Level& level, const Line& line) {
    const auto given = [&](std::string_view name) {
        const Argument* const argument = line.find(name);
        level.given = level.given || argument != nullptr;
        return argument;
    };
    level.given = false;
    given("infinite");
    if (const Argument* const depth = given("depth")) {
        const auto value = whole_number(*depth, 1, std::numeric_limits<int>::max());
        if (!value) return std::unexpected(value.error());
        level.limits.depth = *value;
    }
    if (const Argument* const nodes = given("nodes")) {
        const auto value = whole_number<std::uint64_t>(*nodes, 1, std::numeric_limits<std::uint64_t>::max());
        if (!value) return std::unexpected(value.error());
        level.limits.nodes = *value;
    }
    if (const Argument* const move_time = given("move-time")) {
        const auto value = seconds(*move_time);
        if (!value) return std::unexpected(value.error());
        level.limits.seconds = std::max(*value, shortest_seconds);
    }
    const Argument* const moves = line.find("moves");
    const Argument* const increment = line.find("inc");
    if (const Argument* const time = given("time")) {
        ClockTime clock;
        const auto left = seconds(*time);
        if (!left) return std::unexpected(left.error());
        clock.seconds = *left;
        if (increment != nullptr) {
            const auto value = seconds(*increment);
            if (!value) return std::unexpected(value.error());
            clock.increment = *value;
        }
        if (moves != nullptr) {
            const auto value = whole_number(*moves, 0, std::numeric_limits<int>::max());
            if (!value) return std::unexpected(value.error());
            clock.moves = *value;
        }
        level.limits.clock = clock;
    } else if (moves != nullptr || increment != nullptr) {
        return fail("expected time= beside moves= and inc=");
    }
    if (!level.given) return fail("expected depth=, nodes=, move-time=, time= or infinite");
    return {};
}

// A game that a counting rule has ended goes on from here as if it were new: whoever goes on with it plays by other
// rules, and an engine that is silent loses on time. Positions without a move stay as they are.
void revive(Game& game) {
    if (!game.legal().empty()) return;
    const Result<void> set = game.set(game.placement(), Strictness::Anything);
    CH_ASSERT(set.has_value());  // what came from a game fits into it
    static_cast<void>(set);
}

Result<void> play_moves(Game& game, const Argument& moves) {
    std::size_t number = 0;
    for (const std::string_view text : split(moves.value, " \t\r")) {
        ++number;
        revive(game);
        const Result<std::size_t> index = hub_text::read_move(game.variant(), text, game.legal());
        if (!index)
            return fail(
                fmt::format("move {} ({}): {}", number, excerpt(text), index.error().message),
                moves.offset + static_cast<std::size_t>(text.data() - moves.value.data()) + index.error().offset);
        game.play(*index);
    }
    revive(game);
    return {};
}

std::string info_line(const Analysis& analysis) {
    const AnalysedLine& best = analysis.lines.front();
    const double speed = static_cast<double>(analysis.nodes) / std::max(analysis.seconds, 1e-6) / 1e6;
    return fmt::format("info depth={} mean-depth={} score={} nodes={} time={:.3f} nps={:.2f} pv=\"{}\"", best.depth,
                       analysis.deepest, write_score(best.score), analysis.nodes, analysis.seconds, speed,
                       hub_text::write_moves(best.moves, " "));
}

// ---- The session

class HubSession {
public:
    void run() {
        while (!leaving_ && !output_.failed()) {
            const std::optional<InputLine> input = next_line();
            if (!input) break;
            if (input->too_long) {
                output_.error(fmt::format("offset {}: the line is longer than 1 MiB", longest_hub_line));
                continue;
            }
            const Result<Line> line = hub_text::read_line(input->text);
            if (!line)
                output_.error(fmt::format("offset {}: {}", line.error().offset, line.error().message));
            else if (!line->command.empty())
                obey(*line);
        }
        leave();
        output_.rethrow();
    }

private:
    enum class Phase : std::uint8_t { Start, Declared, Idle };

    struct Command {
        std::string_view word{};
        Phase from = Phase::Start;  // the first one in which it makes sense
        Result<void> (HubSession::*run)(const Line&) = nullptr;
    };

    void obey(const Line& line) {
        // These make sense while a search runs.
        if (line.command == "ping") return output_.line("pong");
        if (line.command == "stop") return stop();
        if (line.command == "ponder-hit") return report(line, ponder_hit());
        if (line.command == "quit") {
            leaving_ = true;
            return;
        }

        static constexpr auto commands = std::to_array<Command>({
            {"hub", Phase::Start, &HubSession::declare},
            {"set-param", Phase::Declared, &HubSession::set_param},
            {"init", Phase::Declared, &HubSession::init},
            {"new-game", Phase::Idle, &HubSession::begin_game},
            {"pos", Phase::Idle, &HubSession::set_position},
            {"level", Phase::Idle, &HubSession::set_level},
            {"go", Phase::Idle, &HubSession::go},
        });
        const auto* const command = std::ranges::find(commands, line.command, &Command::word);
        if (command == commands.end()) return;
        if (searching()) return report(line, fail("a search is running: expected stop, ponder-hit, ping or quit"));
        if (thread_.joinable()) thread_.join();
        if (phase_ < command->from)
            return report(line, fail(phase_ == Phase::Start ? "expected hub before it" : "expected init before it"));
        report(line, (this->*command->run)(line));
    }

    void report(const Line& line, const Result<void>& result) {
        if (result) return;
        const Error& error = result.error();
        const std::string place = error.offset > 0 ? fmt::format(", offset {}", error.offset) : "";
        output_.error(fmt::format("{}{}: {}", line.command, place, error.message));
    }

    // ---- Commands; none of them runs during a search

    Result<void> declare(const Line&) {
        output_.line("id name=Crownhead version=" CROWNHEAD_VERSION " author=\"the Crownhead authors\"");
        std::string names;
        for (const Variant& v : variants) append(names, v.name, " ");
        output_.line(fmt::format("param name=variant value={} type=enum values={}", parameters_.variant->name,
                                 hub_text::quoted(names)));
        output_.line(fmt::format("param name=hash value={} type=int min=1 max={}", parameters_.hash, highest_hash));
        output_.line(
            fmt::format("param name=threads value={} type=int min=1 max={}", parameters_.threads, highest_threads));
        output_.line(fmt::format("param name=ponder value={} type=bool", parameters_.ponder));
        output_.line(fmt::format("param name=egdb value={} type=string", hub_text::quoted(parameters_.egdb)));
        output_.line("wait");
        phase_ = std::max(phase_, Phase::Declared);
        return {};
    }

    Result<void> set_param(const Line& line) {
        const Result<const Argument*> name = required(line, "name");
        if (!name) return std::unexpected(name.error());
        const Result<const Argument*> value = required(line, "value");
        if (!value) return std::unexpected(value.error());
        const Parameters before = parameters_;
        if (Result<void> set = set_parameter(parameters_, **name, **value); !set) return set;
        const bool same_engine = parameters_.variant == before.variant && parameters_.hash == before.hash &&
                                 parameters_.threads == before.threads && parameters_.egdb == before.egdb;
        if (phase_ != Phase::Idle || same_engine) return {};
        Result<void> made = make_engine();
        if (made) return made;
        parameters_ = before;
        if (!make_engine()) return fail(made.error().message + "; expected another value and init");
        return made;
    }

    Result<void> init(const Line&) {
        Result<void> made = make_engine();
        if (!made) return made;
        start_position();
        output_.line("ready");
        return {};
    }

    Result<void> begin_game(const Line&) {
        engine_->forget();
        start_position();
        return {};
    }

    Result<void> set_position(const Line& line) {
        const Result<const Argument*> text = required(line, "pos");
        if (!text) return std::unexpected(text.error());
        const Result<Placement> placement = hub_text::read_position(*parameters_.variant, (*text)->value);
        if (!placement) return fail(placement.error().message, (*text)->offset + placement.error().offset);
        std::unique_ptr<Game> game = new_game(*parameters_.variant);
        if (const Result<void> set = game->set(*placement, Strictness::Legal); !set)
            return fail(
                fmt::format("the position cannot arise in {}: {}", parameters_.variant->name, set.error().message),
                (*text)->offset);
        if (const Argument* const moves = line.find("moves")) {
            if (Result<void> played = play_moves(*game, *moves); !played) return played;
        }
        game_ = std::move(game);
        level_ = {};
        return {};
    }

    Result<void> set_level(const Line& line) {
        Level level = level_;
        if (Result<void> added = add_level(level, line); !added) return added;
        level_ = level;
        return {};
    }

    Result<void> go(const Line& line) {
        const bool think = line.find("think") != nullptr;
        const bool ponder = line.find("ponder") != nullptr;
        const bool analyze = line.find("analyze") != nullptr;
        if (think + ponder + analyze != 1) return fail("expected one of think, ponder and analyze");
        if (game_->legal().empty())
            return fail(fmt::format("the game is over: {}",
                                    outcome_text::describe(game_->variant(), game_->outcome().value_or(Outcome{}))));
        SearchLimits limits = level_.limits;
        if (!level_.given && !analyze) limits.seconds = default_seconds;
        level_ = {};
        // No thread is running, so there is nobody to lock out.
        searching_ = true;
        ended_ = false;
        pondering_ = ponder;
        stop_ = {};
        ponder_hit_ = {};
        limits.stop = stop_.get_token();
        if (ponder) limits.ponder_hit = ponder_hit_.get_token();
        try {
            thread_ = std::thread([this, limits] { search(limits); });
        } catch (const std::system_error& error) {
            searching_ = false;
            return fail(fmt::format("cannot start a thread: {}", error.code().message()));
        }
        return {};
    }

    // ---- During a search

    bool searching() {
        const std::scoped_lock lock(mutex_);
        return searching_;
    }

    void stop() {
        const std::scoped_lock lock(mutex_);
        if (searching_) request_stop();
    }

    // With the lock.
    void request_stop() {
        pondering_ = false;
        stop_.request_stop();
        changed_.notify_all();
    }

    Result<void> ponder_hit() {
        const std::scoped_lock lock(mutex_);
        if (!searching_ || !pondering_) return fail("no search is pondering");
        pondering_ = false;
        ponder_hit_.request_stop();
        changed_.notify_all();
        return {};
    }

    // ---- The thread that thinks

    void search(const SearchLimits& limits) {
        std::string move = hub_text::write_move(game_->legal().front());
        std::string expected;
        try {
            std::optional<AnalysedLine> shown;
            const auto show = [&](const Analysis& analysis) {
                output_.line(info_line(analysis));
                shown = analysis.lines.front();
            };
            const Analysis analysis = engine_->think(*game_, limits, [&](const Analysis& so_far) {
                show(so_far);
                if (output_.failed()) stop_.request_stop();
            });
            const AnalysedLine& best = analysis.lines.front();
            // The last depth was broken off, but not before something better was found.
            if (!shown || shown->index != best.index || shown->score != best.score) show(analysis);
            move = hub_text::write_move(game_->legal()[best.index]);
            if (best.moves.size() > 1) expected = fmt::format(" ponder={}", hub_text::write_move(best.moves[1]));
        } catch (const std::exception& error) {
            output_.error(fmt::format("go: the search failed: {}", error.what()));
        }
        std::unique_lock lock(mutex_);
        // However soon the search is finished: while the opponent thinks, nobody waits for a move.
        changed_.wait(lock, [&] { return !pondering_; });
        // Before the last word, because the answer to it must find us idle. Whoever is faster waits for this thread.
        searching_ = false;
        lock.unlock();
        output_.line(fmt::format("done move={}{}", move, expected));
        lock.lock();
        ended_ = true;
        changed_.notify_all();
    }

    // ---- Beginning and end

    Result<void> make_engine() {
        phase_ = Phase::Declared;
        engine_.reset();  // first, so that there is room for the new one
        // Where the system promises more memory than it has, asking for it would not fail but end the program.
        if (const auto free = free_megabytes(); free && parameters_.hash > *free)
            return fail(fmt::format("no memory for hash={}: {} MB are free", parameters_.hash, *free));
        try {
            EngineOptions options{.table_megabytes = static_cast<std::size_t>(parameters_.hash),
                                  .threads = parameters_.threads};
            if (!parameters_.egdb.empty()) {
                Result<std::unique_ptr<Endgames>> opened = EndgameStore(parameters_.egdb).open(*parameters_.variant);
                if (!opened) return fail(opened.error().message);
                options.endgames = std::move(*opened);
            }
            engine_ = new_engine(*parameters_.variant, options);
        } catch (const std::bad_alloc&) {
            return fail(fmt::format("no memory for hash={}", parameters_.hash));
        }
        if (!game_ || &game_->variant() != parameters_.variant) start_position();
        phase_ = Phase::Idle;
        return {};
    }

    void start_position() {
        game_ = new_game(*parameters_.variant);
        level_ = {};
    }

    void leave() {
        if (!thread_.joinable()) return;
        {
            std::unique_lock lock(mutex_);
            if (searching_) request_stop();
            // A reader that neither reads nor goes away must not keep us.
            if (!changed_.wait_for(lock, patience, [&] { return ended_; })) std::_Exit(exit_done);
        }
        thread_.join();
    }

    // Of the thread that reads; the other one looks at the engine and the game while it searches.
    Phase phase_ = Phase::Start;
    Parameters parameters_;
    Level level_;
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<Game> game_;
    std::thread thread_;
    std::stop_source stop_;        // of this search
    std::stop_source ponder_hit_;  // ...
    bool leaving_ = false;

    HubOutput output_;

    // Of both threads.
    std::mutex mutex_;
    std::condition_variable changed_;
    bool searching_ = false;  // go has not been answered
    bool ended_ = false;      // it has, and the thread has nothing more to do
    bool pondering_ = false;
};

}  // namespace

void add_hub(CommandLine& line) {
    line.add("hub", "Run the engine for a graphical program (Hub protocol, version 2)",
             "Commands come on standard input, one on each line, and answers go to standard output.\n"
             "The parameter variant chooses the game; docs/hub.md says the rest.\n\n"
             "Examples:\n"
             "  crownhead hub\n"
             "  (echo hub; echo init; echo level depth=9; echo go think; sleep 5) | crownhead hub",
             [] {
                 HubSession().run();
                 return exit_done;
             });
}

}  // namespace crownhead::cli
