#include "players/searcher.hpp"

#include <string>
#include <string_view>

#include "players/options.hpp"
#include "players/score_remark.hpp"
#include "search/control.hpp"

namespace crownhead {

namespace {

// A fixed-depth search knows of decided games only how far away they are.
constexpr ScoreCodes full_codes{.estimate = "remark.search-estimate",
                                .win = "remark.search-win",
                                .loss = "remark.search-loss",
                                .won = {},
                                .lost = {},
                                .draw = {},
                                .points = "remark.search-points"};
constexpr ScoreCodes pruned_codes{.estimate = "remark.pruned-estimate",
                                  .win = "remark.pruned-win",
                                  .loss = "remark.pruned-loss",
                                  .won = {},
                                  .lost = {},
                                  .draw = {},
                                  .points = "remark.pruned-points"};

class SearchingPlayer final : public Player {
public:
    SearchingPlayer(std::string_view name, const Limits& limits) : name_(name), limits_(limits) {}

    std::string_view name() const override { return name_; }

    Choice choose(const Game& game, const Context& context) override {
        if (game.legal().size() == 1) return {.index = 0, .remark = Message{"remark.only-move"}};
        Limits limits = limits_;
        limits.stop = context.stop;
        limits.seconds = seconds_for_move(shorter(limits.seconds, context.seconds), context.clock);
        const auto progress = [&](const Report& report) {
            Progress so_far{.depth = report.depth,
                            .score = score_of(report),
                            .nodes = report.nodes,
                            .line = {game.legal()[report.best]}};
            if (limits.method == Method::AlphaBeta)
                so_far.prunings = Prunings{.max = report.prunings_max, .min = report.prunings_min};
            context.on_progress(so_far);
        };
        const Report report = game.search(limits, context.on_progress ? OnReport(progress) : OnReport());
        return {.index = report.best, .remark = remark(report)};
    }

private:
    // The safety evaluation counts in the points of its document, the others in hundredths of a man.
    Score score_of(const Report& report) const {
        Score score = reported_score(report.score);
        if (score.kind == Score::Kind::Estimate && limits_.evaluation == Evaluation::Safety)
            score.kind = Score::Kind::Points;
        return score;
    }

    Message remark(const Report& report) const {
        const bool prunes = limits_.method == Method::AlphaBeta;
        Message message = score_remark(score_of(report), prunes ? pruned_codes : full_codes);
        const auto add = [&](std::string_view name, auto value) {
            message.params.push_back({name, static_cast<std::int64_t>(value)});
        };
        add("depth", report.depth);
        add("wanted", limits_.depth);  // more than `depth`: the time was over
        add("nodes", report.nodes);
        add("deepest", report.deepest);
        if (!prunes) return message;
        add("max", report.prunings_max);
        add("min", report.prunings_min);
        return message;
    }

    std::string_view name_;
    Limits limits_;
};

Result<Evaluation> read_evaluation(const PlayerOption& option) {
    if (option.value == "material") return Evaluation::Material;
    if (option.value == "centre") return Evaluation::Centre;
    if (option.value == "safety") return Evaluation::Safety;
    return fail("eval must be material, centre or safety, not '" + excerpt(option.value) + "'");
}

}  // namespace

Result<std::unique_ptr<Player>> searching_player(Method method, const PlayerOptions& options) {
    Limits limits{.method = method, .evaluation = Evaluation::Centre, .depth = 5, .seconds = 15};
    for (const PlayerOption& option : options) {
        if (option.key == "depth") {
            const Result<int> depth = read_int(option, 1, 20);
            if (!depth) return std::unexpected(depth.error());
            limits.depth = *depth;
        } else if (option.key == "eval") {
            const Result<Evaluation> evaluation = read_evaluation(option);
            if (!evaluation) return std::unexpected(evaluation.error());
            limits.evaluation = *evaluation;
        } else if (option.key == "seconds") {
            const Result<double> seconds = read_seconds(option);
            if (!seconds) return std::unexpected(seconds.error());
            limits.seconds = *seconds;
        } else {
            return fail("there is no option '" + excerpt(option.key) + "'; there are depth, eval and seconds");
        }
    }
    return std::make_unique<SearchingPlayer>(method == Method::Minimax ? "minimax" : "alphabeta", limits);
}

Result<std::unique_ptr<Player>> mini_player(const PlayerOptions& options) {
    int level = 1;
    for (const PlayerOption& option : options) {
        if (option.key != "level") return fail("there is no option '" + excerpt(option.key) + "'; there is level");
        const Result<int> read = read_int(option, 1, 3);
        if (!read) return std::unexpected(read.error());
        level = *read;
    }
    // S1.3: the depth limit and the 15 seconds are those of the document.
    const Limits limits{
        .method = Method::AlphaBeta, .evaluation = Evaluation::Safety, .depth = 5 * level + 2, .seconds = 15};
    return std::make_unique<SearchingPlayer>("mini-ab", limits);
}

}  // namespace crownhead
