// SmallList: the same list on the stack and, once it is full, on the heap.
#include "util/small_list.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownhead {
namespace {

// Larger than a word and with alignment of its own, as moves on the 12x12 board have.
struct alignas(16) Item {
    std::uint64_t number = 0;
    std::uint64_t square = 0;
    friend bool operator==(const Item&, const Item&) = default;
};
Item item(std::size_t i) { return {i, i * i}; }

using List = SmallList<Item, 4>;

List list_of(std::size_t count) {
    List list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(item(i));
    return list;
}

void expect_counts_up(const List& list, std::size_t count) {
    ASSERT_EQ(list.size(), count);
    EXPECT_EQ(list.empty(), count == 0);
    EXPECT_EQ(static_cast<std::size_t>(list.end() - list.begin()), count);
    std::size_t i = 0;
    for (const Item& it : list) {
        EXPECT_EQ(it, item(i)) << i;
        EXPECT_EQ(list[i], it);
        ++i;
    }
}

bool is_on_stack(const List& list) {
    const auto* const place = reinterpret_cast<const std::byte*>(list.begin());
    const auto* const object = reinterpret_cast<const std::byte*>(&list);
    return place >= object && place < object + sizeof(list);
}

TEST(SmallList, StartsEmptyOnTheStack) {
    const List list;
    expect_counts_up(list, 0);
    EXPECT_TRUE(is_on_stack(list));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(list.begin()) % alignof(Item), 0u);
}

TEST(SmallList, GrowsOntoTheHeapWhenFull) {
    List list;
    for (std::size_t i = 0; i < 100; ++i) {  // 4, 8, 16 ... 128: grows five times
        list.push_back(item(i));
        EXPECT_EQ(is_on_stack(list), i < 4) << i;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(list.begin()) % alignof(Item), 0u);
        expect_counts_up(list, i + 1);
    }
}

TEST(SmallList, KeepsItsRoomWhenCleared) {
    List list = list_of(50);
    const Item* const place = list.begin();
    list.clear();
    expect_counts_up(list, 0);
    for (std::size_t i = 0; i < 50; ++i) list.push_back(item(i));
    expect_counts_up(list, 50);
    EXPECT_EQ(list.begin(), place);  // lists are reused at every node; clearing must not give memory back
}

TEST(SmallList, CopiesDoNotShareItems) {
    for (const std::size_t count : {0u, 3u, 4u, 5u, 50u}) {
        const List original = list_of(count);
        List copy(original);
        expect_counts_up(copy, count);
        copy.push_back(item(7));
        if (count > 0) copy[0] = item(9);
        expect_counts_up(original, count);
    }
}

TEST(SmallList, AssignmentReplacesTheItems) {
    // From and to every combination of stack and heap.
    for (const std::size_t from : {0u, 3u, 50u}) {
        for (const std::size_t to : {0u, 2u, 40u}) {
            const List source = list_of(from);
            List target = list_of(to);
            target = source;
            expect_counts_up(target, from);
            expect_counts_up(source, from);
        }
    }
    List list = list_of(10);
    const List& same = list;
    list = same;
    expect_counts_up(list, 10);
}

TEST(SmallList, ItemsCanBeChangedInPlace) {
    List list = list_of(20);
    for (Item& it : list) it.square += 1;
    list[3].square = 0;
    EXPECT_EQ(list[3], (Item{3, 0}));
    EXPECT_EQ(list[19], (Item{19, 362}));
}

}  // namespace
}  // namespace crownhead
