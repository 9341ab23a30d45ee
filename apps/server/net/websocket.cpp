// Pages that are connected by WebSocket.
#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <optional>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket.hpp>

#include "net/beast.hpp"

namespace crownhead::server {

namespace {

namespace websocket = boost::beast::websocket;
using Clock = std::chrono::steady_clock;

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
        const ServerLimits& limits = transport_.limits();
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
        constexpr std::size_t kept_size = 64 * 1024;
        const bool large = buffer_.size() > kept_size;
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

}  // namespace

void serve_websocket(Transport& transport, Tcp::socket&& socket, const HttpRequest& request) {
    const auto page = std::make_shared<WebSocketPage>(transport, std::move(socket));
    transport.add(page.get(), page);
    page->run(request);
}

}  // namespace crownhead::server
