// Days as texts: months of every length, leap years, and what is no day.
#include "util/day.hpp"

#include <gtest/gtest.h>

namespace crownhead {
namespace {

TEST(Days, AreReadAndRefused) {
    for (const char* const day : {"2026-11-15", "2024-02-29", "1970-01-01", "9999-12-31"})
        EXPECT_TRUE(read_day(day)) << day;
    for (const char* const day : {"", "2026-11-31", "2025-02-29", "2026-13-01", "2026-00-10", "2026-1-15", "2026/11/15",
                                  "2026-11-15T", "20x6-11-15", "1969-12-31", "2026-11--1"})
        EXPECT_FALSE(read_day(day)) << day;
}

TEST(Days, AreCountedOn) {
    EXPECT_EQ(day_after("2026-11-15", 1), "2026-11-16");
    EXPECT_EQ(day_after("2026-11-30", 1), "2026-12-01");
    EXPECT_EQ(day_after("2026-12-31", 35), "2027-02-04");
    EXPECT_EQ(day_after("2024-02-28", 1), "2024-02-29");
    EXPECT_EQ(day_after("2025-02-28", 1), "2025-03-01");
    EXPECT_EQ(day_after("2026-11-15", -15), "2026-10-31");
    EXPECT_EQ(day_after("yesterday", 1), "yesterday");
}

}  // namespace
}  // namespace crownhead
