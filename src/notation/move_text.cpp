#include "notation/move_text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include "notation/square_text.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead::move_text {

namespace {

constexpr std::size_t listed_moves = 6;  // in a message

// A move as it was written; nothing is known yet about its being possible.
struct Written {
    std::vector<int> squares{};  // none: a pass
    bool capture = false;        // written with a sign that only captures have
    Notation notation = Notation::Numeric;
    std::size_t offset = 0;
};

Result<Written> parse(const Variant& v, std::string_view text) {
    Cursor in(text);
    in.skip_spaces();
    Written written{.offset = in.offset()};
    if (lower(in.peek()) == 'p') {
        for (const char c : std::string_view("pass")) {
            if (lower(in.peek()) != c)
                return fail("expected a move or pass, found '" + excerpt(text.substr(written.offset)) + "'",
                            written.offset);
            in.advance();
        }
        in.skip_spaces();
        if (!in.at_end()) return in.expected("the end after pass");
        return written;
    }
    for (;;) {
        const Result<square_text::ReadSquare> square = square_text::read(v, in);
        if (!square) return std::unexpected(square.error());
        written.squares.push_back(square->number);
        if (square->notation == Notation::Algebraic) written.notation = Notation::Algebraic;
        in.skip_spaces();
        if (in.at_end() && written.squares.size() > 1) return written;
        const char sign = lower(in.peek());
        if (sign == '-' || sign == 'x' || sign == ':') {
            written.capture = written.capture || sign != '-';
            in.advance();
            in.skip_spaces();
        } else if (square->notation == Notation::Numeric || !is_letter(sign)) {  // names need no sign between them
            return in.expected(written.squares.size() > 1 ? "'-', 'x' or the end" : "'-' or 'x' and a square");
        }
    }
}

std::string join(const Variant& v, std::span<const int> squares, char sign, Notation notation) {
    std::string out;
    for (const int n : squares) {
        if (!out.empty()) out += sign;
        out += square_text::write(v, n, notation);
    }
    return out;
}

std::string as_written(const Variant& v, const Written& written) {
    if (written.squares.empty()) return "pass";
    const char capture_sign = v.setup.separator == '-' ? 'x' : v.setup.separator;
    return excerpt(join(v, written.squares, written.capture ? capture_sign : '-', written.notation), 60);
}

std::vector<int> squares_of(const AnyMove& mv) {
    std::vector<int> squares{mv.from};
    for (const Hop& hop : mv.hops) squares.push_back(hop.to);
    return squares;
}

// Every playing square that the piece touches, those it only flies over too, without the captured ones.
std::vector<int> squares_passed(const Variant& v, const AnyMove& mv) {
    std::vector<int> squares{mv.from};
    for (const Hop& hop : mv.hops) {
        Cell at = cell_of_number(v.setup, v.size(), squares.back());
        const Cell goal = cell_of_number(v.setup, v.size(), hop.to);
        const int down = goal.row - at.row;
        const int right = goal.column - at.column;
        const int distance = std::max(std::abs(down), std::abs(right));
        const bool straight = distance > 0 && down % distance == 0 && right % distance == 0;
        for (int i = 1; straight && i < distance; ++i) {
            at = {at.row + down / distance, at.column + right / distance};
            const int n = number_of_cell(v.setup, v.size(), at);
            if (n != 0 && n != hop.captured && n != hop.captured_second) squares.push_back(n);
        }
        squares.push_back(hop.to);
    }
    return squares;
}

// Are all listed squares among the others, in the same order? The first and the last of both are equal already.
bool in_order(std::span<const int> listed, std::span<const int> all) {
    CH_ASSERT(listed.size() >= 2 && all.size() >= 2);
    const auto inner = [](std::span<const int> squares) { return squares.subspan(1, squares.size() - 2); };
    std::span<const int> rest = inner(all);
    for (const int n : inner(listed)) {
        const auto found = std::find(rest.begin(), rest.end(), n);
        if (found == rest.end()) return false;
        rest = rest.subspan(static_cast<std::size_t>(found - rest.begin()) + 1);
    }
    return true;
}

Fit fit(const Variant& v, std::span<const int> listed, const AnyMove& path) {
    const std::vector<int> squares = squares_of(path);
    if (std::ranges::equal(listed, squares)) return Fit::Exact;
    if (in_order(listed, squares)) return Fit::Partial;
    return in_order(listed, squares_passed(v, path)) ? Fit::Passed : Fit::None;
}

Fit best_fit_of(const Variant& v, std::span<const int> listed, std::span<const AnyMove> legal, std::size_t index,
                const PathsOf& paths) {
    if (listed.size() == 2) return legal[index].hops.size() == 1 ? Fit::Exact : Fit::Partial;
    return best_fit(v, listed, paths(index));
}

enum class Form : std::uint8_t { Short, Full };

std::string listing(const Variant& v, std::span<const AnyMove> legal, std::span<const std::size_t> indexes,
                    Notation notation, Form form) {
    std::string out;
    for (std::size_t i = 0; i < std::min(indexes.size(), listed_moves); ++i) {
        if (i > 0) out += ", ";
        out += form == Form::Full ? write_full(v, legal[indexes[i]], notation) : write(v, legal, indexes[i], notation);
    }
    if (indexes.size() > listed_moves) out += fmt::format(" and {} more", indexes.size() - listed_moves);
    return out;
}

// Why a well-formed text is no legal move, as far as the list of legal moves tells.
std::string refusal(const Variant& v, const Written& written, std::span<const AnyMove> legal) {
    const std::string refused = as_written(v, written) + " is not legal here: ";
    if (legal.empty()) return refused + "there is no legal move";
    if (legal.front().is_pass()) return refused + "the only legal move is pass";

    std::vector<std::size_t> all(legal.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const auto select = [&](auto wanted) {
        std::vector<std::size_t> chosen;
        std::ranges::copy_if(all, std::back_inserter(chosen), [&](std::size_t i) { return wanted(legal[i]); });
        return chosen;
    };
    const auto list_of = [&](const std::vector<std::size_t>& indexes, Form form) {
        return listing(v, legal, indexes, written.notation, form);
    };
    // A pass has no squares; then the preferred notation speaks, and no piece is meant.
    if (written.squares.empty())
        return refused + "legal moves are " + listing(v, legal, all, v.setup.notation, Form::Short);

    const int from = written.squares.front();
    const int to = written.squares.back();
    const auto same_from = select([&](const AnyMove& mv) { return mv.from == from; });
    const auto same_ends = select([&](const AnyMove& mv) { return mv.from == from && mv.to() == to; });
    const bool compulsory = v.move.obligation != Obligation::Free && std::ranges::all_of(legal, &AnyMove::is_capture);
    if (!same_ends.empty()) {
        const bool steps = std::ranges::none_of(same_ends, [&](std::size_t i) { return legal[i].is_capture(); });
        if (steps && written.capture) return refused + "it is no capture, expected " + list_of(same_ends, Form::Full);
        return refused + "expected the path " + list_of(same_ends, Form::Full);
    }
    if (compulsory && !written.capture)
        return refused +
               fmt::format("a capture is compulsory ({})", list_of(same_from.empty() ? all : same_from, Form::Short));
    const std::string square = square_text::write(v, from, written.notation);
    if (!same_from.empty())
        return refused + fmt::format("from {} there is {}", square, list_of(same_from, Form::Short));
    return refused + fmt::format("nothing on {} can move; legal moves are {}", square, list_of(all, Form::Short));
}

}  // namespace

Fit best_fit(const Variant& v, std::span<const int> listed, std::span<const AnyMove> paths) {
    Fit best = Fit::None;
    for (const AnyMove& path : paths) {
        if (path.from != listed.front() || path.to() != listed.back() || path.hops.empty()) continue;
        best = std::max(best, fit(v, listed, path));
    }
    return best;
}

std::string write_full(const Variant& v, const AnyMove& mv, Notation notation) {
    if (mv.is_pass()) return "pass";
    // A whole path is a capture to strict readers only with a sign of its own, even where the game writes -.
    const char sign = mv.hops.size() > 1 && v.setup.separator == '-' ? 'x' : v.setup.separator;
    return join(v, squares_of(mv), mv.is_capture() ? sign : '-', notation);
}

std::string write(const Variant& v, std::span<const AnyMove> legal, std::size_t index, Notation notation) {
    CH_ASSERT(index < legal.size());
    const AnyMove& mv = legal[index];
    if (mv.is_pass()) return "pass";
    const auto shares_ends = [&](const AnyMove& other) { return other.from == mv.from && other.to() == mv.to(); };
    if (std::ranges::count_if(legal, shares_ends) > 1) return write_full(v, mv, notation);
    return join(v, std::vector<int>{mv.from, mv.to()}, mv.is_capture() ? v.setup.separator : '-', notation);
}

std::expected<std::size_t, ReadError> find(const Variant& v, std::string_view text, std::span<const AnyMove> legal,
                                           const PathsOf& paths) {
    using Kind = ReadError::Kind;
    const Result<Written> written = parse(v, text);
    if (!written) return std::unexpected(ReadError{.kind = Kind::Unreadable, .error = written.error()});

    std::vector<std::size_t> candidates;
    Fit best = Fit::Passed;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const AnyMove& mv = legal[i];
        if (mv.is_pass() || written->squares.empty()) {
            if (mv.is_pass() && written->squares.empty()) return i;
            continue;
        }
        if (mv.from != written->squares.front() || mv.to() != written->squares.back() || mv.hops.empty()) continue;
        if (written->capture && !mv.is_capture()) continue;
        const Fit found = best_fit_of(v, written->squares, legal, i, paths);
        if (found < best) continue;
        if (found > best) candidates.clear();
        best = found;
        candidates.push_back(i);
    }
    if (candidates.size() == 1) return candidates.front();
    const std::string move = as_written(v, *written);
    if (candidates.empty())
        return std::unexpected(
            ReadError{.kind = Kind::Illegal, .error = {refusal(v, *written, legal), written->offset}, .move = move});
    const std::string choices = listing(v, legal, candidates, written->notation, Form::Full);
    return std::unexpected(
        ReadError{.kind = Kind::Ambiguous,
                  .error = {fmt::format("{} may mean {}: expected the whole path", move, choices), written->offset},
                  .move = move,
                  .choices = choices});
}

Result<std::size_t> read(const Variant& v, std::string_view text, std::span<const AnyMove> legal,
                         const PathsOf& paths) {
    std::expected<std::size_t, ReadError> found = find(v, text, legal, paths);
    if (!found) return std::unexpected(std::move(found.error().error));
    return *found;
}

}  // namespace crownhead::move_text
