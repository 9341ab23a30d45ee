// A mutex whose waiters notice a stop token, for work that takes long.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace crownhead {

class StoppableMutex {
public:
    // Not owned if stop was requested while another thread held it.
    std::unique_lock<StoppableMutex> lock(const std::stop_token& stop) {
        std::unique_lock inner(mutex_);
        if (!released_.wait(inner, stop, [&] { return !held_; })) return {};
        held_ = true;
        return {*this, std::adopt_lock};
    }

    void unlock() {
        {
            const std::scoped_lock inner(mutex_);
            held_ = false;
        }
        released_.notify_one();
    }

private:
    std::mutex mutex_;
    std::condition_variable_any released_;
    bool held_ = false;
};

}  // namespace crownhead
