#include "hub/session.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "common.hpp"
#include "notation/hub_text.hpp"
#include "notation/outcome_text.hpp"
#include "rules/variants.hpp"
#include "runtime/endgame_store.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

#ifndef CROWNHEAD_VERSION
#define CROWNHEAD_VERSION "unversioned"
#endif

namespace crownhead::cli::hub {

namespace {

constexpr double default_seconds = 1.0;  // for a move, when no level was given

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

// A game that a counting rule has ended goes on from here as if it were new: a GUI that goes on with it plays by other
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

// The words of the Hub world first: a program that knows no others looks for them.
std::string declared_games() {
    std::string names;
    for (const hub_text::GameWord& known : hub_text::game_words) append(names, known.word, " ");
    for (const Variant& v : variants) append(names, v.name, " ");
    return names;
}

}  // namespace

void Session::run() {
    while (!leaving_ && !output_.failed()) {
        const std::optional<InputLine> input = next_line();
        if (!input) break;
        const Result<Line> line =
            input->too_long ? fail("the line is longer than 1 MiB", longest_line) : hub_text::read_line(input->text);
        if (line) {
            if (!line->command.empty()) obey(*line);
            continue;
        }
        output_.error(fmt::format("offset {}: {}", line.error().offset, line.error().message));
        // It would have been a position, perhaps.
        if (trimmed(std::string_view(input->text).substr(0, 64)).starts_with("pos")) refused_ = true;
    }
    search_.leave();
    output_.rethrow();
}

void Session::obey(const Line& line) {
    // These make sense while a search runs.
    if (line.command == "ping") return output_.line("pong");
    if (line.command == "stop") return search_.stop();
    if (line.command == "ponder-hit") return report(line, search_.ponder_hit());
    if (line.command == "quit") {
        leaving_ = true;
        return;
    }

    static constexpr auto commands = std::to_array<Command>({
        {"hub", Phase::Start, &Session::declare},
        {"set-param", Phase::Declared, &Session::set_param},
        {"init", Phase::Declared, &Session::init},
        {"new-game", Phase::Idle, &Session::begin_game},
        {"pos", Phase::Idle, &Session::set_position},
        {"level", Phase::Idle, &Session::set_level},
        {"go", Phase::Idle, &Session::go},
    });
    const auto* const command = std::ranges::find(commands, line.command, &Command::word);
    if (command == commands.end()) return;
    if (search_.searching()) {
        if (line.command == "pos") refused_ = true;
        return report(line, fail("a search is running: expected stop, ponder-hit, ping or quit"));
    }
    search_.join();
    if (phase_ < command->from)
        return report(line, fail(phase_ == Phase::Start ? "expected hub before it" : "expected init before it"));
    report(line, (this->*command->run)(line));
}

void Session::report(const Line& line, const Result<void>& result) {
    if (result) return;
    const Error& error = result.error();
    const std::string place = error.offset > 0 ? fmt::format(", offset {}", error.offset) : "";
    output_.error(fmt::format("{}{}: {}", line.command, place, error.message));
}

Result<void> Session::declare(const Line&) {
    output_.line("id name=Crownhead version=" CROWNHEAD_VERSION " author=\"the Crownhead authors\"");
    output_.line(fmt::format("param name=variant value={} type=enum values={}",
                             hub_text::word_of_game(parameters_.variant->name), hub_text::quoted(declared_games())));
    output_.line(fmt::format("param name=hash value={} type=int min=1 max={}", parameters_.hash, highest_hash));
    output_.line(
        fmt::format("param name=threads value={} type=int min=1 max={}", parameters_.threads, highest_threads));
    output_.line(fmt::format("param name=ponder value={} type=bool", parameters_.ponder));
    output_.line(fmt::format("param name=egdb value={} type=string", hub_text::quoted(parameters_.egdb)));
    output_.line("wait");
    phase_ = std::max(phase_, Phase::Declared);
    return {};
}

Result<void> Session::set_param(const Line& line) {
    const Result<const Argument*> name = required(line, "name");
    if (!name) return std::unexpected(name.error());
    const Result<const Argument*> value = required(line, "value");
    if (!value) return std::unexpected(value.error());
    const Parameters before = parameters_;
    if (Result<void> set = set_parameter(parameters_, **name, **value); !set) return set;
    const bool same_engine = parameters_.variant == before.variant && parameters_.hash == before.hash &&
                             parameters_.threads == before.threads && parameters_.egdb == before.egdb;
    if (phase_ != Phase::Idle || same_engine) return {};
    return change_engine(before);
}

Result<void> Session::init(const Line&) {
    if (!parameters_.variant_given) parameters_.variant = default_game();
    Result<void> made = make_engine();
    if (!made) return made;
    start_position();
    output_.line("ready");
    return {};
}

Result<void> Session::begin_game(const Line&) {
    engine_->forget();
    start_position();
    return {};
}

Result<void> Session::set_position(const Line& line) {
    Result<void> read = read_position(line);
    refused_ = !read;
    return read;
}

Result<void> Session::read_position(const Line& line) {
    const Result<const Argument*> text = required(line, "pos");
    if (!text) return std::unexpected(text.error());
    if (!parameters_.variant_given) {
        if (Result<void> chosen = choose_game(**text); !chosen) return chosen;
    }
    const Result<Placement> placement = hub_text::read_position(*parameters_.variant, (*text)->value);
    if (!placement) return fail(placement.error().message, (*text)->offset + placement.error().offset);
    std::unique_ptr<Game> game = new_game(*parameters_.variant);
    if (const Result<void> set = game->set(*placement, Strictness::Legal); !set)
        return fail(fmt::format("the position cannot arise in {}: {}", parameters_.variant->name, set.error().message),
                    (*text)->offset);
    if (const Argument* const moves = line.find("moves")) {
        if (Result<void> played = play_moves(*game, *moves); !played) return played;
    }
    game_ = std::move(game);
    level_ = {};
    return {};
}

// By the length of a position, where nobody has said a game.
Result<void> Session::choose_game(const Argument& position) {
    const Variant* const game = default_game(position.value.size());
    if (game == nullptr)
        return fail(fmt::format("expected 51 characters for normal, or as many as another board has; found {}",
                                position.value.size()),
                    position.offset);
    if (game == parameters_.variant) return {};
    const Parameters before = parameters_;
    parameters_.variant = game;
    return change_engine(before);
}

Result<void> Session::set_level(const Line& line) {
    Level level = level_;
    if (Result<void> added = add_level(level, line); !added) return added;
    level_ = level;
    return {};
}

Result<void> Session::go(const Line& line) {
    const bool think = line.find("think") != nullptr;
    const bool ponder = line.find("ponder") != nullptr;
    const bool analyze = line.find("analyze") != nullptr;
    if (think + ponder + analyze != 1) return fail("expected one of think, ponder and analyze");
    if (refused_) return fail("there is no position: the last one was refused");
    if (game_->legal().empty())
        return fail(fmt::format("the game is over: {}",
                                outcome_text::describe(game_->variant(), game_->outcome().value_or(Outcome{}))));
    SearchLimits limits = level_.limits;
    if (!level_.given && !analyze) limits.seconds = default_seconds;
    level_ = {};
    return search_.start(*engine_, *game_, limits, ponder);
}

// The parameters have changed, and go back to what they were if no engine can be made for them.
Result<void> Session::change_engine(const Parameters& before) {
    Result<void> made = make_engine();
    if (made) return made;
    parameters_ = before;
    if (!make_engine()) return fail(made.error().message + "; expected another value and init");
    return made;
}

Result<void> Session::make_engine() {
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

void Session::start_position() {
    game_ = new_game(*parameters_.variant);
    refused_ = false;
    level_ = {};
}

}  // namespace crownhead::cli::hub
