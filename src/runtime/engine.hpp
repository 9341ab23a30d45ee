// Engine: the strongest player of one game, without any text protocol. It thinks about a Game and reports through a
// callback; the limits carry what stops it. Its table and what it has learnt about moves last from one move to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "eval/net.hpp"
#include "eval/weights.hpp"
#include "runtime/game.hpp"
#include "search/limits.hpp"

namespace crownhead {

class Endgames;

enum class EvaluationKind : std::uint8_t {
    Terms,
    Net,  // of the game; the terms where there is none
};

struct EngineOptions {
    std::size_t table_megabytes = 64;
    int threads = 1;
    SearchFeatures features{};
    EvaluationKind evaluation = EvaluationKind::Net;
    std::optional<eval::Weights> weights{};      // evaluates with the terms and these weights
    std::shared_ptr<const eval::Net> net{};      // the one that comes with the program if there is none
    std::shared_ptr<const Endgames> endgames{};  // of the same game; nothing is known of endgames without them
};

// One of the best moves and what is expected to follow.
struct AnalysedLine {
    std::size_t index = 0;  // of the first move, among the legal ones
    int score = 0;          // for the side to move; hundredths, or a decided game (search/score.hpp)
    int depth = 0;          // that the score rests on
    std::vector<AnyMove> moves;
};

struct Analysis {
    int depth = 0;    // the last one finished
    int deepest = 0;  // plies
    std::uint64_t nodes = 0;
    double seconds = 0.0;
    std::vector<AnalysedLine> lines;  // best first; never empty

    std::size_t best() const { return lines.front().index; }
    int score() const { return lines.front().score; }
};

class Engine {
public:
    using OnDepth = std::function<void(const Analysis&)>;

    virtual ~Engine() = default;

    // The game must be of this engine's variant and not over. Deterministic with one thread and no time limit, for an engine
    // with the same past. `on_depth` is called by this thread whenever a depth is finished.
    virtual Analysis think(const Game& game, const SearchLimits& limits, const OnDepth& on_depth = {}) = 0;

    virtual void forget() = 0;  // the next position has nothing to do with the ones before

    // What the evaluation counts in this position, for fitting; nothing unless it is quiet: no capture.
    virtual std::optional<std::vector<eval::Feature>> quiet_features(const Game& game) const = 0;
    // The position as a net sees it, for training; empty unless neither side could capture.
    virtual std::optional<eval::PackedPosition> quiet_position(const Game& game) const = 0;
};

std::unique_ptr<Engine> new_engine(const Variant& variant, const EngineOptions& options);

}  // namespace crownhead
