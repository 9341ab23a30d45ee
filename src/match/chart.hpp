// Charts as SVG text: results with their uncertainty, scores side by side, lengths of games. Data in, text out; they use
// nothing from outside the picture, so that a page or a document can show them anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownhead::chart {

// Text from outside, fit for HTML and XML, in elements and in attributes. What is no character there becomes U+FFFD.
std::string escape(std::string_view text);

std::string with_thousands(std::uint64_t number);                 // 12,345
std::string percent(double share, int decimals = 1);              // 0.573: "57.3 %", with a space that does not break
std::string shorten(std::string_view text, std::size_t columns);  // ends in … where something is left out

// What a chart says for itself.
struct Frame {
    std::string id{};  // prefix of the ids in the picture; different for all charts of one page
    std::string title{};
    std::string description{};  // the same in words, for those who cannot see it
    int width = 720;
    bool standalone = true;  // a file of its own: with style and a visible title; otherwise the page has both
};

// The parts are joined by a dash and shortened one by one, so that of two long names both can be told.
using Label = std::vector<std::string>;

struct ResultBar {
    Label label{};
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    double score = 0.5;  // 0 to 1, like its 95 % interval
    double low = 0;
    double high = 1;
};

// Wins, draws and losses from left to right, with the score and its interval below each bar.
std::string result_bars(const Frame& frame, std::span<const ResultBar> bars);

struct ValueBar {
    std::string label{};  // short
    double value = 0;     // 0 to 1, like its 95 % interval
    double low = 0;
    double high = 1;
    std::string note{};  // more about it, shown by a pointer that rests on it
};

struct BarGroup {
    Label label{};
    std::vector<ValueBar> bars{};
};

// Shares from 0 to 100 %, in groups, each with its interval. The k-th bars of all groups have the same colour.
std::string grouped_bars(const Frame& frame, std::span<const BarGroup> groups);

struct Histogram {
    std::span<const std::uint64_t> counts{};  // how often each value 0, 1, 2, ... occurred
    std::string values{};                     // what is counted: "plies"
    std::string things{};                     // what has these values: "games"
    int height = 220;
};

// Values that lie close together share a bar; a dashed line marks the mean.
std::string histogram(const Frame& frame, const Histogram& data);

// The style of these pictures, for a page that shows them without a style of their own.
std::string_view style();

}  // namespace crownhead::chart
