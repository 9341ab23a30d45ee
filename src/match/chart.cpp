#include "match/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace crownhead::chart {

namespace {

constexpr std::string_view no_break_space = "\xC2\xA0";
constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view ellipsis = "\xE2\x80\xA6";
constexpr std::string_view dash = " \xE2\x80\x93 ";

constexpr double margin = 12;
constexpr double letter = 7.4;        // about as wide as a letter of a label
constexpr double small_letter = 6.6;  // of a number beside a bar or at an axis

struct CodePoint {
    std::uint32_t value = 0xFFFD;
    std::size_t bytes = 1;
    bool valid = false;
};

// The first character of a text that is not empty. Overlong forms and surrogates are not valid.
CodePoint first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {.value = lead, .bytes = 1, .valid = true};
    const std::size_t bytes = lead >= 0xF0 && lead < 0xF5   ? 4
                              : lead >= 0xE0 && lead < 0xF0 ? 3
                              : lead >= 0xC2 && lead < 0xE0 ? 2
                                                            : 0;
    if (bytes == 0 || text.size() < bytes) return {};
    std::uint32_t value = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return {};
        value = value << 6U | (byte(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> lowest{0, 0, 0x80, 0x800, 0x10000};
    if (value < lowest[bytes] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return {};
    return {.value = value, .bytes = bytes, .valid = true};
}

// Characters that XML has; line ends and tabs are among them.
bool is_character(const CodePoint& point) {
    const std::uint32_t c = point.value;
    if (!point.valid || c == 0xFFFE || c == 0xFFFF || (c >= 0x7F && c < 0xA0)) return false;
    return c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
}

// From here on scripts have letters as wide as two others.
std::size_t columns_of(const CodePoint& point) { return point.value >= 0x1100 && point.value != 0xFFFD ? 2 : 1; }

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const CodePoint point = first_of(text);
        columns += columns_of(point);
        text.remove_prefix(point.bytes);
    }
    return columns;
}

std::string joined(const Label& label) {
    std::string text;
    for (const std::string& part : label) {
        if (!text.empty()) text += dash;
        text += part;
    }
    return text;
}

// The label in at most so many columns: the longest part gives way first.
std::string fitted(Label label, std::size_t columns) {
    constexpr std::size_t shortest = 4;
    const std::size_t joints = label.empty() ? 0 : 3 * (label.size() - 1);
    std::vector<std::size_t> room(label.size());
    std::ranges::transform(label, room.begin(), [](const std::string& part) { return columns_of(part); });
    while (std::accumulate(room.begin(), room.end(), joints) > columns) {
        const auto longest = std::ranges::max_element(room);
        if (longest == room.end() || *longest <= shortest) break;
        --*longest;
    }
    for (std::size_t i = 0; i < label.size(); ++i) label[i] = shorten(label[i], room[i]);
    return joined(label);
}

std::size_t letters_in(double width, double each = letter) {
    return static_cast<std::size_t>(std::max(1.0, width / each));
}

struct Picture {
    std::string body{};
    double height = 0;
};

void text_at(Picture& picture, double x, double y, std::string_view classes, std::string_view text) {
    picture.body +=
        fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", classes, x, y, escape(text));
}

void bar_at(Picture& picture, std::string_view classes, double x, double y, double width, double height) {
    picture.body += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                                classes, x, y, width, height);
}

void line_at(Picture& picture, std::string_view classes, double x1, double y1, double x2, double y2) {
    picture.body += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", classes, x1, y1, x2, y2);
}

// The interval with its ends, and the value.
void whisker_at(Picture& picture, double low, double value, double high, double y) {
    constexpr double cap = 4;
    const std::string path = fmt::format("M{0:.1f} {2:.1f}V{3:.1f}M{0:.1f} {4:.1f}H{1:.1f}M{1:.1f} {2:.1f}V{3:.1f}",
                                         low, high, y - cap, y + cap, y);
    picture.body += fmt::format(
        "<path class=\"ch-whisker-edge\" d=\"{0}\"/><path class=\"ch-whisker\" d=\"{0}\"/>"
        "<circle class=\"ch-dot\" cx=\"{1:.1f}\" cy=\"{2:.1f}\" r=\"3.4\"/>\n",
        path, value, y);
}

// From 0 to 100 % across the picture.
class Scale {
public:
    Scale(double left, double right) : left_(left), right_(right) {}

    double at(double share) const { return left_ + std::clamp(share, 0.0, 1.0) * (right_ - left_); }

    void lines(Picture& picture, double top, double bottom) const {
        for (int quarter = 0; quarter <= 4; ++quarter)
            line_at(picture, quarter == 2 ? "ch-middle" : "ch-grid", at(quarter / 4.0), top, at(quarter / 4.0), bottom);
    }
    void numbers(Picture& picture, double y) const {
        for (int quarter = 0; quarter <= 4; ++quarter) {
            const std::string_view anchor = quarter == 0   ? "ch-small"
                                            : quarter == 4 ? "ch-small ch-end"
                                                           : "ch-small ch-mid";
            text_at(picture, at(quarter / 4.0), y, anchor, percent(quarter / 4.0, 0));
        }
    }

private:
    double left_;
    double right_;
};

// The title is part of the picture only where no page says it.
Picture begin(const Frame& frame) {
    Picture picture;
    if (!frame.standalone) return picture;
    constexpr double title_letter = 9.0;
    picture.height = 34;
    text_at(picture, margin, 23, "ch-title", shorten(frame.title, letters_in(frame.width - 2 * margin, title_letter)));
    return picture;
}

std::string finished(const Frame& frame, const Picture& picture) {
    const std::string id = escape(frame.id);
    const std::string height = fmt::format("{:.0f}", std::ceil(picture.height));
    std::string text =
        fmt::format("<svg {}class=\"chart\" viewBox=\"0 0 {} {}\" {}role=\"img\" aria-labelledby=\"{}-t {}-d\">\n",
                    frame.standalone ? "xmlns=\"http://www.w3.org/2000/svg\" " : "", frame.width, height,
                    frame.standalone ? fmt::format(R"(width="{}" height="{}" )", frame.width, height) : "", id, id);
    text += fmt::format("<title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>\n", id, escape(frame.title), id,
                        escape(frame.description));
    // The ground is drawn too: whoever shows the file may have another one than the colours were made for.
    if (frame.standalone)
        text += fmt::format("<style>\n{}</style>\n<rect class=\"ch-ground\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n",
                            style(), frame.width, height);
    return text + picture.body + "</svg>\n";
}

std::string interval(double low, double high) { return fmt::format("{:.1f}\xE2\x80\x93{}", 100 * low, percent(high)); }

std::string result_words(const ResultBar& bar) {
    return fmt::format("{}: {} won, {} drawn, {} lost, score {} (95 % interval {})", joined(bar.label),
                       with_thousands(bar.wins), with_thousands(bar.draws), with_thousands(bar.losses),
                       percent(bar.score), interval(bar.low, bar.high));
}

void result_legend(Picture& picture, double y) {
    struct Entry {
        std::string_view classes;
        std::string_view text;
        double width;
    };
    double x = margin;
    for (const auto& [classes, text, width] :
         std::to_array<Entry>({{"ch-win", "won", 54}, {"ch-draw", "drawn", 66}, {"ch-loss", "lost", 54}})) {
        bar_at(picture, classes, x, y, 12, 12);
        text_at(picture, x + 17, y + 10.5, "ch-small", text);
        x += width;
    }
    whisker_at(picture, x + 2, x + 15, x + 28, y + 6);
    text_at(picture, x + 36, y + 10.5, "ch-small", "score, 95 % interval");
}

// The smallest of 1, 2, 5, 10, 20, 50, ... that is not below `least`.
std::uint64_t round_step(double least) {
    std::uint64_t power = 1;
    for (;; power *= 10)
        for (const std::uint64_t digit : {1U, 2U, 5U})
            if (static_cast<double>(digit * power) >= least) return digit * power;
}

struct Bins {
    std::uint64_t first = 0;  // value at the left end
    std::uint64_t width = 1;
    std::vector<std::uint64_t> counts{};
    std::uint64_t total = 0;
    double mean = 0;
};

Bins bins_of(std::span<const std::uint64_t> counts, std::size_t most) {
    Bins bins;
    std::uint64_t low = counts.size();
    std::uint64_t high = 0;
    double sum = 0;
    for (std::uint64_t value = 0; value < counts.size(); ++value) {
        const std::uint64_t count = counts[value];
        if (count == 0) continue;
        low = std::min(low, value);
        high = value;
        bins.total += count;
        sum += static_cast<double>(value) * static_cast<double>(count);
    }
    if (bins.total == 0) return bins;
    bins.mean = sum / static_cast<double>(bins.total);
    bins.width = round_step(static_cast<double>(high - low + 1) / static_cast<double>(most));
    bins.first = low / bins.width * bins.width;
    bins.counts.resize((high - bins.first) / bins.width + 1);
    for (std::uint64_t value = low; value <= high; ++value)
        bins.counts[(value - bins.first) / bins.width] += counts[value];
    return bins;
}

std::string bin_words(const Bins& bins, std::size_t i, const Histogram& data) {
    const std::uint64_t from = bins.first + i * bins.width;
    const std::string range =
        bins.width == 1 ? with_thousands(from)
                        : fmt::format("{}\xE2\x80\x93{}", with_thousands(from), with_thousands(from + bins.width - 1));
    return fmt::format("{} {}: {} {}", range, data.values, with_thousands(bins.counts[i]), data.things);
}

}  // namespace

std::string escape(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const CodePoint point = first_of(text);
        if (!is_character(point)) {
            result += replacement;
        } else {
            switch (point.value) {
                case '&': result += "&amp;"; break;
                case '<': result += "&lt;"; break;
                case '>': result += "&gt;"; break;
                case '"': result += "&quot;"; break;
                case '\'': result += "&#39;"; break;
                default: result += text.substr(0, point.bytes);
            }
        }
        text.remove_prefix(point.bytes);
    }
    return result;
}

std::string with_thousands(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

std::string percent(double share, int decimals) {
    return fmt::format("{:.{}f}{}%", 100 * share, decimals, no_break_space);
}

std::string shorten(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) return std::string(text);
    std::string result;
    std::size_t used = 1;  // the ellipsis
    while (!text.empty()) {
        const CodePoint point = first_of(text);
        used += columns_of(point);
        if (used > columns) break;
        result += text.substr(0, point.bytes);
        text.remove_prefix(point.bytes);
    }
    while (result.ends_with(' ')) result.pop_back();
    return result + std::string(ellipsis);
}

std::string result_bars(const Frame& frame, std::span<const ResultBar> bars) {
    constexpr double row = 58;
    constexpr double bar_height = 18;
    const Scale scale(margin, frame.width - margin);
    Picture picture = begin(frame);
    result_legend(picture, picture.height + 2);
    const double top = picture.height + 24;
    const double bottom = top + row * static_cast<double>(bars.size());
    double y = top;
    for (const ResultBar& bar : bars) {
        scale.lines(picture, y + 22, y + row - 2);
        picture.body += fmt::format("<g><title>{}</title>\n", escape(result_words(bar)));
        const std::string score = percent(bar.score);
        const double score_width = 9.0 * static_cast<double>(score.size());
        text_at(picture, margin, y + 17, "ch-label",
                fitted(bar.label, letters_in(frame.width - 2 * margin - score_width)));
        text_at(picture, frame.width - margin, y + 17, "ch-number ch-end", score);
        const double games = std::max(1.0, static_cast<double>(bar.wins + bar.draws + bar.losses));
        double share = 0;
        for (const auto& [classes, count] : {std::pair<std::string_view, std::uint64_t>{"ch-win", bar.wins},
                                             {"ch-draw", bar.draws},
                                             {"ch-loss", bar.losses}}) {
            const double from = scale.at(share);
            share += static_cast<double>(count) / games;
            const double width = scale.at(share) - from;
            if (count == 0) continue;
            bar_at(picture, classes, from, y + 24, width, bar_height);
            const std::string number = with_thousands(count);
            if (width >= small_letter * static_cast<double>(number.size()) + 8)
                text_at(picture, from + width / 2, y + 37, fmt::format("ch-small ch-mid {}-ink", classes), number);
        }
        whisker_at(picture, scale.at(bar.low), scale.at(bar.score), scale.at(bar.high), y + 49);
        picture.body += "</g>\n";
        y += row;
    }
    scale.numbers(picture, bottom + 16);
    picture.height = bottom + 24;
    return finished(frame, picture);
}

std::string grouped_bars(const Frame& frame, std::span<const BarGroup> groups) {
    constexpr double row = 22;
    constexpr double bar_height = 14;
    constexpr double head = 24;
    constexpr std::size_t colours = 4;
    std::size_t columns = 2;
    for (const BarGroup& group : groups)
        for (const ValueBar& bar : group.bars) columns = std::max(columns, columns_of(bar.label));
    const double label_width = std::min(static_cast<double>(columns) * small_letter + 10, 0.4 * frame.width);
    constexpr double value_width = 68;
    const Scale scale(margin + label_width, frame.width - margin - value_width);
    Picture picture = begin(frame);
    const double top = picture.height + 2;
    double bottom = top;
    for (const BarGroup& group : groups) bottom += head + row * static_cast<double>(group.bars.size()) + 8;
    double y = top;
    for (const BarGroup& group : groups) {
        scale.lines(picture, y + head - 1, y + head + row * static_cast<double>(group.bars.size()) + 1);
        picture.body += fmt::format("<g><title>{}</title>\n", escape(joined(group.label)));
        text_at(picture, margin, y + 17, "ch-label", fitted(group.label, letters_in(frame.width - 2 * margin)));
        picture.body += "</g>\n";
        y += head;
        for (std::size_t i = 0; i < group.bars.size(); ++i) {
            const ValueBar& bar = group.bars[i];
            std::string words = fmt::format("{}, {}: {} (95 % interval {})", joined(group.label), bar.label,
                                            percent(bar.value), interval(bar.low, bar.high));
            if (!bar.note.empty()) words += fmt::format(", {}", bar.note);
            picture.body += fmt::format("<g><title>{}</title>\n", escape(words));
            text_at(picture, margin, y + 14, "ch-small", shorten(bar.label, letters_in(label_width, small_letter)));
            bar_at(picture, fmt::format("ch-series{}", i % colours), scale.at(0), y + (row - bar_height) / 2,
                   std::max(1.0, scale.at(bar.value) - scale.at(0)), bar_height);
            whisker_at(picture, scale.at(bar.low), scale.at(bar.value), scale.at(bar.high), y + row / 2);
            text_at(picture, frame.width - margin, y + 15, "ch-number ch-end", percent(bar.value));
            picture.body += "</g>\n";
            y += row;
        }
        y += 8;
    }
    scale.numbers(picture, bottom + 16);
    picture.height = bottom + 24;
    return finished(frame, picture);
}

std::string histogram(const Frame& frame, const Histogram& data) {
    constexpr double ticks = 4;
    const Bins bins = bins_of(data.counts, static_cast<std::size_t>(std::max(8, frame.width / 14)));
    const std::uint64_t highest = bins.counts.empty() ? 1 : std::ranges::max(bins.counts);
    const std::uint64_t step = round_step(static_cast<double>(highest) / ticks);
    const std::uint64_t ceiling = (highest + step - 1) / step * step;

    Picture picture = begin(frame);
    text_at(picture, margin, picture.height + 12, "ch-small", data.things);
    const double left = margin + small_letter * static_cast<double>(with_thousands(ceiling).size()) + 6;
    const double right = frame.width - margin;
    const double top = picture.height + 24;
    const double bottom = top + data.height - 66;
    for (std::uint64_t tick = 0; tick <= ceiling; tick += step) {
        const double y = bottom - (bottom - top) * static_cast<double>(tick) / static_cast<double>(ceiling);
        line_at(picture, tick == 0 ? "ch-axis" : "ch-grid", left, y, right, y);
        text_at(picture, left - 6, y + 4, "ch-small ch-end", with_thousands(tick));
    }

    const double each = (right - left) / static_cast<double>(std::max<std::size_t>(1, bins.counts.size()));
    const double gap = std::min(2.0, each / 5);
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
        if (bins.counts[i] == 0) continue;
        const double tall =
            std::max(1.0, (bottom - top) * static_cast<double>(bins.counts[i]) / static_cast<double>(ceiling));
        picture.body += fmt::format("<g><title>{}</title>\n", escape(bin_words(bins, i, data)));
        bar_at(picture, "ch-series0", left + each * static_cast<double>(i) + gap / 2, bottom - tall,
               std::min(each - gap, 40.0), tall);
        picture.body += "</g>\n";
    }

    // Numbers below, as many as there is room for; each stands at the left end of its bar.
    const auto at = [&](double value) {
        return left + each * (value - static_cast<double>(bins.first)) / static_cast<double>(bins.width);
    };
    const std::uint64_t last = bins.first + bins.width * bins.counts.size();
    const double number_width = small_letter * static_cast<double>(with_thousands(last).size()) + 14;
    const std::uint64_t number_step =
        std::max(bins.width, round_step(number_width / each * static_cast<double>(bins.width)));
    const std::uint64_t first_number = (bins.first + number_step - 1) / number_step * number_step;
    for (std::uint64_t value = first_number; value <= last && !bins.counts.empty(); value += number_step) {
        const double x = at(static_cast<double>(value));
        line_at(picture, "ch-axis", x, bottom, x, bottom + 4);
        if (x + number_width / 2 <= right + margin)
            text_at(picture, x, bottom + 17, "ch-small ch-mid", with_thousands(value));
    }
    text_at(picture, right, bottom + 34, "ch-small ch-end", data.values);
    if (bins.total > 0) {
        // In the middle of its value, as a bar of width 1 would be.
        const double x = at(bins.mean + (bins.width == 1 ? 0.5 : 0.0));
        line_at(picture, "ch-mean", x, top - 6, x, bottom);
        const bool left_of_line = x > (left + right) / 2;
        text_at(picture, left_of_line ? x - 6 : x + 6, top - 8 + 4,
                left_of_line ? "ch-number ch-end ch-halo" : "ch-number ch-halo", fmt::format("mean {:.1f}", bins.mean));
    }
    picture.height = bottom + 42;
    return finished(frame, picture);
}

std::string_view style() {
    return R"(.chart{font:13px system-ui,"Noto Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums;
--ink:#23272b;--soft:#59616a;--line:#dedbd2;--panel:#fffefb;--win:#0b6e62;--win-ink:#fff;--draw:#98948a;--draw-ink:#1d2023;
--loss:#b4521c;--loss-ink:#fff;--s1:#8b7a35;--s2:#5b6fa8;--s3:#8d5a86}
@media (prefers-color-scheme:dark){.chart{--ink:#e9e7e1;--soft:#a3acb2;--line:#363d43;--panel:#1e2226;--win:#43b5a4;
--win-ink:#0d1412;--draw:#848b90;--draw-ink:#111416;--loss:#e08a55;--loss-ink:#1a0e05;--s1:#cdbb6c;--s2:#93a7e0;--s3:#cf9bc8}}
.chart text{fill:var(--ink)}
.chart .ch-ground{fill:var(--panel)}
.chart .ch-title{font-size:16px;font-weight:600}
.chart .ch-label{font-size:13px}
.chart .ch-number{font-size:12.5px;font-weight:600}
.chart .ch-small{font-size:11.5px;fill:var(--soft)}
.chart .ch-mid{text-anchor:middle}
.chart .ch-end{text-anchor:end}
.chart .ch-halo{paint-order:stroke;stroke:var(--panel);stroke-width:4px;stroke-linejoin:round}
.chart .ch-win{fill:var(--win)}
.chart .ch-draw{fill:var(--draw)}
.chart .ch-loss{fill:var(--loss)}
.chart .ch-win-ink{fill:var(--win-ink)}
.chart .ch-draw-ink{fill:var(--draw-ink)}
.chart .ch-loss-ink{fill:var(--loss-ink)}
.chart .ch-series0{fill:var(--win)}
.chart .ch-series1{fill:var(--s1)}
.chart .ch-series2{fill:var(--s2)}
.chart .ch-series3{fill:var(--s3)}
.chart .ch-grid{stroke:var(--line);fill:none}
.chart .ch-middle{stroke:var(--soft);stroke-dasharray:2 3;fill:none}
.chart .ch-axis{stroke:var(--soft);fill:none}
.chart .ch-mean{stroke:var(--ink);stroke-dasharray:4 3;fill:none}
.chart .ch-whisker-edge{stroke:var(--panel);stroke-width:3.2;stroke-linecap:round;fill:none}
.chart .ch-whisker{stroke:var(--ink);stroke-width:1.6;fill:none}
.chart .ch-dot{fill:var(--ink);stroke:var(--panel)}
)";
}

}  // namespace crownhead::chart
