// The engine's search: iterative deepening, principal variation search with a transposition table, quiescence,
// reductions and pruning. One object is one thread's search; several share a Table and a Control.
//
// A value is exact between alpha and beta and a bound outside (fail-soft). Won and lost games are worth their distance in
// plies; in the table they count from the position, in the search from the root. Every part named in Part can be switched
// off, and with none of them the search gives the value of plain minimax.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "eval/evaluator.hpp"
#include "game/history.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/order.hpp"
#include "search/probe.hpp"
#include "search/score.hpp"
#include "search/table.hpp"

namespace crownhead {

namespace detail {

inline constexpr int max_ply = 250;
// Nodes of one quiescence search. In play a few hundred are the most ever seen; boards full of kings would take forever.
inline constexpr std::uint64_t quiescence_nodes = 2000;
inline constexpr std::uint64_t nodes_between_checks = 64;  // of the clock

// How many plies less a late move is looked at: grows with the depth and with the moves tried before it.
inline const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> all{};
    for (std::size_t d = 1; d < 64; ++d)
        for (std::size_t n = 1; n < 64; ++n)
            all[d][n] = static_cast<std::int8_t>(0.4 + std::log(static_cast<double>(d)) *
                                                           std::log(static_cast<double>(n)) / 1.9);
    return all;
}();

inline int reduction(int depth, int number) {
    return reductions[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
}

}  // namespace detail

template <Geometry G, Movement M>
class PrincipalSearch {
public:
    using Evaluator = eval::Evaluator<G, M>;

    struct RootMove {
        Move<G> move;
        std::size_t index = 0;  // among the legal moves
        int score = -score::infinite;
        int depth = 0;                // that the score rests on
        std::vector<Move<G>> line{};  // begins with the move
    };

    // Without a probe nothing is known of endgames.
    PrincipalSearch(const Ending& end, const Evaluator& evaluator, Table& table, Control& control, Parts parts,
                    const Probe<G>* probe = nullptr)
        : end_(end),
          evaluator_(evaluator),
          table_(table),
          control_(control),
          parts_(parts),
          probe_(probe),
          pv_(detail::max_ply + 2) {}

    // Looks at the position at the end of `history`, whose legal moves (at least one) are given. `each_depth` is called when
    // a depth is finished. Helpers (worker > 0) go a little ahead to fill the table, until they are stopped. If only some of
    // the moves are to be looked at, `among` has their indexes.
    void run(const History<G>& history, const MoveList<G>& moves, const ThinkLimits& limits, int worker,
             const std::function<void()>& each_depth, std::span<const std::size_t> among = {}) {
        begin(history, moves, limits, among);
        const std::size_t wanted =
            std::min<std::size_t>(static_cast<std::size_t>(std::max(limits.lines, 1)), root_moves_.size());
        const int last = limits.depth > 0 ? std::min(limits.depth, max_depth) : max_depth;
        for (int depth = 1 + worker % 2; depth <= last; ++depth) {
            root_depth_ = depth;
            lines_done_ = 0;
            while (lines_done_ < wanted && !stopped_) {
                search_window(depth);
                ++lines_done_;
            }
            sort_lines(wanted);
            if (stopped_) break;
            depth_ = depth;
            shown_nodes_ = nodes_;
            if (each_depth) each_depth();
            if (worker == 0 && finished(wanted)) break;
        }
        if (root_moves_.front().depth == 0) choose_statically();
        shown_nodes_ = nodes_;
    }

    void forget() { memory_ = {}; }

    // The best moves so far, best first. After run() the first has a score; its depth is 0 if the search was stopped before
    // any move was searched.
    const std::vector<RootMove>& moves() const { return root_moves_; }
    int depth() const { return depth_; }      // the last one finished
    int deepest() const { return deepest_; }  // plies
    std::uint64_t nodes() const {
        return shown_nodes_;
    }  // other threads may ask; a little behind while the search runs

private:
    using Entry = HistoryEntry<G>;
    using Killers = typename MoveMemory<G>::Killers;

    // ---- The root

    void begin(const History<G>& history, const MoveList<G>& moves, const ThinkLimits& limits,
               std::span<const std::size_t> among) {
        const auto line = history.line();
        // Only what can still be repeated is of interest.
        const std::size_t quiet = std::min<std::size_t>(static_cast<std::size_t>(line.back().quiet()), line.size() - 1);
        root_ = quiet;
        line_.assign(line.end() - static_cast<std::ptrdiff_t>(quiet) - 1, line.end());
        line_.resize(root_ + detail::max_ply + 2);
        played_.assign(detail::max_ply + 2, Move<G>{});
        killers_.assign(detail::max_ply + 2, Killers{});
        root_moves_.clear();
        if (among.empty())
            for (std::size_t i = 0; i < moves.size(); ++i) root_moves_.push_back({.move = moves[i], .index = i});
        for (const std::size_t i : among) root_moves_.push_back({.move = moves[i], .index = i});
        root_pieces_ = history.pos().occupied().count();
        root_men_ = (history.pos().occupied() - history.pos().kings).count();
        root_is_won_ = probe_ != nullptr && root_pieces_ <= probe_->pieces() && !any_capture<M>(history.pos()) &&
                       probe_->value(history.pos()) == egdb::Value::Win;
        node_limit_ = limits.nodes;
        nodes_ = 0;
        shown_nodes_ = 0;
        deepest_ = 0;
        depth_ = 0;
        stopped_ = false;
    }

    // Is another depth of no use, or too late?
    bool finished(std::size_t wanted) const {
        if (control_.enough()) return true;
        if (!control_.timed()) return false;
        if (root_moves_.size() == 1) return true;
        // Nothing will be found that is nearer than what is known.
        return std::all_of(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(wanted),
                           [&](const RootMove& mv) {
                               return score::is_decided(mv.score) && score::won - std::abs(mv.score) <= depth_;
                           });
    }

    // Best first. A depth that was broken off counts as far as it got: a move that was better than the best is the better one.
    void sort_lines(std::size_t wanted) {
        for (std::size_t i = 1; i < wanted; ++i)
            for (std::size_t k = i; k > 0 && root_moves_[k].score > root_moves_[k - 1].score; --k)
                std::swap(root_moves_[k], root_moves_[k - 1]);
    }

    // The best of the moves that are not yet among the lines of this depth.
    void search_window(int depth) {
        const RootMove& best = root_moves_[lines_done_];
        int width = 25;
        int alpha = -score::infinite;
        int beta = score::infinite;
        if (parts_.has(Part::Aspiration) && depth >= 5 && best.depth > 0 && !score::is_decided(best.score)) {
            alpha = best.score - width;
            beta = best.score + width;
        }
        for (;;) {
            const int value = search_root(alpha, beta, depth);
            if (stopped_) return;
            if (value <= alpha && alpha > -score::infinite)
                alpha = width > 500 ? -score::infinite : value - width;
            else if (value >= beta && beta < score::infinite)
                beta = width > 500 ? score::infinite : value + width;
            else
                return;
            width *= 3;
        }
    }

    int search_root(int alpha, int beta, int depth) {
        int best = -score::infinite;
        for (std::size_t i = lines_done_; i < root_moves_.size(); ++i) {
            step_to(root_moves_[i].move, 0);
            pv_[1].clear();
            int value = 0;
            if (i == lines_done_) {
                value = -search(-beta, -alpha, depth - 1, 1);
            } else {
                value = -search(-alpha - 1, -alpha, depth - 1, 1);
                if (value > alpha && value < beta && !stopped_) value = -search(-beta, -alpha, depth - 1, 1);
            }
            if (stopped_) return best;
            if (value > best) {
                best = value;
                // A move that fails low in its window is not known to be any good; the first one must have a score.
                if (value > alpha || i == lines_done_) {
                    RootMove found = root_moves_[i];
                    found.score = value;
                    found.depth = depth;
                    found.line.assign(1, found.move);
                    found.line.insert(found.line.end(), pv_[1].begin(), pv_[1].end());
                    promote(i, found);
                }
                alpha = std::max(alpha, value);
                if (alpha >= beta) break;
            }
        }
        return best;
    }

    // The move whose position has the best static evaluation, for a search that was stopped at once.
    void choose_statically() {
        std::size_t best = 0;
        for (std::size_t i = 0; i < root_moves_.size(); ++i) {
            RootMove& root = root_moves_[i];
            const Position<G> next = after<M>(line_[root_].pos, root.move);
            const auto result = decided(next, end_);
            root.score = result ? -value_of(*result, next.turn, 1) : -evaluator_(next);
            root.line.assign(1, root.move);
            if (root.score > root_moves_[best].score) best = i;
        }
        std::swap(root_moves_[0], root_moves_[best]);
    }

    void promote(std::size_t from, const RootMove& found) {
        for (std::size_t i = from; i > lines_done_; --i) std::swap(root_moves_[i], root_moves_[i - 1]);
        root_moves_[lines_done_] = found;
    }

    // ---- The tree

    int search(int alpha, int beta, int depth, int ply) {
        if (depth <= 0 && parts_.has(Part::Quiescence)) {
            quiescence_end_ = nodes_ + detail::quiescence_nodes;
            return quiesce(alpha, beta, ply, 1);
        }
        if (poll()) return 0;
        deepest_ = std::max(deepest_, ply);
        const Entry& entry = line_[root_ + static_cast<std::size_t>(ply)];
        const Position<G>& pos = entry.pos;
        const bool principal = beta - alpha > 1;
        if (principal) pv_[static_cast<std::size_t>(ply)].clear();
        if (const auto result = decided(pos, end_)) return value_of(*result, pos.turn, ply);
        if (parts_.has(Part::Draws) && is_draw(ply) && any_move<M>(pos)) return draw_value(ply);
        if (const auto known = known_value(pos, ply)) return *known;
        if (ply >= detail::max_ply) return evaluator_(pos);

        // Nothing can be nearer than a win at the next ply.
        alpha = std::max(alpha, score::loss(ply));
        beta = std::min(beta, score::win(ply + 1));
        if (alpha >= beta) return alpha;

        Table::Found found;
        int hash_move = Table::no_move;
        const bool use_table = parts_.has(Part::Table);
        if (use_table && table_.find(entry.key, found)) {
            hash_move = found.move;
            // The plain search without pruning must know the value at this depth, no other.
            const bool deep_enough = parts_.has(Part::Quiescence) ? found.depth >= depth : found.depth == depth;
            if (deep_enough && !principal) {
                const int known = from_table(found.score, ply);
                if (found.bound == Bound::Exact || (found.bound == Bound::Lower && known >= beta) ||
                    (found.bound == Bound::Upper && known <= alpha))
                    return known;
            }
        }

        MoveList<G> moves;
        charge(generate<M>(pos, moves));
        if (moves.empty()) {
            if (const auto result = blocked<M>(pos, end_)) return value_of(*result, pos.turn, ply);
            moves.push_back(Move<G>{});  // a pass
        }
        if (depth <= 0) return evaluator_(pos);

        const bool quiet = !moves[0].is_capture();
        if (moves.size() == 1) {
            if (parts_.has(Part::ForcedMoves) && ply < 2 * root_depth_) ++depth;
        } else if (!principal && quiet && !score::is_decided(beta)) {
            int value = 0;
            if (prunes(pos, beta, depth, value)) return value;
        }
        if (parts_.has(Part::HashLess) && use_table && hash_move == Table::no_move && depth >= 4 && moves.size() > 1)
            --depth;

        MoveOrder<G> order(moves);
        if (moves.size() > 1)
            order.rate(hash_move, wants_to_lose(), parts_, memory_, killers_[static_cast<std::size_t>(ply)], pos.turn,
                       played_[static_cast<std::size_t>(ply - 1)]);

        const int floor = alpha;
        int best = -score::infinite;
        std::size_t best_index = Table::no_move;
        SmallList<std::uint32_t, 32> tried;
        for (int number = 0; number < static_cast<int>(moves.size()); ++number) {
            const std::size_t index = order.next();
            const Move<G>& mv = moves[index];
            step_to(mv, ply);
            if (depth > 1) table_.prefetch(line_[root_ + static_cast<std::size_t>(ply) + 1].key);
            // A search with a null window that ends above the window leaves no line behind.
            if (principal) pv_[static_cast<std::size_t>(ply) + 1].clear();
            int value = 0;
            if (number == 0) {
                value = -search(-beta, -alpha, depth - 1, ply + 1);
            } else {
                int less = 0;
                if (parts_.has(Part::Reductions) && quiet && !mv.promotes && depth >= 3 &&
                    number >= (principal ? 3 : 2)) {
                    less = detail::reduction(depth, number) - (principal ? 1 : 0);
                    less = std::clamp(less, 0, depth - 2);
                }
                value = -search(-alpha - 1, -alpha, depth - 1 - less, ply + 1);
                if (value > alpha && less > 0) value = -search(-alpha - 1, -alpha, depth - 1, ply + 1);
                if (value > alpha && value < beta) value = -search(-beta, -alpha, depth - 1, ply + 1);
            }
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                if (value > alpha) {
                    best_index = index;
                    alpha = value;
                    if (principal) keep_line(mv, ply);
                    if (alpha >= beta) {
                        if (quiet && moves.size() > 1) remember(pos.turn, moves, tried, mv, depth, ply);
                        break;
                    }
                }
            }
            if (quiet) tried.push_back(static_cast<std::uint32_t>(index));
        }

        if (use_table) {
            const Bound bound = best >= beta ? Bound::Lower : best > floor ? Bound::Exact : Bound::Upper;
            table_.store(entry.key, to_table(best, ply), depth, bound,
                         best_index < Table::no_move ? static_cast<int>(best_index) : Table::no_move);
        }
        return best;
    }

    // Plays out what must be played out before a position can be judged. Captures are compulsory in most games, so nobody may
    // stand still while one is possible. `extra`: plies that may be spent on threats.
    int quiesce(int alpha, int beta, int ply, int extra) {
        if (poll()) return 0;
        deepest_ = std::max(deepest_, ply);
        const Position<G>& pos = line_[root_ + static_cast<std::size_t>(ply)].pos;
        if (beta - alpha > 1) pv_[static_cast<std::size_t>(ply)].clear();
        if (const auto result = decided(pos, end_)) return value_of(*result, pos.turn, ply);
        if (ply >= detail::max_ply || nodes_ > quiescence_end_) return evaluator_(pos);

        MoveList<G> moves;
        charge(captures(pos, moves));
        int best = -score::infinite;
        if (moves.empty() || M.obligation == Obligation::Free) {
            if (moves.empty() && !any_step(pos)) {
                if (const auto result = blocked<M>(pos, end_)) return value_of(*result, pos.turn, ply);
                moves.push_back(Move<G>{});  // a pass
            } else if (const auto known = known_value(pos, ply)) {
                return *known;
            } else {
                best = evaluator_(pos);
                const bool in_doubt = moves.empty() && extra > 0 && parts_.has(Part::Threats) &&
                                      (wants_to_lose() ? best < beta : best > alpha) && threatened(pos);
                if (in_doubt) {
                    // What is threatened makes it worse (better where one wants to lose): only then a look is worth it.
                    best = -score::infinite;
                    charge(generate<M>(pos, moves));
                    --extra;
                } else {
                    if (best >= beta || moves.empty()) return best;
                    alpha = std::max(alpha, best);
                }
            }
        }

        MoveOrder<G> order(moves);
        if (moves.size() > 1)
            order.rate(Table::no_move, wants_to_lose(), parts_, memory_, killers_[static_cast<std::size_t>(ply)],
                       pos.turn, played_[static_cast<std::size_t>(ply - 1)]);
        for (std::size_t number = 0; number < moves.size(); ++number) {
            const Move<G>& mv = moves[order.next()];
            step_to(mv, ply);
            const int value = -quiesce(-beta, -alpha, ply + 1, extra);
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                if (value > alpha) {
                    if (beta - alpha > 1) keep_line(mv, ply);
                    alpha = value;
                    if (alpha >= beta) break;
                }
            }
        }
        return best;
    }

    // Is this quiet position so good that the search of all its moves can be left out? Then `value` is what to return.
    bool prunes(const Position<G>& pos, int beta, int depth, int& value) {
        constexpr int deepest_pruned = 6;
        constexpr int margin = 30;  // for each ply that is left out
        if (!parts_.has(Part::Futility) || depth > deepest_pruned) return false;
        value = evaluator_(pos) - margin * depth;
        return value >= beta && !threatened(pos);
    }

    // Nothing is gained or lost by a draw, except where the files say that the game is won: then any other way is better.
    int draw_value(int ply) const {
        if (!root_is_won_) return 0;
        return ply % 2 == 0 ? -score::missed_win : score::missed_win;
    }

    // What the endgame files say. They are asked only where something has changed for good since the root, so that a won
    // ending is searched for a way to the next change instead of being called won all along.
    std::optional<int> known_value(const Position<G>& pos, int ply) const {
        if (probe_ == nullptr) return std::nullopt;
        const int pieces = pos.occupied().count();
        if (pieces > probe_->pieces()) return std::nullopt;
        if (pieces == root_pieces_ && (pos.occupied() - pos.kings).count() == root_men_) return std::nullopt;
        if (M.obligation != Obligation::Free && any_capture<M>(pos)) return std::nullopt;
        const std::optional<egdb::Value> known = probe_->value(pos);
        if (!known) return std::nullopt;
        if (*known == egdb::Value::Draw) return draw_value(ply);
        return *known == egdb::Value::Win ? score::known_win - ply : ply - score::known_win;
    }

    bool wants_to_lose() const { return end_.bare == Bare::Wins; }

    // Could the opponent capture if it were his turn?
    static bool threatened(const Position<G>& pos) {
        Position<G> passed = pos;
        passed.turn = !pos.turn;
        return any_capture<M>(passed);
    }

    static std::uint64_t captures(const Position<G>& pos, MoveList<G>& moves) {
        return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).captures(moves)
                                       : Generator<G, M, Side::White>(pos).captures(moves);
    }
    static bool any_step(const Position<G>& pos) {
        return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).any_step()
                                       : Generator<G, M, Side::White>(pos).any_step();
    }

    void step_to(const Move<G>& mv, int ply) {
        const std::size_t at = root_ + static_cast<std::size_t>(ply);
        line_[at + 1] = entry_after<M>(line_[at], mv, end_);
        played_[static_cast<std::size_t>(ply)] = mv;
    }

    // A position that occurred before in this line, or as often in the game as the rules ask; or the end of a count.
    bool is_draw(int ply) const {
        const std::size_t at = root_ + static_cast<std::size_t>(ply);
        const Entry& now = line_[at];
        const auto quiet = static_cast<std::size_t>(now.quiet());
        int found = 1;
        for (std::size_t back = 4; back <= quiet && back <= at; back += 2) {
            const Entry& earlier = line_[at - back];
            if (earlier.key != now.key || !(earlier.pos == now.pos)) continue;
            ++found;
            if (at - back >= root_ || (end_.repetitions > 0 && found >= end_.repetitions)) return true;
        }
        return drawn_by_count(now, end_).has_value();
    }

    void remember(Side side, const MoveList<G>& moves, const SmallList<std::uint32_t, 32>& tried, const Move<G>& good,
                  int depth, int ply) {
        if (good.promotes || good.is_capture() || good.is_pass()) return;
        const int bonus = std::min(depth * depth, 400);
        memory_.credit(side, good, bonus);
        for (const std::uint32_t index : tried) memory_.credit(side, moves[index], -bonus);
        killers_[static_cast<std::size_t>(ply)].add(good);
        const Move<G>& previous = played_[static_cast<std::size_t>(ply - 1)];
        if (!previous.is_pass()) memory_.set_counter(side, previous, good);
    }

    void keep_line(const Move<G>& mv, int ply) {
        std::vector<Move<G>>& line = pv_[static_cast<std::size_t>(ply)];
        const std::vector<Move<G>>& rest = pv_[static_cast<std::size_t>(ply) + 1];
        line.assign(1, mv);
        line.insert(line.end(), rest.begin(), rest.end());
    }

    static int value_of(const Outcome& outcome, Side us, int ply) {
        if (!outcome.winner) return 0;
        return *outcome.winner == us ? score::win(ply) : score::loss(ply);
    }

    static int to_table(int value, int ply) {
        if (!score::is_decided(value)) return value;
        return value > 0 ? value + ply : value - ply;
    }
    static int from_table(int value, int ply) {
        if (!score::is_decided(value)) return value;
        return value > 0 ? value - ply : value + ply;
    }

    // Counts a node; true: the search is over.
    bool poll() {
        if (stopped_) return true;
        ++nodes_;
        if (nodes_ % detail::nodes_between_checks == 1) {
            shown_nodes_.store(nodes_, std::memory_order_relaxed);
            if (control_.check_time()) stopped_ = true;
        }
        if (node_limit_ > 0 && nodes_ >= node_limit_) stopped_ = true;
        return stopped_;
    }

    // Captures that are hard to generate count as the nodes that could be searched meanwhile.
    void charge(std::uint64_t work) {
        if (work == 0) [[likely]]
            return;
        constexpr std::uint64_t states_per_node = 8;
        nodes_ += work / states_per_node;
        if (node_limit_ > 0) nodes_ = std::min(nodes_, node_limit_);
        if (control_.check_time()) stopped_ = true;
    }

    const Ending& end_;
    const Evaluator& evaluator_;
    Table& table_;
    Control& control_;
    Parts parts_;
    const Probe<G>* probe_;

    int root_pieces_ = 0;
    int root_men_ = 0;
    bool root_is_won_ = false;
    std::vector<RootMove> root_moves_;
    std::size_t lines_done_ = 0;
    std::vector<Entry> line_;  // the game as far back as it matters, and from root_ on the line under search
    std::size_t root_ = 0;
    std::vector<Move<G>> played_;  // at each ply
    std::vector<Killers> killers_;
    std::vector<std::vector<Move<G>>> pv_;  // the best line from each ply on
    MoveMemory<G> memory_;

    std::uint64_t node_limit_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t quiescence_end_ = 0;  // of nodes_
    std::atomic<std::uint64_t> shown_nodes_ = 0;
    int root_depth_ = 0;
    int depth_ = 0;
    int deepest_ = 0;
    bool stopped_ = false;
};

}  // namespace crownhead
