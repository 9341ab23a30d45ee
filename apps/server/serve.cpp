#include "serve.hpp"

#include <pthread.h>

#include <csignal>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "data_folder.hpp"
#include "net/server.hpp"
#include "page.hpp"
#include "protocol/requests.hpp"
#include "service/service.hpp"

namespace crownhead::server {

namespace {

// The signals that end the server wait for wait(); a second one ends the program by default. They are blocked before the
// first thread begins, so that every thread leaves them alone.
class EndSignals {
public:
    EndSignals() {
        sigemptyset(&signals_);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
        pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    }
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;
    ~EndSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    void wait() const {
        int signal = 0;
        while (sigwait(&signals_, &signal) != 0) {
        }
    }

private:
    sigset_t signals_{};
    sigset_t before_{};
};

std::string url(const std::string& address, std::uint16_t port) {
    const bool here = address == "127.0.0.1" || address == "::1" || address == "0.0.0.0" || address == "::";
    if (here) return fmt::format("http://localhost:{}", port);
    const bool v6 = address.find(':') != std::string::npos;
    return v6 ? fmt::format("http://[{}]:{}", address, port) : fmt::format("http://{}:{}", address, port);
}

}  // namespace

Result<void> serve(const ServeOptions& options) {
    auto signals = std::make_unique<EndSignals>();
    Result<std::unique_ptr<Service>> service = Service::open(
        {.data = options.data, .workers = options.workers, .endgames = options.endgames, .version = options.version});
    if (!service) return std::unexpected(service.error());
    const ServerOptions transport{.address = options.address,
                                  .port = options.port,
                                  .hosts = options.hosts,
                                  .page = page(),
                                  .compressed_page = compressed_page(),
                                  .limits = {.frame = largest_import}};
    Result<std::unique_ptr<Server>> server = Server::start(transport, **service);
    if (!server) return std::unexpected(server.error());
    announce_page(options.data, url(options.address, (*server)->port()));
    if (options.ready) options.ready(url(options.address, (*server)->port()), (*server)->port());
    signals->wait();
    signals.reset();
    (*server)->stop();
    return {};
}

std::optional<std::string> running_page(const std::filesystem::path& data) { return announced_page(data); }

}  // namespace crownhead::server
