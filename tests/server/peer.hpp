// The other end of a connection, byte by byte: HTTP and WebSocket as a browser would speak them.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace crownhead::server {

class Peer {
public:
    explicit Peer(std::uint16_t port, int receive_buffer = 0) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    ~Peer() { ::close(socket_); }

    bool send(std::string_view data) const {
        while (!data.empty()) {
            const ssize_t sent = ::send(socket_, data.data(), data.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            data.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    // More bytes; false at the end of the connection or when none come.
    bool more(std::chrono::milliseconds time = std::chrono::seconds(20)) {
        pollfd ready{.fd = socket_, .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, static_cast<int>(time.count())) <= 0) return false;
        std::array<char, 4096> block{};
        const ssize_t count = ::recv(socket_, block.data(), block.size(), 0);
        if (count <= 0) return false;
        data_.append(block.data(), static_cast<std::size_t>(count));
        return true;
    }
    std::string rest() {
        while (more()) {
        }
        return data_;
    }

    std::string get(std::string_view target) {
        send("GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        return rest();
    }

    // The handshake, and hello of the service that only echoes.
    bool open() { return handshake() && text() == "hello"; }
    bool handshake() {
        send(
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: crownhead.2\r\n\r\n");
        while (data_.find("\r\n\r\n") == std::string::npos) {
            if (!more()) return false;
        }
        if (!data_.starts_with("HTTP/1.1 101")) return false;
        data_.erase(0, data_.find("\r\n\r\n") + 4);
        return true;
    }
    // At most 64 KiB; the mask of zeros changes nothing.
    bool say(std::string_view text) const { return frame(1, text); }
    bool frame(int kind, std::string_view payload) const {
        std::string bytes;
        bytes += static_cast<char>(0x80 | kind);
        const std::size_t size = payload.size();
        bytes += static_cast<char>(0x80 | std::min<std::size_t>(size, 126));
        if (size >= 126) {
            bytes += static_cast<char>(size >> 8);
            bytes += static_cast<char>(size & 0xff);
        }
        bytes.append(4, '\0');
        bytes += payload;
        return send(bytes);
    }
    // The next message; "closed 1001" for the end, with the code if there is one. `patient`: pings are answered.
    std::string text(bool patient = true) {
        for (;;) {
            if (!need(2)) return "closed";
            const int kind = data_[0] & 0xf;
            std::size_t length = static_cast<std::uint8_t>(data_[1]);
            std::size_t head = 2;
            if (length >= 126) {
                head = length == 126 ? 4 : 10;
                if (!need(head)) return "closed";
                length = 0;
                for (std::size_t i = 2; i < head; ++i) length = length << 8 | static_cast<std::uint8_t>(data_[i]);
            }
            if (!need(head + length)) return "closed";
            const std::string payload = data_.substr(head, length);
            data_.erase(0, head + length);
            if (kind == 1) return payload;
            if (kind == 8) {
                frame(8, payload.substr(0, 2));
                const int code = static_cast<std::uint8_t>(payload[0]) << 8 | static_cast<std::uint8_t>(payload[1]);
                return "closed " + std::to_string(code);
            }
            if (kind == 9 && patient) frame(10, payload);
        }
    }

    // Whether a message or a part of it is there already.
    bool has_data() const { return !data_.empty(); }
    int descriptor() const { return socket_; }

private:
    bool need(std::size_t count) {
        while (data_.size() < count) {
            if (!more()) return false;
        }
        return true;
    }

    int socket_;
    std::string data_;
};

}  // namespace crownhead::server
