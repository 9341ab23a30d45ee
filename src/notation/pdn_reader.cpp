// Reading PDN: a parser for one game at the beginning of a text, and a reader that moves it along a file.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "notation/pdn.hpp"
#include "notation/pdn_symbols.hpp"
#include "util/parse.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::size_t block_size = std::size_t{64} << 10;  // read at a time

// Spelled like this whatever a file does.
constexpr std::array<std::string_view, 33> known_tags{
    "Event",      "Site",        "Date",         "Round",       "White",      "Black",       "Result",
    "GameType",   "Game",        "SetUp",        "FEN",         "PlyCount",   "Termination", "Annotator",
    "WhiteTitle", "BlackTitle",  "WhiteRating",  "BlackRating", "WhiteNA",    "BlackNA",     "WhiteType",
    "BlackType",  "TimeControl", "EventDate",    "Section",     "Stage",      "Board",       "Time",
    "FILENAME",   "WhiteTime",   "ResultFormat", "BlackTime",   "Publication"};

std::string tag_name(std::string_view written) {
    for (const std::string_view known : known_tags)
        if (same_word(known, written)) return std::string(known);
    std::string name(written);
    if (name.front() >= 'a' && name.front() <= 'z') name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return name;
}

// A byte of ISO-8859-1, with the dashes and quotes that Windows adds to it, as UTF-8.
void append_latin1(std::string& out, unsigned char byte) {
    switch (byte) {
        case 0x85: out += "\u2026"; return;
        case 0x91: out += "\u2018"; return;
        case 0x92: out += "\u2019"; return;
        case 0x93: out += "\u201c"; return;
        case 0x94: out += "\u201d"; return;
        case 0x96: out += "\u2013"; return;
        case 0x97: out += "\u2014"; return;
        default: out += static_cast<char>(0xc0 | (byte >> 6)); out += static_cast<char>(0x80 | (byte & 0x3f));
    }
}

// Names of squares go up to l12.
constexpr bool is_file(char c) { return lower(c) >= 'a' && lower(c) <= 'l'; }

// A sign between two squares, and where the next square begins.
struct Separator {
    char sign = '\0';  // none
    std::size_t next = 0;
};

constexpr bool is_sign(char c) { return c == '-' || c == 'x' || c == 'X' || c == ':'; }

// The strength marks ! ? !! ?? !? ?! as a NAG; of a longer row the first two count.
struct Marks {
    int nag = 0;  // none
    std::size_t end = 0;
};

Marks marks_at(Text& text, std::size_t at) {
    std::array<char, 2> marks{};
    std::size_t count = 0;
    for (; text.look(at).as == '!' || text.look(at).as == '?'; ++at) {
        if (count < marks.size()) marks[count] = text.look(at).as;
        ++count;
    }
    if (count == 0) return {};
    if (count == 1) return {marks[0] == '!' ? 1 : 2, at};
    if (marks[0] == marks[1]) return {marks[0] == '!' ? 3 : 4, at};
    return {marks[0] == '!' ? 5 : 6, at};
}

// `a.l.`: a choice among captures.
constexpr std::string_view choice = "a.l.";

bool is_choice(Text& text, std::size_t at) {
    return std::ranges::all_of(choice, [&](char c) { return lower(text.look(at++).as) == c; });
}

}  // namespace

// ---- Parser: one game at the beginning of a text ----

class Reader::Parser {
public:
    Parser(std::string_view text, char previous, Lines lines, const ReaderLimits& limits)
        : text_(text), previous_(previous), first_lines_(lines), lines_(lines), limits_(limits) {}

    // False: there is an error. True: a game was found, or nothing that could be called one.
    bool parse();

    bool hit_end() const { return text_.hit_end(); }
    bool found() const { return found_; }
    Game take_game() { return std::move(game_); }
    std::size_t end() const { return at_; }
    Place end_place() { return place(at_); }

    const std::string& message() const { return failure_.message; }
    std::size_t error_at() const { return failure_.at; }
    bool error_in_tags() const { return failure_.in_tags; }

    static void count_to(Lines& lines, std::string_view text, std::size_t at) {
        for (; lines.at < at; ++lines.at) {
            const char c = text[lines.at];
            if (c == '\n') {
                ++lines.place.line;
                lines.place.column = 1;
            } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
                ++lines.place.column;
            }
        }
    }

private:
    struct Failure {
        std::string message{};
        std::size_t at = 0;
        bool in_tags = false;
        bool final = false;  // also where a bracket might be a comment instead of a variation
    };

    // The main line or a variation while it is read.
    struct Line {
        std::vector<Move>& moves;
        int depth = 0;
        std::vector<std::string> pending{};  // comments before the next move
        bool detached = false;               // what comes now belongs to the next move: a number or a variation came
    };

    bool fail_at(std::size_t at, std::string message) {
        failure_ = {.message = std::move(message), .at = at};
        return false;
    }
    bool fail_finally(std::size_t at, std::string message) {
        failure_ = {.message = std::move(message), .at = at, .final = true};
        return false;
    }
    bool expected(std::string_view what) {
        return fail_at(at_, fmt::format("expected {}, found {}", what, found_here()));
    }
    std::string found_here();

    Place place(std::size_t at) {
        if (at < lines_.at) lines_ = first_lines_;
        count_to(lines_, text_.all(), at);
        return lines_.place;
    }

    std::string_view slice(std::size_t from, std::size_t to) const { return text_.all().substr(from, to - from); }
    bool at_line_start() const { return is_line_end(at_ == 0 ? previous_ : text_.all()[at_ - 1]); }
    bool skip_spaces();  // was there an empty line?

    bool read_item(Line& line);
    bool read_digits(Line& line);
    std::size_t quick_move_end() const;
    bool read_word(Line& line);
    bool read_move(Line& line, std::size_t start);
    bool read_pairs(Line& line, std::size_t start, std::size_t end);
    void read_move_number(Line& line, std::size_t start, std::size_t end);
    bool read_other_result(Line& line);
    bool read_unknown_move(Line& line);
    bool read_setup(Line& line);
    bool read_nag(Line& line);
    void read_marks(Line& line);
    bool read_brace(Line& line);
    void read_rest_of_line(Line& line);
    bool read_bracket(Line& line);
    bool read_variation(std::vector<Move>& moves, int depth);
    bool read_bracket_comment(Line& line);
    bool unexpected(Line& line);
    Separator separator_at(std::size_t at, bool names);
    bool read_square(std::string& text, bool names);

    void add_move(Line& line, Kind kind, std::string text, std::size_t start);
    void add_result(Line& line, std::string_view token);
    bool ends_here();
    bool is_first_number(std::size_t at);
    std::size_t after_brace(std::size_t at);
    std::size_t after_bracket(std::size_t start);
    static void add_nag(Line& line, int nag);
    static void add_comment(Line& line, std::string_view text);
    static void close(Line& line);

    bool read_tag();
    void read_quoted(std::string& value, Symbol quote);
    bool ends_unclosed_tag(std::size_t after_bracket);
    bool begins_second_game(std::size_t saved_tags) const;

    bool finish(Line& line, bool terminated, bool empty_line = false);
    bool read_after_result(Line& line);
    void read_file_name(bool empty_line);

    Text text_;
    char previous_;
    Lines first_lines_;
    Lines lines_;
    const ReaderLimits& limits_;
    std::size_t at_ = 0;
    Game game_{};
    Failure failure_{};
    bool found_ = false;
    bool begun_ = false;      // the movetext has
    bool ended_ = false;      // by a result
    bool numbered_ = false;   // the first number was read
    bool any_ply_ = false;    // in the main line
    std::size_t nested_ = 0;  // braces inside comments that were not closed
};

std::string Reader::Parser::found_here() {
    constexpr std::size_t longest = 24;
    if (text_.at_end(at_)) return "the end of the text";
    std::size_t end = at_ + 1;
    while (end - at_ <= longest && !text_.at_end(end) && !is_space(text_.all()[end])) ++end;
    return fmt::format("'{}'", excerpt(slice(at_, end), longest));
}

bool Reader::Parser::skip_spaces() {
    int line_ends = 0;
    for (;;) {
        const Symbol symbol = text_.look(at_);
        if (symbol.length == 0 || !is_space(symbol.as)) return line_ends > 1;
        if (symbol.as == '\n') ++line_ends;
        at_ += symbol.length;
    }
}

// ---- What belongs to a line ----

void Reader::Parser::add_move(Line& line, Kind kind, std::string text, std::size_t start) {
    // Before a setup no number can be written that would hold a comment back from the move before.
    if (kind == Kind::Setup && !line.moves.empty()) {
        for (std::string& comment : line.pending) line.moves.back().after.push_back(std::move(comment));
        line.pending.clear();
    }
    if (line.moves.empty() && line.depth == 0) line.moves.reserve(64);
    Move& move = line.moves.emplace_back();
    move.kind = kind;
    move.text = std::move(text);
    move.place = place(start);
    if (!line.pending.empty()) move.before = std::exchange(line.pending, {});
    line.detached = false;
    if (line.depth == 0) {
        begun_ = true;
        any_ply_ = any_ply_ || kind != Kind::Setup;
    }
}

// A result inside a variation is a remark about it, and so is one after which the moves go on.
void Reader::Parser::add_result(Line& line, std::string_view token) {
    if (line.depth > 0) return add_comment(line, token);
    begun_ = true;
    if (!ends_here()) return add_comment(line, token);
    game_.result = token;
    ended_ = true;
}

// Behind a result: is the game over? Then there is an empty line, the end of the file, a separator, or what a game
// begins with: tags, move number 1, a position. Remarks do not count.
bool Reader::Parser::ends_here() {
    for (std::size_t at = at_; at != 0;) {
        int line_ends = 0;
        for (; is_space(text_.look(at).as); at += text_.look(at).length) line_ends += text_.look(at).as == '\n' ? 1 : 0;
        const Symbol symbol = text_.look(at);
        if (line_ends > 1 || symbol.length == 0) return true;
        switch (symbol.as) {
            case '[':
            case '*':
            case '/': return true;
            case '.': at += symbol.length; break;
            case '{': at = after_brace(at); break;
            case '(': at = after_bracket(at); break;
            case '%':
                if (!is_line_end(text_.all()[at - 1])) return false;
                [[fallthrough]];
            case ';':
                while (!text_.at_end(at) && !is_line_end(text_.all()[at])) ++at;
                break;
            default: return is_digit(symbol.as) && is_first_number(at);
        }
    }
    return true;  // a remark that is not closed: reading it will fail
}

bool Reader::Parser::is_first_number(std::size_t at) {
    const std::size_t end = text_.after_digits(at);
    const std::size_t next = text_.after_spaces(end);
    const char c = text_.look(next).as;
    const bool number = c == '.' || (next > end && (is_digit(c) || is_file(c)));
    return number && text_.all()[end - 1] == '1' && slice(at, end - 1).find_first_not_of('0') == std::string_view::npos;
}

void Reader::Parser::add_nag(Line& line, int nag) {
    std::vector<int>& nags = line.moves.back().nags;
    if (std::ranges::find(nags, nag) == nags.end()) nags.push_back(nag);
}

void Reader::Parser::add_comment(Line& line, std::string_view text) {
    std::string comment = clean_comment(text);
    if (comment.empty()) return;
    const bool before = line.moves.empty() || line.detached;
    (before ? line.pending : line.moves.back().after).push_back(std::move(comment));
}

void Reader::Parser::close(Line& line) {
    if (line.moves.empty()) return;
    for (std::string& comment : line.pending) line.moves.back().after.push_back(std::move(comment));
    line.pending.clear();
}

// ---- Moves ----

Separator Reader::Parser::separator_at(std::size_t at, bool names) {
    const std::size_t sign_at = text_.after_spaces(at);
    const Symbol sign = text_.look(sign_at);
    if (!is_sign(sign.as)) return {};
    const std::size_t next = text_.after_spaces(sign_at + sign.length);
    const char c = text_.look(next).as;
    const bool square = names ? is_file(c) && is_digit(text_.look(next + 1).as) : is_digit(c);
    if (!square) return {};
    return {lower(sign.as), next};
}

bool Reader::Parser::read_square(std::string& text, bool names) {
    const std::size_t start = at_;
    if (names) text += lower(text_.all()[at_++]);
    const std::size_t end = text_.after_digits(at_);
    std::size_t first = at_;
    while (first + 1 < end && text_.all()[first] == '0') ++first;
    if (end == at_ || end - first > 3) {
        at_ = start;
        return expected("a square");
    }
    text += slice(first, end);
    at_ = end;
    return true;
}

// From the first square on; at least two squares are known to be there, or a name and something else.
bool Reader::Parser::read_move(Line& line, std::size_t start) {
    const bool names = !is_digit(text_.all()[start]);
    std::string text;
    std::size_t squares = 0;
    at_ = start;
    for (;;) {
        if (!read_square(text, names)) return false;
        ++squares;
        if (names && is_file(text_.look(at_).as) && is_digit(text_.look(at_ + 1).as)) continue;  // a3b4
        const Separator separator = separator_at(at_, names);
        if (separator.sign == '\0') break;
        text += separator.sign;
        at_ = separator.next;
    }
    const char next = text_.look(at_).as;
    if (squares < 2 || (is_letter(next) && !is_choice(text_, at_)) || is_digit(next)) {
        at_ = start;
        return expected("a move");
    }
    if (const ResultForm* const result = plain_result(text)) {
        if (next == '.' && is_digit(text_.look(at_ + 1).as)) {  // decimals that make no result
            at_ = start;
            return expected("a result");
        }
        add_result(line, result->token);
        return true;
    }
    add_move(line, Kind::Move, std::move(text), start);
    read_marks(line);
    return true;
}

// Marks behind a move. A free-standing * is none, but the end of the game.
void Reader::Parser::read_marks(Line& line) {
    for (;;) {
        const Symbol symbol = text_.look(at_);
        if (symbol.as == '!' || symbol.as == '?') {
            const Marks marks = marks_at(text_, at_);
            add_nag(line, marks.nag);
            at_ = marks.end;
        } else if (symbol.as == '*') {  // forced; the end of a game stands apart
            add_nag(line, 7);
            ++at_;
        } else if (symbol.as == '=') {
            add_nag(line, 10);
            ++at_;
        } else if (symbol.as == '+') {  // wins; which NAG depends on the side
            add_comment(line, "+");
            ++at_;
        } else if (is_letter(symbol.as) && is_choice(text_, at_)) {
            add_comment(line, choice);
            at_ += choice.size();
        } else {
            return;
        }
    }
}

// `3228`: squares of two digits without a sign.
bool Reader::Parser::read_pairs(Line& line, std::size_t start, std::size_t end) {
    std::string text;
    for (std::size_t i = start; i < end; i += 2) {
        if (!text.empty()) text += '-';
        text += slice(text_.all()[i] == '0' ? i + 1 : i, i + 2);
    }
    at_ = end;
    if (const ResultForm* const result = plain_result(text)) {
        add_result(line, result->token);
        return true;
    }
    add_move(line, Kind::Move, std::move(text), start);
    read_marks(line);
    return true;
}

void Reader::Parser::read_move_number(Line& line, std::size_t start, std::size_t end) {
    constexpr int highest = 9999;
    int number = 0;
    for (std::size_t i = start; i < end; ++i) number = std::min(10 * number + (text_.all()[i] - '0'), highest);
    int dots = 0;
    for (at_ = end;;) {
        const std::size_t next = text_.after_spaces(at_);
        const Symbol symbol = text_.look(next);
        if (symbol.as != '.') break;
        dots += symbol.length;  // the sign for three dots has three bytes
        at_ = next + symbol.length;
    }
    line.detached = true;
    if (line.depth > 0) return;
    begun_ = true;
    if (numbered_ || any_ply_) return;
    numbered_ = true;
    game_.first_ply = 2 * (std::max(number, 1) - 1) + (dots > 1 ? 1 : 0);
}

bool Reader::Parser::read_other_result(Line& line) {
    for (const ResultForm& form : other_results) {
        const std::size_t end = text_.after_result(at_, form.pattern);
        if (end == 0) continue;
        at_ = end;
        add_result(line, form.token);
        return true;
    }
    const Points points = text_.points(at_);
    if (points.end == 0) return false;
    at_ = points.end;
    add_result(line, points.token);
    return true;
}

// The end of a move in the form that nearly all have, such as `32-28 ` before a digit; 0 if a closer look is needed.
std::size_t Reader::Parser::quick_move_end() const {
    const std::string_view rest = text_.all().substr(at_);
    if (rest.size() < 8) return 0;
    std::size_t i = 1;
    if (is_digit(rest[i])) ++i;
    if (rest[i] != '-' && rest[i] != 'x') return 0;
    ++i;
    if (rest[0] == '0' || rest[i] == '0' || !is_digit(rest[i])) return 0;
    ++i;
    if (is_digit(rest[i])) ++i;
    if (i == 3 || !is_space(rest[i]) || !is_digit(rest[i + 1])) return 0;  // of three characters: perhaps a result
    return at_ + i;
}

bool Reader::Parser::read_digits(Line& line) {
    const std::size_t start = at_;
    if (const std::size_t quick = quick_move_end(); quick != 0) {
        at_ = quick;
        add_move(line, Kind::Move, std::string(slice(start, quick)), start);
        return true;
    }
    const std::size_t end = text_.after_digits(start);
    const std::size_t count = end - start;
    if (count == 1 && text_.all()[start] <= '2' && read_other_result(line)) return true;
    const std::size_t next = text_.after_spaces(end);
    const char c = text_.look(next).as;
    if (is_sign(c) && separator_at(end, false).sign != '\0') return read_move(line, start);
    if (c == '.') {
        read_move_number(line, start, end);
        return true;
    }
    if (count >= 4 && count % 2 == 0) return read_pairs(line, start, end);
    if (count <= 3 && next > end && (is_digit(c) || is_file(c))) {  // a number whose dot is missing
        read_move_number(line, start, end);
        return true;
    }
    at_ = next;
    return expected(fmt::format("'-' or 'x' and a square after {}", excerpt(slice(start, end))));
}

bool Reader::Parser::read_word(Line& line) {
    const std::size_t start = at_;
    const char first = text_.look(at_).as;
    const char second = text_.look(at_ + 1).as;
    if (is_file(first) && is_digit(second)) return read_move(line, start) || unexpected(line);
    std::size_t end = at_;
    while (is_letter(text_.look(end).as)) end += text_.look(end).length;
    if (same_word(slice(start, end), "pass") && !is_digit(text_.look(end).as)) {
        at_ = end;
        add_move(line, Kind::Move, "pass", start);
        read_marks(line);
        return true;
    }
    if (is_file(first) && is_file(second) && is_digit(text_.look(at_ + 2).as)) {  // ab4: from file a to b4
        std::string text(1, lower(first));
        ++at_;
        if (!read_square(text, true)) return false;
        add_move(line, Kind::Move, std::move(text), start);
        read_marks(line);
        return true;
    }
    if (is_choice(text_, start) && !line.moves.empty()) {
        read_marks(line);
        return true;
    }
    return unexpected(line);
}

bool Reader::Parser::read_unknown_move(Line& line) {
    const std::size_t start = at_;
    const std::size_t second = text_.after_spaces(at_ + text_.look(at_).length);
    if (text_.look(second).as != '-') return expected("a move");
    at_ = second + text_.look(second).length;
    add_move(line, Kind::Unknown, "--", start);
    read_marks(line);
    return true;
}

// `/FEN "W:W31-50:B1-20"/`
bool Reader::Parser::read_setup(Line& line) {
    constexpr std::string_view keyword = "/FEN";
    const std::size_t start = at_;
    for (const char c : keyword) {
        if (text_.look(at_).as != c) return expected("/FEN \"...\"/");
        ++at_;
    }
    at_ = text_.after_spaces(at_);
    if (text_.look(at_).as != '"') return expected("the position in quotes");
    at_ += text_.look(at_).length;
    const std::size_t first = at_;
    while (!text_.at_end(at_) && text_.look(at_).as != '"' && !is_line_end(text_.look(at_).as))
        at_ += text_.look(at_).length;
    const std::string_view position = trimmed(slice(first, at_));
    if (text_.look(at_).as != '"') return expected("'\"' after the position");
    at_ = text_.after_spaces(at_ + text_.look(at_).length);
    if (text_.look(at_).as != '/') return expected("'/' after the position");
    ++at_;
    add_move(line, Kind::Setup, std::string(position), start);
    return true;
}

bool Reader::Parser::read_nag(Line& line) {
    constexpr int highest = 9999;
    const std::size_t end = text_.after_digits(at_ + 1);
    if (end == at_ + 1) return expected("a number after $");
    if (line.moves.empty()) return expected("a move");
    int nag = 0;
    for (std::size_t i = at_ + 1; i < end; ++i) nag = std::min(10 * nag + (text_.all()[i] - '0'), highest + 1);
    if (nag > highest)
        add_comment(line, slice(at_, end));
    else
        add_nag(line, nag);
    at_ = end;
    return true;
}

// ---- Comments and variations ----

bool Reader::Parser::read_brace(Line& line) {
    const std::string_view rest = text_.all().substr(at_ + 1, limits_.comment + 1);
    const std::size_t length = rest.find('}');
    if (length == std::string_view::npos) {
        if (at_ + 1 + rest.size() == text_.size()) text_.note_end();
        return fail_finally(at_,
                            rest.size() > limits_.comment
                                ? fmt::format("a comment of more than {} bytes, or '}}' is missing", limits_.comment)
                                : "a comment that is not closed: expected '}'");
    }
    const std::string_view comment = rest.substr(0, length);
    nested_ += static_cast<std::size_t>(std::ranges::count(comment, '{'));
    add_comment(line, comment);
    at_ += length + 2;
    return true;
}

// Where a comment or bracket ends that need not be read yet; 0: nowhere.
std::size_t Reader::Parser::after_brace(std::size_t at) {
    std::size_t open = 1;  // with those inside
    for (const std::size_t start = at++; at - start <= limits_.comment; ++at) {
        if (at >= text_.size()) {
            text_.note_end();
            return 0;
        }
        if (text_.all()[at] == '{') ++open;
        if (text_.all()[at] == '}' && --open == 0) return at + 1;
    }
    return 0;
}

std::size_t Reader::Parser::after_bracket(std::size_t start) {
    int open = 0;
    for (std::size_t i = start; i - start <= limits_.comment; ++i) {
        if (i >= text_.size()) {
            text_.note_end();
            break;
        }
        const char c = text_.all()[i];
        if (c == '\n') {  // the next game cannot be inside a bracket
            const std::size_t next = text_.after_spaces_on_line(i + 1);
            if (text_.look(next).as == '[' && is_letter(text_.look(next + 1).as)) break;
        }
        if (c == '(') ++open;
        if (c == ')' && --open == 0) return i + 1;
    }
    return 0;
}

// After ; or %.
void Reader::Parser::read_rest_of_line(Line& line) {
    const std::size_t start = ++at_;
    while (at_ < text_.size() && !is_line_end(text_.all()[at_])) ++at_;
    if (at_ == text_.size()) text_.note_end();
    add_comment(line, slice(start, at_));
}

// What is no part of the grammar: the rest of a comment that had braces inside, or an error.
bool Reader::Parser::unexpected(Line& line) {
    if (nested_ > 0) {
        const std::string_view rest = text_.all().substr(at_, limits_.comment);
        const std::size_t end = rest.find_first_of("{}");
        if (end == std::string_view::npos) text_.note_end();
        if (end != std::string_view::npos && rest[end] == '}') {
            --nested_;
            add_comment(line, rest.substr(0, end));
            at_ += end + 1;
            return true;
        }
    }
    return expected("a move");
}

bool Reader::Parser::read_variation(std::vector<Move>& moves, int depth) {
    Line line{.moves = moves, .depth = depth};
    for (++at_;;) {
        skip_spaces();
        const Symbol symbol = text_.look(at_);
        if (symbol.length == 0 || symbol.as == '[') return expected("')'");
        if (symbol.as == ')') break;
        if (symbol.as == '*') {
            ++at_;
        } else if (!read_item(line)) {
            return false;
        }
    }
    if (moves.empty()) return expected("a move");
    ++at_;
    close(line);
    return true;
}

// Older files put remarks in round brackets.
bool Reader::Parser::read_bracket_comment(Line& line) {
    const std::size_t end = after_bracket(at_);
    if (end == 0) return fail_finally(at_, "a bracket that is not closed: expected ')'");
    add_comment(line, slice(at_ + 1, end - 1));
    at_ = end;
    return true;
}

bool Reader::Parser::read_bracket(Line& line) {
    if (!line.moves.empty()) {
        const Marks marks = marks_at(text_, at_ + 1);  // (?)
        if (marks.nag != 0 && text_.look(marks.end).as == ')') {
            add_nag(line, marks.nag);
            at_ = marks.end + 1;
            return true;
        }
        if (line.depth >= limits_.depth)
            return fail_finally(at_, fmt::format("variations inside each other more than {} deep", limits_.depth));
        const std::size_t start = at_;
        const Lines lines = lines_;
        const std::size_t nested = nested_;
        std::vector<Move> moves;
        if (read_variation(moves, line.depth + 1)) {
            line.moves.back().variations.push_back(std::move(moves));
            line.detached = true;
            return true;
        }
        if (failure_.final) return false;
        at_ = start;
        lines_ = lines;
        nested_ = nested;
    }
    return read_bracket_comment(line);
}

bool Reader::Parser::read_item(Line& line) {
    const Symbol symbol = text_.look(at_);
    if (is_digit(symbol.as)) return read_digits(line);
    if (is_letter(symbol.as)) return read_word(line);
    switch (symbol.as) {
        case '{': return read_brace(line);
        case '(': return read_bracket(line);
        case '$': return read_nag(line);
        case '/': return read_setup(line);
        case '-': return read_unknown_move(line);
        case ';': read_rest_of_line(line); return true;
        case '%':
            if (!at_line_start()) return unexpected(line);
            read_rest_of_line(line);
            return true;
        case '.':  // dots for the move that is not given here
            at_ += symbol.length;
            return true;
        case '!':
        case '?':
        case '=':
        case '+':
            if (line.moves.empty()) return unexpected(line);
            read_marks(line);
            return true;
        case '}':
            if (nested_ == 0) return unexpected(line);
            --nested_;
            ++at_;
            return true;
        case half: return read_other_result(line) || unexpected(line);
        default: return unexpected(line);
    }
}

// ---- Tags ----

// Behind a ] inside quotes: does the tag end there, its second quote forgotten?
bool Reader::Parser::ends_unclosed_tag(std::size_t after_bracket) {
    std::size_t at = text_.after_spaces_on_line(after_bracket);
    if (text_.at_end(at) || is_line_end(text_.look(at).as)) return true;
    if (text_.look(at).as != '[') return false;
    std::size_t name_end = ++at;
    while (is_letter(text_.look(name_end).as)) name_end += text_.look(name_end).length;
    if (name_end == at) return false;
    at = text_.after_spaces_on_line(name_end);
    if (text_.look(at).as != '"' || text_.look(at).length != 1) return false;
    at = text_.after_spaces_on_line(at + 1);
    return !text_.at_end(at) && text_.look(at).as != ']' && !is_line_end(text_.look(at).as);
}

void Reader::Parser::read_quoted(std::string& value, Symbol quote) {
    bool closed = false;
    while (!closed) {
        const Symbol symbol = text_.look(at_);
        if (symbol.length == 0 || is_line_end(symbol.as)) break;
        if (symbol.as == '\\') {
            const char next = text_.look(at_ + 1).as;
            if (next == '\\' || (next == '"' && text_.look(at_ + 1).length == 1)) {
                // "C:\games\"] at the end of a line is no escape.
                const std::size_t after = text_.after_spaces_on_line(at_ + 2);
                if (next == '"' && text_.look(after).as == ']') {
                    const std::size_t end = text_.after_spaces_on_line(after + 1);
                    if (text_.at_end(end) || is_line_end(text_.look(end).as)) {
                        value += '\\';
                        at_ = after + 1;
                        return;
                    }
                }
                value += next;
                at_ += 2;
                continue;
            }
        } else if (symbol.as == '"' && (quote.length > 1 || symbol.length == 1)) {
            const std::size_t after = text_.after_spaces_on_line(at_ + symbol.length);
            const Symbol next = text_.look(after);
            if (next.as == ']' || next.length == 0 || is_line_end(next.as)) {
                at_ = after + (next.as == ']' ? 1 : 0);
                return;
            }
        } else if (symbol.as == ']' && ends_unclosed_tag(at_ + 1)) {
            ++at_;
            closed = true;
            continue;
        }
        value += slice(at_, at_ + symbol.length);
        at_ += symbol.length;
    }
    value = trimmed(value);
    // A first quote that was plain and a second one that was not.
    for (const std::string_view last : {"\u201d", "\u201c", "\u00bb", "\u2019"})
        if (value.ends_with(last)) value.resize(value.size() - last.size());
}

bool Reader::Parser::read_tag() {
    const auto failed = [&](std::string_view what) {
        expected(what);
        failure_.in_tags = true;
        return false;
    };
    at_ = text_.after_spaces_on_line(at_ + 1);
    const std::size_t start = at_;
    for (;;) {
        const Symbol symbol = text_.look(at_);
        const bool in_name = is_letter(symbol.as) || is_digit(symbol.as) || symbol.as == '_' ||
                             (symbol.as == '-' && symbol.length == 1) || symbol.as == other;
        if (symbol.length == 0 || !in_name) break;
        at_ += symbol.length;
    }
    const std::string_view name = slice(start, at_);
    if (name.empty()) return failed("the name of a tag");
    at_ = text_.after_spaces_on_line(at_);
    std::string value;
    const Symbol symbol = text_.look(at_);
    if (symbol.as == '"') {
        at_ += symbol.length;
        read_quoted(value, symbol);
    } else {
        const std::size_t first = at_;
        while (!text_.at_end(at_) && text_.look(at_).as != ']' && !is_line_end(text_.look(at_).as))
            at_ += text_.look(at_).length;
        value = trimmed(slice(first, at_));
        if (text_.look(at_).as != ']') return failed("']' after the tag");
        ++at_;
    }
    game_.tags.push_back({tag_name(name), std::move(value)});
    return true;
}

// The last tag after an empty line: has the game one of this name already?
bool Reader::Parser::begins_second_game(std::size_t saved_tags) const {
    const auto first = game_.tags.begin();
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(saved_tags),
                       [&](const Tag& tag) { return same_word(tag.name, game_.tags.back().name); });
}

// ---- The game ----

// [FILENAME ""] behind a game belongs to it if it stands alone, or directly at it before other tags.
void Reader::Parser::read_file_name(bool empty_line) {
    if (tag(game_, "FILENAME")) return;
    const std::size_t start = at_;
    const Lines lines = lines_;
    const std::size_t count = game_.tags.size();
    const bool apart = skip_spaces() || empty_line;
    if (text_.look(at_).as == '[' && read_tag() && same_word(game_.tags.back().name, "FILENAME")) {
        const std::size_t end = at_;
        const bool alone = skip_spaces() || !apart;
        const bool over = text_.at_end(at_) || (alone && text_.look(at_).as == '[');
        at_ = end;
        if (over) return;
    }
    game_.tags.resize(count);
    at_ = start;
    lines_ = lines;
}

// Remarks on the line of the result, and a separator behind it.
bool Reader::Parser::read_after_result(Line& line) {
    for (;;) {
        const std::size_t next = text_.after_spaces_on_line(at_);
        const char c = text_.look(next).as;
        if (c != '{' && c != ';' && c != '(') break;
        at_ = next;
        if (c == ';')
            read_rest_of_line(line);
        else if (c == '{' ? !read_brace(line) : !read_bracket(line))
            return false;
    }
    const std::size_t next = text_.after_spaces(at_);
    if (text_.look(next).as == '*') at_ = next + 1;
    return true;
}

bool Reader::Parser::finish(Line& line, bool terminated, bool empty_line) {
    close(line);
    read_file_name(empty_line);
    game_.comments = std::move(line.pending);
    if (!any_ply_) game_.first_ply = 0;
    game_.tags = in_roster_order(std::move(game_.tags));
    if (game_.result == "*") {
        if (std::optional<FoundResult> found = find_result(tag(game_, "Result").value_or("")))
            game_.result = std::move(found->token);
    }
    found_ =
        !game_.tags.empty() || !game_.moves.empty() || game_.result != "*" || (terminated && !game_.comments.empty());
    return true;
}

bool Reader::Parser::parse() {
    Line line{.moves = game_.moves};
    bool placed = false;
    for (;;) {
        const bool empty_line = skip_spaces();
        const Symbol symbol = text_.look(at_);
        if (symbol.length == 0) {
            at_ = text_.size();
            return finish(line, false);
        }
        if (!placed) game_.place = place(at_);
        placed = true;
        if (symbol.as == '[') {
            if (begun_) return finish(line, true, empty_line);
            const std::size_t start = at_;
            const std::size_t count = game_.tags.size();
            const Lines lines = lines_;
            if (!read_tag()) return false;
            if (empty_line && begins_second_game(count)) {
                game_.tags.pop_back();
                at_ = start;
                lines_ = lines;
                return finish(line, true);
            }
        } else if (symbol.as == '*') {
            ++at_;
            return finish(line, true);
        } else if (!read_item(line)) {
            return false;
        } else if (ended_) {
            return read_after_result(line) && finish(line, true);
        }
    }
}

// ---- Reader ----

Source text_source(std::string_view text) {
    return [text](char* out, std::size_t size) mutable {
        const std::size_t count = std::min(size, text.size());
        std::memcpy(out, text.data(), count);
        text.remove_prefix(count);
        return count;
    };
}

Reader::Reader(Source source, ReaderLimits limits) : source_(std::move(source)), limits_(limits), block_(block_size) {}

std::string_view Reader::window() const { return std::string_view(buffer_).substr(start_, limits_.game); }

bool Reader::window_is_final() const { return ended_ && buffer_.size() - start_ <= limits_.game; }

// Bytes that are no UTF-8 are ISO-8859-1, which was usual before version 3.0.
void Reader::append(std::string_view bytes) {
    if (partial_.empty() && is_ascii(bytes)) {
        buffer_ += bytes;
        return;
    }
    const std::string text = std::exchange(partial_, {}) + std::string(bytes);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequence_length(byte_at(text, at));
        if (length == 0 || !plausible(text, at, length)) {
            append_latin1(buffer_, byte_at(text, at++));
        } else if (at + length > text.size()) {
            partial_ = text.substr(at);
            return;
        } else {
            buffer_.append(text, at, length);
            at += length;
        }
    }
}

bool Reader::fill(std::size_t wanted) {
    if (start_ > 0) buffer_.erase(0, start_);
    start_ = 0;
    const std::size_t before = buffer_.size();
    const bool ended_before = ended_;
    while (!ended_ && buffer_.size() < wanted) {
        const std::size_t count = source_(block_.data(), block_.size());
        if (count > 0) {
            append(std::string_view(block_.data(), count));
            continue;
        }
        ended_ = true;
        for (std::size_t i = 0; i < partial_.size(); ++i) append_latin1(buffer_, byte_at(partial_, i));
        partial_.clear();
    }
    return buffer_.size() > before || ended_ != ended_before;
}

// A longer window; false if it has its greatest length.
bool Reader::more() {
    const std::size_t length = buffer_.size() - start_;
    if (length > limits_.game) return false;  // one byte more shows that the window is not all there is
    return fill(std::min(std::max(2 * length, block_size), limits_.game + 1));
}

void Reader::drop(std::size_t count, Place place) {
    if (count > 0) previous_ = buffer_[start_ + count - 1];
    start_ += count;
    dropped_ += count;
    place_ = place;
}

namespace {

// Where the next game begins in a text that could not be read from `from` on: at its tags, or behind the end of the
// bad one. Nothing if that cannot be seen.
std::optional<std::size_t> find_next_game(std::string_view all, std::size_t from, bool in_tags, bool final) {
    Text text(all);
    std::size_t at = from;
    if (in_tags) at = std::min(all.find('\n', at), all.size());
    std::size_t word = at;  // where the last word of the line begins
    for (; at < all.size(); ++at) {
        const char c = all[at];
        if (is_line_end(c) && read_verdict(all.substr(word, at - word)) != Verdict::Unknown) return at;
        if (is_space(c)) word = at + 1;
        if (c == '*' && word == at && !in_tags) {
            if (at + 1 < all.size() ? is_space(all[at + 1]) : final) return at + 1;
        }
        if (c != '\n') continue;
        const std::size_t next = text.after_spaces_on_line(at + 1);
        const Symbol symbol = text.look(next);
        const bool tag = symbol.as == '[' && is_letter(text.look(text.after_spaces_on_line(next + 1)).as);
        if (tag && !in_tags) return next;
        in_tags = in_tags && (tag || is_line_end(symbol.as));
    }
    return std::nullopt;
}

}  // namespace

void Reader::resynchronise(std::size_t from, bool in_tags) {
    for (;;) {
        const std::string_view text = window();
        const std::optional<std::size_t> next = find_next_game(text, from, in_tags, window_is_final());
        Lines lines{0, place_};
        if (!next && !window_is_final() && more()) continue;
        // A whole window without a game is dropped, but for its end, where the next one may begin.
        const bool over = next || window_is_final();
        const std::size_t keep = over ? 0 : std::min<std::size_t>(256, text.size() / 2);
        const std::size_t end = next ? *next : window().size() - keep;
        Parser::count_to(lines, window(), end);
        drop(end, lines.place);
        if (over) return;
        from = 0;
        in_tags = false;
    }
}

Result<std::optional<Game>> Reader::next() {
    for (;;) {
        const std::string_view text = window();
        Parser parser(text, previous_, {0, place_}, limits_);
        const bool read = parser.parse();
        const bool cut = parser.hit_end() && !window_is_final();
        if (cut && more()) continue;
        Lines lines{0, place_};
        if (!read || cut) {
            const std::size_t at = read ? Text(text).after_spaces(0) : parser.error_at();
            const std::string message =
                read ? fmt::format("a game of more than {} bytes", limits_.game) : parser.message();
            Parser::count_to(lines, text, at);
            Error error{fmt::format("line {}, column {}: {}", lines.place.line, lines.place.column, message),
                        dropped_ + at};
            const bool in_tags = !read && parser.error_in_tags();
            resynchronise(read ? text.size() / 2 : std::max<std::size_t>(at, 1), in_tags);
            return std::unexpected(std::move(error));
        }
        drop(parser.end(), parser.end_place());
        if (parser.found()) return std::optional<Game>(parser.take_game());
        if (ended_ && start_ == buffer_.size()) return std::nullopt;
    }
}

Result<std::vector<Game>> read(std::string_view text) {
    std::vector<Game> games;
    Reader reader(text_source(text));
    for (;;) {
        Result<std::optional<Game>> game = reader.next();
        if (!game) return std::unexpected(std::move(game.error()));
        if (!*game) return games;
        games.push_back(std::move(**game));
    }
}

}  // namespace crownhead::pdn
