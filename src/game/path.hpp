// The ways in which a capture can be carried out, square by square. Moves are known by their effect; text and user
// interfaces need the squares in between.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "game/capture_state.hpp"
#include "game/position.hpp"
#include "rules/setup.hpp"

namespace crownhead {

struct PathHop {
    Square to = no_square;
    Square captured = no_square;
    Square captured_second = no_square;  // a double kill
};
using Path = std::vector<PathHop>;

// The jumps that a king can get to, for paths of several moves of the same position: filled in if one of them needs it.
template <Geometry G>
struct ReachedJumps {
    Square from = no_square;
    detail::CaptureStates<G> jumps{};
};

namespace detail {

template <Geometry G, Movement M>
class PathFinder {
public:
    using Set = SquareSet<G>;

    PathFinder(const Position<G>& pos, const Move<G>& mv, std::size_t most)
        : pos_(pos), mv_(mv), us_(pos.turn), most_(most), open_(pos.empty() | Set(mv.from)) {}

    std::vector<Path> find(ReachedJumps<G>& reached) {
        const bool king = pos_.kings.has(mv_.from);
        follow(mv_.from, Set{}, king);
        if constexpr (kings_fly(M)) {
            if (found_.empty() && king) {
                if (reached.from != mv_.from) {
                    reached = {.from = mv_.from, .jumps = {}};
                    note_reached({mv_.from}, Set{}, reached.jumps);
                }
                read_backwards(reached.jumps, mv_.captured, mv_.to, no_direction, no_square);
            }
        }
        if (M.obligation == Obligation::Italian) keep_earliest_kings();
        return std::move(found_);
    }

private:
    static constexpr int directions = M.man_capture == ManCapture::AllEight ? 8 : 4;
    static constexpr int no_direction = -1;

    bool may_jump(int d, bool king) const {
        if (king || M.man_capture != ManCapture::Forward) return true;
        return us_ == Side::Black ? G.step(static_cast<Direction>(d)) > 0 : G.step(static_cast<Direction>(d)) < 0;
    }
    static bool on_board(int bit) { return bit >= 0 && bit < G.bits() && Set::all().has(static_cast<Square>(bit)); }
    bool is_open(int bit, Set captured) const {
        if (!on_board(bit)) return false;
        const auto sq = static_cast<Square>(bit);
        return open_.has(sq) || (M.removal == Removal::Immediately && captured.has(sq));
    }
    bool is_target(int bit, Set captured) const {
        return on_board(bit) && (mv_.captured - captured).has(static_cast<Square>(bit));
    }

    bool done() const { return found_.size() >= most_ || jumps_ > (found_.empty() ? jumps_to_first : jumps_to_all); }

    void follow(Square sq, Set captured, bool king) {
        if (captured == mv_.captured) {
            finish(sq, king);
            return;
        }
        const bool stops = M.promotion == Promotion::EndsMove && has_kings(M) && !king && !captured.empty() &&
                           far_row_of<G>(us_).has(sq);
        if (stops) return;
        for (int d = 0; d < directions; ++d) jump(sq, captured, king, d);
    }

    void finish(Square sq, bool king) {
        const bool was_king = pos_.kings.has(mv_.from);
        const bool crowned =
            has_kings(M) && !was_king && (M.promotion == Promotion::InPassing ? king : far_row_of<G>(us_).has(sq));
        if (sq == mv_.to && crowned == mv_.promotes) found_.push_back(path_);
    }

    void jump(Square sq, Set captured, bool king, int d) {
        if (!may_jump(d, king)) return;
        int at = bit_of(sq) + step_of(d);
        if (king && kings_fly(M))
            while (is_open(at, captured)) at += step_of(d);
        if (!is_target(at, captured) || done()) return;
        const auto over = static_cast<Square>(at);
        const CaptureState<G> state{captured, capture_place(over, d, king)};
        if (dead_ends_.contains(state)) return;
        const std::size_t found_before = found_.size();
        ++jumps_;
        jump_over(bit_of(over), captured, king, d);
        if (found_.size() == found_before && !done()) dead_ends_.insert(state);
    }

    void jump_over(int over, Set captured, bool king, int d) {
        const int step = G.step(static_cast<Direction>(d));
        const Set taken = captured | Set(static_cast<Square>(over));
        const int behind = over + step;
        if (is_open(behind, captured)) {
            if (king && kings_choose_landing(M) && taken == mv_.captured && goes_on(over, step, taken)) return;
            land({static_cast<Square>(behind), static_cast<Square>(over), no_square}, taken, king, no_direction);
            // Further landing squares matter for turns and for the end of the move; straight on is noted from the nearest.
            if (king && kings_choose_landing(M) && !(taken == mv_.captured && stops_behind(over)))
                for (int to = behind + step; is_open(to, captured); to += step)
                    land({static_cast<Square>(to), static_cast<Square>(over), no_square}, taken, king, d);
        }
        if (king && M.double_kill && is_target(behind, captured) && is_open(behind + step, captured)) {
            const auto second = static_cast<Square>(behind);
            land({static_cast<Square>(behind + step), static_cast<Square>(over), second}, taken | Set(second), king,
                 no_direction);
        }
    }

    // After its last jump a flying king may stop only if no landing square behind its prey lets it go on.
    bool goes_on(int over, int step, Set captured) const {
        for (int to = over + step; is_open(to, captured); to += step)
            for (int d = 0; d < directions; ++d) {
                const int line = G.step(static_cast<Direction>(d));
                int prey = to + line;
                while (is_open(prey, captured)) prey += line;
                const bool enemy = on_board(prey) && (pos_.of(!us_) - captured).has(static_cast<Square>(prey));
                if (enemy && is_open(prey + line, captured)) return true;
            }
        return false;
    }

    // Whether the capture, if this was its last piece, ends on the square directly behind it.
    bool stops_behind(int over) const {
        return M.king == King::StopsBehindKing && pos_.kings.has(static_cast<Square>(over));
    }

    // ---- One path of a flying king where there are too many to try them all: every state that its captures can reach is
    // noted once, and the path is read backwards from its end.

    using Zone = std::vector<Square>;  // where the king may have landed after a jump

    void note_reached(const Zone& zone, Set captured, CaptureStates<G>& states) const {
        for (const Square from : zone)
            for (int d = 0; d < directions; ++d) {
                const Square over = prey(from, captured, d, pos_.of(!us_));
                if (over == no_square) continue;
                const Zone next = landings(over, d, captured);
                const Set taken = captured | Set(over);
                if (!next.empty() && states.insert({taken, capture_place(over, d, true)}))
                    note_reached(next, taken, states);
            }
    }

    // The last jump completed `captured` and landed on `to`, or, if that is no_square, where `next` can be jumped in
    // direction `leaves`.
    void read_backwards(const CaptureStates<G>& states, Set captured, Square to, int leaves, Square next) {
        if (captured.empty()) {
            found_.emplace_back(path_.rbegin(), path_.rend());
            return;
        }
        for (const Square over : captured)
            for (int d = 0; d < directions; ++d) {
                if (!states.contains({captured, capture_place(over, d, true)})) continue;
                const Set before = captured - Set(over);
                if (before.empty() && prey(mv_.from, before, d, captured) != over) continue;
                if (to != no_square && goes_on(bit_of(over), step_of(d), captured)) continue;
                for (const Square landing : landings(over, d, before)) {
                    if (found_.size() >= most_) return;
                    if (to != no_square && stops_behind(bit_of(over)) && bit_of(landing) != bit_of(over) + step_of(d))
                        break;
                    if (to != no_square ? landing == to : prey(landing, captured, leaves, mv_.captured) == next) {
                        path_.push_back({landing, over, no_square});
                        read_backwards(states, before, no_square, d, over);
                        path_.pop_back();
                    }
                    if (d == leaves) break;  // straight on is noted from the nearest square
                }
            }
    }

    // The piece of `targets` that a flying king would jump next in direction d, or no_square.
    Square prey(Square sq, Set captured, int d, Set targets) const {
        int over = bit_of(sq) + step_of(d);
        while (is_open(over, captured)) over += step_of(d);
        if (!on_board(over) || !(targets - captured).has(static_cast<Square>(over))) return no_square;
        return static_cast<Square>(over);
    }

    static int step_of(int d) { return G.step(static_cast<Direction>(d)); }

    Zone landings(Square over, int d, Set captured) const {
        Zone all;
        for (int to = bit_of(over) + step_of(d); is_open(to, captured); to += step_of(d)) {
            all.push_back(static_cast<Square>(to));
            if (M.king == King::LandsBehind) break;
        }
        return all;
    }

    void land(const PathHop& hop, Set captured, bool king, int straight_on) {
        const bool is_king = king || (M.promotion == Promotion::InPassing && far_row_of<G>(us_).has(hop.to));
        path_.push_back(hop);
        if (straight_on == no_direction || captured == mv_.captured) {
            follow(hop.to, captured, is_king);
        } else {
            for (int d = 0; d < directions; ++d)
                if (d != straight_on) jump(hop.to, captured, is_king, d);
        }
        path_.pop_back();
    }

    // Italian rules: only the paths on which kings are met as early as possible.
    void keep_earliest_kings() {
        const auto order = [&](const Path& path) {
            std::uint32_t bits = 0;
            for (const PathHop& hop : path) bits = bits * 2 + (pos_.kings.has(hop.captured) ? 1 : 0);
            return bits;
        };
        std::uint32_t best = 0;
        for (const Path& path : found_) best = std::max(best, order(path));
        std::erase_if(found_, [&](const Path& path) { return order(path) != best; });
    }

    const Position<G>& pos_;
    const Move<G>& mv_;
    Side us_;
    std::size_t most_;
    Set open_;
    Path path_;
    std::vector<Path> found_;

    static constexpr int jumps_to_first = 2000;   // then the first path is looked for in a better order
    static constexpr int jumps_to_all = 100'000;  // then those found so far are enough
    int jumps_ = 0;
    CaptureStates<G> dead_ends_;  // jumps after which the move cannot be completed
};

}  // namespace detail

// At most `most` paths of a legal move; a step has one. Where there are immensely many, fewer are found, but at least one.
template <Movement M, Geometry G>
std::vector<Path> paths_of(const Position<G>& pos, const Move<G>& mv, std::size_t most, ReachedJumps<G>& reached) {
    if (mv.is_pass()) return {{}};
    if (!mv.is_capture()) return {{{mv.to, no_square, no_square}}};
    return detail::PathFinder<G, M>(pos, mv, most).find(reached);
}

}  // namespace crownhead
