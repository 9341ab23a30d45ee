#include "util/stoppable_mutex.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace crownhead {
namespace {

TEST(ThreadsStoppableMutex, AWaiterNoticesItsToken) {
    StoppableMutex mutex;
    const auto held = mutex.lock({});
    ASSERT_TRUE(held.owns_lock());
    std::stop_source stop;
    bool owned = true;
    std::thread waiter([&] { owned = mutex.lock(stop.get_token()).owns_lock(); });
    stop.request_stop();
    waiter.join();  // although the mutex is still held
    EXPECT_FALSE(owned);
}

TEST(ThreadsStoppableMutex, LetsOneThreadInAtATime) {
    StoppableMutex mutex;
    int count = 0;
    const auto work = [&] {
        for (int i = 0; i < 1000; ++i) {
            const auto lock = mutex.lock({});
            ++count;
        }
    };
    std::thread other(work);
    work();
    other.join();
    EXPECT_EQ(count, 2000);
}

}  // namespace
}  // namespace crownhead
