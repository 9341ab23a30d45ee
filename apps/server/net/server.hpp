// The transport: HTTP and WebSocket connections that carry the frames of docs/protocol.md between pages and the service.
// Many connections share a few threads; what one of them does wrong ends that one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "page.hpp"
#include "service/service.hpp"
#include "util/result.hpp"

namespace crownhead::server {

// What one connection, or all of them together, may ask of the program.
struct ServerLimits {
    std::size_t connections = 512;  // more are answered by 503
    std::size_t downloads = 4;      // files of runs that are made or sent at a time; more are answered by 503
    std::size_t header = 32768;     // bytes of a request: all programs at localhost share their cookies
    std::size_t frame = 1 << 20;    // bytes of a message from a page; which kinds may be that long, the service knows
    std::size_t waiting = 1 << 20;  // bytes that wait for a page; then it is closed
    int frames_per_second = 100;    // of a page, after as many at once; then it is read more slowly ...
    int patience = 500;             // ... and closed after so many frames that had to wait
    std::chrono::milliseconds header_time{10'000};  // for a whole request
    std::chrono::milliseconds answer_time{
        30'000};  // until an answer is taken; long ones get a second for each 100 KB more
    std::chrono::milliseconds idle_time{60'000};  // a page that is silent gets a ping after half of this
    std::chrono::milliseconds end_time{3'000};    // for goodbyes when the server stops
};

struct ServerOptions {
    std::string address = "127.0.0.1";  // an IP address; together with 127.0.0.1 goes ::1, where there is one
    std::uint16_t port = 8080;          // 0: any that is free
    int further_ports = 20;             // tried one after the other when it is taken
    std::vector<std::string> hosts{};   // names in Host, besides loopback and the address
    std::span<const PageFile> page{};   // must outlive the server
    std::string watch_key{};            // for /health and /metrics; without one they are for this machine alone
    int threads = 4;
    ServerLimits limits{};
};

class Server {
public:
    // Listens and answers from now on, on threads of its own. connect() and receive() of the service are called by any of
    // them: for one client in order and never twice at a time, for different clients at the same time.
    static Result<std::unique_ptr<Server>> start(const ServerOptions& options, Service& service);

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();  // stops

    std::uint16_t port() const;
    std::size_t connections() const;

    // Takes no more connections, sends what waits, says goodbye, and returns when all have gone or their time is over.
    void stop();

    class Transport;  // everything that knows of sockets

private:
    explicit Server(std::unique_ptr<Transport> transport);
    std::unique_ptr<Transport> transport_;
};

}  // namespace crownhead::server
