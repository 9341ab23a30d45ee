// One PDN game: its tags, its movetext, and what belongs to it behind the result.
#include "notation/pdn/parser.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "notation/pdn/results.hpp"
#include "util/printable.hpp"

namespace crownhead::pdn {

bool Parser::fail_at(std::size_t at, std::string message) {
    failure_ = {.message = std::move(message), .at = at};
    return false;
}

bool Parser::fail_finally(std::size_t at, std::string message) {
    failure_ = {.message = std::move(message), .at = at, .final = true};
    return false;
}

bool Parser::expected(std::string_view what) {
    return fail_at(at_, fmt::format("expected {}, found {}", what, found_here()));
}

std::string Parser::found_here() {
    constexpr std::size_t longest = 24;
    if (text_.at_end(at_)) return "the end of the text";
    std::size_t end = at_ + 1;
    while (end - at_ <= longest && !text_.at_end(end) && !is_space(text_.all()[end])) ++end;
    return fmt::format("'{}'", printable(slice(at_, end), longest));
}

// [FILENAME ""] behind a game belongs to it if it stands alone, or directly at it before other tags.
void Parser::read_file_name(bool empty_line) {
    if (tag(game_, "FILENAME")) return;
    const Mark before = mark();
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
    go_back(before);
}

// Comments on the line of the result, and a separator behind it.
bool Parser::read_after_result(Line& line) {
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

// Points such as 12-8 look like a move. At the end of the game, and repeating the Result tag, they are the result.
void Parser::take_result_by_tag() {
    if (game_.moves.empty() || game_.result != "*") return;
    const Move& last = game_.moves.back();
    if (last.kind != Kind::Move || !last.variations.empty() || !last.nags.empty()) return;
    const std::string_view result = trimmed(tag(game_, "Result").value_or(""));
    if (last.text != result || parse_result(result) != GameResult::Unknown) return;
    std::vector<std::string> comments = std::move(game_.moves.back().before);
    for (std::string& comment : game_.moves.back().after) comments.push_back(std::move(comment));
    game_.result = result;
    game_.moves.pop_back();
    std::vector<std::string>& behind = game_.moves.empty() ? game_.comments : game_.moves.back().after;
    for (std::string& comment : comments) behind.push_back(std::move(comment));
}

bool Parser::finish(Line& line, bool terminated, bool empty_line) {
    close(line);
    read_file_name(empty_line);
    game_.comments = std::move(line.pending);
    take_result_by_tag();
    const auto is_ply = [](const Move& move) { return move.kind != Kind::Setup; };
    if (std::ranges::none_of(game_.moves, is_ply)) game_.first_ply = 0;
    if (game_.result == "*") {
        if (std::optional<FoundResult> found = find_result(tag(game_, "Result").value_or("")))
            game_.result = std::move(found->token);
    }
    found_ =
        !game_.tags.empty() || !game_.moves.empty() || game_.result != "*" || (terminated && !game_.comments.empty());
    return true;
}

bool Parser::parse() {
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
            const Mark before = mark();
            const std::size_t count = game_.tags.size();
            if (!read_tag()) return false;
            if (empty_line && begins_second_game(count)) {
                game_.tags.pop_back();
                go_back(before);
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

}  // namespace crownhead::pdn
