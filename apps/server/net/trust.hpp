// Who may speak with the server, and about what: the Host, Origin and target of a request, judged as text. A web site that
// the user happens to visit can make the browser send requests to this program; these checks refuse them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "secret.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

// "localhost:8080", "[::1]", "192.0.2.7:80": what stands in a Host field and after the scheme of an Origin.
struct Authority {
    std::string host{};      // lower case; an IPv6 address keeps its brackets
    std::uint16_t port = 0;  // 0: none is given

    friend bool operator==(const Authority&, const Authority&) = default;
};

namespace detail {

constexpr std::size_t longest_host = 253;  // of a name in the DNS

constexpr bool is_name_character(char c) { return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_'; }
constexpr bool is_ipv6_character(char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f') || c == ':' || c == '.';
}

// A decimal number without sign or needless zeros; nothing if it is larger than `highest`.
constexpr std::optional<unsigned> read_decimal(std::string_view text, unsigned highest) {
    if (text.empty() || text.size() > 5 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
    unsigned value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        value = 10 * value + static_cast<unsigned>(c - '0');
    }
    if (value > highest) return std::nullopt;
    return value;
}

}  // namespace detail

// Nothing if it is not exactly that: no user, no path, no spaces, no escapes.
inline std::optional<Authority> read_authority(std::string_view text) {
    Authority result;
    std::size_t end = 0;
    if (text.starts_with('[')) {
        while (end + 1 < text.size() && detail::is_ipv6_character(text[end + 1])) ++end;
        if (end < 2 || end + 1 >= text.size() || text[end + 1] != ']') return std::nullopt;
        end += 2;
    } else {
        while (end < text.size() && detail::is_name_character(text[end])) ++end;
        if (end == 0) return std::nullopt;
    }
    if (end > detail::longest_host) return std::nullopt;
    for (const char c : text.substr(0, end)) result.host += lower(c);
    if (end == text.size()) return result;
    if (text[end] != ':') return std::nullopt;
    const std::optional<unsigned> port = detail::read_decimal(text.substr(end + 1), 65535);
    if (!port || *port == 0) return std::nullopt;
    result.port = static_cast<std::uint16_t>(*port);
    return result;
}

// Names that no other machine can be behind. Longer names that end in .localhost are left out: only browsers promise
// where they lead.
inline bool is_loopback(std::string_view host) {
    if (host == "localhost" || host == "[::1]") return true;
    std::string_view rest = host;
    for (int part = 0; part < 4; ++part) {
        const std::size_t dot = rest.find('.');
        if ((dot == std::string_view::npos) != (part == 3)) return false;
        const std::optional<unsigned> value = detail::read_decimal(rest.substr(0, dot), 255);
        if (!value || (part == 0 && *value != 127)) return false;
        if (part < 3) rest.remove_prefix(dot + 1);
    }
    return true;
}

// `local`: the address at this end of the connection, as it stands in a Host field. It may be asked for by number because
// a name that an attacker controls cannot be one. `names`: those the user has allowed, in lower case. Any port will do,
// since the program may be reached through a tunnel.
inline bool host_allowed(const Authority& host, std::string_view local, std::span<const std::string> names) {
    if (is_loopback(host.host) || host.host == local) return true;
    for (const std::string& name : names) {
        if (host.host == name) return true;
    }
    return false;
}

// Was the page that asks served under this host and port? The scheme may be https, behind a proxy.
inline bool same_origin(std::string_view origin, const Authority& host) {
    std::uint16_t standard_port = 80;
    if (origin.starts_with("http://")) {
        origin.remove_prefix(7);
    } else if (origin.starts_with("https://")) {
        origin.remove_prefix(8);
        standard_port = 443;
    } else {
        return false;  // also "null", the origin of files and sandboxes
    }
    const std::optional<Authority> theirs = read_authority(origin);
    if (!theirs) return false;
    const auto port = [standard_port](const Authority& authority) {
        return authority.port == 0 ? standard_port : authority.port;
    };
    return theirs->host == host.host && port(*theirs) == port(host);
}

// The files of a run that may be asked for.
struct RunFile {
    std::string_view name;
    std::string_view type;
    bool page = false;  // shown in the browser, not saved
};
inline constexpr std::array<RunFile, 6> run_files{{
    {"games.pdn", "text/plain; charset=utf-8"},
    {"games.log", "text/plain; charset=utf-8"},
    {"games.csv", "text/csv; charset=utf-8"},
    {"results.csv", "text/csv; charset=utf-8"},
    {"results.json", "application/json"},
    {"report.html", "text/html; charset=utf-8", true},
}};

// The type of a file of the page, by the end of its name.
inline std::string_view content_type(std::string_view name) {
    constexpr std::array<std::array<std::string_view, 2>, 6> types{{{".html", "text/html; charset=utf-8"},
                                                                    {".js", "text/javascript; charset=utf-8"},
                                                                    {".css", "text/css; charset=utf-8"},
                                                                    {".json", "application/json"},
                                                                    {".svg", "image/svg+xml"},
                                                                    {".wasm", "application/wasm"}}};
    for (const auto& [end, type] : types)
        if (name.ends_with(end)) return type;
    return "application/octet-stream";
}

// Whether an Accept-Encoding allows gzip: named, and not with quality 0.
inline bool accepts_gzip(std::string_view accepted) {
    while (!accepted.empty()) {
        const std::size_t comma = accepted.find(',');
        const std::string_view item = trimmed(accepted.substr(0, comma));
        const std::string_view name = trimmed(item.substr(0, item.find(';')));
        const std::size_t quality = item.find("q=");
        const bool zero = quality != std::string_view::npos &&
                          item.substr(quality + 2).find_first_not_of("0.") == std::string_view::npos;
        if (name == "gzip" || name == "x-gzip") return !zero;
        if (comma == std::string_view::npos) return false;
        accepted.remove_prefix(comma + 1);
    }
    return false;
}

// May this request be told how the server is doing? With a key whoever has it, wherever they are (RFC 6750:
// "Authorization: Bearer KEY"); without one the programs on this machine.
inline bool may_watch(std::string_view key, std::string_view authorization, bool this_machine) {
    if (key.empty()) return this_machine;
    constexpr std::string_view scheme = "bearer ";
    if (authorization.size() <= scheme.size()) return false;
    for (std::size_t i = 0; i < scheme.size(); ++i)
        if (lower(authorization[i]) != scheme[i]) return false;
    return same_secret(trimmed(authorization.substr(scheme.size())), key);
}

enum class Place { Page, Asset, Socket, Run, Health, Metrics, Nowhere };

struct Target {
    Place place = Place::Nowhere;
    std::string_view asset{};       // Asset: its name, "assets/..."
    std::string_view run{};         // Run: which
    const RunFile* file = nullptr;  // ... and what of it
};

// What a request is about. Escapes are not decoded: nothing that exists needs one.
inline Target read_target(std::string_view target) {
    constexpr std::size_t longest_run = 64;
    constexpr std::string_view runs = "/runs/";
    if (target == "/" || target.starts_with("/?")) return {.place = Place::Page};
    if (target == "/ws") return {.place = Place::Socket};
    if (target == "/health") return {.place = Place::Health};
    if (target == "/metrics") return {.place = Place::Metrics};
    if (target.starts_with("/assets/")) return {.place = Place::Asset, .asset = target.substr(1)};
    if (!target.starts_with(runs)) return {};
    target.remove_prefix(runs.size());
    const std::size_t slash = target.find('/');
    if (slash == 0 || slash == std::string_view::npos || slash > longest_run) return {};
    const std::string_view run = target.substr(0, slash);
    for (const char c : run) {
        if (!is_digit(c) && !is_letter(c) && c != '-' && c != '_') return {};
    }
    for (const RunFile& file : run_files) {
        if (file.name == target.substr(slash + 1)) return {.place = Place::Run, .run = run, .file = &file};
    }
    return {};
}

}  // namespace crownhead::server
