// Workers: lanes in their order and in turn; timers; the players that are kept.
#include "service/workers.hpp"

#include <algorithm>
#include <atomic>
#include <future>

#include <gtest/gtest.h>

#include "players/catalogue.hpp"
#include "server/test_page.hpp"

namespace crownhead::server {
namespace {

using std::chrono::milliseconds;

TEST(ThreadsWorkers, ALaneKeepsItsOrder) {
    std::vector<std::vector<int>> done(10);
    {
        Workers workers(4, 0);
        std::promise<void> end;
        std::atomic<int> left = 10 * 100;
        for (int i = 0; i < 100; ++i)
            for (std::size_t lane = 0; lane < done.size(); ++lane)
                workers.submit(std::to_string(lane), [&, i, lane] {
                    done[lane].push_back(i);  // one at a time: no lock is needed
                    if (--left == 0) end.set_value();
                });
        ASSERT_EQ(end.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
    }
    for (const std::vector<int>& lane : done) {
        EXPECT_EQ(lane.size(), 100);
        EXPECT_TRUE(std::ranges::is_sorted(lane));
    }
}

TEST(ThreadsWorkers, LanesTakeTurns) {
    Workers workers(1, 0);
    std::promise<void> go;
    std::shared_future<void> gate = go.get_future().share();
    std::vector<char> order;
    std::promise<void> end;
    workers.submit("gate", [gate] { gate.wait(); });
    for (int i = 0; i < 3; ++i) workers.submit("a", [&] { order.push_back('a'); });
    workers.submit("b", [&] { order.push_back('b'); });
    workers.submit("a", [&] { end.set_value(); });
    go.set_value();
    end.get_future().wait();
    EXPECT_EQ(order, (std::vector<char>{'a', 'b', 'a', 'a'}));
}

TEST(ThreadsWorkers, PagesTakeTurns) {
    Workers workers(1, 0);
    std::promise<void> go;
    std::shared_future<void> gate = go.get_future().share();
    std::string order;
    std::promise<void> end;
    workers.submit("gate", [gate] { gate.wait(); });
    for (int lane = 0; lane < 4; ++lane) workers.submit(std::to_string(lane), [&] { order += 'a'; }, {.page = 1});
    workers.submit("b", [&] { order += 'b'; }, {.page = 2});
    workers.submit("b", [&] { order += 'b'; }, {.page = 2});
    workers.submit("last", [&] { end.set_value(); }, {.page = 1});
    go.set_value();
    end.get_future().wait();
    EXPECT_EQ(order, "ababaa");
}

// A page with long jobs on all workers: others get their part without waiting for its end.
TEST(ThreadsWorkers, APageThatHasNoneNeedNotWaitForOneThatHasSeveral) {
    std::promise<void> go;
    std::shared_future<void> gate = go.get_future().share();
    std::atomic<int> running = 0;
    std::atomic<int> done = 0;
    std::atomic<bool> second_page_done = false;
    Workers workers(2, 0);
    const auto hold = [&] {
        ++running;
        gate.wait();
        ++done;
    };
    for (const char* const lane : {"a", "b", "c"}) workers.submit(lane, hold, {.page = 1});
    while (running < 2) std::this_thread::yield();
    std::promise<void> second;
    std::promise<void> let_second_end;
    std::future<void> second_may_end = let_second_end.get_future();
    workers.submit("d",
                   [&] {
                       second.set_value();
                       second_may_end.wait();
                       second_page_done = true;
                   },
                   {.page = 2});
    ASSERT_EQ(second.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
    // There is no end to it: as many more as the first page has too many.
    std::promise<bool> third;
    workers.submit("e", [&] { third.set_value(second_page_done); }, {.page = 3});
    let_second_end.set_value();
    EXPECT_TRUE(third.get_future().get());
    EXPECT_EQ(running, 2);  // the third job of the first page waits
    go.set_value();
    while (done < 3) std::this_thread::yield();
}

TEST(ThreadsWorkers, WhatHasNotBegunIsDropped) {
    std::atomic<int> done = 0;
    {
        Workers workers(1, 0);
        std::promise<void> begun;
        workers.submit("a", [&] {
            begun.set_value();
            std::this_thread::sleep_for(milliseconds(50));
            ++done;
        });
        for (int i = 0; i < 10; ++i) workers.submit("a", [&] { ++done; });
        begun.get_future().wait();
    }
    EXPECT_EQ(done, 1);
}

TEST(ThreadsTimer, CallsInOrder) {
    std::vector<int> order;
    std::promise<void> end;
    HandClock time;
    Timer timer(time);
    const double now = time.now();
    timer.at(now + 6, [&] { end.set_value(); });
    timer.at(now + 4, [&] { order.push_back(2); });
    timer.at(now + 2, [&] {
        order.push_back(1);
        timer.at(now, [&] { order.push_back(3); });  // late already
    });
    timer.at(now + 7, [&] { order.push_back(9); });
    time.pass(6);
    end.get_future().wait();
    EXPECT_EQ(order, (std::vector<int>{1, 3, 2}));
}

TEST(ThreadsTimer, WaitsForTheRealClock) {
    TimeSource time;
    Timer timer(time);
    std::promise<double> called;
    const double when = time.now() + 0.02;
    timer.at(when, [&] { called.set_value(time.now()); });
    EXPECT_GE(called.get_future().get(), when);
}

TEST(PlayerCache, KeepsTheLastOnes) {
    PlayerCache cache(2);
    for (const char* const key : {"a", "b", "c"}) cache.put(key, std::move(*make_player("random", 1)), 0);
    EXPECT_EQ(cache.take("a"), nullptr);
    EXPECT_NE(cache.take("b"), nullptr);
    EXPECT_EQ(cache.take("b"), nullptr);
    EXPECT_NE(cache.take("c"), nullptr);
}

TEST(PlayerCache, DropsTheIdle) {
    PlayerCache cache(8);
    EXPECT_FALSE(cache.drop_older(1));
    cache.put("idle", std::move(*make_player("random", 1)), 1);
    cache.put("new", std::move(*make_player("random", 1)), 2);
    EXPECT_TRUE(cache.drop_older(2));
    EXPECT_EQ(cache.take("idle"), nullptr);
    EXPECT_NE(cache.take("new"), nullptr);
}

}  // namespace
}  // namespace crownhead::server
