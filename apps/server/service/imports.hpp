// Imports: files of games that pages send for the library. The bytes go to a file in the data folder as they come; then the games
// are read and written a few at a time, so that moves of others go in between. Nothing of it holds a lock or a thread of the
// network, and it ends with the page that wanted it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "service/game_import.hpp"
#include "service/sessions.hpp"
#include "service/storage.hpp"
#include "service/workers.hpp"
#include "util/file.hpp"

namespace crownhead::server {

class Imports {
public:
    Imports(Sessions& sessions, Storage& storage, std::filesystem::path folder, JobLog& jobs);

    // ---- With the mutex held

    Reply start(ClientId client, Session& session, const ImportStartRequest& request);
    Reply stop(ClientId client, const ImportStopRequest& request);
    Reply refused(ClientId client, const ImportRefusedRequest& request) const;
    void leave(ClientId client);  // the page has gone
    void stop_all();

    // ---- Without

    // Answers when the bytes are in the file.
    void data(ClientId client, const Json& id, const ImportDataRequest& request);
    void finish() { workers_.finish(); }

private:
    enum class State : std::uint8_t { Sending, Working, Done, Stopped, Failed };
    struct Job {
        std::string id{};
        ClientId client = 0;
        std::filesystem::path path{};
        std::uint64_t size = 0;  // bytes that the page will send
        GameImport::Options options{};
        std::stop_source stop{};
        // Of the worker or the storage thread that has its turn.
        File file{};
        std::uint64_t received = 0;
        std::optional<GameImport> games{};
        GameImport::Batch batch{};
        // With the mutex held
        State state = State::Sending;
        double share = 0;
        ImportCounts counts{};
        std::vector<RefusedGame> refused{};  // the first ones
        std::size_t refused_count = 0;
        std::string error{};
        double reported = 0;  // when
    };
    using Kept = std::shared_ptr<Job>;

    Kept find(ClientId client, const std::string& job) const;
    static bool is_over(const Job& job) { return job.state != State::Sending && job.state != State::Working; }
    Reply receive(const Kept& job, const ImportDataRequest& request);
    void next(const Kept& job);
    void work(const Kept& job);
    void keep(const Kept& job, bool more, Library& library);
    void end(Job& job, State state, std::string error = "");
    void report(Job& job);
    void forget(ClientId client);

    Sessions& sessions_;
    Storage& storage_;
    std::filesystem::path folder_;
    std::map<std::string, Kept> jobs_;  // with the mutex held
    Workers workers_;
};

}  // namespace crownhead::server
