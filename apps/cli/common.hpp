// What all commands share: exit codes, output that notices when it cannot be written, files, numbers and positions
// from the command line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "eval/net.hpp"
#include "game/value.hpp"
#include "runtime/endgame_store.hpp"
#include "runtime/engine.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead::cli {

inline constexpr int exit_done = 0;
inline constexpr int exit_failed = 1;       // the task failed
inline constexpr int exit_wrong_input = 2;  // wrong usage or input

// Ends the command: main prints the message as one line and returns the exit code.
class Failure : public std::runtime_error {
public:
    Failure(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
    int code() const { return code_; }

private:
    int code_;
};

// Nobody reads the output any more (a closed pipe): main ends without a word.
class OutputClosed : public std::exception {};

[[noreturn]] void refuse(const std::string& message);  // wrong usage or input
void or_fail(const Result<void>& done);                // the task failed, unless it is done

// Standard output. Every failure to write ends the command.
void write_out(std::string_view text);
void flush_out();

template <class... T>
void print(fmt::format_string<T...> format, T&&... values) {
    write_out(fmt::format(format, std::forward<T>(values)...));
}

bool out_is_terminal();
bool err_is_terminal();
bool in_is_terminal();
int terminal_columns();  // of standard output; 80 if unknown

// Standard error; a failure to write there is nobody's business.
// One line fit for the terminal: control characters are question marks, and so is what is not ASCII unless the locale is UTF-8.
std::string for_terminal(std::string_view line);
void write_err(std::string_view text);

// A whole file; "-" is standard input.
std::string read_file(const std::string& path);
// The net in a file; refuses what is none of this game.
eval::Net read_net_file(const Variant& variant, const std::string& path);

// Written whole or not at all: to a temporary file beside it, then renamed. The error says why.
Result<void> write_file(const std::string& path, std::string_view content);

// A whole number lowest..highest, given as `what`.
std::uint64_t read_number(std::string_view text, std::string_view what, std::uint64_t lowest, std::uint64_t highest);

// Memory, given as --memory: "600M", "4G" or bytes.
std::uint64_t read_bytes(std::string_view text);

std::string grouped(std::uint64_t number);  // "1,234,567"

const Variant& read_game(const std::string& name);
// Games by name; "all" is every game.
std::vector<const Variant*> read_games(const std::vector<std::string>& names);

// The games that a name stands for, found by the size of their board: "suicide" is four, "suicide-6" one.
class GamesBySize {
public:
    explicit GamesBySize(const std::string& name);  // as --game gives it
    Result<const Variant*> on_board(int size) const;

private:
    std::string name_;
    std::vector<const Variant*> games_;
};

// Seconds, whole or with a decimal point, more than 0 and at most a day.
double read_seconds(std::string_view text, std::string_view what);

// The word that differs least from the given one; nothing if none is near.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> words);

// The parts of a text between the separators, empty ones left out.
std::vector<std::string_view> split(std::string_view text, std::string_view separators);

// One more item of a list in words: "a, b, c".
void append(std::string& list, std::string_view item, std::string_view separator = ", ");

// How the position that a command speaks about is given.
struct PositionOptions {
    std::string game{};
    std::optional<std::string> fen{};
    std::string play{};             // moves to play from there
    std::string notation = "auto";  // auto, numeric or algebraic
    bool any_position = false;      // also one that cannot arise in play
};

struct OpenedPosition {
    std::unique_ptr<Game> game{};
    Notation notation = Notation::Numeric;
};

OpenedPosition open_position(const PositionOptions& options);

// A variable of the environment; empty if there is none.
std::string environment(const char* name);

// Where what belongs to the user is kept (XDG Base Directory Specification).
std::filesystem::path data_folder();

// The endgame files in `data` or, if that is empty, in the user's folder for data.
EndgameStore endgame_store(const std::string& data);
// Those of one game; the command ends if there are none, or if one of them cannot be used.
std::unique_ptr<Endgames> open_endgame_files(const Variant& v, const std::string& data,
                                             std::size_t cache_bytes = std::size_t{64} << 20U);

std::string_view word_of(Value value);  // "win"

// A move given as text, as an index into the legal moves.
Result<std::size_t> read_move(const Game& game, std::string_view text);

// The legal moves in the order in which people look for them: by from, to and captured squares.
std::vector<std::size_t> in_order(std::span<const AnyMove> legal);

// "+0.35", "win in 7 plies": for the side to move.
std::string score_text(int score);
// Moves that follow each other from the present position of the game.
std::vector<std::string> line_texts(const Game& game, std::span<const AnyMove> moves, Notation notation);

// While this object lives, Ctrl-C requests a stop instead of ending the program; a second one ends it. At most one at a
// time.
class Interrupt {
public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    std::stop_token token() const { return source_.get_token(); }
    explicit operator bool() const { return source_.stop_requested(); }

private:
    std::stop_source source_;
    std::array<int, 2> pipe_{-1, -1};
    std::thread watcher_;
};

std::string_view colour_name(Side side);   // "black", "white": for options and JSON
std::string board_name(const Variant& v);  // "8x8"

}  // namespace crownhead::cli
