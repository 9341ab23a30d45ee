#include "solve/oracle.hpp"

#include <string>
#include <utility>

#include "runtime/endgames.hpp"
#include "solve/mini_oracle.hpp"
#include "solve/proof_search.hpp"
#include "solve/space.hpp"

namespace crownhead::solve {

namespace {

constexpr std::uint64_t oracle_bytes = std::uint64_t{512} << 20U;

class ProvingOracle final : public Oracle {
public:
    ProvingOracle(const Variant& variant, std::shared_ptr<const Endgames> endgames)
        : endgames_(endgames), space_(new_space(variant, std::move(endgames))), table_(oracle_bytes) {}

    std::optional<Answer> ask(const Game& game, const OracleLimits& limits) override {
        const Placement here = game.placement();
        if (here.pieces(Side::Black) + here.pieces(Side::White) > most_space_pieces) return std::nullopt;
        const auto lock = mutex_.lock(limits.stop);
        if (!lock.owns_lock()) return std::nullopt;
        if (table_.full()) table_.clear();
        ProofSearch search(*space_, table_, {.nodes = limits.nodes, .stop = limits.stop});
        Answer answer;
        for (std::size_t i = 0; i < game.legal().size(); ++i) {
            const std::unique_ptr<Game> next = game.clone();
            next->play(i);
            const Key key = space_->key_of(next->placement());
            std::optional<Value> value = search.value(key);
            if (!value && table_.full()) {  // of earlier questions, perhaps
                table_.clear();
                value = search.value(key);
            }
            if (!value) return std::nullopt;
            answer.moves.push_back({.value = negated(*value), .rank = rank_of(key)});
            if (better(answer.moves.back().value, answer.position.value))
                answer.position.value = answer.moves.back().value;
        }
        add_distances(game, answer);
        return answer;
    }

private:
    static int order(Value value) {
        switch (value) {
            case Value::Win: return 3;
            case Value::Draw: return 2;
            case Value::Loss: return 1;
            default: return 0;
        }
    }
    static bool better(Value a, Value b) { return order(a) > order(b); }

    // Proofs rest on earlier ones.
    std::optional<std::uint32_t> rank_of(Key key) const {
        const std::optional<Numbers> found = table_.find(node_of(key, Question::Loss));
        return found && found->proven() ? std::optional(found->stamp) : std::nullopt;
    }

    void add_distances(const Game& game, Answer& answer) const {
        if (endgames_ == nullptr) return;
        if (const auto exact = endgames_->exact_value(game)) answer.position.plies = exact->plies;
        const auto values = endgames_->move_values(game);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (values[i]) answer.moves[i].plies = values[i]->plies;
    }

    std::shared_ptr<const Endgames> endgames_;
    std::unique_ptr<Space> space_;
    StoppableMutex mutex_;
    ProofTable table_;
};

}  // namespace

bool has_oracle(const Variant& variant) { return variant.name == "mini" || has_space(variant); }

Result<std::unique_ptr<Oracle>> new_oracle(const Variant& variant, std::shared_ptr<const Endgames> endgames,
                                           std::shared_ptr<SharedSolution> solution) {
    if (!has_oracle(variant)) return fail("there is no exact play for " + std::string(variant.name));
    if (!has_space(variant)) return mini_oracle(solution ? std::move(solution) : std::make_shared<SharedSolution>());
    return std::make_unique<ProvingOracle>(variant, std::move(endgames));
}

}  // namespace crownhead::solve
