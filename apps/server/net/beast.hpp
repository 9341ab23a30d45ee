// Boost.Beast as http.cpp and websocket.cpp use it.
#pragma once

#include <string_view>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "net/transport.hpp"

namespace crownhead::server {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using HttpRequest = http::request<http::empty_body>;

inline constexpr std::string_view subprotocol = "crownhead.2";

// Answers the handshake and speaks WebSocket from then on.
void serve_websocket(Transport& transport, Tcp::socket&& socket, const HttpRequest& request);

}  // namespace crownhead::server
