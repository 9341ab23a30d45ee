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

struct ConvertOptions {
    std::string input;
    std::string output;
    std::string from;  // pdn, fen or log; by the name of the file if empty
    std::string to;
    std::string game;  // where the input does not say it
    std::string positions = "final";
    bool skip_bad = false;
};
int convert(const ConvertOptions& options);

int hub();

struct AnalyseOptions {
    PositionOptions position;
    std::string depth;  // limits; 5 seconds if there is none
    std::string nodes;
    std::string seconds;
    std::string lines = "1";
    std::string threads = "1";
    std::string table = "64";  // megabytes
    std::string endgames;      // folder of endgame files; none if empty
    bool json = false;
};
int analyse(const AnalyseOptions& options);

struct BenchOptions {
    std::string depth;  // the standard one if empty
    bool verbose = false;
};
int bench(const BenchOptions& options);

struct LearnOptions {
    std::string game;
    std::string out;
    std::string from = "builtin";  // builtin, guess or a file
    std::string games = "1000";    // in each round
    std::string nodes = "2000";    // for each move
    std::string rounds = "2";
    std::string test_games = "200";
    std::string seed = "1";
    std::string threads = "1";
    bool quiet = false;
};
int learn(const LearnOptions& options);

struct GauntletOptions {
    std::vector<std::string> games;
    std::string player = "engine:seconds=0.1";
    std::vector<std::string> against{"alphabeta:eval=material,depth=20,seconds=0.1", "engine:seconds=0.05"};
    std::string count = "100";
    std::string openings = "auto";
    std::string plies = "6";
    std::string seed = "1";
    std::string threads = "1";
    bool quiet = false;
};
int gauntlet(const GauntletOptions& options);

struct SimulateOptions {
    std::string input;
    std::string output;
    std::string game = "suicide";
    std::string player1 = "random";
    std::string player2 = "edge";
    std::string first = "p1";
    std::string seed = "1";
    std::string threads = "1";
    bool skip_bad = false;
    bool progress = false;
};
int simulate(const SimulateOptions& options);

// How games are played, whatever the plan.
struct RunSettings {
    std::string out{};  // the folder of the run; empty: nothing is kept
    std::string threads = "1";
    bool quiet = false;
};

struct MatchOptions {
    std::vector<std::string> players;
    std::vector<std::string> games{"english"};
    std::string count;  // in each cell; 100, or 100,000 with a sequential test
    bool gauntlet = false;
    std::string begins = "alternate";
    std::string openings = "auto";
    std::string plies = "6";
    std::string seed = "1";
    std::string longest = "1000";
    std::string sprt;  // "elo0,elo1[,alpha,beta]"
    RunSettings run;
};
int match(const MatchOptions& options);

struct TournamentOptions {
    std::string file;
    RunSettings run;
};
int tournament(const TournamentOptions& options);

struct ReportCommand {
    std::string run;  // a folder
    std::string out;  // the page; empty: report.html in that folder
    std::string games_per_cell = "20";
};
int report(const ReportCommand& command);

struct StudyCommand {
    std::string games = "20000";          // of random and edge, for each size and each who begins
    std::string strategy_games = "1000";  // of any two strategies in a game
    std::string seed = "1";
    RunSettings run{.out = "study"};
};
int study(const StudyCommand& command);

struct EgdbBuildOptions {
    std::string game;
    std::string pieces;
    std::string memory = "4G";
    std::string metric = "wdl";  // or dtw
    std::string threads;         // one for each core if empty
    std::string data;            // folder; the user's own if empty
    bool json = false;
    bool quiet = false;
};
int egdb_build(const EgdbBuildOptions& options);

struct EgdbVerifyOptions {
    std::string game;
    std::string threads;
    std::string data;
    bool json = false;
    bool quiet = false;
};
int egdb_verify(const EgdbVerifyOptions& options);

struct EgdbInfoOptions {
    std::string game;
    std::string data;
    bool json = false;
};
int egdb_info(const EgdbInfoOptions& options);

struct EgdbProbeOptions {
    PositionOptions position;
    std::string data;
    bool json = false;
};
int egdb_probe(const EgdbProbeOptions& options);

struct SolveCommand {
    PositionOptions position;
    bool all = false;         // every game that can be solved
    std::string pieces;       // of the endgame files; the small set of the game if empty
    std::string certificate;  // file to write; a folder with --all
    std::string memory = "4G";
    std::string threads;  // one for each core if empty
    std::string data;     // folder of the endgame files; the user's own if empty
    bool backwards = false;
    bool json = false;
    bool quiet = false;
};
int solve(const SolveCommand& command);

struct VerifyProofOptions {
    std::string file;
    bool json = false;
    bool quiet = false;
};
int verify_proof(const VerifyProofOptions& options);

struct LevelsOptions {
    std::vector<std::string> games;
    std::string count = "200";
    std::string seconds = "0.05";  // of the highest level
    std::string seed = "1";
    std::string threads = "1";
    bool quiet = false;
};
int levels(const LevelsOptions& options);

struct ServeCommand {
    std::string port = "8080";
    std::string address = "127.0.0.1";
    std::string data;  // a folder; the usual one if empty
    std::vector<std::string> hosts;
    std::string workers = "2";
    std::string version;
    bool no_endgames = false;
    bool open = false;
    bool quiet = false;
};
int serve(const ServeCommand& command);

}  // namespace crownhead::cli
