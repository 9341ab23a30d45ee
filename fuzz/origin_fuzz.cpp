// Any bytes as the Host, Origin and target of a request, in three lines. Whatever they are, a name that is let in is one of
// those allowed, spelt without anything around it; an Origin that is let in spells the same host; a file is on the list.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "server/net/trust.hpp"

using namespace crownhead::server;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

std::string_view line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view result = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return result;
}

std::string lowered(std::string_view text) {
    std::string result;
    for (const char c : text) result += crownhead::lower(c);
    return result;
}

std::string written(const Authority& authority) {
    return authority.port == 0 ? authority.host : authority.host + ":" + std::to_string(authority.port);
}

void check_host(std::string_view host, std::string_view origin) {
    const std::vector<std::string> names{"draughts.example"};
    const auto authority = read_authority(host);
    if (!authority) return;
    require(written(*authority) == lowered(host));
    require(authority->host.find_first_of("/\\@?#%, \t\r\n") == std::string::npos);
    if (host_allowed(*authority, "192.0.2.7", names)) {
        const std::string& name = authority->host;
        const bool numeric = name.starts_with("127.") && name.find_first_not_of("0123456789.") == std::string::npos &&
                             std::ranges::count(name, '.') == 3;
        require(numeric || name == "localhost" || name == "[::1]" || name == "192.0.2.7" || name == names[0]);
    }
    if (same_origin(origin, *authority)) {
        const std::size_t scheme = origin.find("://");
        require(scheme == 4 || scheme == 5);
        const std::string rest = lowered(origin.substr(scheme + 3));
        require(rest == authority->host || rest.starts_with(authority->host + ":"));
        require(same_origin("http://" + written(*authority), *authority));
    }
}

void check_target(std::string_view text) {
    const Target target = read_target(text);
    switch (target.place) {
        case Place::Page: require(text == "/" || text.starts_with("/?")); break;
        case Place::Asset:
            require(text == "/" + std::string(target.asset) && target.asset.starts_with("assets/"));
            break;
        case Place::Socket: require(text == "/ws"); break;
        case Place::Run:
            require(target.file >= run_files.data() && target.file < run_files.data() + run_files.size());
            require(!target.run.empty() && target.run.find_first_of("./\\%") == std::string_view::npos);
            require(text == "/runs/" + std::string(target.run) + "/" + std::string(target.file->name));
            break;
        case Place::Health: require(text == "/health"); break;
        case Place::Metrics: require(text == "/metrics"); break;
        case Place::Nowhere: break;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string_view host = line(text);
    const std::string_view origin = line(text);
    check_host(host, origin);
    check_target(line(text));
    return 0;
}
