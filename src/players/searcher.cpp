// The players that look ahead to a fixed depth: minimax and alpha-beta (mission S2.4, S3.3) and the player of the
// mini-checkers document with its three levels (S1.3-S1.5).
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "players/catalogue.hpp"

#include "players/options.hpp"
#include "players/score_remark.hpp"
#include "runtime/plain_search.hpp"
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
    SearchingPlayer(std::string_view name, PlainLimits limits) : name_(name), limits_(std::move(limits)) {}

    std::string_view name() const override { return name_; }

    Choice choose(const Game& game, const Context& context) override {
        if (game.legal().size() == 1) return {.index = 0, .remark = Message{"remark.only-move"}};
        PlainLimits limits = limits_;
        limits.stop = context.stop;
        limits.seconds = seconds_for_move(shorter(limits.seconds, context.seconds), context.clock);
        const auto progress = [&](const PlainReport& report) {
            Progress so_far{.depth = report.depth,
                            .score = score_of(report),
                            .nodes = report.nodes,
                            .line = {game.legal()[report.best]}};
            if (limits.method == Method::AlphaBeta)
                so_far.prunings = Prunings{.max = report.prunings_max, .min = report.prunings_min};
            context.on_progress(so_far);
        };
        const PlainReport report =
            plain_search(game, limits, context.on_progress ? OnPlainReport(progress) : OnPlainReport());
        return {.index = report.best, .remark = remark(report)};
    }

private:
    // The safety evaluation counts in the points of its document, the others in hundredths of a man.
    Score score_of(const PlainReport& report) const {
        Score score = reported_score(report.score);
        if (score.kind == Score::Kind::Estimate && limits_.evaluation == Evaluation::Safety)
            score.kind = Score::Kind::Points;
        return score;
    }

    Message remark(const PlainReport& report) const {
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
    PlainLimits limits_;
};

// By Evaluation.
constexpr auto evaluation_names = std::to_array<std::string_view>({"material", "centre", "safety"});

constexpr double longest_move = 15;  // seconds; S1.3
constexpr auto search_options = std::to_array<OptionInfo>({
    {.key = "depth", .kind = OptionKind::Integer, .standard = "5", .lowest = 1, .highest = 20},
    {.key = "eval", .kind = OptionKind::Choice, .standard = "centre", .choices = evaluation_names},
    {.key = "seconds",
     .kind = OptionKind::Number,
     .standard = "15",
     .lowest = 0,  // no limit
     .highest = 3600,
     .page_highest = longest_move,
     .zero_is_endless = true,
     .bounds_move = true,
     .run_highest = longest_move},
});
constexpr auto mini_options = std::to_array<OptionInfo>({
    {.key = "level", .kind = OptionKind::Integer, .standard = "1", .lowest = 1, .highest = 3},
});

std::unique_ptr<Player> searching_player(std::string_view name, Method method, const PlayerOptions& given) {
    const OptionReader read(search_options, given);
    const auto* const evaluation = std::ranges::find(evaluation_names, read.text("eval"));
    return std::make_unique<SearchingPlayer>(
        name, PlainLimits{.method = method,
                          .evaluation = static_cast<Evaluation>(evaluation - evaluation_names.begin()),
                          .depth = read.integer("depth"),
                          .seconds = read.number("seconds")});
}

}  // namespace

const Strategy& minimax_strategy() {
    static constexpr Strategy strategy{
        .name = "minimax",
        .options = search_options,
        .page_seconds = longest_move,
        .make = [](const PlayerOptions& given, std::uint64_t) -> Result<std::unique_ptr<Player>> {
            return searching_player("minimax", Method::Minimax, given);
        }};
    return strategy;
}

const Strategy& alphabeta_strategy() {
    static constexpr Strategy strategy{
        .name = "alphabeta",
        .options = search_options,
        .page_seconds = longest_move,
        .make = [](const PlayerOptions& given, std::uint64_t) -> Result<std::unique_ptr<Player>> {
            return searching_player("alphabeta", Method::AlphaBeta, given);
        }};
    return strategy;
}

// S1.3: the depth, 5 * level + 2, and the 15 seconds are those of the document.
const Strategy& mini_ab_strategy() {
    static constexpr Strategy strategy{
        .name = "mini-ab",
        .options = mini_options,
        .levels = 3,
        .family = "mini",
        .opponent = "mini-ab:level=1",
        .make = [](const PlayerOptions& given, std::uint64_t) -> Result<std::unique_ptr<Player>> {
            return std::make_unique<SearchingPlayer>(
                "mini-ab", PlainLimits{.method = Method::AlphaBeta,
                                       .evaluation = Evaluation::Safety,
                                       .depth = 5 * OptionReader(mini_options, given).integer("level") + 2,
                                       .seconds = longest_move});
        }};
    return strategy;
}

}  // namespace crownhead
