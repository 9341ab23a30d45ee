// FlatSet<Key, Hash>: an insert-only hash set with open addressing. A default-constructed key marks an empty slot and must
// not be inserted.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "util/assert.hpp"

namespace crownhead {

template <class Key, class Hash>
class FlatSet {
public:
    // False if the key was there already.
    bool insert(const Key& key) {
        CH_ASSERT(!(key == Key{}));
        if (2 * (size_ + 1) > slots_.size()) grow();
        Key& slot = slots_[place(key)];
        if (slot == key) return false;
        slot = key;
        ++size_;
        return true;
    }
    bool contains(const Key& key) const { return !slots_.empty() && slots_[place(key)] == key; }
    std::size_t size() const { return size_; }

private:
    static constexpr std::size_t first_slots = 64;

    // Where the key is, or the empty slot where it belongs.
    std::size_t place(const Key& key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = Hash{}(key)&mask;
        while (!(slots_[at] == Key{}) && !(slots_[at] == key)) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        const std::vector<Key> old =
            std::exchange(slots_, std::vector<Key>(slots_.empty() ? first_slots : 2 * slots_.size()));
        for (const Key& key : old)
            if (!(key == Key{})) slots_[place(key)] = key;
    }

    std::vector<Key> slots_;
    std::size_t size_ = 0;
};

}  // namespace crownhead
