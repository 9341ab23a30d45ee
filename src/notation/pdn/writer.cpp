// Writing PDN: strict, in lines of limited width, so that reading gives the same game again.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "notation/pdn/encoding.hpp"
#include "notation/pdn/pdn.hpp"
#include "notation/pdn/text.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::size_t line_width = 80;  // PDN 2.0, for old readers

// Words in lines of limited width.
class Lines {
public:
    void put(std::string_view token) {
        flush();
        held_ = std::exchange(prefix_, {});
        held_ += token;
    }
    void open_bracket() { prefix_ += '('; }
    void close_bracket() { held_ += ')'; }

    void comment(std::string_view text);

    std::string finish() {
        flush();
        out_ += '\n';
        return std::move(out_);
    }

private:
    void flush() {
        if (held_.empty()) return;
        const auto width = static_cast<std::size_t>(
            std::ranges::count_if(held_, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
        if (column_ > 0) {
            const bool fits = column_ + 1 + width <= line_width;
            out_ += fits ? ' ' : '\n';
            column_ = fits ? column_ + 1 : 0;
        }
        out_ += held_;
        column_ += width;
        held_.clear();
    }

    std::string out_;
    std::string held_;    // the last word, at which a bracket may still close
    std::string prefix_;  // brackets before the next one
    std::size_t column_ = 0;
};

void Lines::comment(std::string_view text) {
    std::string braced = clean_comment(text);
    if (braced.empty()) return;
    braced = '{' + std::move(braced) + '}';
    std::string_view rest = braced;
    while (!rest.empty()) {
        // A command such as [%clk 0:10:00] stays on one line.
        std::size_t from = 0;
        if (const std::size_t at = rest.find("[%"); at < rest.find(' '))
            from = std::min(rest.find(']', at), rest.size());
        const std::size_t end = std::min(rest.find(' ', from), rest.size());
        put(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

std::string in_quotes(std::string_view value) {
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += is_line_end(c) ? ' ' : c;
    }
    return out + '"';
}

// The position of a setup cannot contain what would end it.
std::string setup_text(std::string_view position) {
    std::string text(position);
    std::erase_if(text, [](char c) { return c == '"' || is_line_end(c); });
    return fmt::format("/FEN \"{}\"/", text);
}

std::string move_number(int ply) { return fmt::format("{}{}", ply / 2 + 1, ply % 2 == 0 ? "." : "..."); }

constexpr std::array<std::string_view, 7> mark_texts{"", "!", "?", "!!", "??", "!?", "?!"};

void write_move(Lines& out, const Move& move, std::string token) {
    if (move.kind == Kind::Setup) token = setup_text(move.text);
    for (std::size_t i = 0; i < move.nags.size(); ++i) {
        const int nag = move.nags[i];
        if (i == 0 && nag >= 1 && nag <= 6 && move.kind != Kind::Setup)
            token += mark_texts[static_cast<std::size_t>(nag)];
        else
            token += fmt::format(" ${}", nag);
    }
    out.put(token);
}

void write_line(Lines& out, const std::vector<Move>& moves, int ply) {
    bool interrupted = true;  // a second move needs its number
    for (const Move& move : moves) {
        const bool first = &move == &moves.front();
        const bool is_ply = move.kind != Kind::Setup;
        if (first)
            for (const std::string& comment : move.before) out.comment(comment);
        std::string token = move.text;
        if (is_ply && !first && !move.before.empty())
            out.put(move_number(ply));
        else if (is_ply && (interrupted || ply % 2 == 0))
            token = fmt::format("{} {}", move_number(ply), token);
        if (!first)
            for (const std::string& comment : move.before) out.comment(comment);
        write_move(out, move, std::move(token));
        for (const std::string& comment : move.after) out.comment(comment);
        for (const std::vector<Move>& variation : move.variations) {
            if (variation.empty()) continue;
            out.open_bracket();
            write_line(out, variation, ply);
            out.close_bracket();
        }
        interrupted = !is_ply || !move.after.empty() || !move.variations.empty();
        if (is_ply) ++ply;
    }
}

}  // namespace

std::string write(const Game& game) {
    std::string out;
    for (const Tag& tag : game.tags) out += fmt::format("[{} {}]\n", tag.name, in_quotes(tag.value));
    if (!out.empty()) out += '\n';
    Lines lines;
    for (const std::string& comment : game.comments) lines.comment(comment);
    write_line(lines, game.moves, game.first_ply);
    lines.put(game.result.empty() ? "*" : game.result);
    return valid_utf8(out + lines.finish());
}

}  // namespace crownhead::pdn
