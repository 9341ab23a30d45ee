// Connections that speak HTTP: the page, files of runs, and the way to a WebSocket.
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include <fmt/format.h>

#include "net/beast.hpp"
#include "net/trust.hpp"

namespace crownhead::server {

namespace {

using Response = http::response<http::string_body>;

std::string_view view(boost::string_view text) { return {text.data(), text.size()}; }

// A report has scripts of its own and shows what players are called. In a sandbox it is nobody's page: whatever it does,
// it cannot speak for ours.
constexpr std::string_view report_policy =
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// The page loads scripts and styles of this server, and speaks with it alone. No file of a run can be a script: it has
// another type, and `nosniff`.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri "
    "'none'; "
    "form-action 'none'; frame-ancestors 'none'";
constexpr std::string_view no_policy = "default-src 'none'; frame-ancestors 'none'";

bool is_this_machine(const asio::ip::address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback();
    return address.is_loopback();
}

// A connection that speaks HTTP; it may become a WebSocketPage.
class HttpConnection final : public Connection, public std::enable_shared_from_this<HttpConnection> {
public:
    HttpConnection(Transport& transport, Tcp::socket&& socket, std::string local)
        : transport_(transport), stream_(std::move(socket)), local_(std::move(local)) {}
    ~HttpConnection() override { transport_.remove(this); }

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
            case Place::Page: return show("index.html");
            case Place::Asset: return show(target.asset);
            case Place::Socket: return become_page();
            case Place::Run: return fetch(std::string(target.run), *target.file);
            case Place::Health:
            case Place::Metrics: return tell(target.place);
            case Place::Nowhere: break;
        }
        refuse(http::status::not_found, "There is nothing here");
    }

    // A file of the page. What has a name of its own content never changes; the first file is asked for each time.
    void show(std::string_view name) {
        const ServedFile* const found = transport_.file(name);
        if (found == nullptr) return refuse(http::status::not_found, "There is nothing here");
        const bool first = name == "index.html";
        Response response = begin(http::status::ok, content_type(name), first ? page_policy : no_policy);
        if (!first) response.set(http::field::cache_control, "public, max-age=31536000, immutable");
        const PageFile& file = found->file;
        const bool compressed = !file.compressed.empty() && accepts_gzip(view(request_["Accept-Encoding"]));
        const std::string tag = fmt::format("\"{}{}\"", found->tag, compressed ? "-gzip" : "");
        response.set(http::field::vary, "Accept-Encoding");
        response.set(http::field::etag, tag);
        if (request_[http::field::if_none_match] == tag) {
            response.result(http::status::not_modified);
        } else {
            if (compressed) response.set(http::field::content_encoding, "gzip");
            response.body() = compressed ? file.compressed : file.bytes;
        }
        send(std::move(response));
    }

    // For programs that watch the server.
    void tell(Place what) {
        ErrorCode error;
        const Tcp::endpoint other = stream_.socket().remote_endpoint(error);
        const bool proxied = request_.count("X-Forwarded-For") > 0 || request_.count("Forwarded") > 0;
        const bool here = !error && !proxied && is_this_machine(other.address());
        const std::string& key = transport_.options().watch_key;
        if (!may_watch(key, view(request_[http::field::authorization]), here)) {
            if (key.empty()) return refuse(http::status::not_found, "There is nothing here");
            return refuse(http::status::unauthorized, "The key is missing or wrong");
        }
        const std::vector<std::string> wrong =
            what == Place::Health ? transport_.service().troubles() : std::vector<std::string>{};
        Response response = begin(wrong.empty() ? http::status::ok : http::status::service_unavailable,
                                  "text/plain; charset=utf-8", no_policy);
        for (const std::string& sentence : wrong) response.body() += sentence + "\n";
        if (wrong.empty()) response.body() = what == Place::Health ? "well\n" : transport_.service().metrics();
        send(std::move(response));
    }

    void become_page() {
        if (!beast::websocket::is_upgrade(request_))
            return refuse(http::status::upgrade_required, "This address speaks WebSocket");
        http::token_list offered(request_[http::field::sec_websocket_protocol]);
        if (!offered.exists(boost::string_view(subprotocol.data(), subprotocol.size())))
            return refuse(http::status::bad_request, fmt::format("Expected the subprotocol {}", subprotocol));
        // Frames before our answer would be lost; nobody who knows the protocol sends any.
        if (buffer_.size() > 0) return refuse(http::status::bad_request, "Too early", false);
        serve_websocket(transport_, stream_.release_socket(), request_);
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
        if (status == http::status::unauthorized) response.set(http::field::www_authenticate, "Bearer");
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

void serve_http(Transport& transport, Tcp::socket&& socket, std::string local) {
    const auto connection = std::make_shared<HttpConnection>(transport, std::move(socket), std::move(local));
    transport.add(connection.get(), connection);
    connection->run();
}

}  // namespace crownhead::server
