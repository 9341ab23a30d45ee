// Comments and variations of a PDN game.
#include <algorithm>

#include <fmt/format.h>

#include "notation/pdn/parser.hpp"

namespace crownhead::pdn {

void Parser::add_comment(Line& line, std::string_view text) {
    std::string comment = clean_comment(text);
    if (comment.empty()) return;
    const bool before = line.moves.empty() || line.detached;
    (before ? line.pending : line.moves.back().after).push_back(std::move(comment));
}

void Parser::close(Line& line) {
    if (line.moves.empty()) return;
    for (std::string& comment : line.pending) line.moves.back().after.push_back(std::move(comment));
    line.pending.clear();
}

bool Parser::read_brace(Line& line) {
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
    open_braces_ += static_cast<std::size_t>(std::ranges::count(comment, '{'));
    add_comment(line, comment);
    at_ += length + 2;
    return true;
}

// Where the comment or bracket at `at` ends; 0 if it does not.
std::size_t Parser::after_brace(std::size_t at) {
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

std::size_t Parser::after_bracket(std::size_t start) {
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
void Parser::read_rest_of_line(Line& line) {
    const std::size_t start = ++at_;
    while (at_ < text_.size() && !is_line_end(text_.all()[at_])) ++at_;
    if (at_ == text_.size()) text_.note_end();
    add_comment(line, slice(start, at_));
}

// Text that is not part of the grammar: the rest of a comment that had braces inside, or an error.
bool Parser::unexpected(Line& line) {
    if (open_braces_ > 0) {
        const std::string_view rest = text_.all().substr(at_, limits_.comment);
        const std::size_t end = rest.find_first_of("{}");
        if (end == std::string_view::npos) text_.note_end();
        if (end != std::string_view::npos && rest[end] == '}') {
            --open_braces_;
            add_comment(line, rest.substr(0, end));
            at_ += end + 1;
            return true;
        }
    }
    return expected("a move");
}

bool Parser::read_variation(std::vector<Move>& moves, int depth) {
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

// Older files put comments in round brackets.
bool Parser::read_bracket_comment(Line& line) {
    const std::size_t end = after_bracket(at_);
    if (end == 0) return fail_finally(at_, "a bracket that is not closed: expected ')'");
    add_comment(line, slice(at_ + 1, end - 1));
    at_ = end;
    return true;
}

bool Parser::read_bracket(Line& line) {
    if (!line.moves.empty()) {
        const StrengthMarks marks = strength_marks_at(text_, at_ + 1);  // (?)
        if (marks.nag != 0 && text_.look(marks.end).as == ')') {
            add_nag(line, marks.nag);
            at_ = marks.end + 1;
            return true;
        }
        if (line.depth >= limits_.depth)
            return fail_finally(at_, fmt::format("variations inside each other more than {} deep", limits_.depth));
        const Mark before = mark();
        std::vector<Move> moves;
        if (read_variation(moves, line.depth + 1)) {
            line.moves.back().variations.push_back(std::move(moves));
            line.detached = true;
            return true;
        }
        if (failure_.final) return false;
        go_back(before);
    }
    return read_bracket_comment(line);
}

}  // namespace crownhead::pdn
