#include "solve/mini_oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <utility>

#include "solve/mini.hpp"

namespace crownhead::solve {

namespace {

Exact exact_of(int difference) {
    return {.value = difference > 0   ? Value::Win
                     : difference < 0 ? Value::Loss
                                      : Value::Draw,
            .difference = difference};
}

class MiniOracle final : public Oracle {
public:
    MiniOracle(std::shared_ptr<SharedSolution> shared, std::shared_ptr<const MiniSolution> solution)
        : shared_(std::move(shared)), solution_(std::move(solution)) {}

    std::optional<Answer> ask(const Game& game, const OracleLimits& limits) override {
        const std::shared_ptr<const MiniSolution> solution = solution_ ? solution_ : shared_->get(limits.stop);
        if (!solution) return std::nullopt;
        const std::optional<int> here = solution->difference(game.placement());
        if (!here) return std::nullopt;
        Answer answer{.position = exact_of(*here), .moves = {}};
        const std::unique_ptr<Game> next = game.clone();
        for (std::size_t i = 0; i < game.legal().size(); ++i) {
            next->play(i);
            answer.moves.push_back(exact_of(-solution->difference(next->placement()).value_or(0)));
            next->undo();
        }
        return answer;
    }

private:
    std::shared_ptr<SharedSolution> shared_;
    std::shared_ptr<const MiniSolution> solution_;  // null: the shared one
};

}  // namespace

std::shared_ptr<const MiniSolution> SharedSolution::get(const std::stop_token& stop) {
    const auto lock = mutex_.lock(stop);
    if (!lock.owns_lock()) return nullptr;
    if (solution_) return solution_;
    const int threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 4);
    Result<MiniSolution> made = MiniSolution::make({.threads = threads, .stop = stop});
    if (made) solution_ = std::make_shared<const MiniSolution>(std::move(*made));
    return solution_;
}

std::unique_ptr<Oracle> mini_oracle(std::shared_ptr<SharedSolution> solution) {
    return std::make_unique<MiniOracle>(std::move(solution), nullptr);
}

std::unique_ptr<Oracle> mini_oracle(std::shared_ptr<const MiniSolution> solution) {
    return std::make_unique<MiniOracle>(nullptr, std::move(solution));
}

}  // namespace crownhead::solve
