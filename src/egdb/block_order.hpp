// BlockOrder<G, M>: the blocks of a stage in an order in which steps of men lead only to blocks that were before. Men only
// advance, so the blocks come by how far their men have come in all, the furthest first. A block comes together with the
// one that has the same men and the other side to move.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>

#include "egdb/index.hpp"
#include "game/symmetry.hpp"
#include "util/threads.hpp"

namespace crownhead::egdb {

template <Geometry G, Movement M>
class BlockOrder {
public:
    using Set = SquareSet<G>;

    struct Pair {
        std::uint64_t first = 0;   // number of the block in the class of the stage
        std::uint64_t second = 0;  // in the class with the other side to move
        Set our_men;               // as the first one sees them
        Set their_men;
        bool single = false;  // both are the same block: the class is its own mirror, and so are these men
    };

    explicit BlockOrder(const Material& stage) : first_(stage), second_(stage.swapped()) {}

    const Index<G, M>& first() const { return first_; }
    const Index<G, M>& second() const { return second_; }
    bool mirror() const { return first_.material().us == first_.material().them; }

    // Called now and then with the number of positions done; never by two threads at a time.
    void on_progress(std::function<void(std::uint64_t)> f) { on_progress_ = std::move(f); }

    // Calls f(what the thread has of its own, pair) for every pair. Those whose men have come equally far do not depend on
    // each other and are taken by several threads.
    template <class Own, class F>
    void each(int threads, const std::stop_token& stop, F&& f) {
        const int men = first_.material().men();
        for (int level = men * (G.size - 1); level >= 0 && !stop.stop_requested(); --level) {
            std::atomic<std::uint64_t> next{0};
            on_threads(threads, [&] {
                Own own;
                for (std::uint64_t i = next++; i < first_.slices() && !stop.stop_requested(); i = next++)
                    slice_on(level, i, own, f);
            });
        }
    }

private:
    template <class Own, class F>
    void slice_on(int level, std::uint64_t number, Own& own, F& f) {
        const auto slice = first_.slice(number);
        const int wanted = level - advance_of(slice.men, Side::Black);
        if (wanted < 0 || wanted > first_.material().them.men * (G.size - 1)) return;
        std::uint64_t blocks = 0;
        first_.each_in_slice(slice, [&](std::uint64_t block, Set theirs) {
            if (advance_of(theirs, Side::White) != wanted) return;
            ++blocks;
            const std::uint64_t turned = second_.of_men(rotated(theirs), rotated(slice.men));
            if (mirror() && turned < block) return;  // the pair comes when the other one of the two is met
            f(own, Pair{block, turned, slice.men, theirs, mirror() && turned == block});
        });
        add_progress(blocks * (first_.block() + (mirror() ? 0 : second_.block())));
    }

    void add_progress(std::uint64_t positions) {
        if (!on_progress_ || positions == 0) return;
        const std::scoped_lock lock(mutex_);
        done_ += positions;
        on_progress_(done_);
    }

    static int advance_of(Set men, Side side) {
        int sum = 0;
        for (int row = 0; row < G.size; ++row) {
            const int steps = side == Side::Black ? row : G.size - 1 - row;
            sum += steps * (men & row_set(row)).count();
        }
        return sum;
    }
    static Set row_set(int row) {
        constexpr Word<G> top = Set::rows(0, 0).word();
        return Set(static_cast<Word<G>>(top << ((row / 2) * G.pair() + (row % 2) * G.down_left())));
    }

    Index<G, M> first_;
    Index<G, M> second_;
    std::function<void(std::uint64_t)> on_progress_;
    std::mutex mutex_;  // guards the next one
    std::uint64_t done_ = 0;
};

}  // namespace crownhead::egdb
