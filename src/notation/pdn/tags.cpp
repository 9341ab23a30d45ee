// Tags of a PDN game: [Event "..."], and what older files write for it.
#include <algorithm>
#include <array>

#include "notation/pdn/parser.hpp"

namespace crownhead::pdn {

namespace {

// Written like this, in whatever case a file has them.
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

}  // namespace

// Whether the tag ends at a ] inside quotes, because the second quote is missing.
bool Parser::ends_unclosed_tag(std::size_t after_bracket) {
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

// The end of the tag if the value ends with this backslash, as in [FILENAME "C:\games\"]; 0 if it escapes the quote.
std::size_t Parser::after_backslash_at_end(std::size_t at) {
    const std::size_t after = text_.after_spaces_on_line(at + 2);
    if (text_.look(after).as != ']') return 0;
    const std::size_t end = text_.after_spaces_on_line(after + 1);
    return text_.at_end(end) || is_line_end(text_.look(end).as) ? after + 1 : 0;
}

void Parser::read_quoted(std::string& value, Symbol quote) {
    for (;;) {
        const Symbol symbol = text_.look(at_);
        if (symbol.length == 0 || is_line_end(symbol.as)) break;
        if (symbol.as == '\\') {
            const char next = text_.look(at_ + 1).as;
            if (next == '\\' || (next == '"' && text_.look(at_ + 1).length == 1)) {
                if (const std::size_t end = next == '"' ? after_backslash_at_end(at_) : 0; end != 0) {
                    value += '\\';
                    at_ = end;
                    return;
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
            break;
        }
        value += slice(at_, at_ + symbol.length);
        at_ += symbol.length;
    }
    value = trimmed(value);
    // The first quote was plain, the second one was not.
    for (const std::string_view last : {"\u201d", "\u201c", "\u00bb", "\u2019"})
        if (value.ends_with(last)) value.resize(value.size() - last.size());
}

bool Parser::read_tag() {
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

// Whether the last tag, which came after an empty line, repeats one that the game has already.
bool Parser::begins_second_game(std::size_t saved_tags) const {
    const auto first = game_.tags.begin();
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(saved_tags),
                       [&](const Tag& tag) { return same_word(tag.name, game_.tags.back().name); });
}

}  // namespace crownhead::pdn
