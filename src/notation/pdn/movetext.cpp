// The movetext of a PDN game: numbers, moves, marks, results and positions set up between the moves.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "notation/pdn/parser.hpp"
#include "notation/pdn/results.hpp"

namespace crownhead::pdn {

namespace {

// A sign between two squares, and where the next square begins.
struct Separator {
    char sign = '\0';  // none
    std::size_t next = 0;
};

constexpr bool is_sign(char c) { return c == '-' || c == 'x' || c == 'X' || c == ':'; }

Separator separator_at(Text& text, std::size_t at, bool names) {
    const std::size_t sign_at = text.after_spaces(at);
    const Symbol sign = text.look(sign_at);
    if (!is_sign(sign.as)) return {};
    const std::size_t next = text.after_spaces(sign_at + sign.length);
    const char c = text.look(next).as;
    const bool square = names ? is_file(c) && is_digit(text.look(next + 1).as) : is_digit(c);
    if (!square) return {};
    return {lower(sign.as), next};
}

// `a.l.`: a choice among captures.
constexpr std::string_view choice = "a.l.";

bool is_choice(Text& text, std::size_t at) {
    return std::ranges::all_of(choice, [&](char c) { return lower(text.look(at++).as) == c; });
}

}  // namespace

StrengthMarks strength_marks_at(Text& text, std::size_t at) {
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

void Parser::add_move(Line& line, Kind kind, std::string text, std::size_t start) {
    // Comments before a setup belong to the move before it: no number can be written that would separate them.
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

// A result inside a variation is a comment on it, and so is one after which the moves go on.
void Parser::add_result(Line& line, std::string_view token) {
    if (line.depth > 0) return add_comment(line, token);
    begun_ = true;
    if (!game_ends_here()) return add_comment(line, token);
    game_.result = token;
    ended_ = true;
}

// Whether the game is over behind a result: there is an empty line, the end of the file, a separator, or what a game
// begins with (tags, move number 1, a position). Comments in between do not count.
bool Parser::game_ends_here() {
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
    return true;  // a comment that is not closed: reading it will fail
}

bool Parser::is_first_number(std::size_t at) {
    const std::size_t end = text_.after_digits(at);
    const std::size_t next = text_.after_spaces(end);
    const char c = text_.look(next).as;
    const bool number = c == '.' || (next > end && (is_digit(c) || is_file(c)));
    return number && text_.all()[end - 1] == '1' && slice(at, end - 1).find_first_not_of('0') == std::string_view::npos;
}

void Parser::add_nag(Line& line, int nag) {
    std::vector<int>& nags = line.moves.back().nags;
    if (std::ranges::find(nags, nag) == nags.end()) nags.push_back(nag);
}

bool Parser::read_square(std::string& text, bool names) {
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

// From the first square on. The caller has seen two squares, or one square by name.
bool Parser::read_move(Line& line, std::size_t start) {
    const bool names = !is_digit(text_.all()[start]);
    std::string text;
    std::size_t squares = 0;
    at_ = start;
    for (;;) {
        if (!read_square(text, names)) return false;
        ++squares;
        if (names && is_file(text_.look(at_).as) && is_digit(text_.look(at_ + 1).as)) continue;  // a3b4
        const Separator separator = separator_at(text_, at_, names);
        if (separator.sign == '\0') break;
        text += separator.sign;
        at_ = separator.next;
    }
    const char next = text_.look(at_).as;
    if (squares < 2 || (is_letter(next) && !is_choice(text_, at_) && !text_is_glued()) || is_digit(next)) {
        at_ = start;
        return expected("a move");
    }
    if (const ResultForm* const result = plain_result(text)) {
        if (next == '.' && is_digit(text_.look(at_ + 1).as)) {  // decimals that add up to no result
            at_ = start;
            return expected("a result");
        }
        add_result(line, result->token);
        return true;
    }
    add_move(line, Kind::Move, std::move(text), start);
    read_marks(line);
    if (text_is_glued()) read_glued_text(line);
    return true;
}

// `14-18White overstepped the time`: at least two letters directly behind a move.
bool Parser::text_is_glued() {
    const Symbol first = text_.look(at_);
    if (first.length == 0 || (!is_letter(first.as) && first.as != other)) return false;
    const char second = text_.look(at_ + first.length).as;
    return (is_letter(second) || second == other) && !is_choice(text_, at_);
}

// The words up to the end of the line, or to what may be the next move or the result.
void Parser::read_glued_text(Line& line) {
    const std::size_t start = at_;
    while (!text_.at_end(at_)) {
        const char c = text_.look(at_).as;
        if (is_line_end(c) || c == '{' || c == '(' || c == '[' || c == ';' || c == '*') break;
        if (is_space(c)) {
            const char next = text_.look(text_.after_spaces(at_)).as;
            if (is_digit(next) || next == half || next == '$') break;
        }
        at_ += text_.look(at_).length;
    }
    add_comment(line, slice(start, at_));
}

// Marks behind a move. A * that stands alone is the end of the game instead.
void Parser::read_marks(Line& line) {
    for (;;) {
        const Symbol symbol = text_.look(at_);
        if (symbol.as == '!' || symbol.as == '?') {
            const StrengthMarks marks = strength_marks_at(text_, at_);
            add_nag(line, marks.nag);
            at_ = marks.end;
        } else if (symbol.as == '*') {  // forced
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
bool Parser::read_pairs(Line& line, std::size_t start, std::size_t end) {
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

void Parser::read_move_number(Line& line, std::size_t start, std::size_t end) {
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

bool Parser::read_other_result(Line& line) {
    const std::optional<FoundResult> result = other_result_at(text_, at_);
    if (!result) return false;
    at_ = result->end;
    add_result(line, result->token);
    return true;
}

// The fast path: the end of a move in the most common form, such as `32-28 ` before a digit; 0 for every other form.
std::size_t Parser::quick_move_end() const {
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

bool Parser::read_digits(Line& line) {
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
    if (is_sign(c) && separator_at(text_, end, false).sign != '\0') return read_move(line, start);
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

bool Parser::read_word(Line& line) {
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

bool Parser::read_unknown_move(Line& line) {
    const std::size_t start = at_;
    const std::size_t second = text_.after_spaces(at_ + text_.look(at_).length);
    if (text_.look(second).as != '-') return expected("a move");
    at_ = second + text_.look(second).length;
    add_move(line, Kind::Unknown, "--", start);
    read_marks(line);
    return true;
}

// `/FEN "W:W31-50:B1-20"/`
bool Parser::read_setup(Line& line) {
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

bool Parser::read_nag(Line& line) {
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

bool Parser::read_item(Line& line) {
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
        case '.':  // dots in place of a move
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
            if (open_braces_ == 0) return unexpected(line);
            --open_braces_;
            ++at_;
            return true;
        case half: return read_other_result(line) || unexpected(line);
        default: return unexpected(line);
    }
}

}  // namespace crownhead::pdn
