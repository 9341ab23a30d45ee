// The whole server as one call: what `crownhead serve` does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.hpp"

namespace crownhead::server {

struct ServeOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;                            // 0: any that is free
    std::vector<std::string> hosts{};                     // further names under which the page may be asked for
    std::filesystem::path data{};                         // where games and runs are kept
    int workers = 2;                                      // threads that think and play
    bool endgames = true;                                 // small sets are made for the games that are played
    std::size_t endgame_bytes = std::size_t{256} << 20U;  // of these in memory
    std::string version = "unversioned";
    std::string log_level = "info";  // off, error, warning, info
    std::string watch_key{};         // for /health and /metrics; without one they are for this machine alone
    // Called once, when pages can be opened. Another port than the one asked for was taken if the numbers differ.
    std::function<void(const std::string& url, std::uint16_t port)> ready{};
};

// Serves until SIGINT, SIGTERM or SIGHUP, and returns within three seconds of it; what would take longer is left undone, and
// the program ends. The error says why it could not begin.
Result<void> serve(const ServeOptions& options);

// Where another program serves the same data now; nothing if there is none.
std::optional<std::string> running_page(const std::filesystem::path& data);

}  // namespace crownhead::server
