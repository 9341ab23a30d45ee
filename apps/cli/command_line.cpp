#include "command_line.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include <CLI/CLI.hpp>

#include "common.hpp"
#include "util/parse.hpp"

#ifndef CROWNHEAD_VERSION
#define CROWNHEAD_VERSION "unversioned"
#endif

namespace crownhead::cli {

namespace {

// The command that was chosen, or the one below it: egdb build.
const CLI::App& chosen(const CLI::App& app) {
    const auto below = app.get_subcommands();
    return below.empty() ? app : chosen(*below.front());
}

std::string full_name(const CLI::App& app) {
    const auto below = app.get_subcommands();
    return below.empty() ? app.get_name() : fmt::format("{} {}", app.get_name(), full_name(*below.front()));
}

// A negative number belongs to the option before it, or is an argument: the parser would take it for an option. The command
// then says which numbers it takes.
std::vector<std::string> joined(int argc, const char* const* argv) {
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool negative = word.size() > 1 && word[0] == '-' && is_digit(word[1]);
        const bool option = !words.empty() && words.back().starts_with("--") && words.back().size() > 2 &&
                            words.back().find('=') == std::string::npos;
        if (negative && option) {
            words.back() += fmt::format("={}", word);
            continue;
        }
        if (negative) words.emplace_back("--");
        words.emplace_back(word);
    }
    return words;
}

}  // namespace

void Command::flag(const std::string& name, bool& value, const std::string& help, const std::string& excludes) {
    CLI::Option* const added = app_->add_flag(name, value, help);
    if (!excludes.empty()) added->excludes(excludes);
}

void Command::argument(const std::string& name, std::string& value, const std::string& help, Needed needed) {
    app_->add_option(name, value, help)->required(needed == Needed::Yes)->type_name("");
}

void Command::argument(const std::string& name, std::optional<std::string>& value, const std::string& help) {
    app_->add_option(name, value, help)->required()->type_name("");
}

void Command::arguments(const std::string& name, std::vector<std::string>& values, const std::string& help) {
    app_->add_option(name, values, help)->required()->type_name("");
}

void Command::option(const std::string& name, const std::string& type, std::string& value, const std::string& help,
                     Needed needed) {
    app_->add_option(name, value, help)->required(needed == Needed::Yes)->type_name(type);
}

void Command::option(const std::string& name, const std::string& type, std::optional<std::string>& value,
                     const std::string& help) {
    app_->add_option(name, value, help)->type_name(type);
}

void Command::options(const std::string& name, const std::string& type, std::vector<std::string>& values,
                      const std::string& help) {
    app_->add_option(name, values, help)->type_name(type);
}

void Command::game(std::string& value, Needed needed) {
    argument("GAME", value, "Its name, as crownhead list shows it", needed);
}

void Command::position(PositionOptions& position) {
    option("--fen", "FEN", position.fen, "The position, as in \"B:W21-32:B1-12\"; otherwise the start position");
    option("--play", "MOVES", position.play, "Moves to play first, as in \"11-15 23-19\"");
    option("--notation", "NAME", position.notation, "auto (as in the FEN, or the game's own), numeric or algebraic");
    flag("--any-position", position.any_position, "Accept a position that cannot arise in play");
}

void Command::threads(std::string& value, const std::string& help) { option("--threads", "N", value, help); }
void Command::cores(std::string& value) {
    value = std::to_string(std::clamp(std::thread::hardware_concurrency(), 1U, 256U));
    threads(value, "Threads to use (default: one for each core)");
}
void Command::json(bool& value, const std::string& help, const std::string& excludes) {
    flag("--json", value, help, excludes);
}
void Command::quiet(bool& value) { flag("--quiet", value, "No progress on standard error"); }

CommandLine::CommandLine() : app_(std::make_unique<CLI::App>("Crownhead: draughts of many kinds", "crownhead")) {
    app_->set_version_flag("--version", "crownhead " CROWNHEAD_VERSION, "Show the version");
    app_->set_help_flag("-h,--help", "Show this help");
    app_->require_subcommand(1);
    app_->get_formatter()->column_width(30);
    app_->get_formatter()->label("SUBCOMMAND", "COMMAND");
    app_->footer(
        "Examples:\n"
        "  crownhead list                                 all games\n"
        "  crownhead serve --open                         games in the browser\n"
        "  crownhead play english                         a game in the terminal\n"
        "  crownhead show mini                            the start position\n"
        "  crownhead moves russian --play \"c3-d4 d6-c5\"   the legal moves after these\n"
        "  crownhead perft international 8 --divide\n"
        "  crownhead validate games.log\n"
        "  crownhead convert games.log games.pdn\n"
        "  crownhead analyse english --seconds 5          evaluate a position\n"
        "  crownhead simulate sizes.txt games.log         a game for each board size in a file\n"
        "  crownhead match random edge --game suicide     which strategy is better?\n"
        "  crownhead egdb build english --pieces 5        build endgame databases\n"
        "  crownhead solve suicide-6                      who wins with perfect play?\n"
        "  crownhead hub                                  the engine for a program that speaks Hub\n\n"
        "crownhead COMMAND --help says more. Exit codes: 0 done, 1 the task failed, 2 wrong usage or input.");
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& description, const std::string& footer, Run run) {
    Command command = add_group(name, description, footer);
    command.app_->require_subcommand(0);
    // A command below it, where there is one, comes first.
    command.app_->callback([this, app = command.app_, run = std::move(run)] {
        if (app->get_subcommands().empty()) run_ = run;
    });
    return command;
}

Command CommandLine::add_group(const std::string& name, const std::string& description, const std::string& footer) {
    CLI::App* const command = app_->add_subcommand(name, description);
    command->footer(footer);
    command->group("Commands");
    command->require_subcommand(1);
    names_.push_back(name);
    return Command(*command);
}

Command CommandLine::add_below(Command& group, const std::string& name, const std::string& description, Run run,
                               const std::string& footer) {
    CLI::App* const command = group.app_->add_subcommand(name, description);
    command->group("Commands");
    command->footer(footer);
    command->callback([this, run = std::move(run)] { run_ = run; });
    return Command(*command);
}

int CommandLine::run(int argc, const char* const* argv) {
    check_command(argc, argv);
    try {
        std::vector<std::string> words = joined(argc, argv);
        std::ranges::reverse(words);  // as the parser wants them
        app_->parse(std::move(words));
    } catch (const CLI::CallForHelp&) {
        print("{}", app_->help());
        return exit_done;
    } catch (const CLI::CallForVersion& version) {
        print("{}\n", version.what());
        return exit_done;
    } catch (const CLI::ExtrasError&) {
        refuse(extras_message());
    } catch (const CLI::ParseError& error) {
        refuse(fmt::format("{} (see {} --help)", error.what(), full_name(*app_)));
    }
    return run_();
}

// A wrong first word gets an answer of its own, since whatever follows it belongs to an unknown command.
void CommandLine::check_command(int argc, const char* const* argv) const {
    std::string all;
    for (const std::string_view name : names_) append(all, name);
    if (argc < 2) refuse(fmt::format("expected a command: {} (see crownhead --help)", all));
    const std::string_view word = argv[1];
    if (word.starts_with('-') || std::ranges::find(names_, word) != names_.end()) return;
    const std::vector<std::string_view> words(names_.begin(), names_.end());
    if (const auto near = nearest(word, words))
        refuse(fmt::format("there is no command '{}'; did you mean {}?", excerpt(word), *near));
    refuse(fmt::format("there is no command '{}': expected {}", excerpt(word), all));
}

std::string CommandLine::extras_message() const {
    const std::vector<std::string> extras = app_->remaining(true);
    const std::string first = extras.empty() ? "" : extras.front();
    const CLI::App& command = chosen(*app_);
    std::vector<std::string> options;
    for (const CLI::Option* const option : command.get_options())
        if (!option->get_lnames().empty()) options.push_back(fmt::format("--{}", option->get_lnames().front()));
    const std::vector<std::string_view> words(options.begin(), options.end());
    const auto near = first.starts_with('-') ? nearest(first, words) : std::nullopt;
    const std::string hint =
        near ? fmt::format("did you mean {}?", *near) : fmt::format("see {} --help", full_name(*app_));
    return fmt::format("unexpected argument '{}' ({})", excerpt(first), hint);
}

}  // namespace crownhead::cli
