#include "serve.hpp"

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
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

// As many files and sockets as the system allows; how many that is.
std::size_t raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    limit.rlim_cur = limit.rlim_max;
    static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
    static_cast<void>(getrlimit(RLIMIT_NOFILE, &limit));
    return limit.rlim_cur;
}

// Large blocks (hash tables, endgames under work) go back to the system when they are freed. By default the C library begins
// to keep them, apart for each of many threads.
void return_large_blocks() {
#ifdef M_MMAP_THRESHOLD
    constexpr int large = 512 * 1024;
    constexpr int arenas = 4;
    static_cast<void>(mallopt(M_MMAP_THRESHOLD, large));
    static_cast<void>(mallopt(M_ARENA_MAX, arenas));
#endif
}

// What is not for pages: the library, the laboratory, endgame files.
constexpr std::size_t reserved_descriptors = 64;

constexpr std::chrono::milliseconds goodbye_time{1500};
constexpr std::chrono::milliseconds longest_end{2800};

// Ends the program if what it lives in does not end. What was acknowledged is on disk by then.
class EndInTime {
public:
    EndInTime() : thread_([this] { wait(); }) {}
    EndInTime(const EndInTime&) = delete;
    EndInTime& operator=(const EndInTime&) = delete;
    ~EndInTime() {
        {
            const std::scoped_lock lock(mutex_);
            ended_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

private:
    void wait() {
        std::unique_lock lock(mutex_);
        if (wake_.wait_for(lock, longest_end, [this] { return ended_; })) return;
        static_cast<void>(std::fputs("crownhead: some jobs did not end in time\n", stderr));
        std::_Exit(0);
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    bool ended_ = false;
    std::thread thread_;
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
    return_large_blocks();
    const std::size_t descriptors = raise_descriptor_limit();
    ServerLimits limits{.frame = largest_import, .end_time = goodbye_time};
    limits.connections = std::min(limits.connections,
                                  std::max<std::size_t>(descriptors, reserved_descriptors + 8) - reserved_descriptors);
    Result<std::unique_ptr<Service>> service = Service::open({.data = options.data,
                                                              .workers = options.workers,
                                                              .endgames = options.endgames,
                                                              .endgame_bytes = options.endgame_bytes,
                                                              .version = options.version,
                                                              .log_level = options.log_level});
    if (!service) return std::unexpected(service.error());
    const ServerOptions transport{.address = options.address,
                                  .port = options.port,
                                  .hosts = options.hosts,
                                  .page = page_files(),
                                  .watch_key = options.watch_key,
                                  .limits = limits};
    Result<std::unique_ptr<Server>> server = Server::start(transport, **service);
    if (!server) return std::unexpected(server.error());
    announce_page(options.data, url(options.address, (*server)->port()));
    if (options.ready) options.ready(url(options.address, (*server)->port()), (*server)->port());
    signals->wait();
    signals.reset();
    const EndInTime in_time;
    (*service)->stop_work();
    (*server)->stop();
    server->reset();
    service->reset();
    return {};
}

std::optional<std::string> running_page(const std::filesystem::path& data) { return announced_page(data); }

}  // namespace crownhead::server
