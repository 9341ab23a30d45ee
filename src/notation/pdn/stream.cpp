// Reading a PDN file of any length through a window that is as long as one game.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "notation/pdn/parser.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::size_t block_size = std::size_t{64} << 10;  // bytes read at a time

}  // namespace

Reader::Reader(Source source, ReaderLimits limits, Encoding encoding)
    : source_(std::move(source)), limits_(limits), encoding_(encoding), block_(block_size) {}

std::string_view Reader::window() const { return std::string_view(buffer_).substr(start_, limits_.game); }

bool Reader::window_is_final() const { return ended_ && buffer_.size() - start_ <= limits_.game; }

void Reader::append(std::string_view bytes) {
    if (encoding_ != Encoding::Utf8)
        append_as_utf8(buffer_, bytes, encoding_);
    else if (partial_.empty())
        partial_ = append_as_utf8(buffer_, bytes);
    else
        partial_ = append_as_utf8(buffer_, std::exchange(partial_, {}) + std::string(bytes));
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

// Makes the window longer; false if it has its greatest length.
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

// Where to go on after an error at `from`: at the tags of the next game, or behind the end of the bad one. None if the
// text ends before that.
std::optional<std::size_t> find_next_game(std::string_view all, std::size_t from, bool in_tags, bool final) {
    Text text(all);
    std::size_t at = from;
    if (in_tags) at = std::min(all.find('\n', at), all.size());
    std::size_t word = at;  // where the last word of the line begins
    for (; at < all.size(); ++at) {
        const char c = all[at];
        if (is_line_end(c) && parse_result(all.substr(word, at - word)) != GameResult::Unknown) return at;
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
        LineCounter lines{0, place_};
        if (!next && !window_is_final() && more()) continue;
        // A whole window without a game is dropped, but for its end, where the next one may begin.
        const bool over = next || window_is_final();
        const std::size_t keep = over ? 0 : std::min<std::size_t>(256, text.size() / 2);
        const std::size_t end = next ? *next : window().size() - keep;
        lines.advance(window(), end);
        drop(end, lines.place);
        if (over) return;
        from = 0;
        in_tags = false;
    }
}

Result<std::optional<Game>> Reader::next() {
    for (;;) {
        const std::string_view text = window();
        Parser parser(text, previous_, place_, limits_);
        const bool read = parser.parse();
        const bool cut = parser.hit_end() && !window_is_final();
        if (cut && more()) continue;
        if (!read || cut) {
            const std::size_t at = read ? Text(text).after_spaces(0) : parser.failure().at;
            const std::string message =
                read ? fmt::format("a game of more than {} bytes", limits_.game) : parser.failure().message;
            LineCounter lines{0, place_};
            lines.advance(text, at);
            Error error{fmt::format("line {}, column {}: {}", lines.place.line, lines.place.column, message),
                        dropped_ + at};
            const bool in_tags = !read && parser.failure().in_tags;
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
    Reader reader(text_source(text), {}, find_encoding(text));
    for (;;) {
        Result<std::optional<Game>> game = reader.next();
        if (!game) return std::unexpected(std::move(game.error()));
        if (!*game) return games;
        games.push_back(std::move(**game));
    }
}

}  // namespace crownhead::pdn
