#include "notation/course_log.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "notation/square_text.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead::course_log {

namespace {

constexpr std::string_view player_name(Side player) { return player == Side::Black ? "p1" : "p2"; }

Result<std::uint8_t> read_square(Cursor& in, int squares) {
    in.skip_spaces();
    const Result<int> number = square_text::read_number(in, squares);
    if (!number) return std::unexpected(number.error());
    in.skip_spaces();
    return static_cast<std::uint8_t>(*number);
}

// `(7)` or `(14,18)`, after a jump.
Result<void> read_captured(Cursor& in, int squares, Hop& hop) {
    if (const Result<void> open = in.expect('('); !open) return open;
    const Result<std::uint8_t> captured = read_square(in, squares);
    if (!captured) return std::unexpected(captured.error());
    hop.captured = *captured;
    if (in.accept(',')) {
        const Result<std::uint8_t> second = read_square(in, squares);
        if (!second) return std::unexpected(second.error());
        hop.captured_second = *second;
    }
    if (const Result<void> close = in.expect(')'); !close) return close;
    in.skip_spaces();
    return {};
}

// `4-7`, `11x4(7)`, `17x12(14)12x5(8)`, `9x23(14,18)`, `pass`
Result<AnyMove> read_move(Cursor& in, int squares) {
    AnyMove mv;
    if (in.accept("pass")) return mv;
    const Result<std::uint8_t> from = read_square(in, squares);
    if (!from) return std::unexpected(from.error());
    mv.from = *from;
    if (in.accept('-')) {
        const Result<std::uint8_t> to = read_square(in, squares);
        if (!to) return std::unexpected(to.error());
        mv.hops.push_back({.to = *to});
        return mv;
    }
    if (in.peek() != 'x') return in.expected("'-' or 'x'");
    for (;;) {
        if (const Result<void> sign = in.expect('x'); !sign) return std::unexpected(sign.error());
        const Result<std::uint8_t> to = read_square(in, squares);
        if (!to) return std::unexpected(to.error());
        Hop hop{.to = *to};
        if (const Result<void> done = read_captured(in, squares, hop); !done) return std::unexpected(done.error());
        mv.hops.push_back(hop);
        if (in.at_end()) return mv;
        const std::size_t start = in.offset();
        const Result<std::uint8_t> next = read_square(in, squares);
        if (!next) return std::unexpected(next.error());
        if (*next != hop.to)
            return fail(fmt::format("the jump to {} is followed by one from {}: expected {}", hop.to, *next, hop.to),
                        start);
    }
}

Result<int> read_count(Cursor& in, std::string_view keyword, int highest) {
    if (!in.accept(keyword) || !is_space(in.peek()))
        return in.expected(fmt::format("'{}' and the number of pieces left", keyword));
    in.skip_spaces();
    const std::size_t start = in.offset();
    const Result<int> count = in.number();
    if (count && *count > highest)
        return fail(fmt::format("expected at most {} pieces, found {}", highest, excerpt(in.since(start))), start);
    return count;
}

Result<std::optional<Side>> read_winner(Cursor& in) {
    if (in.accept("wp1")) return Side::Black;
    if (in.accept("wp2")) return Side::White;
    if (in.accept('d')) return std::nullopt;
    return in.expected("the winner, wp1, wp2 or d");
}

}  // namespace

namespace {

// Batches write millions of moves, so this does without the machinery of fmt.
void append_number(std::string& out, int number) {
    std::array<char, 12> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    CH_ASSERT(error == std::errc());
    out.append(digits.data(), end);
}

void append_move(std::string& out, const AnyMove& mv) {
    if (mv.is_pass()) {
        out += "pass";
        return;
    }
    int from = mv.from;
    for (const Hop& hop : mv.hops) {
        append_number(out, from);
        out += hop.captured == 0 ? '-' : 'x';
        append_number(out, hop.to);
        from = hop.to;
        if (hop.captured == 0) continue;
        out += '(';
        append_number(out, hop.captured);
        if (hop.captured_second != 0) {
            out += ',';
            append_number(out, hop.captured_second);
        }
        out += ')';
    }
}

void append_line(std::string& out, Side player, const AnyMove& mv) {
    out += player_name(player);
    out += ' ';
    append_move(out, mv);
}

void append_result(std::string& out, const LogResult& result) {
    out += "tp1 ";
    append_number(out, result.left1);
    out += "\ntp2 ";
    append_number(out, result.left2);
    out += '\n';
    if (!result.winner)
        out += 'd';
    else
        (out += 'w') += player_name(*result.winner);
    out += '\n';
}

}  // namespace

std::string move_text(const AnyMove& mv) {
    std::string out;
    append_move(out, mv);
    return out;
}

Result<AnyMove> read_move(std::string_view text, int squares) {
    Cursor in(text);
    Result<AnyMove> mv = read_move(in, squares);
    if (mv && !in.at_end()) return in.expected("the end");
    return mv;
}

std::string move_line(Side player, const AnyMove& mv) {
    std::string out;
    append_line(out, player, mv);
    return out;
}

void append(std::string& out, int size, Side first, std::span<const AnyMove> moves, const LogResult& result) {
    append_number(out, size);
    out += '\n';
    for (Side player = first; const AnyMove& mv : moves) {
        append_line(out, player, mv);
        out += '\n';
        player = !player;
    }
    append_result(out, result);
}

std::string write(const LogGame& game) {
    std::string out = fmt::format("{}\n", game.size);
    for (const LogMove& mv : game.moves) {
        append_line(out, mv.player, mv.move);
        out += '\n';
    }
    append_result(out, {.left1 = game.left1, .left2 = game.left2, .winner = game.winner});
    return out;
}

std::string write(std::span<const LogGame> games) {
    std::string out;
    for (const LogGame& game : games) {
        if (!out.empty()) out += '\n';
        out += write(game);
    }
    return out;
}

Reader::Line Reader::read_line() {
    if (at_ == text_.size()) return last_ = {.offset = at_, .number = line_ + 1, .missing = true};
    Line line{.text = text_.substr(at_, text_.find('\n', at_) - at_), .offset = at_, .number = ++line_};
    at_ += line.text.size();
    if (at_ < text_.size()) ++at_;
    while (!line.text.empty() && is_space(line.text.back())) line.text.remove_suffix(1);
    for (; !line.text.empty() && is_space(line.text.front()); ++line.offset) line.text.remove_prefix(1);
    return last_ = line;
}

Result<LogGame> Reader::read_game(const Line& first) {
    LogGame game{.line = first.number};
    Line line = first;
    const auto wrong = [&](const Error& error) {
        return fail(fmt::format("line {}: {}", line.number, error.message), error.offset);
    };
    // Reads one line; on success nothing may be left of it.
    const auto parse = [&]<class F>(F rule) -> decltype(rule(std::declval<Cursor&>())) {
        Cursor in(line.text, line.offset, line.missing ? "the end of the text" : "the end of the line");
        auto result = rule(in);
        if (!result) return wrong(result.error());
        in.skip_spaces();
        if (!in.at_end()) return wrong(in.expected("the end of the line").error());
        return result;
    };

    const Result<int> size = parse([](Cursor& in) -> Result<int> {
        const std::size_t start = in.offset();
        const Result<int> number = in.number();
        if (!number) return in.expected("a board size");
        if (*number < 6 || *number > max_size || *number % 2 != 0)
            return fail(fmt::format("expected a board size of 6, 8, 10 or 12, found {}", excerpt(in.since(start))),
                        start);
        return number;
    });
    if (!size) return std::unexpected(size.error());
    game.size = *size;
    const int squares = game.size * game.size / 2;

    for (line = read_line(); !line.text.starts_with('t'); line = read_line()) {
        Result<LogMove> mv = parse([&](Cursor& in) -> Result<LogMove> {
            const bool first_player = in.accept("p1");
            if (!first_player && !in.accept("p2")) return in.expected("a move that begins with p1 or p2, or tp1");
            if (!is_space(in.peek())) return in.expected("a space and a move");
            in.skip_spaces();
            Result<AnyMove> read = read_move(in, squares);
            if (!read) return std::unexpected(std::move(read.error()));
            return LogMove{first_player ? Side::Black : Side::White, std::move(*read), line.number};
        });
        if (!mv) return std::unexpected(std::move(mv.error()));
        game.moves.push_back(std::move(*mv));
    }
    const Result<int> left1 = parse([&](Cursor& in) { return read_count(in, "tp1", squares); });
    if (!left1) return std::unexpected(left1.error());
    game.left1 = *left1;
    line = read_line();
    const Result<int> left2 = parse([&](Cursor& in) { return read_count(in, "tp2", squares); });
    if (!left2) return std::unexpected(left2.error());
    game.left2 = *left2;
    line = read_line();
    const Result<std::optional<Side>> winner = parse([](Cursor& in) { return read_winner(in); });
    if (!winner) return std::unexpected(winner.error());
    game.winner = *winner;
    game.result_line = line.number;
    return game;
}

Result<std::optional<LogGame>> Reader::next() {
    if (failed_) return std::nullopt;
    Line line = read_line();
    while (!line.missing && line.text.empty()) line = read_line();
    if (line.missing) return std::nullopt;
    Result<LogGame> game = read_game(line);
    if (!game) {
        failed_ = true;
        return std::unexpected(std::move(game.error()));
    }
    return std::optional<LogGame>(std::move(*game));
}

void Reader::go_on() {
    if (!failed_) return;
    failed_ = false;
    // The line with the error may be that empty line: then the next block begins at once.
    Line line = last_;
    while (!line.missing && !line.text.empty()) line = read_line();
}

Result<std::vector<LogGame>> read(std::string_view text) {
    std::vector<LogGame> games;
    Reader reader(text);
    for (;;) {
        Result<std::optional<LogGame>> game = reader.next();
        if (!game) return std::unexpected(std::move(game.error()));
        if (!*game) return games;
        games.push_back(std::move(**game));
    }
}

}  // namespace crownhead::course_log
