// The same work on several threads, this one among them.
#pragma once

#include <thread>
#include <vector>

namespace crownhead {

// Returns when all of them have.
template <class Work>
void on_threads(int count, const Work& work) {
    std::vector<std::jthread> others;
    for (int i = 1; i < count; ++i) others.emplace_back([&work] { work(); });
    work();
}

}  // namespace crownhead
