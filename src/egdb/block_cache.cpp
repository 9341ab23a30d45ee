#include "egdb/block_cache.hpp"

#include <algorithm>

#include "util/random.hpp"

namespace crownhead::egdb {

namespace {

// Held for tens of nanoseconds, or while a block is decoded; threads rarely meet at the same set.
class Hold {
public:
    explicit Hold(std::atomic_flag& flag) : flag_(flag) {
        while (flag_.test_and_set(std::memory_order_acquire)) flag_.wait(true, std::memory_order_relaxed);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() {
        flag_.clear(std::memory_order_release);
        flag_.notify_one();
    }

private:
    std::atomic_flag& flag_;
};

}  // namespace

BlockCache::BlockCache(std::size_t bytes)
    : count_(std::max<std::size_t>(1, bytes / (sizeof(Set) + ways * sizeof(PackedBlock)))),
      sets_(std::make_unique<Set[]>(count_)) {}

std::size_t BlockCache::bytes() const { return count_ * sizeof(Set) + blocks_ * sizeof(PackedBlock); }

Value BlockCache::value(const StageReader& reader, std::uint64_t id, std::size_t table, std::uint64_t number) {
    const std::uint64_t block = number / block_positions;
    if (const auto only = reader.only_value(table, block)) return *only;
    const Key key{.table = 2 * id + table, .block = block};
    std::uint64_t scattered = (key.table << 40U) ^ block;
    Set& set = sets_[splitmix64(scattered) % count_];
    const Hold hold(set.busy);
    std::size_t way = 0;
    while (way < ways && !(set.keys[way] == key)) ++way;
    if (way == ways) {
        way = static_cast<std::size_t>(
            std::ranges::max_element(set.used, {}, [&](std::uint8_t at) { return std::uint8_t(set.clock - at); }) -
            set.used.begin());
        set.keys[way] = {};
        if (!set.blocks[way]) {
            set.blocks[way] = std::make_unique_for_overwrite<PackedBlock>();
            ++blocks_;
        }
        if (!reader.read(table, block, *set.blocks[way])) return Value::Unknown;
        set.keys[way] = key;
        ++set.clock;
    }
    set.used[way] = set.clock;
    const std::size_t at = number % block_positions;
    return static_cast<Value>(((*set.blocks[way])[at / 32] >> (2 * (at % 32))) & 3U);
}

}  // namespace crownhead::egdb
