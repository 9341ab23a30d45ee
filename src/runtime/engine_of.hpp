// EngineOf<G, M>: the engine's search behind the abstract Engine; one thread or several.
#pragma once

#include <algorithm>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/endgames.hpp"
#include "runtime/engine.hpp"
#include "runtime/game_of.hpp"
#include "search/root.hpp"

namespace crownhead {

template <Geometry G, Movement M>
class EngineOf final : public Engine {
public:
    EngineOf(const Variant& variant, const EngineOptions& options)
        : variant_(variant),
          evaluator_(options.weights ? *options.weights : eval::builtin_weights(variant),
                     2 * variant.pieces_per_side()),
          net_(net_of(variant, options)),
          table_(options.table_megabytes),
          endgames_(options.endgames) {
        const auto* const probe = dynamic_cast<const Probe<G>*>(endgames_.get());
        for (int i = 0; i < std::max(options.threads, 1); ++i)
            workers_.push_back(std::make_unique<Worker>(variant_.end, evaluator_, table_, control_, options.features,
                                                        probe, net_.get(), 2 * variant.pieces_per_side()));
    }

    Analysis think(const Game& game, const SearchLimits& limits, const OnDepth& on_depth) override {
        CH_ASSERT(game.variant().name == variant_.name && !game.legal().empty());
        const auto& known = static_cast<const GameOf<G, M>&>(game);
        std::vector<std::size_t> best;
        control_.prepare(plan_time(limits), !limits.ponder_hit, limits.stop);
        const std::stop_callback on_ponder_hit(limits.ponder_hit.value_or(std::stop_token()),
                                               [this] { control_.start_clock(); });
        if (endgames_ && limits.lines <= 1) {
            if (std::optional<Analysis> known_way = exact_line(game)) {
                if (on_depth) on_depth(*known_way);
                return *std::move(known_way);
            }
            best = without_repetitions(known, best_known_moves(*endgames_, game));
        }
        table_.next_search();
        {
            std::vector<std::jthread> helpers;
            const StopAtTheEnd stop_helpers(control_);  // before the helpers are waited for, whatever happens
            for (std::size_t i = 1; i < workers_.size(); ++i)
                helpers.emplace_back([this, i, &known, &limits, &best] {
                    workers_[i]->run(known.history(), known.moves(), limits, static_cast<int>(i), {}, best);
                });
            const auto each_depth = [&] {
                if (on_depth) on_depth(analysis(known, limits));
            };
            workers_[0]->run(known.history(), known.moves(), limits, 0, each_depth, best);
        }
        return analysis(known, limits);
    }

    void forget() override {
        table_.clear();
        for (auto& worker : workers_) worker->forget();
    }

    std::optional<std::vector<eval::Feature>> quiet_features(const Game& game) const override {
        const Position<G>& pos = static_cast<const GameOf<G, M>&>(game).history().pos();
        if (any_capture<M>(pos)) return std::nullopt;
        return eval::features<M>(pos);
    }

    std::optional<eval::PackedPosition> quiet_position(const Game& game) const override {
        const Position<G>& pos = static_cast<const GameOf<G, M>&>(game).history().pos();
        Position<G> passed = pos;
        passed.turn = !pos.turn;
        if (any_capture<M>(pos) || any_capture<M>(passed)) return std::nullopt;
        return eval::pack(pos);
    }

private:
    static std::shared_ptr<const eval::Net> net_of(const Variant& variant, const EngineOptions& options) {
        if (options.evaluation == EvaluationKind::Terms || options.weights) return nullptr;
        if (options.net) return options.net;
        std::optional<eval::Net> net = eval::builtin_net(variant);
        return net ? std::make_shared<const eval::Net>(*std::move(net)) : nullptr;
    }

    using Worker = Search<G, M>;

    static constexpr std::size_t longest_known_line = 32;

    class StopAtTheEnd {
    public:
        explicit StopAtTheEnd(Control& control) : control_(control) {}
        StopAtTheEnd(const StopAtTheEnd&) = delete;
        StopAtTheEnd& operator=(const StopAtTheEnd&) = delete;
        ~StopAtTheEnd() { control_.stop(); }

    private:
        Control& control_;
    };

    // Where the files know how far the end is, nothing is left to be found out.
    std::optional<Analysis> exact_line(const Game& game) {
        if (!knows(*endgames_, game)) return std::nullopt;
        const std::optional<ExactValue> exact = endgames_->exact_value(game);
        if (!exact || !exact->plies) return std::nullopt;
        AnalysedLine line{.score = exact->value == Value::Win ? score::win(*exact->plies) : score::loss(*exact->plies),
                          .depth = *exact->plies,
                          .moves = {}};
        const std::unique_ptr<Game> copy = game.clone();
        while (!copy->outcome() && line.moves.size() < longest_known_line) {
            if (!line.moves.empty() && control_.check_time()) break;
            const std::vector<std::size_t> best = best_known_moves(*endgames_, *copy);
            if (best.empty()) break;
            if (line.moves.empty()) line.index = best.front();
            line.moves.push_back(copy->legal()[best.front()]);
            copy->play(best.front());
        }
        if (line.moves.empty()) return std::nullopt;
        return Analysis{.depth = line.depth,
                        .deepest = line.depth,
                        .nodes = 0,
                        .seconds = control_.seconds(),
                        .lines = {std::move(line)}};
    }

    // Who has only good moves makes progress by going where the game has not been yet, if there is such a move.
    static std::vector<std::size_t> without_repetitions(const GameOf<G, M>& game,
                                                        const std::vector<std::size_t>& moves) {
        std::vector<std::size_t> fresh;
        for (const std::size_t i : moves) {
            const Position<G> next = after<M>(game.history().pos(), game.moves()[i]);
            const auto same = [&](const HistoryEntry<G>& entry) { return entry.pos == next; };
            if (std::ranges::none_of(game.history().line(), same)) fresh.push_back(i);
        }
        return fresh.empty() ? moves : fresh;
    }

    Analysis analysis(const GameOf<G, M>& game, const SearchLimits& limits) const {
        const Worker& main = *workers_[0];
        Analysis result{
            .depth = main.depth(), .deepest = main.deepest(), .nodes = 0, .seconds = control_.seconds(), .lines = {}};
        for (const auto& worker : workers_) result.nodes += worker->nodes();
        for (const auto& mv : main.moves()) {
            if (static_cast<int>(result.lines.size()) >= std::max(limits.lines, 1)) break;
            if (mv.depth == 0 && !result.lines.empty()) break;
            AnalysedLine line{.index = mv.index, .score = mv.score, .depth = mv.depth, .moves = {}};
            Position<G> pos = game.history().pos();
            for (const Move<G>& step : mv.line) {
                line.moves.push_back(to_any_move<M>(variant_, pos, step));
                pos = after<M>(pos, step);
            }
            result.lines.push_back(std::move(line));
        }
        return result;
    }

    const Variant& variant_;
    eval::Evaluator<G, M> evaluator_;
    std::shared_ptr<const eval::Net> net_;
    TranspositionTable table_;
    Control control_;
    std::shared_ptr<const Endgames> endgames_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace crownhead
