// Tables: the games that are open in some page: who looks at them and holds which seat, what follows a change, and that it
// is saved and published.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "service/sessions.hpp"
#include "service/storage.hpp"
#include "service/workers.hpp"
#include "solve/oracle.hpp"
#include "table/table.hpp"
#include "table/view.hpp"

namespace crownhead::server {

// Work on another thread that can be stopped; also tells one piece of work from the next.
using StopHandle = std::shared_ptr<std::stop_source>;
inline void stop(StopHandle& handle) {
    if (handle) handle->request_stop();
    handle.reset();
}

struct ReviewTask;

struct OpenTable {
    explicit OpenTable(std::unique_ptr<Table> opened) : table(std::move(opened)), view(*table) {}

    std::unique_ptr<Table> table;
    TableView view;
    std::map<ClientId, Held> viewers{};  // the pages that have it open, with the seats they hold

    std::uint64_t saved_revision = 0;
    int saved_moves = 0;  // that were given to the storage
    bool save_failed = false;

    StopHandle thinking{};  // of the computer whose turn it is
    StopHandle hint{};
    std::uint64_t ticket = 0;            // changes when thinking begins or is cancelled
    bool delayed = false;                // the next thinking begins later
    bool just_moved = false;             // a computer has just moved against a computer
    std::optional<double> flag_watch{};  // when the clock will be checked

    std::map<ClientId, int> exact_viewers{};                // the node whose exact values a page shows
    std::map<ClientId, int> analysed{};                     // the node that a page analyses
    std::map<int, StopHandle> questions{};                  // by node: what an oracle is asked
    std::map<int, std::optional<solve::Answer>> answers{};  // by node; nullopt: it would take too long
    std::shared_ptr<ReviewTask> review{};                   // that is running or waits for the oracle
};

// What else happens when a table changes. Called with the mutex of the sessions held.
class TableWork {
public:
    virtual ~TableWork() = default;
    virtual void update(OpenTable& open) = 0;
    virtual void release(OpenTable& open) = 0;  // no page has it open any more
};

class Tables {
public:
    Tables(Sessions& sessions, Timer& timer) : sessions_(sessions), timer_(timer) {}

    void store_in(Storage& storage) { storage_ = &storage; }
    void add_work(TableWork& work) { work_.push_back(&work); }

    // ---- With the mutex of the sessions held

    OpenTable* find(const std::string& id);
    std::map<std::string, std::unique_ptr<OpenTable>>& all() { return tables_; }
    // Adds one that was loaded, or a new one, which is saved.
    OpenTable& add(std::unique_ptr<Table> table, bool stored);
    // The page sees it from now on; gives what Opened has.
    Json enter(ClientId client, OpenTable& open, const Held& held, const Json& secrets);
    void leave(ClientId client, const std::string& id);
    void leave_all();

    Held held_by(ClientId client, const OpenTable& open) const;
    // The seats whose secrets are given.
    static Held seats_of(const Table& table, const std::vector<std::string>& secrets);
    // All seats, if the table was never shared and no page that is connected holds one.
    static bool is_free(const OpenTable& open);
    // Renaming and deleting: by a page with a seat, or by any page while a table is free.
    bool may_manage(ClientId client, const OpenTable& open, const std::vector<std::string>& secrets) const;
    static bool may_manage(const StoredGame& game, const std::vector<std::string>& secrets);
    void hold(ClientId client, OpenTable& open, const Held& held);
    // Gives a seat a new secret; the pages that held it lose it.
    std::string renew_key(OpenTable& open, Side side, bool shared, ClientId except);

    // After every change: forced passes are played, the other work is updated, the game is saved, and the event is sent to all
    // pages but one, which gets the whole table anyway.
    void commit(OpenTable& open, ClientId except = 0);

    void on_saved(const std::string& id, const Result<void>& saved);  // without the mutex

private:
    void update_presence(OpenTable& open);
    void save(OpenTable& open);
    void watch_clock(OpenTable& open);
    void check_clock(const std::string& id, double watch);

    Sessions& sessions_;
    Timer& timer_;
    Storage* storage_ = nullptr;
    std::vector<TableWork*> work_;
    std::map<std::string, std::unique_ptr<OpenTable>> tables_;
};

// ["black", "white"]
Json sides_json(const Held& held);

// Keys for a new table.
std::array<SeatKey, 2> new_keys();
Table::Setting new_setting();  // of a table that nobody has seen yet
Json secrets_json(const Table& table);

}  // namespace crownhead::server
