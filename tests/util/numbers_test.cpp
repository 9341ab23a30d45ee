// Numbers in text: what is read, what is refused, and how the refusal reads.
#include "util/numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace crownhead {
namespace {

template <class T>
std::string message(const Result<T>& result) {
    return result ? "" : result.error().message;
}

TEST(ParseNumber, ReadsWholeNumbers) {
    EXPECT_EQ(parse_number<int>("7", 1, 10), 7);
    EXPECT_EQ(parse_number<int>("007", 1, 10), 7);
    EXPECT_EQ(parse_number<int>("-6", -10, 10), -6);
    EXPECT_EQ(parse_number<int>("2147483647"), 2147483647);
    EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), UINT64_MAX);
    EXPECT_EQ(parse_number<int>("1", 1, 10), 1);
    EXPECT_EQ(parse_number<int>("10", 1, 10), 10);
}

TEST(ParseNumber, ReadsFractions) {
    EXPECT_EQ(parse_number<double>("0.5", 0, 3600), 0.5);
    EXPECT_EQ(parse_number<double>("3600", 0, 3600), 3600);
    EXPECT_EQ(parse_number<double>("1e3", 0, 3600), 1000);
    EXPECT_EQ(parse_number<double>("-1.5", -2, 2), -1.5);
}

TEST(ParseNumber, SaysWhatWasExpectedAndFound) {
    EXPECT_EQ(message(parse_number<int>("-6", 1, 256)), "expected a whole number from 1 to 256, found '-6'");
    EXPECT_EQ(message(parse_number<unsigned>("-6", 1, 256)), "expected a whole number from 1 to 256, found '-6'");
    EXPECT_EQ(message(parse_number<double>("-6", 0, 3600)), "expected a number from 0 to 3600, found '-6'");
    EXPECT_EQ(message(parse_number<double>("9", 0, 0.25)), "expected a number from 0 to 0.25, found '9'");
    EXPECT_EQ(message(parse_number<unsigned>("-6")), "expected a whole number of at least 0, found '-6'");
    EXPECT_EQ(message(parse_number<int>("six")), "expected a whole number, found 'six'");
    EXPECT_EQ(message(parse_number<int>("", 0, 9)), "expected a whole number from 0 to 9, found ''");
}

TEST(ParseNumber, RefusesWhatIsNotOneNumberInRange) {
    for (const char* const text :
         {"", " 5", "5 ", "+5", "5x", "x5", "5.0", "1e1", "0x5", "--5", "11", "0", "99999999999999999999", "5\n"})
        EXPECT_FALSE(parse_number<int>(text, 1, 10)) << text;
    for (const char* const text : {"", "nan", "inf", "-inf", "1e999", "5s", " 5", "3600.01", "-0.01"})
        EXPECT_FALSE(parse_number<double>(text, 0, 3600)) << text;
    EXPECT_FALSE(parse_number<double>("inf"));
    EXPECT_FALSE(parse_number<double>("nan"));
}

TEST(ParseNumber, KeepsMessagesShortAndPrintable) {
    EXPECT_EQ(message(parse_number<int>("\x1b[31m" + std::string(100, '9'), 0, 9)),
              "expected a whole number from 0 to 9, found '?[31m9999999999999999999...'");
}

TEST(ParseHex, ReadsAndRefuses) {
    EXPECT_EQ(parse_hex<std::uint64_t>("00ff"), 255u);
    EXPECT_EQ(parse_hex<std::uint64_t>("ffffffffffffffff"), UINT64_MAX);
    for (const char* const text : {"", "0x1", "-1", "g", "1 ", "10000000000000000"})
        EXPECT_FALSE(parse_hex<std::uint64_t>(text)) << text;
    EXPECT_EQ(message(parse_hex<std::uint8_t>("100")),
              "expected a hexadecimal number of at most 2 digits, found '100'");
}

}  // namespace
}  // namespace crownhead
