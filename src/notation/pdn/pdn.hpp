// PDN, Portable Draughts Notation 3.0 and the older files in circulation: reading and writing games as text. Syntax only:
// a move is text here, and whether it is legal shows when it is played. The grammar: docs/formats.md#pdn-games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/pdn/encoding.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"
#include "util/source.hpp"

namespace crownhead::pdn {

struct Tag {
    std::string name;
    std::string value;

    friend bool operator==(const Tag&, const Tag&) = default;
};

// A place in a file, counted from 1, columns in characters; 0 if the game was not read from a file.
struct Place {
    std::size_t line = 0;
    std::size_t column = 0;
};

enum class Kind : std::uint8_t {
    Move,
    Unknown,  // a move that was played but not recorded, written `--`
    Setup,    // a position set up here; not a move
};

// One item of the movetext with its comments and variations.
struct Move {
    Kind kind = Kind::Move;
    std::string text{};  // 32-28, 47x38x24, c3:e5, pass: no spaces, no leading zeros; for a setup its FEN
    Place place{};       // where it was read; ignored by ==
    std::vector<int> nags{};
    std::vector<std::string> before{};            // comments, without their braces
    std::vector<std::string> after{};             // comments
    std::vector<std::vector<Move>> variations{};  // alternatives to this move

    friend bool operator==(const Move& a, const Move& b);
};

struct Game {
    std::vector<Tag> tags{};
    std::vector<std::string> comments{};  // of a game without moves; otherwise comments belong to a move
    std::vector<Move> moves{};
    int first_ply = 0;         // 0: the moves begin with `1.`; 1: with `1...`; 2: with `2.`
    std::string result = "*";  // the token at the end as written, or the Result tag, or *
    Place place{};             // ignored by ==

    friend bool operator==(const Game& a, const Game& b);
};

// The value of a tag; the case of its name does not matter.
std::optional<std::string_view> tag(const Game& game, std::string_view name);

// The value of an embedded command such as [%clk 0:09:55], [%emt 4] or [%clock w0:10:00 B0:09:55] in the comments of a
// move.
std::optional<std::string_view> command(const Move& move, std::string_view name);

enum class GameResult : std::uint8_t { Unknown, WhiteWins, BlackWins, Draw, BothLose };

// The meaning of 1-0, 2-0, 1/2-1/2 and the other forms of docs/formats.md#pdn-games. The first number is White's (PDN 3.0);
// old files of English checkers may mean the player who moved first.
GameResult parse_result(std::string_view text);
// A draw with an advantage for one side, such as 1.2-0.8 and 1+ - 1-.
bool is_uneven(std::string_view result);
// How a result is written: 2-0, 1-1, 0-2 in games of type 20 and 27, otherwise 1-0, 1/2-1/2, 0-1.
std::string_view result_token(const Variant& variant, GameResult result);
// The Result tag of a game, or the token at its end where the tag says nothing.
GameResult result_of(const Game& game);

// Which variant was played; null if that cannot be known or we do not have it.
const Variant* named_variant(const Game& game);    // by the tags Game and GameType
const Variant* guessed_variant(const Game& game);  // by the position and the first move
bool names_variant(const Game& game);              // whether a tag says which variant it is, ours or not

// Bounds on memory and stack for files from outside.
struct ReaderLimits {
    std::size_t game = std::size_t{4} << 20;       // bytes of one game
    std::size_t comment = std::size_t{256} << 10;  // bytes of one comment
    int depth = 64;                                // of variations inside variations
};

// Reads a file one game at a time, in the memory of one game. Error messages begin with "line 12, column 7: ".
class Reader {
public:
    // The encoding is that of the whole file; EncodingFinder says which it is.
    explicit Reader(Source source, ReaderLimits limits = {}, Encoding encoding = Encoding::Utf8);

    // The next game, or nullopt at the end. After an error the next call goes on with the next game.
    Result<std::optional<Game>> next();

private:
    std::string_view window() const;
    bool window_is_final() const;
    bool fill(std::size_t wanted);
    bool more();
    void append(std::string_view bytes);
    void drop(std::size_t count, Place place);
    void resynchronise(std::size_t from, bool in_tags);

    Source source_;
    ReaderLimits limits_;
    Encoding encoding_;
    std::vector<char> block_{};
    std::string buffer_{};     // UTF-8
    std::size_t start_ = 0;    // of the window in the buffer, where the next game begins
    std::string partial_{};    // the first bytes of an incomplete character
    char previous_ = '\n';     // the last byte before the window
    bool ended_ = false;       // the source is exhausted
    std::size_t dropped_ = 0;  // bytes before the window
    Place place_{1, 1};        // of the first byte of the window
};

// All games of a text, or the first error.
Result<std::vector<Game>> read(std::string_view text);

// One game, with a newline at its end; in a file games are separated by one empty line. Lines of moves have at most 80
// characters. Reading the text again gives the same game. Bytes that are no UTF-8 are written as U+FFFD.
std::string write(const Game& game);

}  // namespace crownhead::pdn
