#include "table/table.hpp"

#include <algorithm>
#include <utility>

#include "match/game_record.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "protocol/json.hpp"
#include "protocol/ways.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t listed_captures = 8;  // in a message

bool forced_pass(const Game& game) { return game.legal().size() == 1 && game.legal().front().is_pass(); }

Message must_capture(const Game& game) {
    std::string list;
    const std::size_t count = game.legal().size();
    const std::size_t listed = std::min(count, listed_captures);
    for (std::size_t i = 0; i < listed; ++i)
        list += (i == 0 ? "" : ", ") + move_text::write(game.variant(), game.legal(), i, game.variant().setup.notation);
    return {"refusal.must-capture", {{"moves", list}, {"more", static_cast<std::int64_t>(count - listed)}}};
}

// "11 15" means 11-15.
std::string with_signs(std::string_view text) {
    if (text.find_first_of("-xX:") != std::string_view::npos) return std::string(text);
    std::string joined;
    bool gap = false;
    for (const char c : text) {
        if (is_space(c)) {
            gap = !joined.empty();
            continue;
        }
        if (gap) joined += '-';
        gap = false;
        joined += c;
    }
    return joined;
}

bool compulsory(const Game& game) {
    return game.variant().move.obligation != Obligation::Free && !game.legal().empty() &&
           game.legal().front().is_capture();
}

}  // namespace

bool counts_pieces(const Variant& variant) { return variant.end.blocked == Blocked::Passes; }

Table::Table(Setting setting, const Game& game) : setting_(std::move(setting)), tree_(game), clock_(setting_.clock) {
    tree_.set_left(0, clock_.left());
    for (const AnyMove& mv : game.played()) {
        tree_.play_on();
        const std::optional<std::size_t> index = find_path(tree_.game(), mv);
        CH_ASSERT(index.has_value());
        if (!index) break;
        tree_.add(*index, mv, std::nullopt);
        tree_.set_left(node(), clock_.left());
    }
    running_ = humans();
    if (tree_.nodes().size() > 1 || end()) announce_end();
}

std::optional<TableEnd> Table::end_of(const Game& game, int node) const {
    if (const auto found = ends_.find(node); found != ends_.end()) return found->second;
    const std::optional<Outcome> outcome = game.outcome();
    if (!outcome) return std::nullopt;
    return TableEnd{.winner = outcome->winner,
                    .reason = std::string(outcome_text::word(outcome->reason)),
                    .message = outcome_text::message(variant(), *outcome)};
}

Table::LineEnd Table::line_end() const {
    if (tree_.is_leaf() || end()) return {.node = node(), .end = end()};
    const std::unique_ptr<Game> ahead = game().clone();
    int at = node();
    while (goes_on(at)) {
        at = tree_.preferred_child(at);
        ahead->play_on();
        const std::optional<std::size_t> index = find_path(*ahead, tree_.at(at).move);
        CH_ASSERT(index.has_value());
        ahead->play(index.value_or(0));
    }
    return {.node = at, .end = end_of(*ahead, at)};
}

bool Table::computer_moves() const { return !seat(turn()).human() && (running_ || one_step_) && !end(); }

bool Table::person_must_pass() const {
    return seat(turn()).human() && forced_pass(game()) && tree_.is_leaf() && !end();
}

bool Table::person_decides() const { return seat(turn()).human() && !forced_pass(game()) && !game().legal().empty(); }

State Table::state() const {
    if (end()) return State::Over;
    if (seat(turn()).human()) return State::Waiting;
    return running_ || one_step_ ? State::Thinking : State::Paused;
}

// ---- Moving

// The way to carry out the move that the person has written square by square, or else that of the list.
AnyMove Table::written_path(const Game& game, std::size_t index, std::string_view text) {
    const AnyMove& listed = game.legal()[index];
    if (listed.hops.size() < 2) return listed;
    const auto plain = [](std::string_view written) {
        std::string result;
        for (const char c : written)
            if (!is_space(c)) result += c == '-' || c == ':' ? 'x' : lower(c);
        return result;
    };
    const std::string wanted = plain(text);
    for (AnyMove& path : Ways(game).of(index))
        for (const Notation notation : {Notation::Numeric, Notation::Algebraic})
            if (plain(move_text::write_full(game.variant(), path, notation)) == wanted) {
                path.promotes = listed.promotes;
                return path;
            }
    return listed;
}

void Table::go(int node) {
    tree_.go(node);
    clock_.set_left(tree_.current().left);
}

std::expected<std::size_t, Refusal> Table::find_move(const Game& game, std::string_view text) {
    Ways ways(game);
    const auto found =
        move_text::find(game.variant(), with_signs(text), game.legal(), [&](std::size_t i) { return ways.of(i); });
    if (found) return *found;
    const move_text::ReadError& error = found.error();
    switch (error.kind) {
        case move_text::ReadError::Kind::Illegal:
            if (compulsory(game)) return std::unexpected(illegal(must_capture(game), error.error.message));
            return std::unexpected(illegal({"refusal.illegal-move", {{"move", error.move}}}, error.error.message));
        case move_text::ReadError::Kind::Ambiguous:
            return std::unexpected(
                illegal({"refusal.ambiguous-move", {{"move", error.move}, {"moves", error.choices}}}));
        case move_text::ReadError::Kind::Unreadable: break;
    }
    return std::unexpected(
        illegal({"refusal.unreadable-move",
                 {{"text", excerpt(text)}, {"offset", static_cast<std::int64_t>(error.error.offset) + 1}}},
                error.error.message));
}

Table::Done Table::move(const MoveRequest& request, double now) {
    check_flag(now);
    const int here = node();
    if (!tree_.has(request.node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    if (request.node != here && !request.variation) return std::unexpected(refused("refusal.position-changed"));
    settle_clock(now);
    const std::array<double, 2> left = clock_.left();  // looking back gives no time back
    tree_.go(request.node);
    const auto stay = [&](Refusal refusal) {
        tree_.go(here);
        return std::unexpected(std::move(refusal));
    };
    if (end()) return stay(refused("refusal.over"));
    if (!seat(turn()).human()) return stay(refused("refusal.computers-turn"));
    if (tree_.is_full()) return stay(too_many({"refusal.too-many-nodes"}));
    std::size_t index = request.index.value_or(0);
    if (request.index && index >= game().legal().size()) return stay(illegal({"refusal.no-such-move"}));
    if (!request.index) {
        const std::expected<std::size_t, Refusal> found = find_move(game(), request.text);
        if (!found) {
            say(false, std::nullopt, found.error().message);
            return stay(found.error());
        }
        index = *found;
    }
    const Side mover = turn();
    const AnyMove mv = request.index ? game().legal()[index] : written_path(game(), index, request.text);
    tree_.add(index, mv, std::nullopt);
    clock_.set_left(left);
    if (humans()) running_ = true;
    moved(mover, now);
    return {};
}

Table::Done Table::play(std::size_t index, std::optional<Message> remark, double now) {
    CH_ASSERT(index < game().legal().size() && !end());
    if (tree_.is_full()) {
        running_ = one_step_ = false;
        return std::unexpected(too_many({"refusal.too-many-nodes"}));
    }
    settle_clock(now);
    const Side mover = turn();
    const std::array<double, 2> left = clock_.left();
    const AnyMove mv = game().legal()[index];
    tree_.add(index, mv, std::move(remark));
    clock_.set_left(left);
    announce_move(tree_.current());
    one_step_ = false;
    moved(mover, now);
    return {};
}

// A computer says what it has played and why, the referee that a person has to pass.
void Table::announce_move(const Node& node) {
    const bool person = seat(node.side).human();
    if (!person || node.remark)
        add_to_log({.computer = true, .side = node.side, .move = node.text, .message = node.remark, .ply = node.ply});
    else if (node.move.is_pass())
        add_to_log({.side = node.side,
                    .message = Message{"log.passes", {{"side", std::string(colour(node.side))}}},
                    .ply = node.ply});
}

void Table::moved(Side mover, double now) {
    touch();
    clock_.add_increment(mover);
    tree_.set_left(node(), clock_.left());
    setting_.origin.clear();  // from now on it is a game of its own
    ends_.erase(node());      // an end that was set when this move was played before
    drop_offers();
    clock_.stop();
    run_clock(now);
    if (end()) announce_end();
    if (end() && !humans()) running_ = false;
}

void Table::announce_end() {
    if (const std::optional<TableEnd> ended = end()) say(false, ended->winner, ended->message);
}

// At another node than before.
void Table::arrived(bool running, double now) {
    touch();
    running_ = running;
    one_step_ = false;
    drop_offers();
    clock_.stop();
    run_clock(now);
}

Table::Done Table::undo(double now) {
    settle_clock(now);
    const auto ended = ends_.find(node());
    const bool by_time = ended != ends_.end() && ended->second.kind == EndKind::Time;
    if (ended != ends_.end()) {
        touch();
        ends_.erase(ended);
        drop_offers();
        if (!by_time) {
            if (humans()) running_ = true;
            say(false, std::nullopt, {"log.goes-on"});
            run_clock(now);
            return {};
        }
    }
    const std::optional<int> target = last_decision(std::nullopt);
    if (!target && !by_time) return std::unexpected(refused("refusal.nothing-to-undo"));
    go(target.value_or(node()));
    arrived(humans(), now);
    return {};
}

std::optional<int> Table::last_decision(std::optional<Side> who) const {
    int at = node();
    const std::unique_ptr<Game> back = game().clone();
    while (back->undo()) {
        at = tree_.at(at).parent;
        if (who && back->turn() != *who) continue;
        if (!humans() || (seat(back->turn()).human() && !forced_pass(*back))) return at;
    }
    return std::nullopt;
}

Table::Done Table::redo(double now) {
    if (tree_.next() == 0) return std::unexpected(refused("refusal.nothing-to-redo"));
    settle_clock(now);
    go(tree_.next());
    while (humans() && !person_decides() && !end() && tree_.next() != 0) go(tree_.next());
    arrived(humans(), now);
    return {};
}

Table::Done Table::start(const PlayRequest& request, double now) {
    const int target = request.node.value_or(node());
    if (!tree_.has(target)) return std::unexpected(unknown({"refusal.no-such-node"}));
    if (request.delay) delay_ = *request.delay;
    touch();
    if (target == node() ? end().has_value() : end_of(*tree_.game_at(target), target).has_value())
        return std::unexpected(refused("refusal.over"));
    settle_clock(now);
    const std::array<double, 2> left = clock_.left();
    if (target != node()) {
        tree_.go(target);
        clock_.set_left(left);
        drop_offers();
        clock_.stop();
    }
    running_ = true;
    one_step_ = false;
    run_clock(now);
    return {};
}

void Table::pause(double now) {
    touch();
    settle_clock(now);
    running_ = false;
    one_step_ = false;
    run_clock(now);
}

Table::Done Table::step(double now) {
    if (end()) return std::unexpected(refused("refusal.over"));
    if (seat(turn()).human()) return std::unexpected(refused("refusal.not-computers-turn"));
    settle_clock(now);
    running_ = humans();
    one_step_ = true;
    run_clock(now);
    return {};
}

}  // namespace crownhead::server
