#include "table.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "match/game_record.hpp"
#include "notation/course_log.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t kept_lines = 200;     // of the log
constexpr std::size_t most_nodes = 2000;    // of one game with its variations: half a megabyte for the page
constexpr std::size_t listed_captures = 8;  // in a message

std::string capital(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::size_t index_of(Side side) { return side == Side::Black ? 0 : 1; }

bool compulsory(const Game& game) {
    return game.variant().move.obligation != Obligation::Free && !game.legal().empty() &&
           game.legal().front().is_capture();
}

std::string result_text(const std::optional<TableEnd>& ended) {
    if (!ended) return "*";
    if (!ended->winner) return "1/2-1/2";
    return *ended->winner == Side::White ? "1-0" : "0-1";
}

bool forced_pass(const Game& game) { return game.legal().size() == 1 && game.legal().front().is_pass(); }

std::string must_capture(const Game& game) {
    std::string list;
    const std::size_t count = game.legal().size();
    for (std::size_t i = 0; i < std::min(count, listed_captures); ++i)
        list += (i == 0 ? "" : ", ") + move_text::write(game.variant(), game.legal(), i, game.variant().setup.notation);
    if (count > listed_captures) list += fmt::format(" and {} more", count - listed_captures);
    return "You must capture: " + list;
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

// The way to carry out the move that the person has written square by square, or else the usual one.
AnyMove path_of(const Game& game, std::size_t index, std::string_view text) {
    const AnyMove& usual = game.legal()[index];
    if (usual.hops.size() < 2) return usual;
    const auto plain = [](std::string_view written) {
        std::string result;
        for (const char c : written)
            if (!is_space(c)) result += c == '-' || c == ':' ? 'x' : lower(c);
        return result;
    };
    const std::string wanted = plain(text);
    for (AnyMove& path : game.paths(index))
        for (const Notation notation : {Notation::Numeric, Notation::Algebraic})
            if (plain(move_text::write_full(game.variant(), path, notation)) == wanted) {
                path.promotes = usual.promotes;
                return path;
            }
    return usual;
}

}  // namespace

bool counts_pieces(const Variant& variant) { return variant.end.blocked == Blocked::Passes; }

Table::Table(Setting setting, const Game& game) : setting_(std::move(setting)) {
    game_ = new_game(game.variant());
    [[maybe_unused]] const Result<void> set = game_->set(game.start(), Strictness::Anything);
    CH_ASSERT(set.has_value());
    if (setting_.clock) left_.fill(setting_.clock->seconds);
    nodes_.push_back({.board = board_text(game_->placement()), .left = left_});
    for (const AnyMove& mv : game.played()) {
        const std::optional<std::size_t> index = find_path(*game_, mv);
        CH_ASSERT(index.has_value());
        if (!index) break;
        add_node(*index, mv, "");
    }
    running_ = humans();
    if (nodes_.size() > 1 || end()) announce_end();
    changes(0);
}

Result<std::unique_ptr<Table>> Table::restore(const StoredGame& stored) {
    const auto damaged = [&](std::string_view why) {
        return fail(fmt::format("the game {} cannot be read: {}", stored.id, why));
    };
    Result<std::unique_ptr<Game>> game = new_game(stored.game);
    if (!game) return damaged(game.error().message);
    if (!stored.fen.empty()) {
        const Result<Placement> placement = fen::read((*game)->variant(), stored.fen);
        if (!placement) return damaged(placement.error().message);
        if (const Result<void> set = (*game)->set(*placement, Strictness::Anything); !set)
            return damaged(set.error().message);
    }
    Setting setting{.id = stored.id,
                    .name = stored.name,
                    .created = stored.created,
                    .black = stored.black,
                    .white = stored.white,
                    .clock = stored.clock,
                    .origin = stored.origin};
    auto table = std::make_unique<Table>(std::move(setting), **game);
    const Variant& v = table->variant();
    for (const StoredMove& kept : stored.moves) {
        if (kept.id != static_cast<int>(table->nodes_.size()) || kept.parent < 0 || kept.parent >= kept.id)
            return damaged("its moves are out of order");
        const Result<AnyMove> mv = course_log::read_move(kept.move, v.squares());
        if (!mv) return damaged(mv.error().message);
        table->place_at(kept.parent);
        const std::optional<std::size_t> index = find_path(*table->game_, *mv);
        if (!index) return damaged(fmt::format("{} is not legal", kept.move));
        AnyMove played = *mv;
        played.promotes = table->game_->legal()[*index].promotes;
        table->add_node(*index, played, kept.remark);
        table->at(kept.id).left = kept.left;
    }
    if (stored.node < 0 || stored.node >= static_cast<int>(table->nodes_.size())) return damaged("it has no such move");
    table->place_at(stored.node);
    for (const StoredEnd& kept : stored.ends) {
        if (kept.node < 0 || kept.node >= static_cast<int>(table->nodes_.size())) return damaged("it has no such end");
        table->ends_[kept.node] = {
            .winner = kept.winner, .reason = kept.reason, .text = table->end_text(kept.reason, kept.winner)};
    }
    table->hints_ = stored.hints;
    table->running_ = stored.running;
    table->delay_ = stored.delay;
    table->left_ = stored.left;
    // What was said of the moves that led here can be told again.
    table->log_.clear();
    for (const int n : table->path_to(stored.node)) {
        const Node& node = table->at(n);
        const bool person = table->seat(node.side).human();
        if (person && !node.move.is_pass() && node.remark.empty()) continue;
        table->log_.push_back({.computer = !person || !node.remark.empty(),
                               .side = node.side,
                               .text = table->words_of(node),
                               .ply = node.ply});
    }
    if (table->log_.size() > kept_lines)
        table->log_.erase(table->log_.begin(), table->log_.end() - static_cast<std::ptrdiff_t>(kept_lines));
    if (table->end()) table->announce_end();
    table->changes(0);
    table->version_ = stored.version;
    return table;
}

std::string_view Table::side(Side s) const { return side_name(variant(), s); }

std::optional<TableEnd> Table::end() const { return end_of(*game_, node_); }

std::optional<TableEnd> Table::end_of(const Game& game, int node) const {
    if (const auto found = ends_.find(node); found != ends_.end()) return found->second;
    const std::optional<Outcome> outcome = game.outcome();
    if (!outcome) return std::nullopt;
    return TableEnd{.winner = outcome->winner,
                    .reason = std::string(outcome_text::word(outcome->reason)),
                    .text = outcome_text::describe(variant(), *outcome)};
}

Table::LineEnd Table::line_end() const {
    if (is_leaf() || end()) return {.node = node_, .end = end()};
    const std::unique_ptr<Game> ahead = game_->clone();
    int node = node_;
    while (!at(node).children.empty() && !ends_.contains(node)) {
        node = at(node).visited != 0 ? at(node).visited : at(node).children.front();
        const std::optional<std::size_t> index = find_path(*ahead, at(node).move);
        CH_ASSERT(index.has_value());
        ahead->play(index.value_or(0));
    }
    return {.node = node, .end = end_of(*ahead, node)};
}

std::vector<int> Table::path_to(int node) const {
    std::vector<int> path;
    for (int n = node; n > 0; n = at(n).parent) path.push_back(n);
    std::ranges::reverse(path);
    return path;
}

std::unique_ptr<Game> Table::game_at(int node) const {
    std::unique_ptr<Game> game = new_game(variant());
    [[maybe_unused]] const Result<void> set = game->set(game_->start(), Strictness::Anything);
    for (const int n : path_to(node)) {
        const std::optional<std::size_t> index = find_path(*game, at(n).move);
        CH_ASSERT(index.has_value());
        game->play(index.value_or(0));
    }
    return game;
}

bool Table::must_pass() const { return forced_pass(*game_); }

bool Table::computer_moves() const { return !seat(turn()).human() && (running_ || one_step_) && !end(); }

bool Table::judge_passes() const { return seat(turn()).human() && must_pass() && is_leaf() && !end(); }

bool Table::person_decides() const { return seat(turn()).human() && !must_pass() && !game_->legal().empty(); }

State Table::state() const {
    if (end()) return State::Over;
    if (seat(turn()).human()) return State::Waiting;
    return running_ || one_step_ ? State::Thinking : State::Paused;
}

// ---- Moving

void Table::place_at(int node) {
    const std::vector<int> from = path_to(node_);
    const std::vector<int> to = path_to(node);
    const auto common = static_cast<std::size_t>(std::ranges::mismatch(from, to).in1 - from.begin());
    for (std::size_t i = common; i < from.size(); ++i) game_->undo();
    for (std::size_t i = common; i < to.size(); ++i) {
        const std::optional<std::size_t> index = find_path(*game_, at(to[i]).move);
        CH_ASSERT(index.has_value());
        game_->play(index.value_or(0));
    }
    for (const int n : to) at(at(n).parent).visited = n;
    node_ = node;
    left_ = at(node).left;
}

void Table::add_node(std::size_t index, const AnyMove& mv, std::string remark) {
    const Variant& v = variant();
    const Side mover = turn();
    for (const int child : at(node_).children) {
        if (!same_effect(at(child).move, mv)) continue;
        place_at(child);  // it has been played here before
        return;
    }
    Node fresh{.id = static_cast<int>(nodes_.size()),
               .parent = node_,
               .ply = at(node_).ply + 1,
               .move = mv,
               .text = move_text::write(v, game_->legal(), index, v.setup.notation),
               .side = mover,
               .remark = std::move(remark)};
    game_->play(index);
    fresh.board = board_text(game_->placement());
    fresh.left = left_;
    at(node_).children.push_back(fresh.id);
    at(node_).visited = fresh.id;
    node_ = fresh.id;
    nodes_.push_back(std::move(fresh));
}

Result<std::size_t> Table::read_move(std::string_view text) const {
    return move_text::read(variant(), with_signs(text), game_->legal(), [&](std::size_t i) { return game_->paths(i); });
}

Table::Done Table::move(const MoveRequest& request, double now) {
    check_flag(now);
    const auto object = [&](Refusal refusal) {
        say(false, std::nullopt, refusal.message);
        return std::unexpected(std::move(refusal));
    };
    if (const std::optional<TableEnd> ended = end()) return object(refused("The game is over: " + ended->text + "."));
    if (request.node != node_) return std::unexpected(refused("The game has moved on; this is not its position."));
    if (!seat(turn()).human()) return object(refused("It is the computer's turn."));
    std::size_t index = 0;
    if (request.index) {
        index = *request.index;
        if (index >= game_->legal().size()) return std::unexpected(illegal("There is no such move."));
    } else {
        const Result<std::size_t> read = read_move(request.text);
        if (!read) {
            const bool understood = read.error().message.find("is not legal here") != std::string::npos;
            return object(
                illegal(understood && compulsory(*game_) ? must_capture(*game_) : capital(read.error().message)));
        }
        index = *read;
    }
    if (nodes_.size() >= most_nodes) return std::unexpected(too_many("This game has too many moves and variations."));
    settle_clock(now);
    const Side mover = turn();
    const AnyMove mv = request.index ? game_->legal()[index] : path_of(*game_, index, request.text);
    const std::array<double, 2> left = left_;
    add_node(index, mv, "");
    left_ = left;
    if (setting_.clock) left_[index_of(mover)] += setting_.clock->increment;
    if (humans()) running_ = true;
    moved(now);
    return {};
}

Table::Done Table::play(std::size_t index, std::string remark, double now) {
    CH_ASSERT(index < game_->legal().size() && !end());
    if (nodes_.size() >= most_nodes) {
        running_ = one_step_ = false;
        return std::unexpected(too_many("This game has too many moves and variations."));
    }
    settle_clock(now);
    const Side mover = turn();
    const bool pass = seat(mover).human();
    const std::array<double, 2> left = left_;
    const AnyMove mv = game_->legal()[index];
    add_node(index, mv, std::move(remark));
    left_ = left;
    if (setting_.clock) left_[index_of(mover)] += setting_.clock->increment;
    say(!pass, mover, words_of(at(node_)));
    one_step_ = false;
    moved(now);
    return {};
}

// What judge or computer says of a move that was made.
std::string Table::words_of(const Node& node) const {
    if (!node.remark.empty()) return fmt::format("{}: {}", node.text, node.remark);
    if (node.move.is_pass()) return capital(fmt::format("{} cannot move and passes.", side(node.side)));
    return node.text;
}

void Table::moved(double now) {
    at(node_).left = left_;
    setting_.origin.clear();  // from now on it is a game of its own
    ends_.erase(node_);       // an end that was set when this move was played before
    offer_.reset();
    clock_since_.reset();
    run_clock(now);
    if (end()) announce_end();
    if (end() && !humans()) running_ = false;
}

void Table::announce_end() {
    if (const std::optional<TableEnd> ended = end()) say(false, ended->winner, capital(ended->text) + ".");
}

// At another node than before.
void Table::arrived(bool running, double now) {
    running_ = running;
    one_step_ = false;
    offer_.reset();
    clock_since_.reset();
    run_clock(now);
}

Table::Done Table::undo(double now) {
    settle_clock(now);
    const auto ended = ends_.find(node_);
    const bool by_time = ended != ends_.end() && ended->second.reason == "time";
    if (ended != ends_.end()) {
        ends_.erase(ended);
        offer_.reset();
        if (!by_time) {
            if (humans()) running_ = true;
            say(false, std::nullopt, "The game goes on.");
            run_clock(now);
            return {};
        }
    }
    int target = node_;
    bool found = false;
    const std::unique_ptr<Game> back = game_->clone();
    while (!found && back->undo()) {
        target = at(target).parent;
        found = !humans() || (seat(back->turn()).human() && !forced_pass(*back));
    }
    if (!found && !by_time) return std::unexpected(refused("There is nothing to take back."));
    place_at(found ? target : node_);
    arrived(humans(), now);
    return {};
}

Table::Done Table::redo(double now) {
    const auto next = [&] { return at(node_).visited; };
    if (next() == 0) return std::unexpected(refused("Nothing was taken back."));
    settle_clock(now);
    place_at(next());
    while (humans() && !person_decides() && !end() && next() != 0) place_at(next());
    arrived(humans(), now);
    return {};
}

Table::Done Table::go(int node, double now) {
    if (node < 0 || node >= static_cast<int>(nodes_.size()))
        return std::unexpected(unknown("There is no such move in this game."));
    settle_clock(now);
    const std::array<double, 2> left = left_;
    if (node != node_) place_at(node);
    left_ = left;  // looking back gives no time back
    // Whoever looks at an earlier position does not want the computer to play on from there.
    arrived(humans() && (is_leaf() || seat(turn()).human()), now);
    return {};
}

Table::Done Table::start(std::optional<int> delay, double now) {
    if (delay) delay_ = *delay;
    if (const std::optional<TableEnd> ended = end())
        return std::unexpected(refused("The game is over: " + ended->text + "."));
    settle_clock(now);
    running_ = true;
    one_step_ = false;
    run_clock(now);
    return {};
}

void Table::pause(double now) {
    settle_clock(now);
    running_ = false;
    one_step_ = false;
    run_clock(now);
}

Table::Done Table::step(double now) {
    if (const std::optional<TableEnd> ended = end())
        return std::unexpected(refused("The game is over: " + ended->text + "."));
    if (seat(turn()).human()) return std::unexpected(refused("It is not the computer's turn."));
    settle_clock(now);
    running_ = humans();
    one_step_ = true;
    run_clock(now);
    return {};
}

void Table::set_end(TableEnd ended) {
    ended.text = end_text(ended.reason, ended.winner);
    ends_[node_] = std::move(ended);
    offer_.reset();
    if (!humans()) running_ = false;
    one_step_ = false;
    clock_since_.reset();
    announce_end();
}

std::string Table::end_text(const std::string& reason, std::optional<Side> winner) const {
    if (reason == "recorded" && !winner) return "a draw, as it was recorded";
    if (reason == "recorded") return fmt::format("{} wins, as it was recorded", side(*winner));
    if (!winner) return "draw by agreement";
    if (reason == "time") return fmt::format("{} has run out of time and loses", side(!*winner));
    return fmt::format("{} resigns and loses", side(!*winner));
}

Table::Done Table::resign(Side who, double now) {
    if (const std::optional<TableEnd> ended = end())
        return std::unexpected(refused("The game is over: " + ended->text + "."));
    if (!seat(who).human()) return std::unexpected(refused("The computer decides itself when to resign."));
    settle_clock(now);
    set_end({.winner = !who, .reason = "resigned"});
    return {};
}

Table::Done Table::may_offer(Side who) const {
    if (const std::optional<TableEnd> ended = end())
        return std::unexpected(refused("The game is over: " + ended->text + "."));
    if (!seat(who).human()) return std::unexpected(refused("Only a person offers a draw."));
    return {};
}

std::expected<bool, Refusal> Table::offer_draw(Side who, double now) {
    if (Done may = may_offer(who); !may) return std::unexpected(may.error());
    if (offer_ == !who) {
        agree_draw(now);
        return true;
    }
    if (offer_ != who) say(false, who, capital(fmt::format("{} offers a draw.", side(who))));
    offer_ = who;
    return false;
}

void Table::agree_draw(double now) {
    settle_clock(now);
    set_end({.reason = "agreed"});
}

void Table::seat_players(const std::optional<Seat>& black, const std::optional<Seat>& white, double now) {
    settle_clock(now);
    if (black) setting_.black = *black;
    if (white) setting_.white = *white;
    running_ = humans() && (is_leaf() || seat(turn()).human());
    one_step_ = false;
    offer_.reset();
    run_clock(now);
}

void Table::say(bool computer, std::optional<Side> who, std::string text) {
    log_.push_back({.computer = computer, .side = who, .text = std::move(text), .ply = at(node_).ply});
    if (log_.size() > kept_lines) {
        log_.erase(log_.begin());
        ++log_begin_;
    }
}

void Table::set_thinking(bool thinking, double now) {
    thinking_ = thinking;
    thinking_since_ = now;
}

// ---- Clocks

void Table::settle_clock(double now) {
    if (!clock_since_) return;
    left_[index_of(turn())] = std::max(left_[index_of(turn())] - (now - *clock_since_), 0.0);
    clock_since_ = now;
}

void Table::run_clock(double now) {
    const bool runs =
        watched_ && setting_.clock && !end() && (seat(turn()).human() || ((running_ || one_step_) && !held_));
    if (runs)
        clock_since_ = now;
    else
        clock_since_.reset();
}

void Table::hold(bool held, double now) {
    if (held_ == held) return;
    settle_clock(now);
    held_ = held;
    run_clock(now);
}

void Table::resume_clocks(double now) {
    if (watched_) return;
    watched_ = true;
    run_clock(now);
}

void Table::stop_clocks(double now) {
    settle_clock(now);
    watched_ = false;
    clock_since_.reset();
}

std::optional<double> Table::time_left(Side who, double now) const {
    if (!setting_.clock) return std::nullopt;
    const double used = clock_since_ && turn() == who ? now - *clock_since_ : 0;
    return std::max(left_[index_of(who)] - used, 0.0);
}

std::optional<double> Table::flag_falls() const {
    if (!clock_since_) return std::nullopt;
    return *clock_since_ + left_[index_of(turn())];
}

bool Table::check_flag(double now) {
    const std::optional<double> falls = flag_falls();
    if (!falls || now < *falls) return false;
    settle_clock(now);
    set_end({.winner = !turn(), .reason = "time"});
    return true;
}

// ---- Exact values

solve::Answer Table::known() const {
    solve::Answer known;
    known.moves.resize(game_->legal().size());
    if (endgames_ && knows(*endgames_, *game_)) {
        const auto read = [](const std::optional<egdb::Verdict>& verdict) {
            return verdict ? solve::Exact{.value = verdict->value, .plies = verdict->plies} : solve::Exact{};
        };
        known.position = read(endgames_->verdict(*game_));
        const std::vector<std::optional<egdb::Verdict>> moves = endgames_->move_verdicts(*game_);
        for (std::size_t i = 0; i < moves.size(); ++i) known.moves[i] = read(moves[i]);
    }
    const std::optional<solve::Answer> answer = settled(node_);
    if (!answer || answer->moves.size() != known.moves.size()) return known;
    // The files have counted the plies to the end, the oracle perhaps only the pieces.
    const auto add = [](solve::Exact& to, const solve::Exact& more) {
        if (more.value == egdb::Value::Unknown) return;
        const std::optional<int> plies = more.plies || more.value != to.value ? more.plies : to.plies;
        to = more;
        to.plies = plies;
    };
    add(known.position, answer->position);
    for (std::size_t i = 0; i < known.moves.size(); ++i) add(known.moves[i], answer->moves[i]);
    return known;
}

std::optional<solve::Answer> Table::settled(int node) const {
    const auto found = settled_.find(node);
    return found == settled_.end() ? std::nullopt : found->second;
}

bool Table::is_open_question() const {
    if (!solve::has_oracle(variant()) || settled_.contains(node_) || end()) return false;
    if (counts_pieces(variant())) return true;  // the files do not
    const solve::Answer all = known();
    const auto open = [](const solve::Exact& exact) { return exact.value == egdb::Value::Unknown; };
    return open(all.position) || std::ranges::any_of(all.moves, open);
}

// ---- For pages and disk

Json Table::clock_json(double now) const {
    if (!setting_.clock) return nullptr;
    return {{"seconds", setting_.clock->seconds},
            {"increment", setting_.clock->increment},
            {"left", {{"black", *time_left(Side::Black, now)}, {"white", *time_left(Side::White, now)}}},
            {"running", clock_since_ ? Json(colour(turn())) : Json(nullptr)}};
}

Json Table::node_json(const Node& node) const {
    return {{"id", node.id},
            {"parent", node.parent},
            {"text", node.text},
            {"side", colour(node.side)},
            {"from", node.move.from},
            {"hops", hops_json(node.move)},
            {"crowned", node.move.promotes},
            {"board", node.board},
            {"remark", node.remark}};
}

Json Table::line_json(const LogLine& line) const {
    return {{"who", line.computer ? "computer" : "judge"},
            {"side", colour_or_null(line.side)},
            {"text", line.text},
            {"ply", line.ply}};
}

Json Table::fields(double now) const {
    constexpr std::array<std::string_view, 4> states{"waiting", "thinking", "paused", "over"};
    const Variant& v = variant();
    Json outcome = nullptr;
    const std::optional<TableEnd> ended = end();
    if (ended) outcome = {{"winner", colour_or_null(ended->winner)}, {"reason", ended->reason}, {"text", ended->text}};
    Json thinking = nullptr;
    if (thinking_) thinking = {{"side", colour(turn())}, {"seconds", std::max(now - thinking_since_, 0.0)}};
    const solve::Answer known = ended ? solve::Answer{} : this->known();
    const bool given_up = settled_.contains(node_) && known.position.value == egdb::Value::Unknown;
    Json exact = nullptr;
    if (!ended && working_)
        exact = "working";
    else if (!ended && given_up)
        exact = "unknown";
    return {{"name", setting_.name},
            {"black", seat_json(setting_.black)},
            {"white", seat_json(setting_.white)},
            {"node", node_},
            {"board", at(node_).board},
            {"turn", colour(turn())},
            {"fen", fen::write(v, game_->placement(), v.setup.notation)},
            {"legal", ended ? Json::array() : legal_json(*game_, known.moves)},
            {"known", known_json(known.position)},
            {"exact", std::move(exact)},
            {"review", review_json(review_)},
            {"capture", !ended && compulsory(*game_)},
            {"outcome", std::move(outcome)},
            {"clock", clock_json(now)},
            {"state", states[static_cast<std::size_t>(state())]},
            {"thinking", std::move(thinking)},
            {"hints", hints_},
            {"running", !humans() && running_},
            {"delay", delay_},
            {"offer", colour_or_null(offer_)}};
}

Json Table::whole(double now) const {
    Json json = fields(now);
    const Variant& v = variant();
    const Placement start = game_->start();
    json["id"] = setting_.id;
    json["version"] = version_;
    json["game"] = v.name;
    json["created"] = setting_.created;
    json["start"] = {{"board", board_text(start)},
                     {"turn", colour(start.turn)},
                     {"fen", fen::write(v, start, v.setup.notation)},
                     {"usual", start == new_game(v)->start()}};
    json["nodes"] = Json::array();
    for (std::size_t i = 1; i < nodes_.size(); ++i) json["nodes"].push_back(node_json(nodes_[i]));
    json["log"] = Json::array();
    for (const LogLine& line : log_) json["log"].push_back(line_json(line));
    return json;
}

Json Table::changes(double now) {
    Json fresh = fields(now);
    // A clock that runs and thinking that goes on are no news: the page counts itself.
    Json known = fresh;
    known["clock"] =
        clock_since_ ? Json{{"since", *clock_since_}, {"left", left_}, {"side", colour(turn())}} : clock_json(now);
    if (thinking_) known["thinking"] = {{"side", colour(turn())}, {"since", thinking_since_}};
    Json set = Json::object();
    for (const auto& [name, value] : known.items()) {
        const auto before = sent_.find(name);
        if (before == sent_.end() || *before != value) set[name] = fresh[name];
    }
    Json add = Json::array();
    for (std::size_t i = std::max<std::size_t>(sent_nodes_, 1); i < nodes_.size(); ++i)
        add.push_back(node_json(nodes_[i]));
    Json lines = Json::array();
    for (std::size_t i = std::max(sent_lines_, log_begin_); i < log_begin_ + log_.size(); ++i)
        lines.push_back(line_json(log_[i - log_begin_]));
    sent_ = std::move(known);
    sent_nodes_ = nodes_.size();
    sent_lines_ = log_begin_ + log_.size();
    if (set.empty() && add.empty() && lines.empty()) return nullptr;
    ++version_;
    Json event{{"event", "table"}, {"table", setting_.id}, {"version", version_}, {"set", std::move(set)}};
    if (!add.empty()) event["add"] = std::move(add);
    if (!lines.empty()) event["say"] = std::move(lines);
    return event;
}

StoredGame Table::stored(int known) const {
    const Placement start = game_->start();
    const LineEnd last = line_end();
    StoredGame stored{.id = setting_.id,
                      .name = setting_.name,
                      .game = std::string(variant().name),
                      .created = setting_.created,
                      .black = setting_.black,
                      .white = setting_.white,
                      .fen = start == new_game(variant())->start() ? "" : fen::write(variant(), start),
                      .origin = setting_.origin,
                      .node = node_,
                      .result = result_text(last.end),
                      .plies = at(last.node).ply,
                      .version = version_,
                      .hints = hints_,
                      .running = running_,
                      .delay = delay_,
                      .clock = setting_.clock,
                      .left = left_};
    for (const auto& [node, ended] : ends_)
        stored.ends.push_back({.node = node, .winner = ended.winner, .reason = ended.reason});
    for (std::size_t i = static_cast<std::size_t>(known) + 1; i < nodes_.size(); ++i)
        stored.moves.push_back({.id = nodes_[i].id,
                                .parent = nodes_[i].parent,
                                .move = course_log::move_text(nodes_[i].move),
                                .remark = nodes_[i].remark,
                                .left = nodes_[i].left});
    return stored;
}

// ---- PDN with variations. The main line leads through where the game stands, then where redo would go.

pdn::Move Table::pdn_move(int node) const {
    pdn::Move move{.text = at(node).text};
    if (!at(node).remark.empty()) move.after.push_back(at(node).remark);
    return move;
}

std::vector<pdn::Move> Table::pdn_line(int first) const {
    std::vector<pdn::Move> line{pdn_move(first)};
    for (int n = first; !at(n).children.empty();) {
        const int next = at(n).visited != 0 ? at(n).visited : at(n).children.front();
        line.push_back(pdn_move(next));
        for (const int other : at(n).children)
            if (other != next) line.back().variations.push_back(pdn_line(other));
        n = next;
    }
    return line;
}

pdn::Game Table::to_pdn() const {
    GameRecord record{.variant = &variant(), .start = game_->start()};
    const auto player = [&](Side s) {
        if (!seat(s).human()) return seat(s).player;
        return seat(s).name.empty() ? std::string("?") : seat(s).name;
    };
    if (!setting_.name.empty()) set_tag(record, "Event", setting_.name);
    std::string date = setting_.created.substr(0, 10);
    std::ranges::replace(date, '-', '.');
    set_tag(record, "Date", date);
    set_tag(record, "White", player(Side::White));
    set_tag(record, "Black", player(Side::Black));
    const std::optional<TableEnd> ended = line_end().end;
    record.finished = ended.has_value();
    if (ended) record.winner = ended->winner;
    pdn::Game game = crownhead::to_pdn(record);
    if (nodes_.size() > 1) {
        const int first = at(0).visited != 0 ? at(0).visited : at(0).children.front();
        game.moves = pdn_line(first);
        for (const int other : at(0).children)
            if (other != first) game.moves.front().variations.push_back(pdn_line(other));
        game.first_ply = record.start.turn == variant().setup.first ? 0 : 1;
    }
    return game;
}

void Table::add_line(const std::vector<pdn::Move>& moves, std::size_t from, int parent, int depth,
                     std::size_t& budget) {
    constexpr int deepest = 64;
    int node = parent;
    for (std::size_t i = from; i < moves.size() && nodes_.size() < most_nodes; ++i) {
        if (moves[i].kind != pdn::Kind::Move || budget == 0) return;
        --budget;
        place_at(node);
        const Result<std::size_t> index = read_move(moves[i].text);
        if (!index) return;
        const AnyMove mv = game_->legal()[*index];
        add_node(*index, mv, "");
        const int next = node_;
        if (depth < deepest)
            for (const std::vector<pdn::Move>& variation : moves[i].variations)
                add_line(variation, 0, node, depth + 1, budget);
        node = next;
    }
}

void Table::keep_result(std::optional<Side> winner) {
    set_end({.winner = winner, .reason = "recorded"});
    changes(0);
}

void Table::add_variations(const std::vector<pdn::Move>& moves) {
    const int here = node_;
    const std::size_t from = !moves.empty() && moves.front().kind == pdn::Kind::Setup ? 1 : 0;
    std::size_t budget = 2 * most_nodes;  // the same moves over and over make no nodes, but take time
    add_line(moves, from, 0, 0, budget);
    place_at(here);
    changes(0);
}

}  // namespace crownhead::server
