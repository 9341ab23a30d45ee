#include "solve/solver.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "solve/checkpoint.hpp"
#include "solve/proof_search.hpp"
#include "util/assert.hpp"
#include "util/threads.hpp"

namespace crownhead::solve {

namespace {

// The best of them for the side that moves.
Value best_of(const std::vector<MoveValue>& moves) {
    Value best = Value::Loss;
    for (const MoveValue& move : moves) {
        if (move.value == Value::Win) return Value::Win;
        if (move.value == Value::Draw) best = Value::Draw;
    }
    return best;
}

// Does something again and again until it goes.
class Ticker {
public:
    Ticker(double seconds, std::function<void()> work)
        : thread_([this, seconds, work = std::move(work)](const std::stop_token& stop) {
              std::unique_lock lock(mutex_);
              for (;;) {
                  wake_.wait_for(lock, stop, std::chrono::duration<double>(seconds), [] { return false; });
                  if (stop.stop_requested()) return;
                  work();
              }
          }) {}

private:
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;  // last, so that it ends before the rest goes
};

}  // namespace

Result<Solution> Solver::run(const Game& game) {
    Solution solution;
    if (!options_.checkpoint.empty()) {
        const Result<std::uint64_t> loaded = load_checkpoint(options_.checkpoint, space_.variant(), table_);
        if (!loaded) return std::unexpected(loaded.error());
        solution.resumed = *loaded;
    }
    std::vector<Key> keys;
    for (std::size_t i = 0; i < game.legal().size(); ++i) {
        const std::unique_ptr<Game> next = game.clone();
        next->play(i);
        keys.push_back(space_.key_of(next->placement()));
        solution.moves.push_back({game.legal()[i], Value::Unknown});
    }

    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<bool> gave_up{false};
    std::mutex reporting;
    std::size_t done = 0;  // guarded by reporting
    const auto report = [&](std::size_t more) {
        const std::lock_guard lock(reporting);
        done += more;
        if (options_.on_progress) options_.on_progress(done, keys.size(), nodes);
    };
    {
        std::optional<Ticker> keeper;
        if (!options_.checkpoint.empty())
            keeper.emplace(options_.checkpoint_seconds, [&] {
                const Result<void> saved = save();  // if not now, then perhaps the next time
                static_cast<void>(saved);
            });
        on_threads(options_.threads, [&] {
            for (std::size_t i = next++; i < keys.size() && !gave_up; i = next++) {
                ProofSearch search(space_, table_, {.stop = options_.stop, .backwards = options_.backwards});
                const std::optional<Value> value = search.value(keys[i]);
                nodes += search.nodes();
                if (!value) {
                    gave_up = true;
                    return;
                }
                solution.moves[i].value = negated(*value);
                report(1);
            }
        });
    }
    const auto give_up = [&]() -> Result<Solution> {
        if (!options_.checkpoint.empty())
            if (Result<void> saved = save(); !saved) return std::unexpected(std::move(saved.error()));
        return fail(table_.full() ? "the memory is used up; with more of it the search goes on" : "stopped");
    };
    if (gave_up) return give_up();
    solution.value = best_of(solution.moves);
    // So that the position itself is in the table too, and the two ways to its value agree.
    ProofSearch search(space_, table_, {.stop = options_.stop, .backwards = options_.backwards});
    const std::optional<Value> value = search.value(space_.key_of(game.placement()));
    if (!value) return give_up();
    CH_ASSERT(value == solution.value);
    solution.nodes = nodes + search.nodes();
    solution.entries = table_.size();
    if (!options_.checkpoint.empty()) {
        std::error_code error;
        std::filesystem::remove(options_.checkpoint, error);
    }
    return solution;
}

Result<void> Solver::save() const { return save_checkpoint(options_.checkpoint, space_.variant(), table_); }

}  // namespace crownhead::solve
