// The text of the Hub protocol, version 2: lines, positions and moves, as pure functions. The sessions are in apps/cli (we are
// the engine) and players/hub.cpp (another program is). For other programs: docs/hub.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "notation/square_text.hpp"
#include "rules/variant.hpp"
#include "util/parse.hpp"
#include "util/result.hpp"

namespace crownhead::hub_text {

// What the programs of the Hub world call a game in their parameter `variant`, where they do not use our name.
struct GameWord {
    std::string_view word{};
    std::string_view game{};
};
inline constexpr auto game_words = std::to_array<GameWord>({
    {"normal", "international"},
    {"bt", "breakthrough"},
    {"losing", "antidraughts"},
});

constexpr std::string_view word_of_game(std::string_view game) {
    const auto* const found = std::ranges::find(game_words, game, &GameWord::game);
    return found == game_words.end() ? game : found->word;
}

constexpr std::string_view game_of_word(std::string_view word) {
    const auto* const found = std::ranges::find(game_words, word, &GameWord::word);
    return found == game_words.end() ? word : found->game;
}

// `name=value`, or a flag, which is a name alone.
struct Argument {
    std::string_view name{};
    std::string_view value{};
    std::size_t offset = 0;  // in the line: of the value, or of the name of a flag
};

// Views into the text that was read.
struct Line {
    std::string_view command{};  // empty on an empty line
    std::vector<Argument> arguments{};

    const Argument* find(std::string_view name) const {
        const auto found = std::ranges::find(arguments, name, &Argument::name);
        return found == arguments.end() ? nullptr : &*found;
    }
};

namespace detail {

inline std::string_view word(Cursor& in) {
    const std::size_t start = in.offset();
    while (!in.at_end() && !is_space(in.peek()) && in.peek() != '=' && in.peek() != '"') in.advance();
    return in.since(start);
}

// What follows the sign: a word, or anything in double quotes. A quote cannot be escaped.
inline Result<void> read_value(Cursor& in, Argument& argument) {
    in.skip_spaces();
    if (!in.accept('"')) {
        argument.offset = in.offset();
        argument.value = word(in);
        if (argument.value.empty()) return in.expected(fmt::format("a value of {}", excerpt(argument.name)));
        return {};
    }
    argument.offset = in.offset();
    while (!in.at_end() && in.peek() != '"') in.advance();
    argument.value = in.since(argument.offset);
    if (!in.accept('"'))
        return fail(fmt::format("the quote around the value of {} is not closed", excerpt(argument.name)),
                    argument.offset - 1);
    if (!in.at_end() && !is_space(in.peek())) return in.expected("a space after the quote");
    return {};
}

}  // namespace detail

inline Result<Line> read_line(std::string_view text) {
    Cursor in(text, 0, "the end of the line");
    Line line;
    in.skip_spaces();
    if (in.at_end()) return line;
    line.command = detail::word(in);
    if (line.command.empty()) return in.expected("a command");
    for (;;) {
        in.skip_spaces();
        if (in.at_end()) return line;
        Argument argument{.offset = in.offset()};
        argument.name = detail::word(in);
        if (argument.name.empty()) return in.expected("the name of an argument");
        if (line.find(argument.name) != nullptr)
            return fail(fmt::format("{} is given twice", excerpt(argument.name)), argument.offset);
        in.skip_spaces();
        if (in.accept('=')) {
            if (const Result<void> read = detail::read_value(in, argument); !read) return std::unexpected(read.error());
        }
        line.arguments.push_back(argument);
    }
}

// A value to write: on one line, without quotes inside.
inline std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? '\'' : c >= ' ' && c <= '~' ? c : '?';
    return result + '"';
}

// Side to move, then every square by ascending number.
inline Result<Placement> read_position(const Variant& v, std::string_view text) {
    const auto squares = static_cast<std::size_t>(v.squares());
    if (text.size() != squares + 1)
        return fail(fmt::format("expected {} characters for {}, W or B and {} squares; found {}", squares + 1, v.name,
                                squares, text.size()));
    Placement placement(v.squares());
    if (text[0] != 'W' && text[0] != 'B') return fail("expected W or B, the side to move");
    placement.turn = text[0] == 'W' ? Side::White : Side::Black;
    for (int n = 1; n <= v.squares(); ++n) {
        const auto at = static_cast<std::size_t>(n);
        switch (text[at]) {
            case 'e': break;
            case 'w': placement.put(n, Piece::WhiteMan); break;
            case 'W': placement.put(n, Piece::WhiteKing); break;
            case 'b': placement.put(n, Piece::BlackMan); break;
            case 'B': placement.put(n, Piece::BlackKing); break;
            default:
                return fail(
                    fmt::format("square {}: expected w, b, W, B or e, found '{}'", n, excerpt(text.substr(at, 1))), at);
        }
    }
    return placement;
}

inline std::string write_position(const Placement& placement) {
    std::string text(1, placement.turn == Side::White ? 'W' : 'B');
    for (const Piece piece : placement.squares) text += "ebBwW"[static_cast<std::size_t>(piece)];
    return text;
}

// Captures name the captured squares, never the squares in between: `28x19x23`.
inline std::string write_move(const AnyMove& mv) {
    if (mv.is_pass()) return "pass";
    std::string text = fmt::format("{}{}{}", mv.from, mv.is_capture() ? 'x' : '-', mv.to());
    for (const std::uint8_t square : mv.captured()) text += fmt::format("x{}", square);
    return text;
}

inline std::string write_moves(std::span<const AnyMove> moves, std::string_view separator) {
    std::string text;
    for (const AnyMove& mv : moves) {
        if (!text.empty()) text += separator;
        text += write_move(mv);
    }
    return text;
}

namespace detail {

// A move as written.
struct WrittenMove {
    int from = 0;  // 0: a pass
    int to = 0;
    bool capture = false;
    std::vector<std::uint8_t> captured{};  // ascending; none: left out
};

inline Result<WrittenMove> parse_move(const Variant& v, std::string_view text) {
    WrittenMove written;
    if (text == "pass") return written;
    Cursor in(text);
    const Result<int> from = square_text::read_number(in, v.squares());
    if (!from) return std::unexpected(from.error());
    written.capture = lower(in.peek()) == 'x';
    if (!written.capture && in.peek() != '-') return in.expected("'-' or 'x'");
    in.advance();
    const Result<int> to = square_text::read_number(in, v.squares());
    if (!to) return std::unexpected(to.error());
    written.from = *from;
    written.to = *to;
    while (!in.at_end()) {
        if (!written.capture || lower(in.peek()) != 'x')
            return in.expected(written.capture ? "'x' or the end" : "the end");
        in.advance();
        const Result<int> captured = square_text::read_number(in, v.squares());
        if (!captured) return std::unexpected(captured.error());
        written.captured.push_back(static_cast<std::uint8_t>(*captured));
    }
    std::ranges::sort(written.captured);
    return written;
}

inline bool fits(const WrittenMove& written, const AnyMove& mv) {
    if (mv.is_pass() || written.from == 0) return mv.is_pass() && written.from == 0;
    if (mv.from != written.from || mv.to() != written.to || mv.is_capture() != written.capture) return false;
    return written.captured.empty() || written.captured == mv.captured();
}

inline std::string listing(std::span<const AnyMove> moves) {
    constexpr std::size_t listed = 6;
    std::string text = write_moves(moves.first(std::min(moves.size(), listed)), ", ");
    if (moves.size() > listed) text += fmt::format(" and {} more", moves.size() - listed);
    return text;
}

}  // namespace detail

// The index of the legal move that the text means. The captured squares come in any order and may be left out as long
// as one move is meant.
inline Result<std::size_t> read_move(const Variant& v, std::string_view text, std::span<const AnyMove> legal) {
    const Result<detail::WrittenMove> written = detail::parse_move(v, text);
    if (!written) return std::unexpected(written.error());
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        if (!detail::fits(*written, legal[i])) continue;
        // Two ways to take the same pieces may differ in whether the man is crowned on its way (Russian draughts). Their
        // texts are equal; then the crowned one is meant.
        const auto same = std::ranges::find_if(
            found, [&](std::size_t other) { return legal[other].captured() == legal[i].captured(); });
        if (same == found.end())
            found.push_back(i);
        else if (legal[i].promotes)
            *same = i;
    }
    if (found.size() == 1) return found.front();
    if (!found.empty()) {
        std::vector<AnyMove> meant;
        meant.reserve(found.size());
        for (const std::size_t i : found) meant.push_back(legal[i]);
        return fail(fmt::format("it may mean {}: expected the captured squares", detail::listing(meant)));
    }
    if (legal.empty()) return fail("it is not legal: the game is over");
    return fail(fmt::format("it is not legal, expected {}", detail::listing(legal)));
}

}  // namespace crownhead::hub_text
