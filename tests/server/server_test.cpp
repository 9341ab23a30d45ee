// The transport with a service that only plays one: limits small enough to be reached in a test, threads, and the end.
#include "net/server.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "peer.hpp"

namespace crownhead::server {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

template <class Condition>
bool soon(const Condition& condition, std::chrono::milliseconds time = 20s) {
    const Clock::time_point end = Clock::now() + time;
    while (!condition()) {
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(2ms);
    }
    return true;
}

// Echoes; some words make it do other things.
class Echo final : public Service {
public:
    ClientId connect(std::shared_ptr<Client> client) override {
        const std::scoped_lock lock(mutex_);
        const ClientId id = ++last_;
        clients_[id] = client;
        all_.push_back(client);
        client->send("hello");
        return id;
    }
    void receive(ClientId id, std::string_view frame) override {
        std::shared_ptr<Client> client;
        {
            const std::scoped_lock lock(mutex_);
            client = clients_.at(id);
        }
        if (frame == "throw") throw std::runtime_error("as asked");
        if (frame == "flood") {
            for (int i = 0; i < 200; ++i) client->send(std::string(50'000, 'x'));
            return;
        }
        client->send("echo " + std::string(frame));
    }
    void disconnect(ClientId id) override {
        const std::scoped_lock lock(mutex_);
        EXPECT_EQ(clients_.erase(id), 1U);
    }
    std::string metrics() override { return "figures\n"; }
    std::vector<std::string> troubles() override { return wrong; }
    std::vector<std::string> wrong;
    Result<std::string> run_file(std::string_view run, std::string_view name) override {
        if (run == "throw") throw std::runtime_error("as asked");
        if (run == "none") return fail("There is no such run");
        if (run == "slow") {
            std::unique_lock lock(mutex_);
            ++making_;
            released_.wait_for(lock, 20s, [this] { return release_; });
        }
        return "content of " + std::string(name);
    }

    std::size_t clients() {
        const std::scoped_lock lock(mutex_);
        return clients_.size();
    }
    int making() {
        const std::scoped_lock lock(mutex_);
        return making_;
    }
    void release() {
        const std::scoped_lock lock(mutex_);
        release_ = true;
        released_.notify_all();
    }
    // Everybody who has ever been there, also those who have gone.
    void tell_all(const std::string& text) {
        std::vector<std::shared_ptr<Client>> all;
        {
            const std::scoped_lock lock(mutex_);
            all = all_;
        }
        for (const auto& client : all) client->send(text);
    }

private:
    std::mutex mutex_;
    std::condition_variable released_;
    std::map<ClientId, std::shared_ptr<Client>> clients_;
    std::vector<std::shared_ptr<Client>> all_;
    ClientId last_ = 0;
    int making_ = 0;
    bool release_ = false;
};

constexpr std::array<PageFile, 2> page_of_tests{
    {{.name = "index.html", .bytes = "<!doctype html>the page"}, {.name = "assets/a-1.js", .bytes = "a script"}}};

class ThreadsServer : public testing::Test {
protected:
    void start(const ServerLimits& limits = {}) {
        auto started = Server::start({.port = 0, .page = page_of_tests, .limits = limits}, echo_);
        ASSERT_TRUE(started) << started.error().message;
        server_ = std::move(*started);
        port_ = server_->port();
    }

    Echo echo_;
    std::unique_ptr<Server> server_;
    std::uint16_t port_ = 0;
};

TEST_F(ThreadsServer, ManyPagesAtOnce) {
    start();
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&, t] {
            for (int c = 0; c < 5; ++c) {
                Peer peer(port_);
                if (!peer.open()) return;
                for (int i = 0; i < 20; ++i) {
                    const std::string text = std::to_string(t * 100 + i);
                    peer.say(text);
                    if (peer.text() == "echo " + text) ++right;
                }
                if (c % 2 == 0) peer.frame(8, "");
            }
            if (Peer(port_).get("/").ends_with("the page")) ++right;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 8 * 5 * 20 + 8);
    EXPECT_TRUE(soon([&] { return echo_.clients() == 0 && server_->connections() == 0; }));
}

TEST_F(ThreadsServer, APageThatDoesNotReadIsClosed) {
    start();
    Peer reader(port_);
    ASSERT_TRUE(reader.open());
    Peer stuck(port_, 4096);
    ASSERT_TRUE(stuck.open());
    ASSERT_EQ(echo_.clients(), 2U);
    stuck.say("flood");  // 10 MB
    EXPECT_TRUE(soon([&] { return echo_.clients() == 1; }));
    reader.say("still here");
    EXPECT_EQ(reader.text(), "echo still here");
}

TEST_F(ThreadsServer, ConnectionsAreCounted) {
    start({.connections = 3});
    Peer a(port_);
    Peer b(port_);
    ASSERT_TRUE(a.open() && b.open());
    auto c = std::make_unique<Peer>(port_);
    ASSERT_TRUE(c->open());
    EXPECT_TRUE(Peer(port_).rest().starts_with("HTTP/1.1 503 "));
    c.reset();
    EXPECT_TRUE(soon([&] { return server_->connections() == 2; }));
    EXPECT_TRUE(Peer(port_).get("/").starts_with("HTTP/1.1 200 "));
    a.say("on");
    EXPECT_EQ(a.text(), "echo on");
}

TEST_F(ThreadsServer, SlowRequestsAreGivenUp) {
    start({.header_time = 200ms});
    Peer silent(port_);
    Peer slow(port_);
    const Clock::time_point begun = Clock::now();
    while (slow.send("x") && Clock::now() - begun < 10s) std::this_thread::sleep_for(20ms);
    EXPECT_LT(Clock::now() - begun, 5s);
    EXPECT_EQ(silent.rest(), "");
    EXPECT_TRUE(soon([&] { return server_->connections() == 0; }));
}

TEST_F(ThreadsServer, SilentPagesArePinged) {
    start({.idle_time = 500ms});
    Peer dead(port_);
    Peer alive(port_);
    ASSERT_TRUE(dead.open() && alive.open());
    std::thread listener([&] { EXPECT_EQ(alive.text(), "enough"); });
    EXPECT_TRUE(soon([&] { return echo_.clients() == 1; }));
    std::this_thread::sleep_for(1500ms);
    EXPECT_EQ(echo_.clients(), 1U);
    echo_.tell_all("enough");
    listener.join();
}

TEST_F(ThreadsServer, TooManyFramesAreSlowedDownThenRefused) {
    start({.frames_per_second = 50, .patience = 20});
    Peer peer(port_);
    ASSERT_TRUE(peer.open());
    for (int i = 0; i < 1000 && peer.say("x"); ++i) {
    }
    int answers = 0;
    std::string last;
    while ((last = peer.text()) == "echo x") ++answers;
    EXPECT_EQ(last.substr(0, 6), "closed");
    EXPECT_GE(answers, 50);
    EXPECT_LE(answers, 120);
}

TEST_F(ThreadsServer, AnExceptionOfTheServiceEndsOneConnection) {
    start();
    Peer good(port_);
    Peer bad(port_);
    ASSERT_TRUE(good.open() && bad.open());
    bad.say("throw");
    EXPECT_EQ(bad.text(), "closed 1011");
    good.say("on");
    EXPECT_EQ(good.text(), "echo on");
}

TEST_F(ThreadsServer, WhoHasGoneMayBeSpokenTo) {
    start();
    {
        Peer peer(port_);
        ASSERT_TRUE(peer.open());
        peer.say("first");
        EXPECT_EQ(peer.text(), "echo first");
    }
    EXPECT_TRUE(soon([&] { return echo_.clients() == 0; }));
    echo_.tell_all("nobody hears this");
}

TEST_F(ThreadsServer, FilesOfThePage) {
    start();
    const std::string page = Peer(port_).get("/");
    EXPECT_TRUE(page.ends_with("the page"));
    EXPECT_NE(page.find("Cache-Control: no-cache"), std::string::npos) << page;
    EXPECT_NE(page.find("script-src 'self'; style-src 'self';"), std::string::npos) << page;
    const std::string script = Peer(port_).get("/assets/a-1.js");
    EXPECT_TRUE(script.ends_with("a script"));
    EXPECT_NE(script.find("Content-Type: text/javascript; charset=utf-8"), std::string::npos) << script;
    EXPECT_NE(script.find("Cache-Control: public, max-age=31536000, immutable"), std::string::npos) << script;
    for (const char* const other : {"/assets/", "/assets/a-2.js", "/assets/a-1.js?", "/assets/../assets/a-1.js"})
        EXPECT_TRUE(Peer(port_).get(other).starts_with("HTTP/1.1 404 ")) << other;
}

TEST_F(ThreadsServer, Downloads) {
    start({.downloads = 1});
    const std::string pdn = Peer(port_).get("/runs/a/games.pdn");
    EXPECT_TRUE(pdn.ends_with("content of games.pdn"));
    EXPECT_NE(pdn.find("attachment; filename=\"games.pdn\""), std::string::npos);
    const std::string report = Peer(port_).get("/runs/a/report.html");
    EXPECT_NE(report.find("Content-Security-Policy: sandbox allow-scripts"), std::string::npos);
    EXPECT_EQ(report.find("allow-same-origin"), std::string::npos);
    EXPECT_TRUE(Peer(port_).get("/runs/none/games.pdn").starts_with("HTTP/1.1 404 "));
    EXPECT_TRUE(Peer(port_).get("/runs/throw/games.pdn").starts_with("HTTP/1.1 404 "));
    std::thread waiting(
        [&] { EXPECT_TRUE(Peer(port_).get("/runs/slow/games.csv").ends_with("content of games.csv")); });
    EXPECT_TRUE(soon([&] { return echo_.making() == 1; }));
    EXPECT_TRUE(Peer(port_).get("/runs/a/games.pdn").starts_with("HTTP/1.1 503 "));
    EXPECT_TRUE(Peer(port_).get("/").starts_with("HTTP/1.1 200 "));  // others do not wait
    echo_.release();
    waiting.join();
}

TEST_F(ThreadsServer, StopsWhileEverybodyIsBusy) {
    start({.end_time = 1000ms});
    std::atomic<bool> over = false;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            Peer peer(port_);
            if (!peer.open()) return;
            while (peer.say("x") && !peer.text().starts_with("closed")) {
            }
        });
    }
    threads.emplace_back([&] {
        while (!over) {
            echo_.tell_all("news");
            std::this_thread::sleep_for(1ms);
        }
    });
    Peer mute(port_);  // says nothing, not even goodbye
    ASSERT_TRUE(mute.open());
    EXPECT_TRUE(soon([&] { return echo_.clients() == 5; }));
    std::this_thread::sleep_for(50ms);
    server_->stop();
    EXPECT_EQ(echo_.clients(), 0U);
    EXPECT_EQ(server_->connections(), 0U);
    server_.reset();
    over = true;
    for (std::thread& thread : threads) thread.join();
    echo_.tell_all("after the end");
}

TEST_F(ThreadsServer, PortsThatAreTaken) {
    start();
    auto second = Server::start({.port = port_, .page = page_of_tests}, echo_);
    ASSERT_TRUE(second);
    EXPECT_GT((*second)->port(), port_);
    const auto third = Server::start({.port = port_, .further_ports = 0, .page = page_of_tests}, echo_);
    ASSERT_FALSE(third);
    EXPECT_NE(third.error().message.find("in use"), std::string::npos) << third.error().message;
}

}  // namespace

}  // namespace crownhead::server
