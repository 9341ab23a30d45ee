// The engine's search: iterative deepening, principal variation search with a transposition table, quiescence, reductions and
// pruning. One object is the search of one thread; several share a transposition table and a Control.
//
// A score is exact between alpha and beta and a bound outside (fail-soft). Won and lost games score their distance in plies:
// from the root in the search, from the position in the table. Every SearchFeature can be switched off; without all of them
// the search gives the score of plain minimax.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/net_evaluator.hpp"
#include "game/history.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/order.hpp"
#include "search/probe.hpp"
#include "search/score.hpp"
#include "search/transposition_table.hpp"

namespace crownhead {

namespace detail {

inline constexpr int max_ply = 250;
// Nodes of one quiescence search. In play a few hundred are the most ever seen; boards full of kings would take forever.
inline constexpr std::uint64_t quiescence_nodes = 2000;
inline constexpr std::uint64_t nodes_between_checks = 64;  // of the clock

}  // namespace detail

template <Geometry G, Movement M>
class Search {
public:
    using Evaluator = eval::Evaluator<G, M>;

    struct RootMove {
        Move<G> move;
        std::size_t index = 0;  // among the legal moves
        int score = -score::infinite;
        int depth = 0;                // that the score rests on
        std::vector<Move<G>> line{};  // begins with the move
    };

    // Without a probe nothing is known of endgames. With a net it evaluates positions, otherwise the terms do; `full`: the
    // number of pieces in the start position.
    Search(const Ending& end, const Evaluator& evaluator, TranspositionTable& table, Control& control,
           SearchFeatures features, const Probe<G>* probe = nullptr, const eval::Net* net = nullptr, int full = 1)
        : end_(end),
          evaluator_(evaluator),
          table_(table),
          control_(control),
          features_(features),
          probe_(probe),
          pv_(detail::max_ply + 2) {
        if (net != nullptr) net_.emplace(*net, full, detail::max_ply + 2);
    }

    // Searches the position at the end of `history`, whose legal moves (at least one) are given. `each_depth` is called when
    // a depth is finished. Helpers (worker > 0) go a little ahead to fill the table, until they are stopped. If only some of
    // the moves are to be searched, `among` has their indexes.
    void run(const History<G>& history, const MoveList<G>& moves, const SearchLimits& limits, int worker,
             const std::function<void()>& each_depth, std::span<const std::size_t> among = {});

    void forget() { move_history_ = {}; }

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
    using Killers = typename MoveHistory<G>::Killers;

    // root.hpp
    void begin(const History<G>& history, const MoveList<G>& moves, const SearchLimits& limits,
               std::span<const std::size_t> among);
    bool finished(std::size_t wanted) const;
    void sort_lines(std::size_t wanted);
    void search_window(int depth);
    int search_root(int alpha, int beta, int depth);
    void choose_statically();
    void promote(std::size_t from, const RootMove& found);

    // tree.hpp
    int search(int alpha, int beta, int depth, int ply);
    bool prunes(const Position<G>& pos, int alpha, int beta, int depth, int ply, int& value);
    int reduction(Side side, const Move<G>& mv, int depth, int number, bool principal) const;
    std::uint64_t table_key(const Entry& entry) const;
    int draw_value(int ply) const;
    std::optional<int> known_value(const Position<G>& pos, int ply) const;
    bool is_draw(int ply) const;
    void remember(Side side, const MoveList<G>& moves, const SmallList<std::uint32_t, 32>& tried, const Move<G>& good,
                  int depth, int ply);
    void keep_line(const Move<G>& mv, int ply);

    // quiescence.hpp
    int quiesce(int alpha, int beta, int ply, int extra);
    static bool threatened(const Position<G>& pos);
    static std::uint64_t captures(const Position<G>& pos, MoveList<G>& moves);
    static bool any_step(const Position<G>& pos);

    int evaluate(const Position<G>& pos, int ply) {
        return net_ && pos.occupied().count() >= eval::net_least_pieces ? (*net_)(pos, static_cast<std::size_t>(ply))
                                                                        : evaluator_(pos);
    }
    bool wants_to_lose() const { return end_.bare == Bare::Wins; }
    void step_to(const Move<G>& mv, int ply) {
        const std::size_t at = root_ + static_cast<std::size_t>(ply);
        line_[at + 1] = entry_after<M>(line_[at], mv, end_);
        played_[static_cast<std::size_t>(ply)] = mv;
    }

    static int value_of(const Outcome& outcome, Side us, int ply) {
        if (!outcome.winner) return 0;
        return *outcome.winner == us ? score::win(ply) : score::loss(ply);
    }
    static int to_table(int value, int ply) {
        if (!score::is_distance(value)) return value;
        return value > 0 ? value + ply : value - ply;
    }
    static int from_table(int value, int ply) {
        if (!score::is_distance(value)) return value;
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
    // False: there were too many of them to list.
    bool charge(std::uint64_t work) {
        if (work == 0) [[likely]]
            return true;
        constexpr std::uint64_t states_per_node = 8;
        nodes_ += work / states_per_node;
        if (node_limit_ > 0) nodes_ = std::min(nodes_, node_limit_);
        if (control_.check_time()) stopped_ = true;
        return work <= search_budget;
    }

    const Ending& end_;
    const Evaluator& evaluator_;
    TranspositionTable& table_;
    Control& control_;
    SearchFeatures features_;
    const Probe<G>* probe_;
    std::optional<eval::NetEvaluator<G>> net_;

    int root_pieces_ = 0;
    int root_men_ = 0;
    bool root_is_won_ = false;
    std::uint64_t won_root_key_ = 0;  // part of the keys in the table where it is; 0 elsewhere
    std::vector<RootMove> root_moves_;
    std::size_t lines_done_ = 0;
    std::vector<Entry> line_;  // the game as far back as it matters, and from root_ on the line under search
    std::size_t root_ = 0;
    std::vector<Move<G>> played_;  // at each ply
    std::vector<Killers> killers_;
    std::vector<int> excluded_;             // at each ply: the index of a move that is not searched
    std::vector<std::vector<Move<G>>> pv_;  // the best line from each ply on
    MoveHistory<G> move_history_;

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
