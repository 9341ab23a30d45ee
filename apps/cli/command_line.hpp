// The command line: commands, their options and arguments. Each command adds itself (commands.hpp); the parser behind it is
// CLI11, which only command_line.cpp includes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): of CLI11
class App;
}

namespace crownhead::cli {

struct PositionOptions;

enum class Needed : bool { No, Yes };

// One command, while its words are described. What the values are read into must outlive the parsing.
class Command {
public:
    explicit Command(CLI::App& app) : app_(&app) {}

    void flag(const std::string& name, bool& value, const std::string& help, const std::string& excludes = "");
    void argument(const std::string& name, std::string& value, const std::string& help, Needed needed = Needed::Yes);
    void argument(const std::string& name, std::optional<std::string>& value, const std::string& help);
    void arguments(const std::string& name, std::vector<std::string>& values, const std::string& help);
    void option(const std::string& name, const std::string& type, std::string& value, const std::string& help,
                Needed needed = Needed::No);
    void option(const std::string& name, const std::string& type, std::optional<std::string>& value,
                const std::string& help);
    void options(const std::string& name, const std::string& type, std::vector<std::string>& values,
                 const std::string& help);

    // What several commands have.
    void game(std::string& value, Needed needed = Needed::Yes);
    void position(PositionOptions& position);
    void threads(std::string& value, const std::string& help = "Threads to use (default 1)");
    void cores(std::string& value);  // threads: one for each core by default
    void json(bool& value, const std::string& help = "For programs", const std::string& excludes = "");
    void quiet(bool& value);

private:
    friend class CommandLine;
    CLI::App* app_;
};

class CommandLine {
public:
    CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    using Run = std::function<int()>;  // returns the exit code

    Command add(const std::string& name, const std::string& description, const std::string& footer, Run run);
    // A command that has commands below it.
    Command add_group(const std::string& name, const std::string& description, const std::string& footer);
    Command add_below(Command& group, const std::string& name, const std::string& description, Run run,
                      const std::string& footer = "");

    int run(int argc, const char* const* argv);

private:
    void check_command(int argc, const char* const* argv) const;
    std::string extras_message() const;

    std::unique_ptr<CLI::App> app_;
    std::vector<std::string> names_;
    Run run_;
};

}  // namespace crownhead::cli
