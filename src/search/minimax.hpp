// Plain minimax and plain alpha-beta to a fixed depth: small, exact, readable. They are the players of the mission
// (S1.3, S2.4, S3.3) and what a stronger search is tested against. They know the goal of the game, blocked sides and
// passes, but no repetition: a score depends only on the position and the depth.
#pragma once

#include <algorithm>
#include <chrono>

#include "eval/centre.hpp"
#include "eval/material.hpp"
#include "eval/safety.hpp"
#include "game/history.hpp"
#include "search/limits.hpp"
#include "search/score.hpp"

namespace crownhead {

template <Geometry G>
int evaluate(Evaluation evaluation, const Position<G>& pos, Side us) {
    switch (evaluation) {
        case Evaluation::Material: return eval::material(pos, us);
        case Evaluation::Centre: return eval::centre(pos, us);
        case Evaluation::Safety: return eval::safety(pos, us);
    }
    return 0;
}

// In a game that one wins by losing everything, what is good to have elsewhere is bad to have.
template <Geometry G>
int evaluate(Evaluation evaluation, const Ending& end, const Position<G>& pos, Side us) {
    const int value = evaluate(evaluation, pos, us);
    return end.bare == Bare::Wins ? -value : value;
}

template <Geometry G, Movement M>
class FixedDepthSearch {
public:
    FixedDepthSearch(const Ending& end, const PlainLimits& limits, const OnPlainReport& on_depth)
        : end_(end), limits_(limits), on_depth_(on_depth) {}

    // `moves` are the legal moves of pos, at least one. With a time limit the depth grows step by step, and the answer is
    // that of the last depth that was finished.
    PlainReport run(const Position<G>& pos, const MoveList<G>& moves) {
        us_ = pos.turn;
        deadline_ =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits_.seconds));
        report_ = {};
        report_.score = evaluate(limits_.evaluation, end_, pos, us_);
        for (int depth = limits_.seconds > 0 ? 1 : limits_.depth; depth <= limits_.depth; ++depth) {
            search_root(pos, moves, depth);
            if (stopped_) break;
            if (on_depth_) on_depth_(report_);
        }
        report_.complete = !stopped_;
        return report_;
    }

private:
    using Clock = std::chrono::steady_clock;

    // The first of equal moves is chosen, a capture before others (S2.4).
    void search_root(const Position<G>& pos, const MoveList<G>& moves, int depth) {
        int best_score = -score::infinite;
        std::size_t best = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            // One point of room, so that a move that is just as good keeps its exact value.
            const int alpha = limits_.method == Method::AlphaBeta && i > 0 ? best_score - 1 : -score::infinite;
            const int value = -value_of(after<M>(pos, moves[i]), depth - 1, 1, -score::infinite, -alpha);
            if (stopped_) return;
            const bool better_kind = moves[i].is_capture() && !moves[best].is_capture();
            if (value > best_score || (value == best_score && better_kind)) {
                best_score = value;
                best = i;
            }
        }
        report_.score = best_score;
        report_.best = best;
        report_.depth = depth;
    }

    // The value for the side to move, exact between alpha and beta.
    int value_of(const Position<G>& pos, int depth, int ply, int alpha, int beta) {
        ++report_.nodes;
        report_.deepest = std::max(report_.deepest, ply);
        if (out_of_time()) return 0;
        if (const auto result = decided(pos, end_)) return value_of_outcome(*result, pos.turn, ply);
        MoveList<G> moves;
        const std::uint64_t work = generate<M>(pos, moves, search_budget);
        if (work > 0 && check_limits()) return 0;
        if (work > search_budget) return evaluate(limits_.evaluation, end_, pos, pos.turn);
        if (moves.empty()) {
            if (const auto result = blocked<M>(pos, end_)) return value_of_outcome(*result, pos.turn, ply);
            moves.push_back(Move<G>{});  // a pass
        }
        if (depth <= 0) return evaluate(limits_.evaluation, end_, pos, pos.turn);

        int best = -score::infinite;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            best = std::max(best, -value_of(after<M>(pos, moves[i]), depth - 1, ply + 1, -beta, -alpha));
            if (stopped_) return 0;
            if (limits_.method == Method::Minimax) continue;
            alpha = std::max(alpha, best);
            if (alpha >= beta) {
                if (i + 1 < moves.size()) ++(pos.turn == us_ ? report_.prunings_max : report_.prunings_min);
                break;
            }
        }
        return best;
    }

    static int value_of_outcome(const Outcome& outcome, Side us, int ply) {
        if (!outcome.winner) return 0;
        return *outcome.winner == us ? score::win(ply) : score::loss(ply);
    }

    bool out_of_time() {
        constexpr std::uint64_t nodes_between_checks = 64;
        return report_.nodes % nodes_between_checks == 1 ? check_limits() : stopped_;
    }
    bool check_limits() {
        if (limits_.seconds > 0 && Clock::now() >= deadline_) stopped_ = true;
        if (limits_.stop.stop_requested()) stopped_ = true;
        return stopped_;
    }

    const Ending& end_;
    const PlainLimits& limits_;
    const OnPlainReport& on_depth_;
    Side us_ = Side::Black;
    Clock::time_point deadline_;
    PlainReport report_;
    bool stopped_ = false;
};

}  // namespace crownhead
