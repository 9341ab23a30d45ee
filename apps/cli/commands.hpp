// The commands: their options as plain data, and one function each, which returns the exit code. The words of the
// command line are in main.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"

namespace crownhead::cli {

struct ListOptions {
    bool json = false;
};
int list(const ListOptions& options);

struct ShowOptions {
    PositionOptions position;
    bool diagram = false;  // nothing but the diagram
    bool json = false;
};
int show(const ShowOptions& options);

struct MovesOptions {
    PositionOptions position;
    bool full = false;
    bool json = false;
};
int moves(const MovesOptions& options);

struct PerftCommand {
    PositionOptions position;
    std::string depth;
    std::string suite;      // a file; then neither game nor depth
    std::string max_depth;  // of a suite; empty: no limit
    std::string threads = "1";
    bool divide = false;
    bool json = false;
    bool quiet = false;
};
int perft(const PerftCommand& command);

struct PlayOptions {
    std::string game;  // asked for when empty, like side and opponent
    std::string side;
    std::string opponent;
    std::string seed;  // drawn when empty
    std::optional<std::string> fen;
};
int play(const PlayOptions& options);
std::vector<std::string_view> opponent_names();

struct ValidateOptions {
    std::string file;
    std::string game = "suicide";
    bool json = false;
};
int validate(const ValidateOptions& options);

}  // namespace crownhead::cli
