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

class EnginePlayer final : public Player {
public:
    EnginePlayer(int level, EngineOptions options, const ThinkLimits& limits, std::string endgames, std::uint64_t seed)
        : level_(level), options_(std::move(options)), limits_(limits), folder_(std::move(endgames)), random_(seed) {}

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

    Analysis think(const Game& game, ThinkLimits limits, const Context& context) {
        limits.stop = context.stop;
        if (!context.on_progress) return engine_->think(game, limits);
        return engine_->think(game, limits, [&](const Analysis& so_far) {
            const AnalysedLine& best = so_far.lines.front();
            context.on_progress({.depth = so_far.depth,
                                 .score = reported_score(best.score),
                                 .nodes = so_far.nodes,
                                 .line = best.moves});
        });
    }

    Choice best_move(const Game& game, const Context& context) {
        ThinkLimits limits = limits_;
        limits.seconds = shorter(limits.seconds, context.seconds);
        limits.clock = context.clock;
        const Analysis analysis = think(game, limits, context);
        return {.index = analysis.best(), .remark = remark(analysis.score(), analysis.depth, analysis.nodes, 1)};
    }

    Choice near_best_move(const Game& game, const Context& context) {
        const Level& level = levels[static_cast<std::size_t>(level_ - 1)];
        engine_->forget();  // a weak player must not profit from what it saw before
        const Analysis analysis =
            think(game, {.depth = level.depth, .lines = static_cast<int>(game.legal().size())}, context);
        const int best = analysis.score();
        const auto good = std::ranges::find_if(analysis.lines, [&](const AnalysedLine& line) {
            return line.score < best - level.spread || (score::is_decided(best) && best > 0 && line.score < best);
        });
        const auto count = static_cast<std::size_t>(good - analysis.lines.begin());
        const AnalysedLine& chosen = analysis.lines[random_.below(static_cast<std::uint32_t>(count))];
        return {.index = chosen.index, .remark = remark(chosen.score, level.depth, analysis.nodes, count)};
    }

    int level_;
    EngineOptions options_;
    ThinkLimits limits_;
    std::string folder_;  // with endgame files; empty: those of the context
    Random random_;
    const Variant* variant_ = nullptr;
    std::unique_ptr<Engine> engine_;
};

Result<Parts> read_parts(const PlayerOption& option) {
    Parts parts;
    std::string_view rest = option.value;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find('+'));
        const auto* const found = std::ranges::find(part_names, word);
        if (found == part_names.end()) {
            std::string all;
            for (const std::string_view name : part_names) all += (all.empty() ? "" : ", ") + std::string(name);
            return fail("there is no part '" + excerpt(word) + "' of the search; there is " + all);
        }
        parts = parts.without(static_cast<Part>(found - part_names.begin()));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return parts;
}

}  // namespace

Result<std::unique_ptr<Player>> engine_player(const PlayerOptions& options, std::uint64_t seed) {
    int level = highest_level;
    std::size_t table_megabytes = 16;
    int threads = 1;
    Parts parts;
    ThinkLimits limits;
    std::string endgames;
    constexpr int most_nodes = 2'000'000'000;
    for (const PlayerOption& option : options) {
        Result<int> read = 0;
        if (option.key == "level") {
            read = read_int(option, 1, highest_level);
            level = read.value_or(0);
        } else if (option.key == "depth") {
            read = read_int(option, 1, max_depth);
            limits.depth = read.value_or(0);
        } else if (option.key == "nodes") {
            read = read_int(option, 1, most_nodes);
            limits.nodes = static_cast<std::uint64_t>(read.value_or(0));
        } else if (option.key == "hash") {
            read = read_int(option, 1, 65536);
            table_megabytes = static_cast<std::size_t>(read.value_or(0));
        } else if (option.key == "threads") {
            read = read_int(option, 1, 256);
            threads = read.value_or(1);
        } else if (option.key == "seconds") {
            const Result<double> seconds = read_seconds(option);
            if (!seconds) return std::unexpected(seconds.error());
            limits.seconds = *seconds;
        } else if (option.key == "without") {
            const Result<Parts> left = read_parts(option);
            if (!left) return std::unexpected(left.error());
            parts = *left;
        } else if (option.key == "egdb") {
            if (option.value.empty()) return fail("egdb: expected the folder of endgame files");
            endgames = option.value;
        } else {
            return fail("there is no option '" + excerpt(option.key) +
                        "'; there are level, seconds, depth, nodes, hash, threads, egdb and without");
        }
        if (!read) return std::unexpected(read.error());
    }
    if (level < highest_level) {
        if (limits.depth > 0 || limits.nodes > 0 || limits.seconds > 0)
            return fail("seconds, depth and nodes go with level 10; the others decide themselves how far they look");
        if (!endgames.empty()) return fail("egdb goes with level 10; the others play endgames like people");
        table_megabytes = 1;
        if (!levels[static_cast<std::size_t>(level - 1)].sees_recaptures) parts = parts.without(Part::Quiescence);
    }
    if (limits.depth == 0 && limits.nodes == 0 && limits.seconds == 0) limits.seconds = 1;
    EngineOptions engine;
    engine.table_megabytes = table_megabytes;
    engine.threads = threads;
    engine.parts = parts;
    return std::make_unique<EnginePlayer>(level, std::move(engine), limits, std::move(endgames), seed);
}

}  // namespace crownhead
