// Transposition table: what the search has found out about positions, by their keys. Several threads share one without
// locks: an entry is two words, and one of them carries the key mixed with the other, so an entry that two threads wrote
// at once fits no key and is not found.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace crownhead {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

class TranspositionTable {
public:
    static constexpr int no_move = 255;

    struct Found {
        int score = 0;
        int depth = 0;
        Bound bound = Bound::None;
        int move = no_move;  // index in the list of the generator
    };

    explicit TranspositionTable(std::size_t megabytes)
        : mask_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Cluster)) - 1),
          clusters_(std::make_unique<Cluster[]>(mask_ + 1)) {}

    void clear() {
        for (std::size_t i = 0; i <= mask_; ++i)
            for (Entry& entry : clusters_[i].entries) {
                entry.check.store(0, std::memory_order_relaxed);
                entry.data.store(0, std::memory_order_relaxed);
            }
        age_ = 0;
    }
    // Entries of earlier searches are the first to be replaced.
    void next_search() { age_ = (age_ + 1) & age_mask; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&clusters_[key & mask_]); }

    bool find(std::uint64_t key, Found& found) const {
        for (const Entry& entry : clusters_[key & mask_].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
            found.score = static_cast<std::int32_t>(static_cast<std::uint32_t>(data));
            found.depth = static_cast<int>((data >> 32) & 255);
            found.move = static_cast<int>((data >> 40) & 255);
            found.bound = static_cast<Bound>((data >> 48) & 3);
            return true;
        }
        return false;
    }

    // Replaces the entry of this position, or else the one of least use: shallow, and old before that.
    void store(std::uint64_t key, int score, int depth, Bound bound, int move) {
        Cluster& cluster = clusters_[key & mask_];
        Entry* victim = nullptr;
        int least = 1 << 20;
        for (Entry& entry : cluster.entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if (data != 0 && (entry.check.load(std::memory_order_relaxed) ^ data) == key) {
                if (move == no_move) move = static_cast<int>((data >> 40) & 255);
                victim = &entry;
                break;
            }
            const auto age = static_cast<unsigned>((data >> 50) & age_mask);
            const int use = data == 0
                                ? -1000
                                : static_cast<int>((data >> 32) & 255) - 8 * static_cast<int>((age_ - age) & age_mask);
            if (use < least) {
                least = use;
                victim = &entry;
            }
        }
        const std::uint64_t data = static_cast<std::uint32_t>(score) | static_cast<std::uint64_t>(depth & 255) << 32 |
                                   static_cast<std::uint64_t>(move & 255) << 40 |
                                   static_cast<std::uint64_t>(bound) << 48 | static_cast<std::uint64_t>(age_) << 50;
        victim->check.store(key ^ data, std::memory_order_relaxed);
        victim->data.store(data, std::memory_order_relaxed);
    }

private:
    static constexpr unsigned age_mask = 63;

    struct Entry {
        std::atomic<std::uint64_t> check = 0;
        std::atomic<std::uint64_t> data = 0;
    };
    struct alignas(64) Cluster {
        std::array<Entry, 4> entries;
    };

    std::size_t mask_;
    std::unique_ptr<Cluster[]> clusters_;
    unsigned age_ = 0;
};

}  // namespace crownhead
