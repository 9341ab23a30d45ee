#include "players/searcher.hpp"

#include <string>
#include <string_view>

#include "players/options.hpp"
#include "players/wording.hpp"
#include "search/score.hpp"

namespace crownhead {

namespace {

class SearchingPlayer final : public Player {
public:
    SearchingPlayer(std::string_view name, const Limits& limits) : name_(name), limits_(limits) {}

    std::string_view name() const override { return name_; }

    Choice choose(const Game& game) override {
        if (game.legal().size() == 1) return {.index = 0, .remark = "the only move"};
        const Report report =
            game.search(limits_, on_news_ ? [&](const Report& so_far) { tell_news(game, so_far); } : OnReport());
        return {.index = report.best, .remark = remark(report)};
    }

    void watch(const std::atomic<bool>* stop) override { limits_.stop = stop; }
    void tell(const OnNews& on_news) override { on_news_ = on_news; }

private:
    static std::string score_text(int score) {
        if (!score::is_decided(score)) return std::to_string(score);
        return score > 0 ? "I win in " + in_plies(score::won - score)
                         : "I lose in " + in_plies(score::won + score) + " at best";
    }

    void tell_news(const Game& game, const Report& report) const {
        News news{.depth = report.depth,
                  .score = score_text(report.score),
                  .nodes = report.nodes,
                  .line = {game.legal()[report.best]}};
        if (limits_.method == Method::AlphaBeta)
            news.prunings = Prunings{.max = report.prunings_max, .min = report.prunings_min};
        on_news_(news);
    }

    std::string remark(const Report& report) const {
        std::string text = score_text(report.score);
        if (!score::is_decided(report.score))
            text = "the best I see at depth " + std::to_string(report.depth) + ", score " + text;
        text += " (" + std::to_string(report.nodes) + " nodes, deepest " + std::to_string(report.deepest);
        if (limits_.method == Method::AlphaBeta)
            text += ", prunings " + std::to_string(report.prunings_max) + " max, " +
                    std::to_string(report.prunings_min) + " min";
        text += report.complete ? ")" : ", time over)";
        return text;
    }

    std::string_view name_;
    Limits limits_;
    OnNews on_news_;
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
