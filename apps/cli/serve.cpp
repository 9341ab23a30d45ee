// crownhead serve: the web page.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

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

int serve(const ServeCommand& command) {
    server::ServeOptions options{
        .address = command.address == "localhost" ? "127.0.0.1" : command.address,
        .port = static_cast<std::uint16_t>(read_number(command.port, "--port", 0, 65535)),
        .hosts = command.hosts,
        .data = command.data.empty() ? data_folder() : std::filesystem::path(command.data),
        .workers = static_cast<int>(read_number(command.workers, "--workers", 1, 256)),
        .endgames = !command.no_endgames,
        .version = command.version,
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
    command.flag("--no-endgames", options->no_endgames,
                 "Do not make small sets of endgames for the games that are played");
    command.flag("--restore", options->restore, "If the library is damaged, take the newest backup without asking");
    command.flag("--quiet", options->quiet, "No remarks on standard error");
    options->version = CROWNHEAD_VERSION;
}

}  // namespace crownhead::cli
