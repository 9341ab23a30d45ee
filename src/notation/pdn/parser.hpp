// The parser of one PDN game at the beginning of a text. Internal to this folder; its parts are in tags.cpp, movetext.cpp,
// comments.cpp and parser.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/pdn/pdn.hpp"
#include "notation/pdn/text.hpp"

namespace crownhead::pdn {

// Names of squares go up to l12.
constexpr bool is_file(char c) { return lower(c) >= 'a' && lower(c) <= 'l'; }

// Counts lines and columns up to an offset of a text.
struct LineCounter {
    std::size_t at = 0;
    Place place{1, 1};

    void advance(std::string_view text, std::size_t to) {
        for (; at < to; ++at) {
            const char c = text[at];
            if (c == '\n') {
                ++place.line;
                place.column = 1;
            } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
                ++place.column;
            }
        }
    }
};

class Parser {
public:
    struct Failure {
        std::string message{};
        std::size_t at = 0;
        bool in_tags = false;
        bool final = false;  // even if the bracket is read as a comment instead of a variation
    };

    // `previous` is the byte before the text, `start` the place where the text begins.
    Parser(std::string_view text, char previous, Place start, const ReaderLimits& limits)
        : text_(text), previous_(previous), first_lines_{0, start}, lines_(first_lines_), limits_(limits) {}

    // False if there is an error. True if a game was found, or nothing that could be called one.
    bool parse();

    bool hit_end() const { return text_.hit_end(); }
    bool found() const { return found_; }
    Game take_game() { return std::move(game_); }
    std::size_t end() const { return at_; }
    Place end_place() { return place(at_); }
    const Failure& failure() const { return failure_; }

private:
    // The main line or a variation while it is read.
    struct Line {
        std::vector<Move>& moves;
        int depth = 0;
        std::vector<std::string> pending{};  // comments before the next move
        bool detached = false;               // after a number or a variation: comments belong to the next move
    };

    // To go back when a bracket or a tag turns out to be something else.
    struct Mark {
        std::size_t at = 0;
        LineCounter lines{};
        std::size_t open_braces = 0;
    };
    Mark mark() const { return {at_, lines_, open_braces_}; }
    void go_back(const Mark& mark) {
        at_ = mark.at;
        lines_ = mark.lines;
        open_braces_ = mark.open_braces;
    }

    bool fail_at(std::size_t at, std::string message);
    bool fail_finally(std::size_t at, std::string message);
    bool expected(std::string_view what);
    std::string found_here();

    Place place(std::size_t at) {
        if (at < lines_.at) lines_ = first_lines_;
        lines_.advance(text_.all(), at);
        return lines_.place;
    }
    std::string_view slice(std::size_t from, std::size_t to) const { return text_.slice(from, to); }
    bool at_line_start() const { return is_line_end(at_ == 0 ? previous_ : text_.all()[at_ - 1]); }

    // True if there was an empty line.
    bool skip_spaces() {
        int line_ends = 0;
        for (;;) {
            const Symbol symbol = text_.look(at_);
            if (symbol.length == 0 || !is_space(symbol.as)) return line_ends > 1;
            if (symbol.as == '\n') ++line_ends;
            at_ += symbol.length;
        }
    }

    // parser.cpp: the game
    bool finish(Line& line, bool terminated, bool empty_line = false);
    void take_result_by_tag();
    bool read_after_result(Line& line);
    void read_file_name(bool empty_line);

    // tags.cpp
    bool read_tag();
    void read_quoted(std::string& value, Symbol quote);
    std::size_t after_backslash_at_end(std::size_t at);
    bool ends_unclosed_tag(std::size_t after_bracket);
    bool begins_second_game(std::size_t saved_tags) const;

    // movetext.cpp
    bool read_item(Line& line);
    bool read_digits(Line& line);
    bool read_word(Line& line);
    bool read_move(Line& line, std::size_t start);
    bool read_pairs(Line& line, std::size_t start, std::size_t end);
    void read_move_number(Line& line, std::size_t start, std::size_t end);
    bool read_other_result(Line& line);
    bool read_unknown_move(Line& line);
    bool text_is_glued();
    void read_glued_text(Line& line);
    bool read_setup(Line& line);
    bool read_nag(Line& line);
    void read_marks(Line& line);
    bool read_square(std::string& text, bool names);
    std::size_t quick_move_end() const;
    void add_move(Line& line, Kind kind, std::string text, std::size_t start);
    void add_result(Line& line, std::string_view token);
    static void add_nag(Line& line, int nag);
    bool game_ends_here();
    bool is_first_number(std::size_t at);

    // comments.cpp: comments and variations
    bool read_brace(Line& line);
    void read_rest_of_line(Line& line);
    bool read_bracket(Line& line);
    bool read_variation(std::vector<Move>& moves, int depth);
    bool read_bracket_comment(Line& line);
    bool unexpected(Line& line);
    std::size_t after_brace(std::size_t at);
    std::size_t after_bracket(std::size_t start);
    static void add_comment(Line& line, std::string_view text);
    static void close(Line& line);

    Text text_;
    char previous_;
    LineCounter first_lines_;
    LineCounter lines_;
    const ReaderLimits& limits_;
    std::size_t at_ = 0;
    Game game_{};
    Failure failure_{};
    bool found_ = false;
    bool begun_ = false;           // the movetext has begun
    bool ended_ = false;           // by a result
    bool numbered_ = false;        // the first move number was read
    bool any_ply_ = false;         // in the main line
    std::size_t open_braces_ = 0;  // braces inside comments that were not closed
};

// The strength marks ! ? !! ?? !? ?! as a NAG; of a longer row the first two count.
struct StrengthMarks {
    int nag = 0;  // none
    std::size_t end = 0;
};
StrengthMarks strength_marks_at(Text& text, std::size_t at);

}  // namespace crownhead::pdn
