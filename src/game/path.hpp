// The ways in which a capture can be carried out, square by square. Moves are known by their effect; text and user
// interfaces need the squares in between.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "game/position.hpp"
#include "rules/setup.hpp"

namespace crownhead {

struct PathHop {
    Square to = no_square;
    Square captured = no_square;
    Square captured_second = no_square;  // a double kill
};
using Path = std::vector<PathHop>;

namespace detail {

template <Geometry G, Movement M>
class PathFinder {
public:
    using Set = SquareSet<G>;

    PathFinder(const Position<G>& pos, const Move<G>& mv, std::size_t most)
        : pos_(pos), mv_(mv), us_(pos.turn), most_(most), open_(pos.empty() | Set(mv.from)) {}

    std::vector<Path> find() {
        follow(mv_.from, Set{}, pos_.kings.has(mv_.from));
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

    void follow(Square sq, Set captured, bool king) {
        if (found_.size() >= most_) return;
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
        const int step = G.step(static_cast<Direction>(d));
        int over = bit_of(sq) + step;
        if (king && kings_fly(M))
            while (is_open(over, captured)) over += step;
        if (!is_target(over, captured)) return;
        const Set taken = captured | Set(static_cast<Square>(over));
        const int behind = over + step;
        if (is_open(behind, captured)) {
            if (king && M.king == King::Flying && taken == mv_.captured && goes_on(over, step, taken)) return;
            land({static_cast<Square>(behind), static_cast<Square>(over), no_square}, taken, king, no_direction);
            // Further landing squares matter for turns and for the end of the move; straight on is noted from the nearest.
            if (king && M.king == King::Flying)
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
};

}  // namespace detail

// At most `most` paths of a legal move; a step has one.
template <Movement M, Geometry G>
std::vector<Path> paths_of(const Position<G>& pos, const Move<G>& mv, std::size_t most) {
    if (mv.is_pass()) return {{}};
    if (!mv.is_capture()) return {{{mv.to, no_square, no_square}}};
    return detail::PathFinder<G, M>(pos, mv, most).find();
}

}  // namespace crownhead
