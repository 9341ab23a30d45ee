// Perft on several threads. The tree is cut below the replies to each root move, so that the threads stay busy to the end.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "game/history.hpp"
#include "game/perft.hpp"
#include "runtime/convert.hpp"
#include "runtime/perft.hpp"
#include "util/threads.hpp"

namespace crownhead {

namespace detail {

template <Geometry G>
struct PerftTask {
    Position<G> pos;
    std::size_t root;
    int depth;
};

// What may be played in a position on its own, without a history.
template <Movement M, Geometry G>
MoveList<G> moves_of(const Position<G>& pos, const Ending& end) {
    History<G> history;
    history.start(pos, end);
    MoveList<G> list;
    legal_moves<M>(history, end, list);
    return list;
}

}  // namespace detail

template <Movement M, Geometry G>
std::uint64_t threaded_perft(const Variant& variant, const Position<G>& pos, const PerftOptions& options) {
    if (options.depth == 1 && options.bulk && !options.on_root_move) return crownhead::perft<M>(pos, 1, variant.end);
    const MoveList<G> roots = detail::moves_of<M>(pos, variant.end);
    std::vector<std::uint64_t> totals(roots.size(), 0);
    std::vector<std::size_t> open(roots.size(), 0);
    std::vector<detail::PerftTask<G>> tasks;
    for (std::size_t root = 0; root < roots.size(); ++root) {
        const Position<G> next = after<M>(pos, roots[root]);
        if (options.depth < 4) {
            tasks.push_back({next, root, options.depth - 1});
        } else {
            for (const Move<G>& reply : detail::moves_of<M>(next, variant.end))
                tasks.push_back({after<M>(next, reply), root, options.depth - 2});
        }
    }
    for (const detail::PerftTask<G>& task : tasks) ++open[task.root];

    std::mutex mutex;
    std::size_t done = 0;
    const auto finish = [&](std::size_t root) {
        ++done;
        if (options.on_root_move)
            options.on_root_move(to_any_move<M>(variant, pos, roots[root]), totals[root], done, roots.size());
    };
    for (std::size_t root = 0; root < roots.size(); ++root)
        if (open[root] == 0) finish(root);  // the move ends the game

    std::atomic<std::size_t> next_task{0};
    const auto work = [&] {
        for (std::size_t i = next_task++; i < tasks.size(); i = next_task++) {
            const detail::PerftTask<G>& task = tasks[i];
            const std::uint64_t found = options.bulk ? crownhead::perft<M>(task.pos, task.depth, variant.end)
                                                     : plain_perft<M>(task.pos, task.depth, variant.end);
            const std::scoped_lock lock(mutex);
            totals[task.root] += found;
            if (--open[task.root] == 0) finish(task.root);
        }
    };
    on_threads(options.threads, work);
    std::uint64_t total = 0;
    for (const std::uint64_t t : totals) total += t;
    return total;
}

}  // namespace crownhead
