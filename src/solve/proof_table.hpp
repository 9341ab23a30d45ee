// ProofTable: what a proof search has found, by exact number. Several threads may use it.
//
// An entry is one question about one position. Nothing in it depends on the way to the position, except a disproof that is
// not yet certain: it may rest on repetitions, and counts for nothing until ProofSearch has found it to be part of a closed
// set.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "solve/space.hpp"

namespace crownhead::solve {

// Does the side to move win, or does it lose? If neither, the position is drawn.
enum class Question : std::uint8_t { Win, Loss };
constexpr Question other(Question q) { return q == Question::Win ? Question::Loss : Question::Win; }

// A question about a position.
using Node = std::uint64_t;
constexpr Node node_of(Key key, Question q) { return key << 1U | static_cast<Node>(q); }
constexpr Key key_of(Node node) { return node >> 1U; }
constexpr Question question_of(Node node) { return static_cast<Question>(node & 1U); }

inline constexpr std::uint32_t unreachable = 1U << 30U;

// How much is missing to a proof and to a disproof, as far as is known.
struct Numbers {
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
    std::uint32_t stamp = 0;  // not 0: certain; proofs count up, so that each has a larger one than those it rests on

    bool proven() const { return proof == 0; }
    bool disproven() const { return disproof == 0 && stamp != 0; }
    bool certain() const { return stamp != 0; }
};

class ProofTable {
public:
    explicit ProofTable(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

    std::optional<Numbers> find(Node node) const {
        const Shard& shard = shards_[shard_of(node)];
        const std::lock_guard lock(shard.mutex);
        if (shard.slots.empty()) return std::nullopt;
        const Slot& slot = shard.slots[place(shard.slots, node)];
        if (slot.node == 0) return std::nullopt;
        return slot.numbers;
    }

    // What is certain stays.
    void store(Node node, Numbers numbers) {
        Shard& shard = shards_[shard_of(node)];
        const std::lock_guard lock(shard.mutex);
        Slot& slot = room_for(shard, node);
        if (slot.node != 0 && slot.numbers.certain()) return;
        if (numbers.proven()) numbers.stamp = ++stamps_;
        if (slot.node == 0) {
            slot.node = node;
            ++shard.used;
        }
        slot.numbers = numbers;
    }

    // The answer "yes" to one question is "no" to the other.
    void store_proof(Node node) {
        store(node, {0, unreachable, 0});
        store(node ^ 1U, {unreachable, 0, 1});
    }

    std::uint64_t size() const {
        std::uint64_t sum = 0;
        for (const Shard& shard : shards_) {
            const std::lock_guard lock(shard.mutex);
            sum += shard.used;
        }
        return sum;
    }
    std::uint32_t last_stamp() const { return stamps_; }
    bool full() const { return bytes_ > most_bytes_; }

    void clear() {
        for (Shard& shard : shards_) {
            const std::lock_guard lock(shard.mutex);
            shard = {};
        }
        bytes_ = 0;
    }

    // Calls f(node, numbers) for every entry.
    template <class F>
    void each(F&& f) const {
        for (const Shard& shard : shards_) {
            const std::lock_guard lock(shard.mutex);
            for (const Slot& slot : shard.slots)
                if (slot.node != 0) f(slot.node, slot.numbers);
        }
    }
    // From a checkpoint, as it was.
    void restore(Node node, const Numbers& numbers) {
        Shard& shard = shards_[shard_of(node)];
        const std::lock_guard lock(shard.mutex);
        Slot& slot = room_for(shard, node);
        if (slot.node == 0) ++shard.used;
        slot = {node, numbers};
        if (numbers.proven()) stamps_ = std::max(stamps_.load(), numbers.stamp);
    }

private:
    struct Slot {
        Node node = 0;
        Numbers numbers{};
    };
    struct Shard {
        mutable std::mutex mutex{};
        std::vector<Slot> slots{};
        std::size_t used = 0;

        Shard& operator=(Shard&& other) noexcept {
            slots = std::move(other.slots);
            used = other.used;
            return *this;
        }
    };

    static std::uint64_t mixed(Node node) {
        node = (node ^ node >> 31U) * 0x9e3779b97f4a7c15ULL;
        return node ^ node >> 29U;
    }
    static std::size_t shard_of(Node node) { return mixed(node) >> 58U; }
    // Where it is, or the free slot where it would be.
    static std::size_t place(const std::vector<Slot>& slots, Node node) {
        const std::size_t mask = slots.size() - 1;
        std::size_t at = mixed(node) & mask;
        while (slots[at].node != 0 && slots[at].node != node) at = (at + 1) & mask;
        return at;
    }

    Slot& room_for(Shard& shard, Node node) {
        if (shard.used * 4 >= shard.slots.size() * 3) {
            std::vector<Slot> larger(std::max<std::size_t>(16, shard.slots.size() * 2));
            for (const Slot& slot : shard.slots)
                if (slot.node != 0) larger[place(larger, slot.node)] = slot;
            bytes_ += (larger.size() - shard.slots.size()) * sizeof(Slot);
            shard.slots = std::move(larger);
        }
        return shard.slots[place(shard.slots, node)];
    }

    std::uint64_t most_bytes_;
    std::array<Shard, 64> shards_{};
    std::atomic<std::uint32_t> stamps_{1};  // 1 is for disproofs
    std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace crownhead::solve
