// The program: its commands in the order of the help, and what happens when one fails.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <string>

#include "commands.hpp"

namespace crownhead::cli {

namespace {

int run(int argc, const char* const* argv) {
    CommandLine line;
    for (const auto add :
         {add_list,    add_show,         add_moves,    add_perft,    add_play,     add_validate, add_convert,
          add_analyse, add_annotate,     add_puzzles,  add_bench,    add_simulate, add_match,    add_tournament,
          add_study,   add_report,       add_gauntlet, add_selfplay, add_learn,    add_levels,   add_egdb,
          add_solve,   add_verify_proof, add_hub,      add_serve,    add_library})
        add(line);
    return line.run(argc, argv);
}

// One line, whatever was quoted in it.
int failed(int code, const std::string& message) {
    write_err(for_terminal(fmt::format("crownhead: {}", message)) + "\n");
    return code;
}

int guarded(int argc, const char* const* argv) {
    try {
        const int code = run(argc, argv);
        flush_out();
        return code;
    } catch (const Failure& failure) {
        return failed(failure.code(), failure.what());
    } catch (const OutputClosed&) {
        return exit_failed;
    } catch (const std::bad_alloc&) {
        return failed(exit_failed, "out of memory");
    } catch (const std::exception& error) {
        return failed(exit_failed, error.what());
    }
}

}  // namespace

}  // namespace crownhead::cli

int main(int argc, char** argv) {
    // Where standard input, output or error is closed, the next file that is opened would take its place.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) == -1) static_cast<void>(open("/dev/null", O_RDWR));
    // A reader that goes away (crownhead list | head -1) is noticed when writing fails, not by a signal that kills.
    std::signal(SIGPIPE, SIG_IGN);
    return crownhead::cli::guarded(argc, argv);
}
