#include "notation/fen.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "notation/fen_fault.hpp"
#include "notation/square_text.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead::fen {

namespace {

class Reader {
public:
    Reader(const Variant& v, std::string_view text, bool names)
        : v_(v), in_(text), placement_(v.squares()), may_name_(names || v.setup.notation == Notation::Algebraic) {}

    Result<ReadFen> read() {
        in_.skip_spaces();
        fault_ = "turn";
        const Result<Side> turn = colour("the side to move, W or B");
        if (!turn) return std::unexpected(turn.error());
        placement_.turn = *turn;
        fault_ = "lists";
        if (in_.peek() != ':') return in_.expected("':' and a list of squares");
        while (in_.accept(':')) {
            in_.skip_spaces();
            if (const Result<void> done = is_extension() ? extension() : list(); !done)
                return std::unexpected(done.error());
        }
        in_.accept('.');
        in_.skip_spaces();
        fault_ = "end";
        if (!in_.at_end()) return in_.expected("',', ':' or the end");
        fault_ = {};
        const bool named = names_ || (!numbers_ && v_.setup.notation == Notation::Algebraic);
        return ReadFen{std::move(placement_), named ? Notation::Algebraic : Notation::Numeric};
    }

    std::string_view fault() const { return fault_; }

private:
    Result<Side> colour(std::string_view what) {
        const char c = lower(in_.peek());
        if (c != 'w' && c != 'b') return in_.expected(what);
        in_.advance();
        in_.skip_spaces();
        return c == 'w' ? Side::White : Side::Black;
    }

    // What Lidraughts writes after the lists: `:H<n>` and `:F<n>`, and the king runs of Frisian draughts, `:+a+b`,
    // whose sides are not documented. Ignored.
    bool is_extension() const {
        if (!listed_[0] && !listed_[1]) return false;
        const char c = lower(in_.peek());
        return c == 'h' || c == 'f' || (c == '+' && v_.move.king_run > 0);
    }

    Result<void> extension() {
        const int numbers = in_.peek() == '+' ? 2 : 1;
        fault_ = "end";
        for (int i = 0; i < numbers; ++i) {
            if (numbers == 1)
                in_.advance();
            else if (const Result<void> plus = in_.expect('+'); !plus)
                return plus;
            if (const Result<int> n = in_.number(); !n) return std::unexpected(n.error());
            in_.skip_spaces();
        }
        return {};
    }

    Result<void> list() {
        const std::size_t start = in_.offset();
        fault_ = "list";
        const Result<Side> side = colour("a list that begins with W or B");
        if (!side) return std::unexpected(side.error());
        bool& listed = listed_[static_cast<std::size_t>(*side)];
        fault_ = "second-list";
        if (listed)
            return fail(fmt::format("there is a second list for {}", *side == Side::White ? "White" : "Black"), start);
        listed = true;
        if (in_.at_end() || in_.peek() == ':' || in_.peek() == '.') return {};
        do {
            if (const Result<void> done = item(*side); !done) return done;
            in_.skip_spaces();
        } while (in_.accept(','));
        return {};
    }

    // `31`, `K31`, `31-35`, `K31-35`, `c3`, `Kc3`
    Result<void> item(Side side) {
        in_.skip_spaces();
        const std::size_t start = in_.offset();
        fault_ = "square";
        const bool king = accept_king();
        const Result<square_text::ReadSquare> first = square();
        if (!first) return std::unexpected(first.error());
        const bool named = first->notation == Notation::Algebraic;
        (named ? names_ : numbers_) = true;
        in_.skip_spaces();
        int last = first->number;
        if (in_.peek() == '-') {
            if (named) fault_ = "range";
            if (named) return fail("a range needs numbers: expected ',' or ':', found '-'", in_.offset());
            in_.advance();
            in_.skip_spaces();
            const Result<int> number = square_text::read_number(in_, v_.squares());
            if (!number) return std::unexpected(number.error());
            last = *number;
            fault_ = "backwards";
            if (last < first->number)
                return fail(fmt::format("the range {}-{} runs backwards: expected the smaller number first",
                                        first->number, last),
                            start);
        }
        fault_ = "twice";
        for (int n = first->number; n <= last; ++n) {
            if (placement_.at(n) != Piece::None)
                return fail(fmt::format("the square {} is given twice", square_text::write(v_, n, first->notation)),
                            start);
            placement_.put(n, piece_of(side, king));
        }
        return {};
    }

    Result<square_text::ReadSquare> square() {
        if (!may_name_ || !is_letter(in_.peek())) return square_text::read(v_, in_);
        const Result<int> number = square_text::read_name(v_, in_);
        if (!number) return std::unexpected(number.error());
        return square_text::ReadSquare{*number, Notation::Algebraic};
    }

    bool accept_king() {
        // On a board with a file k, a small k before a digit is that file.
        const bool is_file = may_name_ && v_.size() > 'k' - 'a' && is_digit(in_.peek(1));
        if (!in_.accept('K') && (is_file || !in_.accept('k'))) return false;
        in_.skip_spaces();
        return true;
    }

    const Variant& v_;
    Cursor in_;
    Placement placement_;
    std::array<bool, 2> listed_{};  // by side
    bool numbers_ = false;
    bool names_ = false;
    bool may_name_;
    std::string_view fault_{};  // what it would be if reading failed here
};

void write_list(std::string& out, const Variant& v, const Placement& placement, Piece piece, Notation notation,
                bool& first) {
    const auto add = [&](int from, int to) {
        if (!first) out += ',';
        first = false;
        if (is_king(piece)) out += 'K';
        out += square_text::write(v, from, notation);
        if (to > from) out += fmt::format("-{}", to);
    };
    for (int n = 1; n <= placement.count(); ++n) {
        if (placement.at(n) != piece) continue;
        int last = n;
        while (last < placement.count() && placement.at(last + 1) == piece) ++last;
        if (notation == Notation::Numeric && last - n >= 2) {
            add(n, last);
            n = last;
        } else {
            add(n, n);
        }
    }
}

}  // namespace

Result<Placement> read(const Variant& v, std::string_view text) {
    Result<ReadFen> result = read_with_notation(v, text);
    if (!result) return std::unexpected(std::move(result.error()));
    return std::move(result->placement);
}

std::string_view fault(const Variant& v, std::string_view text) {
    Reader reader(v, text, false);
    [[maybe_unused]] const Result<ReadFen> read = reader.read();
    return reader.fault();
}

Result<ReadFen> read_with_notation(const Variant& v, std::string_view text) { return Reader(v, text, false).read(); }

Result<Placement> read_any(const Variant& v, std::string_view text) {
    Result<ReadFen> result = Reader(v, text, false).read();
    if (result) return std::move(result->placement);
    Result<ReadFen> named = Reader(v, text, true).read();
    if (named) return std::move(named->placement);
    return std::unexpected(std::move(result.error()));
}

std::string write(const Variant& v, const Placement& placement, Notation notation) {
    CH_ASSERT(placement.count() == v.squares());
    std::string out(placement.turn == Side::White ? "W" : "B");
    for (const Side side : {Side::White, Side::Black}) {
        out += side == Side::White ? ":W" : ":B";
        bool first = true;
        for (const bool king : {false, true}) write_list(out, v, placement, piece_of(side, king), notation, first);
    }
    return out;
}

}  // namespace crownhead::fen
