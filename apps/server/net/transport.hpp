// What the sources of the transport share: the listeners, the connections, and what a connection needs of them.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include "net/server.hpp"
#include "util/sha256.hpp"

namespace crownhead::server {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

// Kept for the moment when there are no others.
class SpareDescriptor {
public:
    SpareDescriptor() : descriptor_(::open("/dev/null", O_RDONLY | O_CLOEXEC)) {}
    SpareDescriptor(SpareDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    SpareDescriptor& operator=(SpareDescriptor&& other) noexcept {
        reset();
        descriptor_ = std::exchange(other.descriptor_, -1);
        return *this;
    }
    ~SpareDescriptor() { reset(); }
    void reset() {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
    }

private:
    int descriptor_;
};

// What the transport knows of a connection, whatever it speaks.
class Connection {
public:
    Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;

    virtual void stop() = 0;     // from any thread: ends it after what is under way
    virtual void abandon() = 0;  // when no thread serves it any more
};

struct ServedFile {
    PageFile file;
    std::string tag;  // changes with what is in it
};

class Server::Transport {
public:
    Transport(const ServerOptions& options, Service& service) : options_(options), service_(service) {
        for (const PageFile& file : options.page)
            files_.try_emplace(std::string(file.name), ServedFile{.file = file, .tag = base64(sha256(file.bytes))});
    }

    Result<void> open();
    void run();
    void stop();

    const ServerOptions& options() const { return options_; }
    const ServerLimits& limits() const { return options_.limits; }
    Service& service() { return service_; }
    // A file of the page by its name; null if there is none.
    const ServedFile* file(std::string_view name) const {
        const auto found = files_.find(name);
        return found == files_.end() ? nullptr : &found->second;
    }
    std::uint16_t port() const { return port_; }
    asio::thread_pool& maker() { return maker_; }

    void add(Connection* key, std::weak_ptr<Connection> connection) {
        const std::scoped_lock lock(mutex_);
        connections_[key] = std::move(connection);
    }
    void remove(Connection* key) {
        const std::scoped_lock lock(mutex_);
        connections_.erase(key);
        if (connections_.empty()) all_gone_.notify_all();
    }
    std::size_t connections() const {
        const std::scoped_lock lock(mutex_);
        return connections_.size();
    }
    bool stopping() const { return stopping_; }

    // A place among the downloads, given back when the last owner lets go; null if there is none.
    std::shared_ptr<void> download() {
        if (++downloads_ > limits().downloads) {
            --downloads_;
            return nullptr;
        }
        return {static_cast<void*>(this), [this](void*) { --downloads_; }};
    }

private:
    struct Listener {
        explicit Listener(asio::io_context& context)
            : acceptor(asio::make_strand(context)), pause(acceptor.get_executor()) {}
        Tcp::acceptor acceptor;
        asio::steady_timer pause;
    };

    ErrorCode open_at(const asio::ip::address& address, unsigned port);
    void accept(Listener& listener);
    bool turn_away(Listener& listener);
    static void refuse_by_503(Tcp::socket& socket);
    void serve(Tcp::socket socket);
    std::vector<std::shared_ptr<Connection>> all_connections() const;

    ServerOptions options_;
    Service& service_;
    std::map<std::string, ServedFile, std::less<>> files_;
    std::uint16_t port_ = 0;
    std::atomic<bool> stopping_ = false;
    std::atomic<std::size_t> downloads_ = 0;
    mutable std::mutex mutex_;
    std::condition_variable all_gone_;
    std::map<Connection*, std::weak_ptr<Connection>> connections_;
    asio::io_context context_;
    asio::thread_pool maker_{1};  // makes files of runs, which takes time, one after the other
    std::vector<std::unique_ptr<Listener>> listeners_;
    SpareDescriptor spare_;
    std::vector<std::thread> threads_;
};

using Transport = Server::Transport;

// A connection that speaks HTTP, and may become a WebSocket. `local`: the address at our end.
void serve_http(Transport& transport, Tcp::socket&& socket, std::string local);

}  // namespace crownhead::server
