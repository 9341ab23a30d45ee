// The root of the search: iterative deepening, aspiration windows, several lines.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "search/search.hpp"
#include "search/tree.hpp"

namespace crownhead {

template <Geometry G, Movement M>
void Search<G, M>::run(const History<G>& history, const MoveList<G>& moves, const SearchLimits& limits, int worker,
                       const std::function<void()>& each_depth, std::span<const std::size_t> among) {
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

template <Geometry G, Movement M>
void Search<G, M>::begin(const History<G>& history, const MoveList<G>& moves, const SearchLimits& limits,
                         std::span<const std::size_t> among) {
    const auto line = history.line();
    // Only what can still be repeated is of interest.
    const std::size_t quiet = std::min<std::size_t>(static_cast<std::size_t>(line.back().quiet()), line.size() - 1);
    root_ = quiet;
    line_.assign(line.end() - static_cast<std::ptrdiff_t>(quiet) - 1, line.end());
    line_.resize(root_ + detail::max_ply + 2);
    played_.assign(detail::max_ply + 2, Move<G>{});
    killers_.assign(detail::max_ply + 2, Killers{});
    excluded_.assign(detail::max_ply + 2, TranspositionTable::no_move);
    root_moves_.clear();
    if (among.empty())
        for (std::size_t i = 0; i < moves.size(); ++i) root_moves_.push_back({.move = moves[i], .index = i});
    for (const std::size_t i : among) root_moves_.push_back({.move = moves[i], .index = i});
    root_pieces_ = history.pos().occupied().count();
    root_men_ = (history.pos().occupied() - history.pos().kings).count();
    root_is_won_ = probe_ != nullptr && root_pieces_ <= probe_->pieces() && !any_capture<M>(history.pos()) &&
                   probe_->value(history.pos()) == Value::Win;
    constexpr std::uint64_t won_root_keys[] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f};
    won_root_key_ = root_is_won_ ? won_root_keys[slot(history.pos().turn)] : 0;
    node_limit_ = limits.nodes;
    nodes_ = 0;
    shown_nodes_ = 0;
    deepest_ = 0;
    depth_ = 0;
    stopped_ = false;
}

// Is another depth of no use, or too late?
template <Geometry G, Movement M>
bool Search<G, M>::finished(std::size_t wanted) const {
    if (control_.enough()) return true;
    if (!control_.timed()) return false;
    if (root_moves_.size() == 1) return true;
    // Nothing will be found that is nearer than what is known.
    return std::all_of(
        root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(wanted),
        [&](const RootMove& mv) { return score::is_decided(mv.score) && score::won - std::abs(mv.score) <= depth_; });
}

// Best first. A depth that was broken off counts as far as it got: a move that was better than the best is the better one.
template <Geometry G, Movement M>
void Search<G, M>::sort_lines(std::size_t wanted) {
    for (std::size_t i = 1; i < wanted; ++i)
        for (std::size_t k = i; k > 0 && root_moves_[k].score > root_moves_[k - 1].score; --k)
            std::swap(root_moves_[k], root_moves_[k - 1]);
}

// The best of the moves that are not yet among the lines of this depth.
template <Geometry G, Movement M>
void Search<G, M>::search_window(int depth) {
    const RootMove& best = root_moves_[lines_done_];
    int width = 25;
    int alpha = -score::infinite;
    int beta = score::infinite;
    if (features_.has(SearchFeature::Aspiration) && depth >= 5 && best.depth > 0 && !score::is_decided(best.score)) {
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

template <Geometry G, Movement M>
int Search<G, M>::search_root(int alpha, int beta, int depth) {
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
template <Geometry G, Movement M>
void Search<G, M>::choose_statically() {
    std::size_t best = 0;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
        RootMove& root = root_moves_[i];
        const Position<G> next = after<M>(line_[root_].pos, root.move);
        const auto result = decided(next, end_);
        root.score = result ? -value_of(*result, next.turn, 1) : -evaluate(next, 1);
        root.line.assign(1, root.move);
        if (root.score > root_moves_[best].score) best = i;
    }
    std::swap(root_moves_[0], root_moves_[best]);
}

template <Geometry G, Movement M>
void Search<G, M>::promote(std::size_t from, const RootMove& found) {
    for (std::size_t i = from; i > lines_done_; --i) std::swap(root_moves_[i], root_moves_[i - 1]);
    root_moves_[lines_done_] = found;
}

}  // namespace crownhead
