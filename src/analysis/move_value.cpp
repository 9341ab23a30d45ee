#include "analysis/move_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "search/reported_score.hpp"
#include "search/score.hpp"

namespace crownhead::analysis {

namespace {

constexpr std::uint64_t line_oracle_nodes =
    200'000;                           // of each position of a line: it should not take longer than the game
constexpr std::size_t drawn_line = 3;  // plies: nothing happens after that

double share_of(Value value) {
    switch (value) {
        case Value::Win: return 1.0;
        case Value::Loss: return 0.0;
        default: return 0.5;
    }
}

bool is_open_value(const MoveValue& value) { return !value.is_known(); }

struct ExactValues {
    MoveValue position{};
    std::vector<MoveValue> moves{};

    bool complete() const { return position.is_known() && std::ranges::none_of(moves, is_open_value); }
};

// Fills in what is not known yet.
void add_solution(ExactValues& known, const solve::Answer& answer) {
    const auto add = [](MoveValue& to, const solve::Exact& exact) {
        if (exact.value == Value::Unknown) return;
        // The files have counted the plies to the end, the oracle perhaps the pieces.
        if (to.is_known() && to.exact.value == exact.value && !exact.difference) return;
        to = {.source = Source::Solution, .exact = exact};
    };
    add(known.position, answer.position);
    for (std::size_t i = 0; i < known.moves.size() && i < answer.moves.size(); ++i)
        add(known.moves[i], answer.moves[i]);
}

ExactValues exact_values(const Game& game, const Sources& sources, const ValueLimits& limits) {
    ExactValues known;
    known.moves.resize(game.legal().size());
    const auto read = [](const std::optional<ExactValue>& exact) {
        if (!exact || exact->value == Value::Unknown) return MoveValue{};
        return MoveValue{.source = Source::Endgames, .exact = {.value = exact->value, .plies = exact->plies}};
    };
    // Where pieces are counted at the end, the files do not say how many.
    const bool counts = game.variant().end.blocked == Blocked::Passes;
    if (sources.endgames && !counts && knows(*sources.endgames, game)) {
        known.position = read(sources.endgames->exact_value(game));
        const std::vector<std::optional<ExactValue>> moves = sources.endgames->move_values(game);
        for (std::size_t i = 0; i < moves.size() && i < known.moves.size(); ++i) known.moves[i] = read(moves[i]);
    }
    if (sources.oracle && !known.complete()) {
        const std::optional<solve::Answer> answer =
            sources.oracle->ask(game, {.nodes = limits.oracle_nodes, .stop = limits.stop});
        if (answer) add_solution(known, *answer);
    }
    return known;
}

// The higher the sooner a side should play it: wins that are near, losses that are far away.
std::tuple<double, int, std::int64_t> preference(const MoveValue& value) {
    const Score score = reported_score(value.score);
    std::optional<std::int64_t> plies = value.is_exact() ? value.exact.plies : score.plies;
    if (value.is_exact() && !plies && value.exact.rank) plies = *value.exact.rank;
    const double share = expected_score(value);
    const std::int64_t distance = plies.value_or(0);
    return {share, value.exact.difference.value_or(0), share > 0.5 ? -distance : distance};
}

std::optional<std::size_t> best_exact_move(const ExactValues& known) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < known.moves.size(); ++i) {
        if (!known.moves[i].is_known()) return std::nullopt;
        if (!best || preference(known.moves[i]) > preference(known.moves[*best])) best = i;
    }
    return best;
}

void add_estimates(PositionValues& values, const Game& game, const Sources& sources, const ValueLimits& limits) {
    const Analysis analysis =
        sources.engine->think(game, {.nodes = limits.nodes,
                                     .lines = static_cast<int>(std::max<std::size_t>(limits.lines, 1)),
                                     .stop = limits.stop});
    for (const AnalysedLine& line : analysis.lines) {
        std::vector<AnyMove> moves(
            line.moves.begin(),
            line.moves.begin() + static_cast<std::ptrdiff_t>(std::min(line.moves.size(), limits.longest_line)));
        if (moves.empty()) moves.push_back(game.legal()[line.index]);
        const auto known = std::ranges::find(values.moves, line.index, &ValuedMove::index);
        if (known != values.moves.end()) {
            known->line = std::move(moves);
            continue;
        }
        values.moves.push_back(
            {.index = line.index,
             .value = {.source = Source::Engine, .score = line.score, .depth = std::max(line.depth, 1)},
             .line = std::move(moves)});
    }
    if (values.position.is_known()) return;
    // A win by one move is a win; a draw by one move may still be a win by another.
    for (const ValuedMove& move : values.moves)
        if (move.value.is_exact() && move.value.exact.value == Value::Win) values.position = move.value;
    if (!values.position.is_known())
        values.position = {
            .source = Source::Engine, .score = analysis.score(), .depth = std::max(analysis.lines.front().depth, 1)};
}

}  // namespace

std::string_view name(Source source) {
    constexpr std::array<std::string_view, 5> names{"none", "rules", "solution", "endgames", "engine"};
    return names[static_cast<std::size_t>(source)];
}

double expected_score(const MoveValue& value) {
    if (!value.is_known()) return 0.5;
    if (value.is_exact()) return share_of(value.exact.value);
    const Score score = reported_score(value.score);
    switch (score.kind) {
        case Score::Kind::Win: return 1.0;
        case Score::Kind::Loss: return 0.0;
        case Score::Kind::Draw: return 0.5;
        default: return 1.0 / (1.0 + std::exp(-score.value / 100.0));
    }
}

MoveValue before_move(const MoveValue& after) {
    MoveValue value = after;
    value.exact.value = negated(after.exact.value);
    if (after.exact.plies) value.exact.plies = *after.exact.plies + 1;
    if (after.exact.difference) value.exact.difference = -*after.exact.difference;
    value.exact.rank.reset();
    value.score = -after.score;
    if (score::is_distance(after.score)) value.score += after.score > 0 ? 1 : -1;
    if (after.source == Source::Engine) ++value.depth;
    return value;
}

bool is_worse(const MoveValue& a, const MoveValue& b) {
    if (!a.is_known() || !b.is_known()) return false;
    const double left = expected_score(a);
    const double right = expected_score(b);
    if (left != right) return left < right;
    return a.exact.difference && b.exact.difference && *a.exact.difference < *b.exact.difference;
}

bool is_worse(const solve::Exact& a, const solve::Exact& b) {
    const auto as_value = [](const solve::Exact& exact) {
        return exact.value == Value::Unknown ? MoveValue{} : MoveValue{.source = Source::Solution, .exact = exact};
    };
    return is_worse(as_value(a), as_value(b));
}

const ValuedMove* PositionValues::find(std::size_t index) const {
    const auto found = std::ranges::find(moves, index, &ValuedMove::index);
    return found == moves.end() ? nullptr : &*found;
}

PositionValues values_of(const Game& game, const Sources& sources, const ValueLimits& limits) {
    const ExactValues known = exact_values(game, sources, limits);
    PositionValues values{.position = known.position};
    for (std::size_t i = 0; i < known.moves.size(); ++i)
        if (known.moves[i].is_known())
            values.moves.push_back({.index = i, .value = known.moves[i], .line = {game.legal()[i]}});
    if (!known.complete() && sources.engine) add_estimates(values, game, sources, limits);
    std::ranges::stable_sort(values.moves, [](const ValuedMove& a, const ValuedMove& b) {
        return preference(a.value) > preference(b.value);
    });
    return values;
}

std::vector<AnyMove> line_after(const Game& game, std::size_t index, const Sources& sources,
                                const ValueLimits& limits) {
    std::vector<AnyMove> line{game.legal()[index]};
    const std::unique_ptr<Game> at = game.clone();
    at->play(index);
    ValueLimits quick = limits;
    quick.oracle_nodes = std::min(limits.oracle_nodes, line_oracle_nodes);
    while (line.size() < limits.longest_line && !at->outcome() && !limits.stop.stop_requested()) {
        const ExactValues known = exact_values(*at, sources, quick);
        const std::optional<std::size_t> best = best_exact_move(known);
        const bool shows_way = best && (known.moves[*best].exact.plies || known.moves[*best].exact.rank ||
                                        known.moves[*best].exact.difference);
        const bool drawn = best && known.moves[*best].exact.value == Value::Draw;
        if (drawn && line.size() >= drawn_line) break;
        if (!shows_way && !drawn && sources.engine) {
            // What remains is the engine's opinion of how it goes on.
            const Analysis analysis = sources.engine->think(*at, {.nodes = limits.nodes, .stop = limits.stop});
            for (const AnyMove& mv : analysis.lines.front().moves)
                if (line.size() < limits.longest_line) line.push_back(mv);
            break;
        }
        if (!best) break;
        line.push_back(at->legal()[*best]);
        at->play(*best);
    }
    return line;
}

}  // namespace crownhead::analysis
