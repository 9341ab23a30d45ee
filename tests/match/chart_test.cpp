// Charts: well-formed whatever the labels are, bars as long as the numbers say, nothing from outside the picture.
#include "match/chart.hpp"

#include <limits>
#include <stack>

#include <gtest/gtest.h>

namespace crownhead::chart {
namespace {

// What is wrong with a text as XML, as far as our pictures use it; empty if nothing is.
std::string trouble_in(std::string_view xml) {
    std::stack<std::string> open;
    for (std::size_t at = 0; at < xml.size(); ++at) {
        const char c = xml[at];
        if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') return "a control character";
        if (c == '>') return "a bare >";
        if (c == '&') {
            const std::string_view entity = xml.substr(at, xml.find(';', at) - at + 1);
            if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;" && entity != "&#39;")
                return "a bare &";
        }
        if (c != '<') continue;
        const std::size_t end = xml.find('>', at);
        if (end == std::string_view::npos) return "a tag without an end";
        std::string_view tag = xml.substr(at + 1, end - at - 1);
        at = end;
        if (tag.starts_with('/')) {
            if (open.empty() || open.top() != tag.substr(1)) return "a wrong closing tag " + std::string(tag);
            open.pop();
            continue;
        }
        const bool empty = tag.ends_with('/');
        if (empty) tag.remove_suffix(1);
        const std::string name(tag.substr(0, tag.find(' ')));
        std::string_view rest = tag.substr(name.size());
        while (!rest.empty()) {
            const std::size_t sign = rest.find("=\"");
            if (!rest.starts_with(' ') || sign == std::string_view::npos)
                return "a bad attribute in " + std::string(tag);
            const std::size_t close = rest.find('"', sign + 2);
            if (close == std::string_view::npos ||
                rest.substr(sign + 2, close - sign - 2).find('<') != std::string_view::npos)
                return "a bad value in " + std::string(tag);
            rest.remove_prefix(close + 1);
        }
        if (!empty) open.push(name);
    }
    return open.empty() ? "" : "not closed: " + open.top();
}

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

const std::string hostile = "</text></svg><script>alert('1')</script><!-- & \"quoted\" \x01\xff\xC0\xAF \xE2\x80\xA8";

std::vector<ResultBar> some_results(const std::string& name) {
    return {{.label = {name, "edge"}, .wins = 50, .draws = 25, .losses = 25, .score = 0.625, .low = 0.55, .high = 0.7},
            {.label = {"random", name}, .wins = 0, .draws = 0, .losses = 12345, .score = 0, .low = 0, .high = 0.001}};
}

std::vector<BarGroup> some_groups(const std::string& name) {
    return {{.label = {name, "edge"},
             .bars = {{.label = "6×6", .value = 0.25, .low = 0.2, .high = 0.3, .note = name},
                      {.label = name, .value = 1, .low = 0.9}}}};
}

void expect_sound(const std::string& svg) {
    EXPECT_EQ(trouble_in(svg), "") << svg;
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_EQ(count_of(svg, "://"), count_of(svg, "http://www.w3.org/2000/svg"));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("width=\"-"), std::string::npos);
}

TEST(Chart, EscapesEverything) {
    EXPECT_EQ(escape("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
    EXPECT_EQ(escape("é – 漢 😀\n\t"), "é – 漢 😀\n\t");
    // Control characters, bytes that are no UTF-8, overlong forms, surrogates and what lies beyond Unicode.
    for (const std::string_view bad : {"\x01", "\x7f", "\xff", "\xC3", "\xE2\x82"})
        EXPECT_TRUE(escape(bad).starts_with("\xEF\xBF\xBD"));
    for (const std::string_view bad : {"\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xEF\xBF\xBE"})
        EXPECT_EQ(escape(bad).find(bad), std::string::npos);
    EXPECT_EQ(escape(std::string_view("\0", 1)), "\xEF\xBF\xBD");
}

TEST(Chart, FormatsNumbers) {
    EXPECT_EQ(with_thousands(0), "0");
    EXPECT_EQ(with_thousands(999), "999");
    EXPECT_EQ(with_thousands(1000), "1,000");
    EXPECT_EQ(with_thousands(1234567), "1,234,567");
    EXPECT_EQ(with_thousands(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
    EXPECT_EQ(percent(0.5734), "57.3\xC2\xA0%");
    EXPECT_EQ(percent(1, 0), "100\xC2\xA0%");
}

TEST(Chart, ShortensByLettersNotBytes) {
    EXPECT_EQ(shorten("random", 6), "random");
    EXPECT_EQ(shorten("random", 5), "rand…");
    EXPECT_EQ(shorten("éééééé", 5), "éééé…");
    EXPECT_EQ(shorten("漢漢漢", 5), "漢漢…");  // twice as wide as others
    EXPECT_EQ(shorten("a b", 2), "a…");
}

TEST(Chart, IsWellFormedWhateverTheLabels) {
    const std::vector<std::uint64_t> counts{0, 3, 0, 7, 1};
    for (const std::string& name : {std::string("random"), hostile, std::string(300, 'x'), std::string()}) {
        for (const bool standalone : {true, false}) {
            const Frame frame{.id = "c", .title = name, .description = name, .width = 440, .standalone = standalone};
            expect_sound(result_bars(frame, some_results(name)));
            expect_sound(grouped_bars(frame, some_groups(name)));
            expect_sound(histogram(frame, {.counts = counts, .values = name, .things = name}));
        }
    }
}

TEST(Chart, SaysTheWholeLabelEvenIfItIsShortened) {
    const std::string name = "alphabeta:eval=material,depth=20,seconds=0.1,with=everything";
    const std::string svg = result_bars({.id = "c", .width = 440}, some_results(name));
    EXPECT_NE(svg.find("<title>" + name + " – edge: 50 won"), std::string::npos);
    EXPECT_NE(svg.find("… – edge</text>"), std::string::npos);
    EXPECT_EQ(svg.find(name + "</text>"), std::string::npos);
}

TEST(Chart, HasATitleAndADescription) {
    const std::string svg = result_bars({.id = "c", .title = "Who won", .description = "A won"}, some_results("a"));
    EXPECT_NE(svg.find("role=\"img\" aria-labelledby=\"c-t c-d\""), std::string::npos);
    EXPECT_NE(svg.find("<title id=\"c-t\">Who won</title>"), std::string::npos);
    EXPECT_NE(svg.find("<desc id=\"c-d\">A won</desc>"), std::string::npos);
}

TEST(Chart, BarsAreAsLongAsTheNumbersSay) {
    // 0 to 100 % is 400 wide, from 12 to 412.
    const std::string svg = result_bars({.id = "c", .width = 424}, some_results("a"));
    EXPECT_NE(svg.find("class=\"ch-win\" x=\"12.0\" y=\"82.0\" width=\"200.0\""), std::string::npos) << svg;
    EXPECT_NE(svg.find("class=\"ch-draw\" x=\"212.0\" y=\"82.0\" width=\"100.0\""), std::string::npos);
    EXPECT_NE(svg.find("class=\"ch-loss\" x=\"312.0\" y=\"82.0\" width=\"100.0\""), std::string::npos);
    EXPECT_NE(svg.find("cx=\"262.0\""), std::string::npos);               // the score, 62.5 %
    EXPECT_NE(svg.find("M232.0 107.0H292.0"), std::string::npos) << svg;  // 55 to 70 %
    EXPECT_NE(svg.find(">12,345</text>"), std::string::npos);
}

TEST(Chart, HistogramCountsEveryValueOnce) {
    std::vector<std::uint64_t> counts(400);
    std::uint64_t total = 0;
    for (std::size_t i = 37; i < counts.size(); ++i) total += counts[i] = i % 7;
    const std::string svg = histogram({.id = "c"}, {.counts = counts, .values = "plies", .things = "games"});
    std::uint64_t shown = 0;
    for (std::size_t at = svg.find(" plies: "); at != std::string::npos; at = svg.find(" plies: ", at + 1))
        shown += std::stoull(svg.substr(at + 8));
    EXPECT_EQ(shown, total);
    expect_sound(svg);
}

TEST(Chart, HistogramOfLittle) {
    const std::vector<std::uint64_t> one{0, 0, 5};
    const std::string svg = histogram({.id = "c"}, {.counts = one, .values = "plies", .things = "games"});
    EXPECT_NE(svg.find("<title>2 plies: 5 games</title>"), std::string::npos);
    EXPECT_NE(svg.find("mean 2.0"), std::string::npos);
    expect_sound(svg);
    expect_sound(histogram({.id = "c"}, {.values = "plies", .things = "games"}));
    expect_sound(result_bars({.id = "c"}, {}));
    expect_sound(grouped_bars({.id = "c"}, {}));
}

// No two numbers at the lower axis stand closer than they are wide.
TEST(Chart, NumbersAtAnAxisDoNotOverlap) {
    for (const std::size_t longest : {3U, 17U, 64U, 250U, 999U, 5000U}) {
        const std::vector<std::uint64_t> counts(longest, 2);
        for (const int width : {300, 440, 720}) {
            const std::string svg =
                histogram({.id = "c", .width = width}, {.counts = counts, .values = "plies", .things = "games"});
            std::vector<double> places;
            constexpr std::string_view mark = "<text class=\"ch-small ch-mid\" x=\"";
            for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at + 1))
                places.push_back(std::stod(svg.substr(at + mark.size())));
            ASSERT_GE(places.size(), 1U) << longest;
            for (std::size_t i = 1; i < places.size(); ++i)
                EXPECT_GE(places[i] - places[i - 1], 16) << longest << ' ' << width;
        }
    }
}

}  // namespace
}  // namespace crownhead::chart
