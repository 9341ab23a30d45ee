// Course logs, the results format of batch games (S0.11): board size, moves, pieces left, winner. Player 1 is Black. Syntax
// only: whether the moves are legal shows when they are replayed. The grammar: docs/formats.md#course-log-games-of-a-batch.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "rules/setup.hpp"
#include "util/result.hpp"

namespace crownhead::course_log {

struct LogMove {
    Side player = Side::Black;
    AnyMove move{};        // `promotes` is not in the log and stays false
    std::size_t line = 0;  // counted from 1; set by reading
};

struct LogGame {
    int size = 8;
    std::vector<LogMove> moves{};
    int left1 = 0;  // pieces left to player 1
    int left2 = 0;
    std::optional<Side> winner{};  // none: a draw
    std::size_t line = 0;          // of the size, counted from 1; set by reading
    std::size_t result_line = 0;   // of the winner; the pieces left are on the two lines before it
};

// `17x12(14)12x5(8)`: a move without its player.
std::string move_text(const AnyMove& mv);
Result<AnyMove> read_move(std::string_view text, int squares);

// `p1 17x12(14)12x5(8)`, without the end of the line.
std::string move_line(Side player, const AnyMove& mv);

// How a game ended, without its moves.
struct LogResult {
    int left1 = 0;
    int left2 = 0;
    std::optional<Side> winner{};
};

// Adds a game whose moves alternate, beginning with `first`; fast, for batches.
void append(std::string& out, int size, Side first, std::span<const AnyMove> moves, const LogResult& result);

// One game, with a newline at its end. In a file, games are separated by one empty line.
std::string write(const LogGame& game);
std::string write(std::span<const LogGame> games);

// Reads a text one game at a time. Every message begins with "line N: ". The text must outlive the reader.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    // The next game, or nullopt at the end of the text and after an error.
    Result<std::optional<LogGame>> next();

    // After an error: lets next() go on behind the next empty line. Lines keep their numbers.
    void go_on();

private:
    struct Line {
        std::string_view text{};  // without spaces around it
        std::size_t offset = 0;
        std::size_t number = 0;
        bool missing = false;  // the text has ended
    };
    Line read_line();
    Result<LogGame> read_game(const Line& first);

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 0;
    Line last_{};          // the line read last
    bool failed_ = false;  // reading that line
};

Result<std::vector<LogGame>> read(std::string_view text);

}  // namespace crownhead::course_log
