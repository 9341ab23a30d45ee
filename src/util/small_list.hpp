// A list that lives on the stack until it is full and moves to the heap then. Move lists are almost always short, but no
// position that a user may set up, however strange, can overflow them.
#pragma once

#include <cstddef>
#include <type_traits>

#include "util/assert.hpp"

namespace crownhead {

template <class T, std::size_t Inline>
class SmallList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    SmallList() : items_(inline_items()) {}
    SmallList(const SmallList& other) : SmallList() { *this = other; }
    SmallList& operator=(const SmallList& other) {
        if (this != &other) {
            clear();
            for (const T& item : other) push_back(item);
        }
        return *this;
    }
    ~SmallList() {
        if (items_ != inline_items()) delete[] items_;
    }

    void push_back(const T& item) {
        if (size_ == capacity_) [[unlikely]]
            grow();
        items_[size_++] = item;
    }
    void clear() { size_ = 0; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) {
        CH_ASSERT(i < size_);
        return items_[i];
    }
    const T& operator[](std::size_t i) const {
        CH_ASSERT(i < size_);
        return items_[i];
    }
    T* begin() { return items_; }
    T* end() { return items_ + size_; }
    const T* begin() const { return items_; }
    const T* end() const { return items_ + size_; }

private:
    [[gnu::noinline]] void grow() {
        T* larger = new T[capacity_ * 2];
        for (std::size_t i = 0; i < size_; ++i) larger[i] = items_[i];
        if (items_ != inline_items()) delete[] items_;
        items_ = larger;
        capacity_ *= 2;
    }
    // Raw storage: a list is made in every inner node of a perft and must not clear its array.
    T* inline_items() { return reinterpret_cast<T*>(&storage_); }

    struct alignas(T) Storage {
        std::byte bytes[sizeof(T) * Inline];
    };
    std::size_t size_ = 0;
    std::size_t capacity_ = Inline;
    T* items_;
    Storage storage_;
};

}  // namespace crownhead
