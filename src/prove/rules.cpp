// The reference generator: a board of rows and columns, and a recursion which tries every jump.
#include "prove/rules.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <set>
#include <utility>

namespace crownhead::reference {

namespace {

struct Step {
    int down = 0;
    int right = 0;
    friend bool operator==(const Step&, const Step&) = default;
};

// Down is forward for Black. An orthogonal step goes to the next square of the same colour.
constexpr std::array<Step, 8> all_directions{{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}}};
constexpr std::size_t diagonals = 4;  // the first four

Cell operator+(Cell c, Step s) { return {c.row + s.down, c.column + s.right}; }

using Grid = std::array<std::array<Piece, max_size>, max_size>;

Piece& at(Grid& grid, Cell c) { return grid[static_cast<std::size_t>(c.row)][static_cast<std::size_t>(c.column)]; }

// What captures are compared by; the first difference decides and the larger value wins.
using Rank = std::array<std::uint64_t, 4>;

// A move without its path: from, to, promotes, captured squares.
using Effect = std::array<std::uint64_t, 4>;

Effect effect_of(const AnyMove& mv) {
    Effect effect{static_cast<std::uint64_t>(mv.from) << 8 | mv.to(), mv.promotes ? 1u : 0u, 0, 0};
    const auto add = [&](int number) { effect[number <= 64 ? 2 : 3] |= std::uint64_t{1} << (number - 1) % 64; };
    for (const Hop& hop : mv.hops) {
        if (hop.captured != 0) add(hop.captured);
        if (hop.captured_second != 0) add(hop.captured_second);
    }
    return effect;
}

// A jump which could be made: the piece or the two pieces jumped, and the first square behind.
struct Jump {
    bool possible = false;
    Cell first;
    Cell second;
    bool has_second = false;
    Cell behind;
};

struct Landings {
    std::array<Cell, max_size> cells;
    std::size_t count = 0;
};

class Generator {
public:
    Generator(const Variant& v, const Placement& placement, bool keep_paths)
        : v_(v), placement_(placement), us_(placement.turn), keep_paths_(keep_paths) {
        for (auto& row : grid_) row.fill(Piece::None);
        for (int n = 1; n <= placement.count(); ++n) at(grid_, cell(n)) = placement.at(n);
    }

    // All moves of the side whose turn it is; no pass, and the ending rules are not applied.
    std::vector<AnyMove> moves() {
        for (int n = 1; n <= placement_.count(); ++n)
            if (belongs_to(placement_.at(n), us_)) captures_of(n);
        if (moves_.empty() || v_.move.obligation == Obligation::Free)
            for (int n = 1; n <= placement_.count(); ++n)
                if (belongs_to(placement_.at(n), us_) && !is_banned(n)) steps_of(n);
        return std::move(moves_);
    }

private:
    Cell cell(int number) const { return cell_of_number(v_.setup, v_.size(), number); }
    std::uint8_t number(Cell c) const { return static_cast<std::uint8_t>(number_of_cell(v_.setup, v_.size(), c)); }
    bool is_inside(Cell c) const { return c.row >= 0 && c.row < v_.size() && c.column >= 0 && c.column < v_.size(); }
    bool is_empty(Cell c) { return is_inside(c) && at(grid_, c) == Piece::None; }
    bool is_forward(Step s) const { return us_ == Side::Black ? s.down > 0 : s.down < 0; }
    bool is_far(Cell c) const { return c.row == far_row(v_.size(), us_); }

    // Frisian art. 17: a side with men and kings may not step again with a king that has stepped so often in a row.
    bool is_banned(int from) const {
        const KingRun& run = placement_.king_runs[static_cast<std::size_t>(us_)];
        if (v_.move.king_run == 0 || run.count < v_.move.king_run || run.square != from) return false;
        const auto& all = placement_.squares;
        return is_king(placement_.at(from)) && std::find(all.begin(), all.end(), piece_of(us_, false)) != all.end();
    }

    // --- Steps

    void steps_of(int from) {
        const bool king = is_king(placement_.at(from));
        for (std::size_t d = 0; d < diagonals; ++d) {
            const Step direction = all_directions[d];
            if (!king && !is_forward(direction)) continue;
            Cell to = cell(from) + direction;
            while (is_empty(to)) {
                const bool promotes = !king && has_kings(v_.move) && is_far(to);
                moves_.push_back({static_cast<std::uint8_t>(from), {{.to = number(to)}}, promotes});
                if (!king || !kings_fly(v_.move)) break;
                to = to + direction;
            }
        }
    }

    // --- Captures

    void captures_of(int from) {
        const Piece piece = placement_.at(from);
        by_king_ = is_king(piece);
        path_.from = static_cast<std::uint8_t>(from);
        at(grid_, cell(from)) = Piece::None;  // the square it comes from is empty while it captures
        for (const Step direction : all_directions) {
            const Jump jump = find_jump(cell(from), direction, by_king_);
            if (jump.possible) make_jump(jump, direction, by_king_);
        }
        at(grid_, cell(from)) = piece;
    }

    bool may_capture_along(Step direction, bool king) const {
        const bool orthogonal = direction.down == 0 || direction.right == 0;
        if (orthogonal) return v_.move.man_capture == ManCapture::AllEight;
        return king || v_.move.man_capture != ManCapture::Forward || is_forward(direction);
    }

    bool can_be_jumped(Cell c, bool king) {
        if (!is_inside(c)) return false;
        const Piece piece = at(grid_, c);
        if (!belongs_to(piece, !us_) || captured_[number(c)]) return false;  // no piece is jumped twice
        return king || !is_king(piece) || v_.move.man_takes_king;
    }

    Jump find_jump(Cell from, Step direction, bool king) {
        Jump jump;
        if (!may_capture_along(direction, king)) return jump;
        jump.first = from + direction;
        if (king && kings_fly(v_.move))
            while (is_empty(jump.first)) jump.first = jump.first + direction;
        if (!can_be_jumped(jump.first, king)) return jump;
        jump.behind = jump.first + direction;
        if (king && v_.move.double_kill && can_be_jumped(jump.behind, king)) {
            jump.has_second = true;
            jump.second = jump.behind;
            jump.behind = jump.second + direction;
        }
        jump.possible = is_empty(jump.behind);
        return jump;
    }

    Landings landings(const Jump& jump, Step direction, bool king) {
        Landings all;
        for (Cell c = jump.behind; is_empty(c); c = c + direction) {
            all.cells[all.count++] = c;
            if (!king || v_.move.king == King::Short || v_.move.king == King::LandsBehind) break;
        }
        return all;
    }

    // `king`: the capturing piece moves as a king now.
    void make_jump(const Jump& jump, Step direction, bool king) {
        const Piece first = at(grid_, jump.first);
        const Piece second = jump.has_second ? at(grid_, jump.second) : Piece::None;
        captured_[number(jump.first)] = true;
        if (jump.has_second) captured_[number(jump.second)] = true;
        if (v_.move.removal == Removal::Immediately) {
            at(grid_, jump.first) = Piece::None;
            if (jump.has_second) at(grid_, jump.second) = Piece::None;
        }
        path_.hops.push_back({.to = 0,
                              .captured = number(jump.first),
                              .captured_second = jump.has_second ? number(jump.second) : std::uint8_t{0}});

        // Only if the capture can go on from no landing square may it end, and then on any of them.
        const Landings ends = landings(jump, direction, king);
        if (!go_on(ends, direction, king)) {
            // A king that takes a king last stands still directly behind it.
            const bool stands_still = v_.move.king == King::StopsBehindKing && is_king(first);
            for (std::size_t i = 0; i < (stands_still ? 1 : ends.count); ++i) {
                path_.hops.back().to = number(ends.cells[i]);
                found_capture(ends.cells[i], king);
            }
        }

        path_.hops.pop_back();
        at(grid_, jump.first) = first;
        captured_[number(jump.first)] = false;
        if (jump.has_second) {
            at(grid_, jump.second) = second;
            captured_[number(jump.second)] = false;
        }
    }

    bool go_on(const Landings& ends, Step direction, bool king) {
        if (v_.move.chain == Chain::Single) return false;
        const bool reaches_far_row = !king && has_kings(v_.move) && is_far(ends.cells[0]);
        if (reaches_far_row && v_.move.promotion == Promotion::EndsMove) return false;
        const bool king_now = king || (reaches_far_row && v_.move.promotion == Promotion::InPassing);
        bool goes_on = false;
        for (std::size_t i = 0; i < ends.count; ++i) {
            for (const Step next : all_directions) {
                // Straight on, the jump is the same from every landing square: the first one stands for all.
                if (next == direction && i > 0) continue;
                const Jump jump = find_jump(ends.cells[i], next, king_now);
                if (!jump.possible) continue;
                goes_on = true;
                path_.hops.back().to = number(ends.cells[i]);
                make_jump(jump, next, king_now);
            }
        }
        return goes_on;
    }

    void found_capture(Cell to, bool king) {
        path_.promotes = !by_king_ && has_kings(v_.move) && (king || is_far(to));
        const Rank rank = rank_of(path_);
        if (rank < best_) return;
        if (rank > best_) {
            best_ = rank;
            moves_.clear();
            seen_.clear();
        }
        if (keep_paths_ || seen_.insert(effect_of(path_)).second) moves_.push_back(path_);
    }

    Rank rank_of(const AnyMove& mv) const {
        std::uint64_t pieces = 0;
        std::uint64_t kings = 0;
        std::uint64_t kings_early = 0;  // the first captured piece is the highest bit
        for (const Hop& hop : mv.hops) {
            for (const std::uint8_t n : {hop.captured, hop.captured_second}) {
                if (n == 0) continue;
                if (is_king(placement_.at(n))) {
                    ++kings;
                    kings_early |= std::uint64_t{1} << (63 - pieces);
                }
                ++pieces;
            }
        }
        const std::uint64_t men = pieces - kings;
        const std::uint64_t by_king = by_king_ ? 1 : 0;
        switch (v_.move.obligation) {
            case Obligation::Free:
            case Obligation::Any: return {};
            case Obligation::KingFirst: return {by_king};
            case Obligation::Most: return {pieces};
            case Obligation::MostKings: return {pieces, kings};
            // A king is worth a little less than two men, so with equal sums the capture with more men is worth more.
            case Obligation::Weighted: return {men + 2 * kings, men, by_king};
            case Obligation::Italian: return {pieces, by_king, kings, kings_early};
        }
        return {};
    }

    const Variant& v_;
    const Placement& placement_;
    Side us_;
    bool keep_paths_;
    Grid grid_;  // without the capturing piece; captured pieces as Removal says

    AnyMove path_;  // the capture being tried; `to` of its last hop is not settled before it goes on or ends
    bool by_king_ = false;
    std::bitset<max_squares + 1> captured_;  // by number

    Rank best_{};
    std::vector<AnyMove> moves_;
    std::set<Effect> seen_;
};

bool has_pieces(const Placement& placement, Side side) {
    return std::any_of(placement.squares.begin(), placement.squares.end(),
                       [&](Piece p) { return belongs_to(p, side); });
}

bool is_over(const Variant& v, const Placement& placement) {
    if (!has_pieces(placement, placement.turn)) return true;
    return v.end.king_wins && std::any_of(placement.squares.begin(), placement.squares.end(), is_king);
}

std::vector<AnyMove> generate(const Variant& v, const Placement& placement, bool keep_paths) {
    if (is_over(v, placement)) return {};
    std::vector<AnyMove> moves = Generator(v, placement, keep_paths).moves();
    if (moves.empty() && v.end.blocked == Blocked::Passes) {
        Placement other = placement;
        other.turn = !placement.turn;
        if (!Generator(v, other, false).moves().empty()) moves.push_back(AnyMove{});
    }
    return moves;
}

}  // namespace

std::vector<AnyMove> legal_moves(const Variant& v, const Placement& placement) { return generate(v, placement, false); }

std::optional<Side> winner_without_move(const Variant& v, const Placement& placement) {
    const Side us = placement.turn;
    if (!has_pieces(placement, us)) return v.end.bare == Bare::Wins ? us : !us;
    if (v.end.king_wins) {
        // The side that has just moved has made the king, if it has one.
        const auto has_king = [&](Side side) {
            return std::ranges::find(placement.squares, piece_of(side, true)) != placement.squares.end();
        };
        if (has_king(!us)) return !us;
        if (has_king(us)) return us;
    }
    switch (v.end.blocked) {
        case Blocked::Loses: return !us;
        case Blocked::Wins: return us;
        case Blocked::Draws: return std::nullopt;
        case Blocked::Passes: break;
    }
    const int ours = placement.pieces(us);
    const int theirs = placement.pieces(!us);
    if (ours == theirs) return std::nullopt;
    return ours > theirs ? us : !us;
}

std::vector<AnyMove> all_paths(const Variant& v, const Placement& placement, const AnyMove& mv) {
    std::vector<AnyMove> paths = generate(v, placement, true);
    std::erase_if(paths, [&](const AnyMove& path) { return !same_effect(path, mv); });
    return paths;
}

Placement after(const Variant& v, const Placement& placement, const AnyMove& mv) {
    const Side us = placement.turn;
    Placement next = placement;
    next.turn = !us;
    if (mv.is_pass()) return next;

    const Piece piece = placement.at(mv.from);
    KingRun& our_run = next.king_runs[static_cast<std::size_t>(us)];
    KingRun& their_run = next.king_runs[static_cast<std::size_t>(!us)];
    next.put(mv.from, Piece::None);
    for (const std::uint8_t n : mv.captured()) {
        next.put(n, Piece::None);
        if (n == their_run.square) their_run = {};
    }
    next.put(mv.to(), mv.promotes ? piece_of(us, true) : piece);

    if (v.move.king_run > 0 && is_king(piece) && !mv.is_capture()) {
        const int before = our_run.square == mv.from ? our_run.count : 0;
        our_run = {mv.to(), static_cast<std::uint8_t>(std::min<int>(before + 1, v.move.king_run))};
    } else {
        our_run = {};
    }
    return next;
}

std::uint64_t perft(const Variant& v, const Placement& placement, int depth) {
    if (depth == 0) return 1;
    const std::vector<AnyMove> moves = legal_moves(v, placement);
    if (depth == 1) return moves.size();
    std::uint64_t total = 0;
    for (const AnyMove& mv : moves) total += perft(v, after(v, placement, mv), depth - 1);
    return total;
}

}  // namespace crownhead::reference
