#include "players/engine.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "players/options.hpp"
#include "players/score_remark.hpp"
#include "runtime/endgame_store.hpp"
#include "runtime/engine.hpp"
#include "search/control.hpp"
#include "search/score.hpp"
#include "util/random.hpp"
#include "util/read_file.hpp"

namespace crownhead {

namespace {

constexpr ScoreCodes score_codes{.estimate = "remark.score-estimate",
                                 .win = "remark.score-win",
                                 .loss = "remark.score-loss",
                                 .won = "remark.score-won",
                                 .lost = "remark.score-lost",
                                 .draw = "remark.score-draw"};

// `equals`: how many moves were good enough to be chosen.
Message remark(int score, int depth, std::uint64_t nodes, std::size_t equals) {
    Message message = score_remark(reported_score(score), score_codes);
    message.params.push_back({"depth", std::int64_t{depth}});
    message.params.push_back({"nodes", static_cast<std::int64_t>(nodes)});
    message.params.push_back({"count", static_cast<std::int64_t>(equals)});
    return message;
}

Result<eval::Net> read_net_file(const Variant& variant, const std::string& path) {
    const Result<std::string> bytes = read_whole_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    Result<eval::Net> net = eval::read_net(variant, *bytes);
    if (!net) return fail(path + ": " + net.error().message + " (at byte " + std::to_string(net.error().offset) + ")");
    return net;
}

const Level& level_of(int level) { return levels[static_cast<std::size_t>(level - 1)]; }

class EnginePlayer final : public Player {
public:
    EnginePlayer(int level, EngineOptions options, SearchLimits limits, std::string endgames, std::string net,
                 std::uint64_t seed)
        : level_(level),
          options_(std::move(options)),
          limits_(std::move(limits)),
          folder_(std::move(endgames)),
          net_file_(std::move(net)),
          random_(seed) {}

    std::string_view name() const override { return "engine"; }

    std::expected<void, Message> begin(const Game& game, const Context& context) override {
        return prepare(game.variant(), context);
    }

    Choice choose(const Game& game, const Context& context) override {
        if (game.legal().size() == 1) return {.index = 0, .remark = Message{"remark.only-move"}};
        if (auto ready = prepare(game.variant(), context); !ready) return {.forfeit = std::move(ready.error())};
        return level_ == highest_level ? best_move(game, context) : near_best_move(game, context);
    }

private:
    std::expected<void, Message> prepare(const Variant& variant, const Context& context) {
        if (variant_ != &variant) {
            engine_.reset();
            if (!folder_.empty()) {
                Result<std::unique_ptr<Endgames>> opened = EndgameStore(folder_).open(variant);
                if (!opened) return std::unexpected(Message{"forfeit.endgames", {{"detail", opened.error().message}}});
                options_.endgames = std::move(*opened);
            }
            if (!net_file_.empty()) {
                Result<eval::Net> net = read_net_file(variant, net_file_);
                if (!net) return std::unexpected(Message{"forfeit.net", {{"detail", net.error().message}}});
                options_.net = std::make_shared<const eval::Net>(*std::move(net));
            }
            variant_ = &variant;
        }
        // Levels for people play endgames like people.
        if (level_ == highest_level && folder_.empty() && context.endgames != options_.endgames) {
            options_.endgames = context.endgames;
            engine_.reset();
        }
        if (!engine_) engine_ = new_engine(variant, options_);
        return {};
    }

    static Engine::OnDepth reporter(const Context& context) {
        if (!context.on_progress) return {};
        return [&context](const Analysis& so_far) {
            const AnalysedLine& best = so_far.lines.front();
            context.on_progress({.depth = so_far.depth,
                                 .score = reported_score(best.score),
                                 .nodes = so_far.nodes,
                                 .line = best.moves});
        };
    }

    Choice best_move(const Game& game, const Context& context) {
        SearchLimits limits = limits_;
        limits.seconds = shorter(limits.seconds, context.seconds);
        limits.clock = context.clock;
        limits.stop = context.stop;
        const Analysis analysis = engine_->think(game, limits, reporter(context));
        return {.index = analysis.best(), .remark = remark(analysis.score(), analysis.depth, analysis.nodes, 1)};
    }

    Choice near_best_move(const Game& game, const Context& context) {
        const Analysis analysis = level_analysis(*engine_, game, level_, context.stop, reporter(context));
        const std::span<const AnalysedLine> choices = level_choices(analysis, level_);
        const AnalysedLine& chosen = choices[random_.below(static_cast<std::uint32_t>(choices.size()))];
        return {.index = chosen.index,
                .remark = remark(chosen.score, level_of(level_).depth, analysis.nodes, choices.size())};
    }

    int level_;
    EngineOptions options_;
    SearchLimits limits_;
    std::string folder_;    // with endgame files; empty: those of the context
    std::string net_file_;  // empty: the one that comes with the program
    Random random_;
    const Variant* variant_ = nullptr;
    std::unique_ptr<Engine> engine_;
};

constexpr double most_nodes = 2e9;
constexpr std::array<std::string_view, 2> engine_evaluation_names{"terms", "net"};

constexpr auto engine_options = std::to_array<OptionInfo>({
    {.key = "level", .kind = OptionKind::Integer, .standard = "10", .lowest = 1, .highest = highest_level},
    {.key = "seconds",  // of a move; if no other limit is given
     .kind = OptionKind::Number,
     .standard = "1",
     .lowest = 0,
     .highest = 3600,
     .page_highest = 60,
     .bounds_move = true,
     .run_highest = 15},
    {.key = "depth",
     .kind = OptionKind::Integer,
     .lowest = 1,
     .highest = max_depth,
     .bounds_move = true,
     .run_highest = 16},  // some seconds in the worst positions
    {.key = "nodes",
     .kind = OptionKind::Integer,
     .lowest = 1,
     .highest = most_nodes,
     .bounds_move = true,
     .run_highest = 2e7},
    {.key = "hash", .kind = OptionKind::Integer, .standard = "16", .lowest = 1, .highest = 65536, .on_page = false},
    {.key = "threads", .kind = OptionKind::Integer, .standard = "1", .lowest = 1, .highest = 256, .on_page = false},
    {.key = "egdb", .kind = OptionKind::Folder, .on_page = false},
    {.key = "eval",
     .kind = OptionKind::Choice,
     .standard = "net",
     .choices = engine_evaluation_names,
     .on_page = false},
    {.key = "net", .kind = OptionKind::Text, .on_page = false},
    {.key = "without", .kind = OptionKind::Set, .choices = feature_names},
});

}  // namespace

EngineOptions level_engine(int level) {
    EngineOptions options{.table_megabytes = 1,
                          .evaluation = EvaluationKind::Terms};  // the levels are calibrated with them
    if (!level_of(level).sees_recaptures) options.features = options.features.without(SearchFeature::Quiescence);
    return options;
}

Analysis level_analysis(Engine& engine, const Game& game, int level, const std::stop_token& stop,
                        const Engine::OnDepth& on_depth) {
    engine.forget();  // a weak player must not profit from what it saw before
    return engine.think(
        game, {.depth = level_of(level).depth, .lines = static_cast<int>(game.legal().size()), .stop = stop}, on_depth);
}

std::span<const AnalysedLine> level_choices(const Analysis& analysis, int level) {
    const int best = analysis.score();
    const auto worse = std::ranges::find_if(analysis.lines, [&](const AnalysedLine& line) {
        return line.score < best - level_of(level).spread || (score::is_decided(best) && best > 0 && line.score < best);
    });
    return {analysis.lines.begin(), worse};
}

Result<std::unique_ptr<Player>> engine_player(const PlayerOptions& given, std::uint64_t seed) {
    const OptionReader read(engine_options, given);
    const int level = read.integer("level");
    SearchLimits limits{.depth = read.integer("depth"), .nodes = static_cast<std::uint64_t>(read.integer("nodes"))};
    if (read.given("seconds") || (limits.depth == 0 && limits.nodes == 0)) limits.seconds = read.number("seconds");
    if (limits.depth == 0 && limits.nodes == 0 && limits.seconds == 0) limits.seconds = 1;
    EngineOptions engine;
    engine.table_megabytes = static_cast<std::size_t>(read.integer("hash"));
    engine.threads = read.integer("threads");
    if (read.given("without"))
        for (const std::size_t part : read_set(read.text("without"), feature_names))
            engine.features = engine.features.without(static_cast<SearchFeature>(part));
    if (read.given("net") && read.given("eval") && read.text("eval") == "terms")
        return fail("a net is not used with eval=terms");
    if (read.text("eval") == "terms" && !read.given("net")) engine.evaluation = EvaluationKind::Terms;
    if (level < highest_level) {
        if (read.given("seconds") || read.given("depth") || read.given("nodes"))
            return fail("seconds, depth and nodes go with level 10; the others decide themselves how far they look");
        if (read.given("egdb")) return fail("egdb goes with level 10; the others play endgames like people");
        if (read.given("eval") || read.given("net")) return fail("eval and net go with level 10");
        const EngineOptions weak = level_engine(level);
        engine.table_megabytes = weak.table_megabytes;
        engine.evaluation = weak.evaluation;
        engine.features.off |= weak.features.off;
    }
    return std::make_unique<EnginePlayer>(level, std::move(engine), limits, std::string(read.text("egdb")),
                                          std::string(read.text("net")), seed);
}

const Strategy& engine_strategy() {
    static constexpr Strategy strategy{.name = "engine",
                                       .options = engine_options,
                                       .levels = highest_level,
                                       .page_seconds = 60,
                                       .opponent = "engine:level=3",
                                       .make = engine_player};
    return strategy;
}

}  // namespace crownhead
