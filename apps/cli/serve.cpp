// crownhead serve: the web page.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "commands.hpp"
#include "library_restore.hpp"
#include "server/library_care.hpp"
#include "server/serve.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

struct ServeCommand {
    std::string port = "8080";
    std::string address = "127.0.0.1";
    std::string data;  // a folder; the default one if empty
    std::vector<std::string> hosts;
    std::string workers = "2";
    std::string endgame_memory = "256";
    std::string log_level = "info";
    std::string key_file;  // of the key for /health and /metrics
    std::string version;
    bool no_endgames = false;
    bool open = false;
    bool restore = false;
    bool quiet = false;
};

// Asks the desktop for a browser. Nothing happens where there is no desktop.
void open_browser(const std::string& url) {
    if (environment("DISPLAY").empty() && environment("WAYLAND_DISPLAY").empty()) return;
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};
    if (posix_spawn_file_actions_init(&files) != 0) return;
    if (posix_spawnattr_init(&attributes) == 0) {
        // It neither writes among our lines nor inherits that we wait for signals.
        for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
        sigset_t none{};
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setpgroup(&attributes, 0);  // Ctrl-C here does not end the browser
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
        std::string program = "xdg-open";
        std::string argument = url;
        char* const words[] = {program.data(), argument.data(), nullptr};
        pid_t child = 0;
        // Its end is of no interest; the system forgets it together with us.
        static_cast<void>(posix_spawnp(&child, program.c_str(), &files, &attributes, words, environ));
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
}

// In a file, since everyone on the machine sees the command line.
std::string read_key(const std::string& file) {
    constexpr std::size_t shortest = 16;
    const std::string bytes = read_file(file);
    const std::string_view key = trimmed(bytes);
    const auto is_printable = [](char c) { return c > ' ' && c <= '~'; };
    if (key.size() < shortest || !std::ranges::all_of(key, is_printable))
        throw Failure(exit_wrong_input,
                      fmt::format("{}: expected a key of at least {} letters, digits and signs", file, shortest));
    return std::string(key);
}

int serve(const ServeCommand& command) {
    constexpr std::array<std::string_view, 4> levels{"off", "error", "warning", "info"};
    if (std::ranges::find(levels, command.log_level) == levels.end())
        throw Failure(exit_wrong_input, "--log-level: expected off, error, warning or info");
    server::ServeOptions options{
        .address = command.address == "localhost" ? "127.0.0.1" : command.address,
        .port = static_cast<std::uint16_t>(read_number(command.port, "--port", 0, 65535)),
        .hosts = command.hosts,
        .data = command.data.empty() ? data_folder() : std::filesystem::path(command.data),
        .workers = static_cast<int>(read_number(command.workers, "--workers", 1, 256)),
        .endgames = !command.no_endgames,
        .endgame_bytes = static_cast<std::size_t>(read_number(command.endgame_memory, "--endgame-memory", 1, 1 << 20))
                         << 20U,
        .version = command.version,
        .log_level = command.log_level,
        .watch_key = command.key_file.empty() ? "" : read_key(command.key_file),
    };
    options.ready = [&](const std::string& url, std::uint16_t port) {
        const bool moved = options.port != 0 && port != options.port;
        if (moved && !command.quiet) write_err(fmt::format("Port {} is taken; using {}.\n", options.port, port));
        print("Crownhead is at {} (Ctrl-C ends it)\n", url);
        flush_out();
        if (command.open) open_browser(url);
    };
    Result<void> served = server::serve(options);
    if (served) return exit_done;
    const std::optional<std::string> running = server::running_page(options.data);
    if (!running && server::library_is_damaged(options.data)) {
        // With a backup it can begin all the same.
        write_err(fmt::format("crownhead: {}\n", served.error().message));
        if (!restore_from_backup(options.data, "", command.restore)) return exit_failed;
        served = server::serve(options);
        if (served) return exit_done;
    }
    if (!running) throw Failure(exit_failed, served.error().message);
    // A program that runs already serves as well.
    if (!command.open) throw Failure(exit_failed, fmt::format("{}: {}", served.error().message, *running));
    print("Crownhead is running already, at {}\n", *running);
    open_browser(*running);
    return exit_done;
}

}  // namespace

void add_serve(CommandLine& line) {
    const auto options = std::make_shared<ServeCommand>();
    Command command = line.add("serve", "Games, library and laboratory in the browser",
                               "The page is at http://localhost:8080 until Ctrl-C, for this machine alone. If the port "
                               "is taken, one of the next\n"
                               "twenty is used; the first line says which. With --bind 0.0.0.0 other machines can "
                               "connect: everyone who reaches\n"
                               "the address can watch, play, and change the library and the laboratory.\n\n"
                               "Examples:\n"
                               "  crownhead serve --open\n"
                               "  crownhead serve --port 0 --data games\n"
                               "  crownhead serve --bind 0.0.0.0 --allow-host draughts.example",
                               [options] { return serve(*options); });
    command.option("--port", "N", options->port, "Where to listen (default 8080); 0 is any that is free");
    command.option("--bind", "ADDRESS", options->address, "The address to listen at (default 127.0.0.1)");
    command.option("--data", "FOLDER", options->data,
                   "Where games and runs are kept (default $XDG_DATA_HOME/crownhead or ~/.local/share/crownhead)");
    command.flag("--open", options->open, "Open the page in the browser");
    command.options("--allow-host", "NAME", options->hosts,
                    "Also answer under this name; otherwise only as localhost and by address");
    command.option("--workers", "N", options->workers, "Threads that think and play (default 2)");
    command.option("--endgame-memory", "M", options->endgame_memory,
                   "Megabytes for sets of endgames (default 256); those used longest ago are dropped");
    command.flag("--no-endgames", options->no_endgames,
                 "Do not make small sets of endgames for the games that are played");
    command.option("--log-level", "LEVEL", options->log_level,
                   "What goes into crownhead.log in the data folder: off, error, warning or info (default)");
    command.option("--metrics-key", "FILE", options->key_file,
                   "A file with a key for /health and /metrics; without one they answer only to this machine");
    command.flag("--restore", options->restore, "If the library is damaged, take the newest backup without asking");
    command.flag("--quiet", options->quiet, "No remarks on standard error");
    options->version = CROWNHEAD_VERSION;
}

}  // namespace crownhead::cli
