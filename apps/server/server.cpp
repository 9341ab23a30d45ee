#include "server.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include <fmt/format.h>

#include "policy.hpp"
#include "trust.hpp"
#include "util/sha256.hpp"

namespace crownhead::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;
using HttpRequest = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

constexpr std::string_view subprotocol = "crownhead.1";
constexpr int send_buffer = 128 * 1024;  // of the system, for each connection; what does not fit waits in our queue

std::string_view view(boost::string_view text) { return {text.data(), text.size()}; }

// As it stands in a Host field.
std::string address_text(const asio::ip::address& address) {
    if (address.is_v4()) return address.to_string();
    asio::ip::address_v6 v6 = address.to_v6();
    if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
    v6.scope_id(0);
    return "[" + v6.to_string() + "]";
}

// A report has scripts of its own and shows what players are called. In a sandbox it is nobody's page: whatever it does,
// it cannot speak for ours.
constexpr std::string_view report_policy =
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr std::string_view no_policy = "default-src 'none'; frame-ancestors 'none'";

// Allows `rate` in a second after as many at once; who comes more often gets into debt.
class Allowance {
public:
    explicit Allowance(int rate) : rate_(rate), left_(rate) {}

    void spend() {
        const Clock::time_point now = Clock::now();
        left_ = std::min(rate_, left_ + rate_ * std::chrono::duration<double>(now - last_).count()) - 1;
        last_ = now;
    }
    bool rested() const { return left_ > rate_ / 2; }
    double debt() const { return std::max(0.0, -left_); }
    std::chrono::microseconds wait() const {
        return std::chrono::microseconds(static_cast<std::int64_t>(debt() / rate_ * 1e6));
    }

private:
    double rate_;
    double left_;
    Clock::time_point last_ = Clock::now();
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

class Server::Transport {
public:
    Transport(const ServerOptions& options, Service& service)
        : options_(options),
          service_(service),
          policy_(content_policy(options.page)),
          tag_("\"" + base64(sha256(options.page)) + "\"") {}

    Result<void> open();
    void run();
    void stop();

    const ServerOptions& options() const { return options_; }
    const Limits& limits() const { return options_.limits; }
    Service& service() { return service_; }
    const std::string& policy() const { return policy_; }
    const std::string& tag() const { return tag_; }
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

    // A place among the downloads, given back when the last owner lets go; nothing if there is none.
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
    void welcome(Tcp::socket socket);
    std::vector<std::shared_ptr<Connection>> everybody() const;

    ServerOptions options_;
    Service& service_;
    std::string policy_;
    std::string tag_;  // of the page: changes with it
    std::uint16_t port_ = 0;
    std::atomic<bool> stopping_ = false;
    std::atomic<std::size_t> downloads_ = 0;
    mutable std::mutex mutex_;
    std::condition_variable all_gone_;
    std::map<Connection*, std::weak_ptr<Connection>> connections_;
    asio::io_context context_;
    asio::thread_pool maker_{1};  // makes files of runs, which takes time, one after the other
    std::vector<std::unique_ptr<Listener>> listeners_;
    std::vector<std::thread> threads_;
};

namespace {

using Transport = Server::Transport;

// A page that speaks by WebSocket.
class WebSocketPage final : public Connection, public std::enable_shared_from_this<WebSocketPage> {
public:
    WebSocketPage(Transport& transport, Tcp::socket&& socket)
        : transport_(transport),
          stream_(std::move(socket)),
          pause_(stream_.get_executor()),
          farewell_(stream_.get_executor()),
          allowance_(transport.limits().frames_per_second) {}
    ~WebSocketPage() override {
        guarded([this] { finish(); });  // also when a handler was lost for want of memory
        transport_.remove(this);
    }

    void run(const HttpRequest& request) {
        const Limits& limits = transport_.limits();
        websocket::stream_base::timeout times{};
        times.handshake_timeout = limits.header_time;
        times.idle_timeout = limits.idle_time;
        times.keep_alive_pings = true;
        stream_.set_option(times);
        stream_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
            response.set(http::field::sec_websocket_protocol,
                         boost::string_view(subprotocol.data(), subprotocol.size()));
        }));
        stream_.read_message_max(limits.frame);
        stream_.auto_fragment(false);
        stream_.control_callback([this](websocket::frame_type, boost::string_view) {
            allowance_.spend();
            if (allowance_.debt() > 2.0 * transport_.limits().frames_per_second) break_later();
        });
        stream_.async_accept(request, [self = shared_from_this()](ErrorCode error) { self->accepted(error); });
    }

    void stop() override {
        asio::post(stream_.get_executor(),
                   [self = shared_from_this()] { self->end(websocket::close_code::going_away); });
    }
    void abandon() override { finish(); }

    // From any thread.
    void send(std::string frame) {
        const std::scoped_lock lock(mutex_);
        if (closed_) return;
        const std::shared_ptr<WebSocketPage> self = weak_from_this().lock();
        if (!self) return;  // about to be detached
        if (waiting_ >= transport_.limits().waiting) {
            closed_ = true;
            break_later();
            return;
        }
        waiting_ += frame.size();
        queue_.push_back(std::move(frame));
        if (writing_) return;
        writing_ = true;
        asio::post(stream_.get_executor(), [self] { self->write(); });
    }

private:
    // What the service holds of us. It may hold it longer than we live.
    class Link final : public Client {
    public:
        explicit Link(WebSocketPage& page) : page_(&page) {}
        void send(std::string frame) override {
            const std::scoped_lock lock(mutex_);
            if (page_ != nullptr) page_->send(std::move(frame));
        }
        void detach() {
            const std::scoped_lock lock(mutex_);
            page_ = nullptr;
        }

    private:
        std::mutex mutex_;
        WebSocketPage* page_;
    };

    // From here on everything runs on the strand of this connection.

    void accepted(ErrorCode error) {
        if (error) return finish();
        if (transport_.stopping()) end(websocket::close_code::going_away);
        if (!guarded([this] { id_ = transport_.service().connect(link_); })) end(websocket::close_code::internal_error);
        read();
    }

    void read() {
        stream_.async_read(buffer_,
                           [self = shared_from_this()](ErrorCode error, std::size_t) { self->received(error); });
    }

    void received(ErrorCode error) {
        if (error) return finish();
        allowance_.spend();
        if (!ending_ && !stream_.got_text()) end(websocket::close_code::unknown_data);
        if (!ending_ && id_) {
            const asio::const_buffer data = buffer_.data();
            const std::string_view frame(static_cast<const char*>(data.data()), data.size());
            if (!guarded([&] { transport_.service().receive(*id_, frame); }))
                end(websocket::close_code::internal_error);
        }
        constexpr std::size_t usual_size = 64 * 1024;
        const bool large = buffer_.size() > usual_size;
        buffer_.consume(buffer_.size());
        if (large) buffer_.shrink_to_fit();
        if (allowance_.rested()) waits_ = 0;
        if (ending_ || allowance_.debt() == 0) return read();
        if (++waits_ > transport_.limits().patience) {
            end(websocket::close_code::policy_error);
            return read();
        }
        pause_.expires_after(allowance_.wait());
        pause_.async_wait([self = shared_from_this()](ErrorCode) { self->read(); });
    }

    void write() {
        {
            const std::scoped_lock lock(mutex_);
            if (queue_.empty()) {
                writing_ = false;
            } else {
                sending_ = std::move(queue_.front());
                queue_.pop_front();
            }
            if (!writing_ && !ending_) return;
        }
        if (!writing()) return say_goodbye();
        stream_.text(true);
        stream_.async_write(asio::buffer(sending_), [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (error) return self->break_off();
            {
                const std::scoped_lock lock(self->mutex_);
                self->waiting_ -= self->sending_.size();
            }
            self->write();
        });
    }
    bool writing() {
        const std::scoped_lock lock(mutex_);
        return writing_;
    }

    // Sends what waits and closes; breaks off when that takes too long.
    void end(websocket::close_code code) {
        if (ending_ || finished_) return;
        ending_ = true;
        code_ = code;
        {
            const std::scoped_lock lock(mutex_);
            closed_ = true;
        }
        pause_.cancel();
        farewell_.expires_after(transport_.limits().end_time);
        farewell_.async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->break_off();
        });
        if (!writing()) say_goodbye();
    }
    void say_goodbye() {
        stream_.async_close(code_, [self = shared_from_this()](ErrorCode) { self->break_off(); });
    }

    // Reading ends with an error then, and that is the end.
    void break_off() {
        beast::get_lowest_layer(stream_).close();
        pause_.cancel();
        farewell_.cancel();
    }
    void break_later() {
        asio::post(stream_.get_executor(), [self = shared_from_this()] { self->break_off(); });
    }

    void finish() {
        if (finished_) return;
        finished_ = true;
        {
            const std::scoped_lock lock(mutex_);
            closed_ = true;
        }
        link_->detach();
        if (id_) guarded([this] { transport_.service().disconnect(*id_); });
        break_off();
    }

    // What the service throws (no memory, say) must not end the thread.
    template <class Call>
    static bool guarded(const Call& call) {
        try {
            call();
            return true;
        } catch (const std::exception&) {
            return false;
        }
    }

    Transport& transport_;
    websocket::stream<beast::tcp_stream> stream_;
    beast::flat_buffer buffer_;
    asio::steady_timer pause_;
    asio::steady_timer farewell_;
    Allowance allowance_;
    int waits_ = 0;  // frames in a row that had to wait
    std::shared_ptr<Link> link_ = std::make_shared<Link>(*this);
    std::optional<Service::ClientId> id_;
    bool ending_ = false;
    bool finished_ = false;
    websocket::close_code code_ = websocket::close_code::normal;
    std::string sending_;

    std::mutex mutex_;  // for what follows
    std::deque<std::string> queue_;
    std::size_t waiting_ = 0;  // bytes in the queue and in the frame that is being sent
    bool writing_ = false;
    bool closed_ = false;
};

// A connection that speaks HTTP; it may become a WebSocketPage.
class Visitor final : public Connection, public std::enable_shared_from_this<Visitor> {
public:
    Visitor(Transport& transport, Tcp::socket&& socket, std::string local)
        : transport_(transport), stream_(std::move(socket)), local_(std::move(local)) {}
    ~Visitor() override { transport_.remove(this); }

    void run() {
        asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read(); });
    }

    void stop() override {
        asio::post(stream_.get_executor(), [self = shared_from_this()] {
            if (!self->answering_) self->stream_.close();
        });
    }
    void abandon() override { stream_.close(); }

private:
    void read() {
        answering_ = false;
        if (transport_.stopping()) return stream_.close();
        parser_.emplace();
        parser_->header_limit(static_cast<std::uint32_t>(transport_.limits().header));
        stream_.expires_after(transport_.limits().header_time);
        http::async_read_header(stream_, buffer_, *parser_,
                                [self = shared_from_this()](ErrorCode error, std::size_t) { self->received(error); });
    }

    void received(ErrorCode error) {
        answering_ = true;
        request_ = parser_->get();
        if (error == http::error::end_of_stream || error == http::error::partial_message) return leave();
        if (error == http::error::header_limit || error == http::error::buffer_overflow)
            return refuse(http::status::request_header_fields_too_large, "The request is too long", false);
        if (error && error.category() == make_error_code(http::error::bad_method).category())
            return refuse(http::status::bad_request, "This is no HTTP request", false);
        if (error) return stream_.close();  // gone, or too slow
        if (parser_->chunked() || parser_->content_length().value_or(0) > 0)
            return refuse(http::status::payload_too_large, "A request here has no body", false);
        answer();
    }

    void answer() {
        if (request_.count(http::field::host) != 1 || request_.count(http::field::origin) > 1)
            return refuse(http::status::bad_request, "Expected one Host and at most one Origin", false);
        const std::optional<Authority> host = read_authority(view(request_[http::field::host]));
        if (!host || !host_allowed(*host, local_, transport_.options().hosts))
            return refuse(http::status::forbidden,
                          "This Host is not allowed; crownhead serve --allow-host NAME would allow it", false);
        if (request_.count(http::field::origin) == 1 && !same_origin(view(request_[http::field::origin]), *host))
            return refuse(http::status::forbidden, "Another site may not ask this", false);
        if (request_.method() != http::verb::get && request_.method() != http::verb::head)
            return refuse(http::status::method_not_allowed, "Only GET and HEAD are answered", false);
        const Target target = read_target(view(request_.target()));
        switch (target.place) {
            case Place::Page: return show_page();
            case Place::Socket: return become_page();
            case Place::Run: return fetch(std::string(target.run), *target.file);
            case Place::Nowhere: break;
        }
        refuse(http::status::not_found, "There is nothing here");
    }

    void show_page() {
        Response response = begin(http::status::ok, "text/html; charset=utf-8", transport_.policy());
        response.set(http::field::etag, transport_.tag());
        if (request_[http::field::if_none_match] == transport_.tag())
            response.result(http::status::not_modified);
        else
            response.body() = transport_.options().page;
        send(std::move(response));
    }

    void become_page() {
        if (!websocket::is_upgrade(request_))
            return refuse(http::status::upgrade_required, "This address speaks WebSocket");
        http::token_list offered(request_[http::field::sec_websocket_protocol]);
        if (!offered.exists(boost::string_view(subprotocol.data(), subprotocol.size())))
            return refuse(http::status::bad_request, "Expected the subprotocol crownhead.1");
        // Frames before our answer would be lost; nobody who knows the protocol sends any.
        if (buffer_.size() > 0) return refuse(http::status::bad_request, "Too early", false);
        const auto page = std::make_shared<WebSocketPage>(transport_, stream_.release_socket());
        transport_.add(page.get(), page);
        page->run(request_);
    }

    void fetch(std::string run, const RunFile& file) {
        // A link on another site would make the program work for it.
        const std::string_view from = view(request_["Sec-Fetch-Site"]);
        if (from == "cross-site" || from == "same-site")
            return refuse(http::status::forbidden, "Another site may not ask this", false);
        place_ = transport_.download();
        if (!place_) return refuse(http::status::service_unavailable, "Too many downloads at a time; try again");
        stream_.expires_never();
        asio::post(transport_.maker(), [self = shared_from_this(), run = std::move(run), &file] {
            auto made = std::make_shared<Result<std::string>>(self->make(run, file));
            asio::post(self->stream_.get_executor(), [self, made, &file] { self->deliver(*made, file); });
        });
    }

    // On the thread of the maker.
    Result<std::string> make(const std::string& run, const RunFile& file) {
        try {
            return transport_.service().run_file(run, file.name);
        } catch (const std::exception& error) {
            return fail(error.what());
        }
    }

    void deliver(Result<std::string>& made, const RunFile& file) {
        if (!made) return refuse(http::status::not_found, made.error().message);
        Response response = begin(http::status::ok, file.type, file.page ? report_policy : no_policy);
        // A browser refuses a sandboxed page with an opener policy.
        if (file.page)
            response.erase("Cross-Origin-Opener-Policy");
        else
            response.set(http::field::content_disposition, fmt::format("attachment; filename=\"{}\"", file.name));
        response.body() = std::move(*made);
        send(std::move(response));
    }

    void refuse(http::status status, std::string_view why, bool keep = true) {
        Response response = begin(status, "text/plain; charset=utf-8", no_policy);
        response.body() = fmt::format("{}\n", why);
        if (status == http::status::method_not_allowed) response.set(http::field::allow, "GET, HEAD");
        if (status == http::status::upgrade_required) {
            response.set(http::field::upgrade, "websocket");
            response.set(http::field::connection, "upgrade");
        }
        if (!keep) response.keep_alive(false);
        send(std::move(response));
    }

    Response begin(http::status status, std::string_view type, std::string_view policy) {
        Response response(status, 11);
        response.keep_alive(request_.keep_alive() && !transport_.stopping());
        const auto set = [&](const char* name, std::string_view value) {
            response.set(name, boost::string_view(value.data(), value.size()));
        };
        set("Content-Type", type);
        set("Content-Security-Policy", policy);
        set("Cache-Control", "no-cache");
        set("X-Content-Type-Options", "nosniff");
        set("Referrer-Policy", "no-referrer");
        set("Cross-Origin-Opener-Policy", "same-origin");
        set("Cross-Origin-Embedder-Policy", "require-corp");
        set("Cross-Origin-Resource-Policy", "same-origin");
        return response;
    }

    void send(Response&& finished) {
        constexpr std::size_t bytes_per_second = 100'000;
        const auto response = std::make_shared<Response>(std::move(finished));
        stream_.expires_after(transport_.limits().answer_time +
                              std::chrono::seconds(response->body().size() / bytes_per_second));
        if (response->result() != http::status::not_modified) response->prepare_payload();
        if (request_.method() == http::verb::head) response->body().clear();
        http::async_write(stream_, *response, [self = shared_from_this(), response](ErrorCode error, std::size_t) {
            self->place_.reset();
            if (error) return self->stream_.close();
            if (response->need_eof() || self->transport_.stopping()) return self->leave();
            self->read();
        });
    }

    // Closes so that the answer arrives even if the other end is still sending: what it sends is read for a moment.
    void leave() {
        ErrorCode ignored;
        ignored = stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
        stream_.expires_after(std::chrono::seconds(1));
        drain(16);
    }
    void drain(int times) {
        if (times == 0 || transport_.stopping()) return stream_.close();
        buffer_.clear();
        stream_.async_read_some(buffer_.prepare(4096),
                                [self = shared_from_this(), times](ErrorCode error, std::size_t) {
                                    if (error) return self->stream_.close();
                                    self->drain(times - 1);
                                });
    }

    Transport& transport_;
    beast::tcp_stream stream_;
    std::string local_;  // the address at our end
    beast::flat_buffer buffer_{64 * 1024};
    std::optional<http::request_parser<http::empty_body>> parser_;
    HttpRequest request_;
    bool answering_ = false;
    std::shared_ptr<void> place_;  // among the downloads, from the request until the answer is sent
};

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
            welcome(std::move(socket));
            return accept(listener);
        }
        // No descriptors left, say: some will be given back.
        listener.pause.expires_after(std::chrono::milliseconds(100));
        listener.pause.async_wait([this, &listener](ErrorCode cancelled) {
            if (!cancelled) accept(listener);
        });
    });
}

void Server::Transport::welcome(Tcp::socket socket) {
    ErrorCode error;
    const Tcp::endpoint local = socket.local_endpoint(error);
    if (error) return;
    error = socket.set_option(Tcp::no_delay(true), error);
    if (connections() >= limits().connections) {
        constexpr std::string_view full =
            "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        error = socket.non_blocking(true, error);
        socket.write_some(asio::buffer(full.data(), full.size()), error);
        return;
    }
    error = socket.set_option(asio::socket_base::send_buffer_size(send_buffer), error);
    const auto visitor = std::make_shared<Visitor>(*this, std::move(socket), address_text(local.address()));
    add(visitor.get(), visitor);
    visitor->run();
}

std::vector<std::shared_ptr<Connection>> Server::Transport::everybody() const {
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
    for (const auto& connection : everybody()) connection->stop();
    {
        std::unique_lock lock(mutex_);
        all_gone_.wait_for(lock, limits().end_time, [this] { return connections_.empty(); });
    }
    maker_.join();
    context_.stop();
    for (std::thread& thread : threads_) thread.join();
    for (const auto& connection : everybody()) connection->abandon();
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
