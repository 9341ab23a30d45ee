// The service behind the web page: tables, library and laboratory. It takes and sends the frames of docs/protocol.md and
// knows nothing of sockets; net/ carries the frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "service/health.hpp"
#include "service/job_log.hpp"
#include "service/time_source.hpp"
#include "util/result.hpp"

namespace crownhead::server {

// The connection to a page. send() is called from any thread and returns at once.
class Client {
public:
    virtual ~Client() = default;
    virtual void send(std::string frame) = 0;
};

struct ServiceOptions {
    std::filesystem::path data;                           // the folder where games and runs are kept; made if need be
    int workers = 2;                                      // threads for the players
    bool endgames = true;                                 // build small endgame tables for the games that are played
    std::size_t endgame_bytes = std::size_t{256} << 20U;  // of these in memory
    std::string version = "unversioned";
    std::string log_level = "info";            // of the file crownhead.log: off, error, warning, info
    JobLog::Deadline deadline = job_deadline;  // of the jobs of pages
    HealthBounds health{};
    std::shared_ptr<TimeSource> time = std::make_shared<TimeSource>();
};

class Service {
public:
    // Opens the library. The error says what is wrong with the folder or the file in it.
    static Result<std::unique_ptr<Service>> open(const ServiceOptions& options);
    virtual ~Service() = default;

    using ClientId = std::uint64_t;

    virtual ClientId connect(std::shared_ptr<Client> client) = 0;  // says hello
    virtual void receive(ClientId client, std::string_view frame) = 0;
    virtual void disconnect(ClientId client) = 0;

    // A file of a laboratory run ("games.pdn", "report.html"), made if need be.
    virtual Result<std::string> run_file(std::string_view run, std::string_view name) = 0;

    // Stops what is being thought about, before the goodbyes; requests are not answered any more.
    virtual void stop_work() {}

    // What is wrong, a sentence each, for the one who watches the server; nothing if all is well.
    virtual std::vector<std::string> troubles() = 0;
    // Figures for an operator, in the text format of Prometheus: no names, no texts.
    virtual std::string metrics() = 0;
};

}  // namespace crownhead::server
