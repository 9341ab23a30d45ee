// PDN: games as text (Portable Draughts Notation, version 3.0 and what older files contain). Syntax only: moves stay
// text, whether they are legal shows when they are played. Grammar and tolerance: docs/formats.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::pdn {

struct Tag {
    std::string name;
    std::string value;

    friend bool operator==(const Tag&, const Tag&) = default;
};

// Where something stands in a file; both counted from 1, columns in characters. 0: not read from a file.
struct Place {
    std::size_t line = 0;
    std::size_t column = 0;
};

enum class Kind : std::uint8_t {
    Move,
    Unknown,  // a move that was made but is not known, written `--`
    Setup,    // a position set up here; not a move
};

// One item of the movetext with everything that is said about it.
struct Move {
    Kind kind = Kind::Move;
    std::string text{};  // 32-28, 47x38x24, c3:e5, pass: no spaces, no leading zeros; for a setup its FEN
    Place place{};       // where it was read; of no account when games are compared
    std::vector<int> nags{};
    std::vector<std::string> before{};            // comments, without their braces
    std::vector<std::string> after{};             // comments
    std::vector<std::vector<Move>> variations{};  // each begins instead of this move

    friend bool operator==(const Move& a, const Move& b);
};

struct Game {
    std::vector<Tag> tags{};
    std::vector<std::string> comments{};  // only of a game without moves; others belong to a move
    std::vector<Move> moves{};
    int first_ply = 0;         // 0: the moves begin with `1.`; 1: with `1...`; 2: with `2.`
    std::string result = "*";  // the token at the end as it was written, or else the Result tag; * if there is none
    Place place{};             // of no account when games are compared

    friend bool operator==(const Game& a, const Game& b);
};

// The value of a tag, whatever the case of its name; nothing if there is no such tag.
std::optional<std::string_view> tag(const Game& game, std::string_view name);

// The value of an embedded command such as [%clk 0:09:55], [%emt 4] or [%clock w0:10:00 B0:09:55] in the comments of a
// move; nothing if there is none of this name.
std::optional<std::string_view> command(const Move& move, std::string_view name);

enum class Verdict : std::uint8_t { Unknown, WhiteWins, BlackWins, Draw, BothLose };

// What a result means: 1-0, 2-0, 1/2-1/2 and the other forms of docs/formats.md. The first number is White's (PDN 3.0);
// old files of English checkers may mean the player who began.
Verdict read_verdict(std::string_view text);
// A result that says more than who has won, such as the draws 1.2-0.8 and 1+ - 1-.
bool is_uneven(std::string_view result);
// How a result is written: 2-0, 1-1, 0-2 in games of type 20 and 27, otherwise 1-0, 1/2-1/2, 0-1.
std::string_view verdict_token(const Variant& variant, Verdict verdict);
// What the game says of its own result: the Result tag, or else the token at its end.
Verdict verdict(const Game& game);

// The game that was played: by the tag Game, by the tag GameType, or else guessed from the first move or the position;
// nothing if it cannot be known or is none of ours.
const Variant* named_variant(const Game& game);    // by the tags alone
const Variant* guessed_variant(const Game& game);  // by the squares alone
bool names_variant(const Game& game);              // is there a tag that says which game it is, ours or not?

// Fills a buffer with the next bytes of a file; 0: the file is over.
using Source = std::function<std::size_t(char*, std::size_t)>;
Source text_source(std::string_view text);  // the text must outlive the source

// A file from outside must fill neither the memory nor the stack.
struct ReaderLimits {
    std::size_t game = std::size_t{4} << 20;       // bytes of one game
    std::size_t comment = std::size_t{256} << 10;  // bytes of one comment
    int depth = 64;                                // of variations inside variations
};

// Reads a file one game at a time; the memory used is that of one game. Every message begins with "line 12, column 7: ".
class Reader {
public:
    explicit Reader(Source source, ReaderLimits limits = {});

    // The next game; nothing at the end. After an error the next call goes on with the next game.
    Result<std::optional<Game>> next();

private:
    struct Lines {  // counts lines and columns up to an offset of the window
        std::size_t at = 0;
        Place place{1, 1};
    };
    class Parser;

    std::string_view window() const;
    bool window_is_final() const;
    bool fill(std::size_t wanted);
    bool more();
    void append(std::string_view bytes);
    void drop(std::size_t count, Place place);
    void resynchronise(std::size_t from, bool in_tags);

    Source source_;
    ReaderLimits limits_;
    std::vector<char> block_{};
    std::string buffer_{};     // UTF-8, from the game that is read next
    std::size_t start_ = 0;    // where that game begins in the buffer
    std::string partial_{};    // the first bytes of a character that is not complete yet
    char previous_ = '\n';     // the last byte before the window
    bool ended_ = false;       // the source has no more
    std::size_t dropped_ = 0;  // bytes before the window
    Place place_{1, 1};        // of the first byte of the window
};

// All games of a text; the first error ends it.
Result<std::vector<Game>> read(std::string_view text);

// One game with the end of its last line; in a file games are separated by one empty line. Lines of moves have at most
// 80 characters. What was read comes out so that reading it again gives the same. Bytes that are no UTF-8 come out as
// U+FFFD.
std::string write(const Game& game);

}  // namespace crownhead::pdn
