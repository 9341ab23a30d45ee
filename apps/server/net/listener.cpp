// The listeners and the threads of the server.
#include <algorithm>
#include <exception>
#include <string_view>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>

#include <fmt/format.h>

#include "net/transport.hpp"
#include "net/trust.hpp"

namespace crownhead::server {

namespace {

constexpr int send_buffer = 128 * 1024;  // of the system, for each connection; what does not fit waits in our queue

// As it stands in a Host field.
std::string address_text(const asio::ip::address& address) {
    if (address.is_v4()) return address.to_string();
    asio::ip::address_v6 v6 = address.to_v6();
    if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
    v6.scope_id(0);
    return "[" + v6.to_string() + "]";
}

Tcp::endpoint endpoint(const asio::ip::address& address, unsigned port) {
    return {address, static_cast<std::uint16_t>(port)};
}

ErrorCode listen(Tcp::acceptor& acceptor, const Tcp::endpoint& where) {
    ErrorCode error;
    error = acceptor.open(where.protocol(), error);
    if (!error) error = acceptor.set_option(asio::socket_base::reuse_address(true), error);
    // ::1 stands beside a socket of its own for 127.0.0.1; :: is meant for both families.
    if (!error && where.address().is_v6())
        error = acceptor.set_option(asio::ip::v6_only(!where.address().is_unspecified()), error);
    if (!error) error = acceptor.bind(where, error);
    if (!error) error = acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
        ErrorCode ignored;
        ignored = acceptor.close(ignored);
    }
    return error;
}

}  // namespace

ErrorCode Server::Transport::open_at(const asio::ip::address& address, unsigned port) {
    auto first = std::make_unique<Listener>(context_);
    if (const ErrorCode error = listen(first->acceptor, endpoint(address, port))) return error;
    port_ = first->acceptor.local_endpoint().port();
    std::unique_ptr<Listener> second;
    if (address == asio::ip::address_v4::loopback()) {
        // "localhost" means ::1 to many browsers; nobody else shall answer there.
        second = std::make_unique<Listener>(context_);
        const ErrorCode error = listen(second->acceptor, endpoint(asio::ip::address_v6::loopback(), port_));
        if (error == asio::error::address_in_use) return error;
        if (error) second.reset();
    }
    listeners_.push_back(std::move(first));
    if (second) listeners_.push_back(std::move(second));
    return {};
}

Result<void> Server::Transport::open() {
    ErrorCode error;
    const asio::ip::address address = asio::ip::make_address(options_.address, error);
    if (error) return fail(fmt::format("{}: expected an IP address such as 127.0.0.1", excerpt(options_.address, 60)));
    for (std::string& name : options_.hosts) {
        const std::optional<Authority> host = read_authority(name);
        if (!host || host->port != 0) return fail(fmt::format("{}: expected the name of a host", excerpt(name, 60)));
        name = host->host;
    }
    const unsigned first = options_.port;
    const unsigned last = std::min(first + static_cast<unsigned>(options_.further_ports), 65535U);
    for (unsigned port = first; port <= last; ++port) {
        error = open_at(address, first == 0 ? 0 : port);
        if (!error) return {};
        if (error != asio::error::address_in_use) break;
    }
    const std::string ports = error == asio::error::address_in_use && last > first ? fmt::format("{}..{}", first, last)
                                                                                   : fmt::format("{}", first);
    return fail(fmt::format("cannot listen at {} port {}: {}", options_.address, ports, error.message()));
}

void Server::Transport::run() {
    for (const auto& listener : listeners_)
        asio::post(listener->acceptor.get_executor(), [this, &listener = *listener] { accept(listener); });
    for (int i = 0; i < options_.threads; ++i) {
        threads_.emplace_back([this] {
            while (!context_.stopped()) {
                try {
                    context_.run();
                    return;
                } catch (const std::exception&) {
                    // No memory for one connection: it ends when its handler is gone, the others go on.
                    continue;
                }
            }
        });
    }
}

void Server::Transport::accept(Listener& listener) {
    listener.acceptor.async_accept(asio::make_strand(context_), [this, &listener](ErrorCode error, Tcp::socket socket) {
        if (stopping_ || !listener.acceptor.is_open()) return;
        if (!error) {
            serve(std::move(socket));
            return accept(listener);
        }
        if (error == asio::error::no_descriptors && turn_away(listener)) return accept(listener);
        // Some will be given back.
        listener.pause.expires_after(std::chrono::milliseconds(100));
        listener.pause.async_wait([this, &listener](ErrorCode cancelled) {
            if (!cancelled) accept(listener);
        });
    });
}

// Without a descriptor for the one that waits, it would wait for ever: it gets the spare one, and an answer.
bool Server::Transport::turn_away(Listener& listener) {
    const std::scoped_lock lock(mutex_);
    ErrorCode error;
    error = listener.acceptor.non_blocking(true, error);
    spare_.reset();
    Tcp::socket socket(context_);
    error = listener.acceptor.accept(socket, error);
    if (!error) refuse_by_503(socket);
    const bool turned = !error;
    error = socket.close(error);
    spare_ = SpareDescriptor();
    return turned;
}

void Server::Transport::refuse_by_503(Tcp::socket& socket) {
    constexpr std::string_view full =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    ErrorCode error;
    error = socket.non_blocking(true, error);
    socket.write_some(asio::buffer(full.data(), full.size()), error);
}

void Server::Transport::serve(Tcp::socket socket) {
    ErrorCode error;
    const Tcp::endpoint local = socket.local_endpoint(error);
    if (error) return;
    error = socket.set_option(Tcp::no_delay(true), error);
    if (connections() >= limits().connections) return refuse_by_503(socket);
    error = socket.set_option(asio::socket_base::send_buffer_size(send_buffer), error);
    serve_http(*this, std::move(socket), address_text(local.address()));
}

std::vector<std::shared_ptr<Connection>> Server::Transport::all_connections() const {
    std::vector<std::shared_ptr<Connection>> result;
    const std::scoped_lock lock(mutex_);
    for (const auto& [key, connection] : connections_) {
        if (auto alive = connection.lock()) result.push_back(std::move(alive));
    }
    return result;
}

void Server::Transport::stop() {
    if (stopping_.exchange(true)) return;
    for (const auto& listener : listeners_) {
        asio::post(listener->acceptor.get_executor(), [&listener = *listener] {
            ErrorCode ignored;
            ignored = listener.acceptor.close(ignored);
            listener.pause.cancel();
        });
    }
    for (const auto& connection : all_connections()) connection->stop();
    {
        std::unique_lock lock(mutex_);
        all_gone_.wait_for(lock, limits().end_time, [this] { return connections_.empty(); });
    }
    maker_.join();
    context_.stop();
    for (std::thread& thread : threads_) thread.join();
    for (const auto& connection : all_connections()) connection->abandon();
    // What they were waiting for comes to nothing now, and they go.
    context_.restart();
    context_.poll();
}

Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options, Service& service) {
    auto transport = std::make_unique<Transport>(options, service);
    if (Result<void> opened = transport->open(); !opened) return std::unexpected(opened.error());
    transport->run();
    return std::unique_ptr<Server>(new Server(std::move(transport)));
}

Server::Server(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}
// A lock or a thread that fails here leaves nothing to be done.
Server::~Server() { stop(); }  // NOLINT(bugprone-exception-escape)

std::uint16_t Server::port() const { return transport_->port(); }
std::size_t Server::connections() const { return transport_->connections(); }
void Server::stop() { transport_->stop(); }

}  // namespace crownhead::server
