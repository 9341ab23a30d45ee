#include "solve/mini_oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <thread>
#include <utility>

#include "solve/mini.hpp"

namespace crownhead::solve {

namespace {

// Made once and kept as long as the program runs: players come and go with every game. Null if making it was stopped.
std::shared_ptr<const MiniSolution> common_solution(const std::stop_token& stop) {
    static std::mutex mutex;
    static std::shared_ptr<const MiniSolution> common;
    const std::lock_guard lock(mutex);
    if (common) return common;
    const int threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 4);
    Result<MiniSolution> made = MiniSolution::make({.threads = threads, .stop = stop});
    if (made) common = std::make_shared<const MiniSolution>(std::move(*made));
    return common;
}

Exact exact_of(int difference) {
    return {.value = difference > 0   ? Value::Win
                     : difference < 0 ? Value::Loss
                                      : Value::Draw,
            .difference = difference};
}

class MiniOracle final : public Oracle {
public:
    explicit MiniOracle(std::shared_ptr<const MiniSolution> solution) : solution_(std::move(solution)) {}

    std::optional<Answer> ask(const Game& game, const OracleLimits& limits) override {
        const std::lock_guard lock(mutex_);
        if (!solution_) solution_ = common_solution(limits.stop);
        if (!solution_) return std::nullopt;
        const std::optional<int> here = solution_->difference(game.placement());
        if (!here) return std::nullopt;
        Answer answer{.position = exact_of(*here), .moves = {}};
        const std::unique_ptr<Game> next = game.clone();
        for (std::size_t i = 0; i < game.legal().size(); ++i) {
            next->play(i);
            answer.moves.push_back(exact_of(-solution_->difference(next->placement()).value_or(0)));
            next->undo();
        }
        return answer;
    }

private:
    std::mutex mutex_;
    std::shared_ptr<const MiniSolution> solution_;
};

}  // namespace

std::unique_ptr<Oracle> mini_oracle(std::shared_ptr<const MiniSolution> solution) {
    return std::make_unique<MiniOracle>(std::move(solution));
}

}  // namespace crownhead::solve
