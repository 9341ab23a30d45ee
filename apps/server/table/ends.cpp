// The rest of Table: ends of games, who plays, what is said, clocks.
#include <algorithm>
#include <array>
#include <utility>

#include "protocol/json.hpp"
#include "table/table.hpp"

namespace crownhead::server {

// ---- Ends

TableEnd Table::special_end(EndKind kind, std::optional<Side> winner) const {
    const auto about = [](std::string_view code, Side side) {
        return Message{code, {{"side", std::string(colour(side))}}};
    };
    TableEnd end{.kind = kind, .winner = winner};
    switch (kind) {
        case EndKind::Rules: break;
        case EndKind::Resigned:
            end.reason = "resigned";
            end.message = about("outcome.resigned", !winner.value_or(Side::Black));
            break;
        case EndKind::Time:
            end.reason = "time";
            end.message = about("outcome.time", !winner.value_or(Side::Black));
            break;
        case EndKind::Agreed:
            end.reason = "agreed";
            end.message = {"outcome.agreed"};
            break;
        case EndKind::Recorded:
            end.reason = "recorded";
            end.message = winner ? about("outcome.recorded-win", *winner) : Message{"outcome.recorded-draw"};
            break;
    }
    return end;
}

void Table::set_end(EndKind kind, std::optional<Side> winner) {
    touch();
    ends_[node()] = special_end(kind, winner);
    drop_offers();
    if (!humans()) running_ = false;
    one_step_ = false;
    clock_.stop();
    announce_end();
}

Table::Done Table::resign(Side who, double now) {
    if (end()) return std::unexpected(refused("refusal.over"));
    if (!seat(who).human()) return std::unexpected(refused("refusal.computer-resigns"));
    settle_clock(now);
    set_end(EndKind::Resigned, !who);
    return {};
}

Table::Done Table::may_offer(Side who) const {
    if (end()) return std::unexpected(refused("refusal.over"));
    if (!seat(who).human()) return std::unexpected(refused("refusal.computer-offers"));
    return {};
}

std::expected<bool, Refusal> Table::offer_draw(Side who, double now) {
    if (Done may = may_offer(who); !may) return std::unexpected(may.error());
    if (offer_ == !who) {
        agree_draw(now);
        return true;
    }
    if (offer_ != who) say(false, who, {"log.draw-offered", {{"side", std::string(colour(who))}}});
    offer_ = who;
    return false;
}

void Table::drop_offers() {
    offer_.reset();
    take_back_.reset();
}

std::expected<bool, Refusal> Table::ask_take_back(Side who, double now) {
    if (const std::optional<TableEnd> ended = end(); ended && ended->kind != EndKind::Rules)
        return std::unexpected(refused("refusal.over"));
    const bool agrees = take_back_ == !who;
    const Side asking = agrees ? !who : who;
    const std::optional<int> target = last_decision(asking);
    if (!target) return std::unexpected(refused("refusal.nothing-to-undo"));
    const std::string side(colour(who));
    if (!agrees) {
        if (take_back_ != who) say(false, who, {"log.take-back-asked", {{"side", side}}});
        take_back_ = who;
        return false;
    }
    settle_clock(now);
    say(false, who, {"log.take-back-agreed", {{"side", side}}});
    go(*target);
    arrived(true, now);
    return true;
}

void Table::decline(Side who) {
    if (offer_ != !who && take_back_ != !who) return;
    drop_offers();
    say(false, who, {"log.offer-declined", {{"side", std::string(colour(who))}}});
}

void Table::agree_draw(double now) {
    settle_clock(now);
    set_end(EndKind::Agreed, std::nullopt);
}

// ---- Who plays, and what is said

void Table::seat_players(const std::optional<Seat>& black, const std::optional<Seat>& white, double now) {
    touch();
    settle_clock(now);
    if (black) setting_.black = *black;
    if (white) setting_.white = *white;
    running_ = humans() && (tree_.is_leaf() || seat(turn()).human());
    one_step_ = false;
    drop_offers();
    run_clock(now);
}

void Table::rename(std::string name) {
    touch();
    setting_.name = std::move(name);
    setting_.origin.clear();
}

void Table::set_key(Side side, SeatKey key) {
    touch();
    setting_.keys[seat_index(side)] = std::move(key);
}

void Table::count_hint() {
    touch();
    ++hints_;
}

void Table::count_exact(int node) {
    if (std::ranges::find(exact_nodes_, node) != exact_nodes_.end()) return;
    exact_nodes_.push_back(node);
    touch();
    ++exact_shown_;
}

void Table::say(bool computer, std::optional<Side> who, Message message, std::optional<std::string> move) {
    add_to_log({.computer = computer,
                .side = who,
                .move = std::move(move),
                .message = std::move(message),
                .ply = tree_.current().ply});
}

void Table::add_to_log(LogLine line) {
    constexpr std::size_t kept_lines = 200;
    log_.push_back(std::move(line));
    if (log_.size() <= kept_lines) return;
    log_.erase(log_.begin());
    ++log_begin_;
}

void Table::set_thinking(bool thinking, double now) {
    thinking_ = thinking;
    thinking_since_ = now;
}

// ---- Clocks

bool Table::waits_for_player() const {
    return node() == 0 && std::ranges::any_of(std::array{Side::Black, Side::White}, [&](Side side) {
               return seat(side).human() && key(side).shared && !is_present(side);
           });
}

void Table::set_present(Side side, bool present, double now) {
    if (is_present(side) == present) return;
    settle_clock(now);
    present_[seat_index(side)] = present;
    run_clock(now);
}

void Table::run_clock(double now) {
    const bool runs =
        watched_ && !end() && !waits_for_player() && (seat(turn()).human() || ((running_ || one_step_) && !held_));
    if (runs)
        clock_.run(now);
    else
        clock_.stop();
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
    clock_.stop();
}

std::optional<double> Table::time_left(Side who, double now) const {
    if (!setting_.clock) return std::nullopt;
    return clock_.time_left(who, turn(), now);
}

bool Table::check_flag(double now) {
    const std::optional<double> falls = flag_falls();
    if (!falls || now < *falls) return false;
    settle_clock(now);
    set_end(EndKind::Time, !turn());
    return true;
}

void Table::keep_result(std::optional<Side> winner) { set_end(EndKind::Recorded, winner); }

}  // namespace crownhead::server
