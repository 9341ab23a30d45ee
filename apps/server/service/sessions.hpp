// Sessions: the pages that are connected, and what is on its way to them. One mutex guards them and the open tables; it
// is never held while a file or the database is read or written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json.hpp"
#include "protocol/refusal.hpp"
#include "protocol/requests.hpp"
#include "service/service.hpp"
#include "service/storage.hpp"
#include "service/time_source.hpp"

namespace crownhead::server {

using ClientId = Service::ClientId;
using Reply = std::expected<Json, Refusal>;

struct Session {
    std::shared_ptr<Client> client{};
    std::set<std::string> tables{};   // that it has open
    std::set<std::string> runs{};     // whose progress it gets
    std::set<std::string> started{};  // runs of its own that are running
    int jobs = 0;                     // hints and the like that are on their way
    int slow_requests = 0;            // that wait for a request worker
    int deferred = 0;                 // requests that the storage thread works on
    bool busy = false;                // further ones wait
    std::deque<Request> queued{};     // what came meanwhile
    std::size_t queued_bytes = 0;     // of the frames it came in
};

class Sessions {
public:
    explicit Sessions(const TimeSource& time) : time_(time) {}

    std::mutex& mutex() { return mutex_; }
    double now() const { return time_.now(); }  // with or without the mutex
    void deliver_by(Storage& storage) { storage_ = &storage; }

    // ---- With the mutex held

    ClientId add(std::shared_ptr<Client> client);
    Session* find(ClientId client);
    std::map<ClientId, Session>& all() { return sessions_; }
    void remove(ClientId client) { sessions_.erase(client); }

    void send(ClientId client, std::string frame);  // with the next flush
    void flush();
    // Sends the answer, and after it what was queued since the last flush: the events that it caused.
    void respond(ClientId client, const Json& id, const Reply& reply);

    static std::expected<void, Refusal> may_open_table(const Session& session);
    static std::expected<void, Refusal> may_start_job(const Session& session);
    void end_job(ClientId client);

    bool closing() const { return closing_; }
    void close() { closing_ = true; }

private:
    const TimeSource& time_;
    std::mutex mutex_;
    std::map<ClientId, Session> sessions_;
    Frames frames_;
    Storage* storage_ = nullptr;
    ClientId last_ = 0;
    bool closing_ = false;
};

}  // namespace crownhead::server
