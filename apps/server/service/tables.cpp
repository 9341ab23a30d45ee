#include "service/tables.hpp"

#include <algorithm>
#include <utility>

#include "secret.hpp"
#include "service/library.hpp"
#include "table/seats.hpp"

namespace crownhead::server {

namespace {

constexpr std::array both_sides{Side::Black, Side::White};

}  // namespace

Json sides_json(const Held& held) {
    Json sides = Json::array();
    for (const Side side : both_sides)
        if (held.holds(side)) sides.push_back(colour(side));
    return sides;
}

std::array<SeatKey, 2> new_keys() {
    return {SeatKey{.secret = random_word(secret_size)}, SeatKey{.secret = random_word(secret_size)}};
}

Table::Setting new_setting() { return {.id = random_word(id_size), .created = time_stamp(), .keys = new_keys()}; }

Json secrets_json(const Table& table) {
    Json secrets = Json::object();
    for (const Side side : both_sides) secrets[std::string(colour(side))] = table.key(side).secret;
    return secrets;
}

OpenTable* Tables::find(const std::string& id) {
    const auto found = tables_.find(id);
    return found == tables_.end() ? nullptr : found->second.get();
}

OpenTable& Tables::add(std::unique_ptr<Table> table, bool stored) {
    const std::string id = table->id();
    OpenTable& open = *tables_.emplace(id, std::make_unique<OpenTable>(std::move(table))).first->second;
    open.saved_revision = open.table->revision();
    if (stored)
        open.saved_moves = static_cast<int>(open.table->tree().nodes().size()) - 1;
    else
        save(open);
    return open;
}

Json Tables::enter(ClientId client, OpenTable& open, const Held& held, const Json& secrets) {
    if (Session* const session = sessions_.find(client)) session->tables.insert(open.table->id());
    hold(client, open, held);
    open.table->resume_clocks(sessions_.now());
    commit(open, client);
    return {{"table", open.view.whole(sessions_.now())}, {"you", sides_json(held)}, {"secrets", secrets}};
}

void Tables::leave(ClientId client, const std::string& id) {
    const auto found = tables_.find(id);
    if (found == tables_.end()) return;
    OpenTable& open = *found->second;
    open.viewers.erase(client);
    open.exact_viewers.erase(client);
    if (!open.viewers.empty()) return commit(open);
    for (TableWork* const work : work_) work->release(open);
    open.table->stop_clocks(sessions_.now());
    if (open.table->setting().clock || open.save_failed || open.saved_revision != open.table->revision()) save(open);
    tables_.erase(found);
}

void Tables::leave_all() {
    for (auto& [id, open] : tables_) {
        for (TableWork* const work : work_) work->release(*open);
        open->table->stop_clocks(sessions_.now());
        if (open->table->setting().clock || open->save_failed) save(*open);
    }
}

Held Tables::held_by(ClientId client, const OpenTable& open) const {
    const auto found = open.viewers.find(client);
    return found == open.viewers.end() ? Held{} : found->second;
}

Held Tables::seats_of(const Table& table, const std::vector<std::string>& secrets) {
    Held held;
    for (const std::string& secret : secrets)
        for (const Side side : both_sides)
            if (same_secret(table.key(side).secret, secret)) held.take(side);
    return held;
}

bool Tables::is_free(const OpenTable& open) {
    for (const Side side : both_sides)
        if (open.table->key(side).shared || open.table->is_present(side)) return false;
    return true;
}

bool Tables::may_manage(ClientId client, const OpenTable& open, const std::vector<std::string>& secrets) const {
    return held_by(client, open).any() || seats_of(*open.table, secrets).any() || is_free(open);
}

bool Tables::may_manage(const StoredGame& game, const std::vector<std::string>& secrets) {
    const auto opens = [&](const SeatKey& key) {
        return std::ranges::any_of(secrets, [&](const std::string& one) { return same_secret(key.secret, one); });
    };
    return std::ranges::any_of(game.keys, opens) || std::ranges::none_of(game.keys, &SeatKey::shared);
}

void Tables::hold(ClientId client, OpenTable& open, const Held& held) {
    open.viewers[client] = held;
    update_presence(open);
}

void Tables::update_presence(OpenTable& open) {
    for (const Side side : both_sides) {
        const auto holds = [&](const auto& viewer) { return viewer.second.holds(side); };
        open.table->set_present(side, std::ranges::any_of(open.viewers, holds), sessions_.now());
    }
}

std::string Tables::renew_key(OpenTable& open, Side side, bool shared, ClientId except) {
    std::string secret = random_word(secret_size);
    open.table->set_key(side, {.secret = secret, .shared = shared});
    for (auto& [viewer, held] : open.viewers) {
        if (!held.holds(side)) continue;
        held.leave(side);
        if (viewer != except)
            sessions_.send(viewer,
                           to_frame({{"event", "you"}, {"table", open.table->id()}, {"you", sides_json(held)}}));
    }
    update_presence(open);
    return secret;
}

void Tables::commit(OpenTable& open, ClientId except) {
    Table& table = *open.table;
    update_presence(open);
    while (table.person_must_pass()) {
        if (!table.play(0, std::nullopt, sessions_.now())) break;
    }
    for (TableWork* const work : work_) work->update(open);
    open.just_moved = false;
    watch_clock(open);
    const Json event = open.view.changes(sessions_.now());
    if (open.saved_revision != table.revision()) save(open);
    if (event.is_null()) return;
    const std::string frame = to_frame(event);
    for (const auto& [viewer, held] : open.viewers)
        if (viewer != except) sessions_.send(viewer, frame);
}

void Tables::save(OpenTable& open) {
    StoredGame stored = open.table->stored(open.saved_moves);
    stored.changed = time_stamp();
    open.saved_moves = static_cast<int>(open.table->tree().nodes().size()) - 1;
    open.saved_revision = open.table->revision();
    storage_->save(std::move(stored));
}

void Tables::on_saved(const std::string& id, const Result<void>& saved) {
    const std::scoped_lock lock(sessions_.mutex());
    OpenTable* const open = find(id);
    if (open == nullptr || sessions_.closing()) return;
    // The game goes on, and everything is tried again with the next move.
    const bool first = !saved && !open->save_failed;
    open->save_failed = !saved;
    if (!first) return;
    open->table->say(false, std::nullopt, {"log.not-saved", {{"detail", saved.error().message}}});
    commit(*open);
    sessions_.flush();
}

// One call for each table is enough: when it comes too early, it asks for the next.
void Tables::watch_clock(OpenTable& open) {
    const std::optional<double> falls = open.table->flag_falls();
    if (!falls || (open.flag_watch && *open.flag_watch <= *falls)) return;
    open.flag_watch = falls;
    timer_.at(*falls + 0.001, [this, id = open.table->id(), watch = *falls] { check_clock(id, watch); });
}

void Tables::check_clock(const std::string& id, double watch) {
    const std::scoped_lock lock(sessions_.mutex());
    OpenTable* const open = find(id);
    if (sessions_.closing() || open == nullptr || open->flag_watch != watch) return;
    open->flag_watch.reset();
    if (!open->table->check_flag(sessions_.now())) return watch_clock(*open);
    commit(*open);
    sessions_.flush();
}

}  // namespace crownhead::server
