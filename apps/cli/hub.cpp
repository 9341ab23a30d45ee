// crownhead hub: the Hub protocol, version 2, for every game. One thread reads and obeys; a second one thinks while a
// search runs. What the protocol leaves open is decided in docs/hub.md.
#include "commands.hpp"
#include "hub/session.hpp"

namespace crownhead::cli {

void add_hub(CommandLine& line) {
    line.add("hub", "Run the engine for a graphical program (Hub protocol, version 2)",
             "Commands come on standard input, one on each line, and answers go to standard output.\n"
             "The parameter variant chooses the game; docs/hub.md says the rest.\n\n"
             "Examples:\n"
             "  crownhead hub\n"
             "  (echo hub; echo init; echo level depth=9; echo go think; sleep 5) | crownhead hub",
             [] {
                 hub::Session().run();
                 return exit_done;
             });
}

}  // namespace crownhead::cli
