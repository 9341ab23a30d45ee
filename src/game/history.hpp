// History<G>: the positions of a game so far, with what the draw rules need to know of them; and the outcome that follows
// from a history and the ending rules. Undo and redo walk through it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "game/hash.hpp"
#include "game/movegen.hpp"
#include "game/outcome.hpp"
#include "rules/ending.hpp"

namespace crownhead {

// The diagonal between the two dark corners.
template <Geometry G>
constexpr SquareSet<G> long_diagonal() {
    SquareSet<G> set;
    for (int i = 0; i < G.squares(); ++i) {
        const Cell c = cell_of(G.size, i);
        if (c.row + c.column == G.size - 1) set |= SquareSet<G>(static_cast<Square>(G.bit(i)));
    }
    return set;
}

// Is this the material that the rule speaks of?
template <Geometry G>
bool holds(const MaterialRule& rule, const Position<G>& pos) {
    using Kind = MaterialRule::Kind;
    if (rule.kind == Kind::None) return false;
    if (rule.kind == Kind::Balance) {
        const int total = pos.occupied().count();
        return total >= rule.pieces_min && total <= rule.pieces_max && pos.kings_of(Side::Black) &&
               pos.kings_of(Side::White);
    }
    for (const Side lone : {Side::Black, Side::White}) {
        const SquareSet<G> king = pos.of(lone);
        if (king.empty() || !king.single() || (king & pos.kings).empty()) continue;
        if (rule.kind == Kind::LoneKingOnLongDiagonal && (king & long_diagonal<G>()).empty()) continue;
        const int pieces = pos.of(!lone).count();
        if (pieces >= rule.pieces_min && pieces <= rule.pieces_max && pos.kings_of(!lone).count() >= rule.kings_min)
            return true;
    }
    return false;
}

// A position of a game with what the draw rules need to know of the moves before it.
template <Geometry G>
struct HistoryEntry {
    Position<G> pos;
    std::uint64_t key = 0;
    std::int16_t since_capture = 0;  // plies
    std::int16_t since_advance = 0;  // plies since a man last moved
    std::array<std::int16_t, max_material_rules>
        material{};  // plies for which each existing rule has held; -1: it does not

    int quiet() const { return std::min(since_capture, since_advance); }
};

template <Geometry G>
HistoryEntry<G> first_entry(const Position<G>& pos, const Ending& end) {
    HistoryEntry<G> first{pos, key_of(pos), 0, 0, {}};
    for (std::size_t i = 0; i < end.material.size(); ++i) first.material[i] = holds(end.material[i], pos) ? 0 : -1;
    return first;
}

template <Movement M, Geometry G>
HistoryEntry<G> entry_after(const HistoryEntry<G>& before, const Move<G>& mv, const Ending& end) {
    const Position<G> next = after<M>(before.pos, mv);
    const auto one_more = [](std::int16_t plies) {
        return static_cast<std::int16_t>(plies < 30'000 ? plies + 1 : plies);
    };
    HistoryEntry<G> entry{
        next,
        key_after<M>(before.key, before.pos, mv, next),
        mv.is_capture() ? std::int16_t{0} : one_more(before.since_capture),
        !mv.is_pass() && !before.pos.kings.has(mv.from) ? std::int16_t{0} : one_more(before.since_advance),
        {}};
    for (std::size_t i = 0; i < end.material.size() && end.material[i].kind != MaterialRule::Kind::None; ++i) {
        const MaterialRule& rule = end.material[i];
        const bool restart =
            before.material[i] < 0 || (rule.kind == MaterialRule::Kind::Balance && (mv.is_capture() || mv.promotes));
        entry.material[i] = static_cast<std::int16_t>(!holds(rule, next) ? -1
                                                      : restart          ? 0
                                                                         : one_more(before.material[i]));
    }
    return entry;
}

template <Geometry G>
class History {
public:
    using Entry = HistoryEntry<G>;

    void start(const Position<G>& pos, const Ending& end) {
        entries_.clear();
        entries_.push_back(first_entry(pos, end));
        at_ = 0;
    }

    const Entry& now() const { return entries_[at_]; }
    const Position<G>& pos() const { return now().pos; }
    std::size_t ply() const { return at_; }
    // The positions from the start to here.
    std::span<const Entry> line() const { return {entries_.data(), at_ + 1}; }

    template <Movement M>
    void play(const Move<G>& mv, const Ending& end) {
        entries_.resize(at_ + 1);
        entries_.push_back(entry_after<M>(entries_.back(), mv, end));
        ++at_;
    }

    bool undo() {
        if (at_ == 0) return false;
        --at_;
        return true;
    }
    bool redo() {
        if (at_ + 1 == entries_.size()) return false;
        ++at_;
        return true;
    }

    // How often the present position has occurred, this time included. Captures and moves of men cannot be undone by
    // playing on, so only the plies since then are compared.
    int occurrences() const {
        int found = 1;
        const auto quiet = static_cast<std::size_t>(now().quiet());
        for (std::size_t back = 4; back <= quiet && back <= at_; back += 2) {
            const Entry& earlier = entries_[at_ - back];
            if (earlier.key == now().key && earlier.pos == now().pos) ++found;
        }
        return found;
    }

private:
    std::vector<Entry> entries_;
    std::size_t at_ = 0;
};

// The side to move has no pieces, or the first king has been made. (A capture of the last piece is followed by the turn of
// the bare side. In a position set up with the other side bare, rulebooks still list the moves: one may be made first.)
template <Geometry G>
std::optional<Outcome> decided(const Position<G>& pos, const Ending& end) {
    if (pos.of(pos.turn).empty())
        return Outcome{end.bare == Bare::Wins ? pos.turn : !pos.turn, Reason::NoPieces, pos.turn};
    if (end.king_wins && pos.kings) {
        const Side maker = pos.kings_of(!pos.turn) ? !pos.turn : pos.turn;
        return Outcome{maker, Reason::KingMade, maker};
    }
    return std::nullopt;
}

// The side to move has pieces but no move. Null where it passes and the other side can go on.
template <Movement M, Geometry G>
std::optional<Outcome> blocked(const Position<G>& pos, const Ending& end) {
    const Side us = pos.turn;
    switch (end.blocked) {
        case Blocked::Loses: return Outcome{!us, Reason::NoMove, us};
        case Blocked::Wins: return Outcome{us, Reason::NoMove, us};
        case Blocked::Draws: return Outcome{std::nullopt, Reason::NoMove, us};
        case Blocked::Passes: break;
    }
    Position<G> passed = pos;
    passed.turn = !us;
    if (any_move<M>(passed)) return std::nullopt;
    const int black = pos.of(Side::Black).count();
    const int white = pos.of(Side::White).count();
    if (black == white) return Outcome{std::nullopt, Reason::EqualPieces, us};
    const Side more = black > white ? Side::Black : Side::White;
    return Outcome{more, Reason::MorePieces, more};
}

// Plies until a rule that counts moves draws the game, if nothing happens that ends its count.
template <Geometry G>
int plies_to_count(const HistoryEntry<G>& now, const Ending& end) {
    int least = 1 << 20;
    if (end.no_capture_limit > 0) least = std::min(least, 2 * end.no_capture_limit - now.since_capture);
    if (end.no_advance_limit > 0) least = std::min(least, 2 * end.no_advance_limit - now.since_advance);
    if (end.quiet_limit > 0) least = std::min(least, 2 * end.quiet_limit - now.quiet());
    for (std::size_t i = 0; i < end.material.size() && end.material[i].kind != MaterialRule::Kind::None; ++i)
        if (now.material[i] >= 0) least = std::min(least, 2 * end.material[i].moves - now.material[i]);
    return least;
}

// A draw by the rules that count moves.
template <Geometry G>
std::optional<Outcome> drawn_by_count(const HistoryEntry<G>& now, const Ending& end) {
    const auto draw = [&](Reason reason, int rule = 0) { return Outcome{std::nullopt, reason, now.pos.turn, rule}; };
    if (end.no_capture_limit > 0 && now.since_capture >= 2 * end.no_capture_limit) return draw(Reason::NoCapture);
    if (end.no_advance_limit > 0 && now.since_advance >= 2 * end.no_advance_limit) return draw(Reason::NoAdvance);
    if (end.quiet_limit > 0 && now.quiet() >= 2 * end.quiet_limit) return draw(Reason::Quiet);
    for (std::size_t i = 0; i < end.material.size() && end.material[i].kind != MaterialRule::Kind::None; ++i)
        if (now.material[i] >= 2 * end.material[i].moves) return draw(Reason::Material, static_cast<int>(i));
    return std::nullopt;
}

// A draw by the rules that count moves or repetitions.
template <Geometry G>
std::optional<Outcome> drawn(const History<G>& history, const Ending& end) {
    if (const auto result = drawn_by_count(history.now(), end)) return result;
    if (end.repetitions > 0 && history.occurrences() >= end.repetitions)
        return Outcome{std::nullopt, Reason::Repetition, history.pos().turn};
    return std::nullopt;
}

template <Movement M, Geometry G>
std::optional<Outcome> outcome(const History<G>& history, const Ending& end) {
    const Position<G>& pos = history.pos();
    if (const auto result = decided(pos, end)) return result;
    if (!any_move<M>(pos)) {
        if (const auto result = blocked<M>(pos, end)) return result;
    }
    return drawn(history, end);
}

// The moves that may be played: none in a finished game, the pass where it is forced. False, and none, if its captures take
// more work than `budget`.
template <Movement M, Geometry G>
bool legal_moves(const History<G>& history, const Ending& end, MoveList<G>& list,
                 std::uint64_t budget = detail::unlimited_work) {
    list.clear();
    if (decided(history.pos(), end) || drawn(history, end)) return true;
    if (generate<M>(history.pos(), list, budget) > budget) {
        list.clear();
        return false;
    }
    if (list.empty() && end.blocked == Blocked::Passes && !blocked<M>(history.pos(), end)) list.push_back(Move<G>{});
    return true;
}

}  // namespace crownhead
