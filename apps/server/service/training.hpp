// What is kept of training, in the library's file: puzzles and endgame drills that were tried, and the mistakes of one's own games,
// which come back after days.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "service/repetition.hpp"

namespace crownhead::server {

struct PuzzleResult {
    bool first = false;   // at the first try
    bool solved = false;  // at last
};

struct PuzzleProgress {
    std::map<std::string, PuzzleResult> results{};  // by key: "english/1a2b3c4d"
    int streak = 0;                                 // first tries in a row, up to now
    int best = 0;                                   // the longest of them
};

// A move of a person that cost something, with the position before it.
struct StoredMistake {
    std::string table{};
    int node = 0;  // of the move
    std::string game{};
    std::string fen{};     // before the move
    std::string played{};  // the move
    std::string glyph{};   // mistake or blunder
    std::string phase{};   // opening, middlegame or endgame
    std::string moves{};   // MomentMove[] of protocol.json: every move there, as text
    Repetition repetition{};
};

// Drills of one game, by the rest of their key: "KK-K/win/hard/7".
using DrillResults = std::map<std::string, PuzzleResult>;

// On one connection. It throws what SQLite says.
class TrainingRecords {
public:
    explicit TrainingRecords(SQLite::Database& db) : db_(db) {}

    PuzzleProgress puzzle_progress();
    // Only the first answer to a puzzle counts for the streak; a later one may still solve it.
    void record_puzzle(const std::string& key, bool right, const std::string& day);

    std::vector<StoredMistake> mistakes();  // not those of deleted games; those that are done with, too
    // What is there already keeps its day.
    void put_mistakes(const std::vector<StoredMistake>& mistakes);
    void record_mistake(const std::string& table, int node, bool right, const std::string& day);

    DrillResults drill_results(const std::string& game);
    void record_drill(const std::string& key, bool right, const std::string& day);  // "english/KK-K/win/hard/7"

private:
    SQLite::Database& db_;
};

}  // namespace crownhead::server
