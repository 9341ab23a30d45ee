// The commands. Each adds its words and options to the command line, in the file of its name, and is run from there.
#pragma once

#include <string>

#include "command_line.hpp"
#include "common.hpp"

namespace crownhead::cli {

void add_list(CommandLine& line);
void add_show(CommandLine& line);
void add_moves(CommandLine& line);
void add_perft(CommandLine& line);
void add_play(CommandLine& line);
void add_validate(CommandLine& line);
void add_convert(CommandLine& line);
void add_analyse(CommandLine& line);
void add_annotate(CommandLine& line);
void add_puzzles(CommandLine& line);
void add_bench(CommandLine& line);
void add_simulate(CommandLine& line);
void add_match(CommandLine& line);
void add_tournament(CommandLine& line);
void add_study(CommandLine& line);
void add_report(CommandLine& line);
void add_gauntlet(CommandLine& line);
void add_learn(CommandLine& line);
void add_selfplay(CommandLine& line);
void add_levels(CommandLine& line);
void add_egdb(CommandLine& line);
void add_solve(CommandLine& line);
void add_verify_proof(CommandLine& line);
void add_hub(CommandLine& line);
void add_serve(CommandLine& line);
void add_library(CommandLine& line);

// How games are played, whatever the plan.
struct RunSettings {
    std::string out{};  // the folder of the run; empty: nothing is kept
    std::string threads = "1";
    bool quiet = false;
};

}  // namespace crownhead::cli
