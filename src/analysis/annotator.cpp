#include "analysis/annotator.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "util/assert.hpp"

namespace crownhead::analysis {

namespace {

constexpr std::uint64_t quick_share = 12;  // of the nodes of a move, in the first round
constexpr std::uint64_t closer_factor = 6;
constexpr std::size_t most_closer = 6;  // looks
constexpr std::size_t line_plies = 8;
constexpr double per_piece = 0.01;  // where pieces are counted and the value is the same: only to tell moments apart

std::optional<std::size_t> legal_index(const Game& game, const AnyMove& mv) {
    const std::span<const AnyMove> legal = game.legal();
    const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
    if (found == legal.end()) return std::nullopt;
    return static_cast<std::size_t>(found - legal.begin());
}

// A position is worth at least what the move that was made is worth.
MoveValue at_least(const MoveValue& position, const MoveValue& move) {
    if (!move.is_known() || position.is_exact()) return position;
    if (!position.is_known()) return move.source == Source::Engine ? move : position;
    if (!is_worse(position, move)) return position;
    if (!move.is_exact() || move.exact.value == Value::Win) return move;
    return {.source = Source::Engine, .score = 0, .depth = position.depth};  // perhaps more than this draw
}

}  // namespace

std::string_view text_of(Glyph glyph) {
    constexpr std::array<std::string_view, 4> texts{"", "?!", "?", "??"};
    return texts[static_cast<std::size_t>(glyph)];
}

double loss_of(const MoveValue& before, const MoveValue& after) {
    if (!is_worse(after, before)) return 0;
    const double loss = expected_score(before) - expected_score(after);
    if (loss > 0) return loss;
    return per_piece * (*before.exact.difference - *after.exact.difference);
}

Glyph glyph_of(const MoveValue& before, const MoveValue& after) {
    if (!is_worse(after, before)) return Glyph::None;
    if (before.is_exact() && after.is_exact()) {
        if (before.exact.value == after.exact.value) return Glyph::Slip;
        return before.exact.value == Value::Win ? Glyph::Blunder : Glyph::Mistake;
    }
    const double loss = loss_of(before, after);
    Glyph glyph = Glyph::None;
    for (std::size_t i = 0; i < glyph_limits.size(); ++i)
        if (loss >= glyph_limits[i]) glyph = static_cast<Glyph>(i + 1);
    return glyph;
}

std::vector<std::size_t> moments_of(const std::vector<JudgedMove>& moves, std::size_t count) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].glyph != Glyph::None) found.push_back(i);
    std::ranges::stable_sort(found, [&](std::size_t a, std::size_t b) { return moves[a].loss > moves[b].loss; });
    if (found.size() > count) found.resize(count);
    std::ranges::sort(found);
    return found;
}

Annotator::Annotator(const Game& game, Sources sources, AnnotatorLimits limits)
    : game_(game.clone()), sources_(std::move(sources)), limits_(std::move(limits)) {
    played_.assign(game.played().begin(), game.played().end());
    first_ = played_.size() - std::min(played_.size(), limits_.longest);
    moves_.resize(played_.size() - first_);
    if (sources_.engine) sources_.engine->forget();
    planned_ = 2 * moves_.size() + moment_count;
    if (moves_.empty()) stage_ = Stage::Done;
    next_ = moves_.size() + 1;
}

void Annotator::use(std::shared_ptr<const Endgames> endgames, std::shared_ptr<solve::Oracle> oracle) {
    if (endgames) sources_.endgames = std::move(endgames);
    if (oracle) sources_.oracle = std::move(oracle);
}

ValueLimits Annotator::value_limits(std::uint64_t nodes, std::size_t lines) const {
    return {.nodes = std::max<std::uint64_t>(nodes, 1),
            .oracle_nodes = limits_.oracle_nodes,
            .lines = lines,
            .longest_line = line_plies,
            .stop = limits_.stop};
}

void Annotator::begin_round(Stage stage) {
    stage_ = stage;
    while (game_->redo()) {
    }
    next_ = moves_.size() + 1;
}

bool Annotator::step() {
    if (stage_ == Stage::Done || stopped()) return false;
    if (stage_ == Stage::Moments) {
        next_stage();
        return stage_ != Stage::Done && !stopped();
    }
    if (next_ > moves_.size()) value_end();
    if (stopped()) return false;
    judge(next_ - 1);
    if (stopped()) return false;
    --next_;
    ++done_;
    if (next_ == 0) {
        if (stage_ == Stage::Quick)
            begin_round(Stage::Thorough);
        else
            stage_ = Stage::Moments;
    }
    return true;
}

// The position in which the game ended.
void Annotator::value_end() {
    next_ = moves_.size();
    after_ = {};
    if (const std::optional<Outcome> outcome = game_->outcome()) {
        after_.value = {.source = Source::Rules, .exact = {.value = value_of(*outcome, game_->turn()), .plies = 0}};
        return;
    }
    const bool quick = stage_ == Stage::Quick;
    Sources sources = sources_;
    if (quick) sources.oracle.reset();
    const PositionValues values =
        values_of(*game_, sources, value_limits(quick ? limits_.nodes / quick_share : limits_.nodes, 1));
    after_.value = values.position;
    if (!values.moves.empty()) after_.line = values.moves.front().line;
}

void Annotator::judge(std::size_t ply) {
    const bool undone = game_->undo();
    CH_ASSERT(undone);
    static_cast<void>(undone);
    game_->play_on();  // a draw that nobody claimed
    const std::optional<std::size_t> played = legal_index(*game_, played_[first_ + ply]);
    if (!played) return;
    const bool quick = stage_ == Stage::Quick;
    const std::uint64_t nodes = quick ? std::max<std::uint64_t>(limits_.nodes / quick_share, 1) : limits_.nodes;
    Sources sources = sources_;
    if (quick) sources.oracle.reset();

    JudgedMove judged{.after = before_move(after_.value)};
    judged.line = {game_->legal()[*played]};
    judged.line.insert(judged.line.end(), after_.line.begin(), after_.line.end());
    if (judged.line.size() > line_plies) judged.line.resize(line_plies);
    Known here{.line = judged.line};
    if (game_->legal().size() == 1) {
        judged.forced = true;
        judged.before = judged.after;
    } else {
        const PositionValues values = values_of(*game_, sources, value_limits(nodes, 1));
        const ValuedMove* const known = values.find(*played);
        // Where the rules have ended the game, by repetition say, nothing else counts.
        const bool ended = after_.value.source == Source::Rules;
        if (known != nullptr && known->value.is_exact() &&
            !(ended && known->value.exact.value != judged.after.exact.value))
            judged.after = known->value;
        const bool engine_agrees = !values.position.is_exact() && !values.moves.empty() &&
                                   values.moves.front().index == *played && judged.after.is_known();
        judged.before = engine_agrees && (!judged.after.is_exact() || judged.after.exact.value == Value::Win)
                            ? judged.after
                            : at_least(values.position, judged.after);
        // What it rests on is the search of this position, whatever the later ones have seen.
        if (!judged.before.is_exact()) judged.before.depth = values.position.depth;
        judged.loss = loss_of(judged.before, judged.after);
        judged.glyph = glyph_of(judged.before, judged.after);
        if (is_worse(judged.after, judged.before)) {
            for (const ValuedMove& move : values.moves) {
                const bool keeps = judged.before.is_exact()
                                       ? move.value.is_exact() && !is_worse(move.value, judged.before)
                                       : judged.best.empty();
                if (!keeps || move.index == *played) continue;
                judged.best.push_back(move.index);
                if (judged.better.empty()) judged.better = move.line;
            }
            if (!judged.better.empty() && !judged.is_exact()) here.line = judged.better;
        }
    }
    if (stopped()) return;
    here.value = judged.before;
    after_ = std::move(here);
    moves_[ply] = std::move(judged);
}

// Every move of a position, judged by the same search.
void Annotator::look_closer(std::size_t ply) {
    while (game_->played().size() > first_ + ply)
        if (!game_->undo()) return;
    while (game_->played().size() < first_ + ply)
        if (!game_->redo()) return;
    game_->play_on();
    const std::optional<std::size_t> played = legal_index(*game_, played_[first_ + ply]);
    if (!played) return;
    JudgedMove judged = moves_[ply];
    const ValueLimits limits = value_limits(closer_factor * limits_.nodes, game_->legal().size());
    PositionValues values = values_of(*game_, sources_, limits);
    const ValuedMove* const made = values.find(*played);
    if (made == nullptr || values.moves.empty() || stopped()) return;
    const bool ended = judged.after.source == Source::Rules;
    if (!judged.is_exact() && !ended) {
        if (!judged.before.is_exact()) judged.before = values.position;
        if (!judged.after.is_exact()) judged.after = made->value;
        judged.before = at_least(judged.before, judged.after);
        judged.loss = loss_of(judged.before, judged.after);
        judged.glyph = glyph_of(judged.before, judged.after);
        judged.line = made->line;
    }
    judged.best.clear();
    judged.better.clear();
    const ValueLimits line_limits = value_limits(limits_.nodes, 1);
    for (ValuedMove& move : values.moves) {
        if (stopped()) return;
        if (move.line.size() <= 1 && !(ended && move.index == *played))
            move.line = line_after(*game_, move.index, sources_, line_limits);
        const bool keeps = judged.before.is_exact() ? move.value.is_exact() && !is_worse(move.value, judged.before)
                                                    : judged.best.empty();
        if (judged.glyph == Glyph::None || !keeps || move.index == *played) continue;
        judged.best.push_back(move.index);
        if (judged.better.empty()) judged.better = move.line;
    }
    if (made->line.size() > judged.line.size()) judged.line = made->line;
    judged.all = std::move(values.moves);
    moves_[ply] = std::move(judged);
}

void Annotator::next_stage() {
    for (const std::size_t ply : moments_of(moves_)) {
        if (std::ranges::find(closer_, ply) != closer_.end() || closer_.size() >= most_closer) continue;
        look_closer(ply);
        if (stopped()) return;
        closer_.push_back(ply);
        done_ = std::min(done_ + 1, planned_);
        return;
    }
    stage_ = Stage::Done;
    done_ = planned_;
}

}  // namespace crownhead::analysis
