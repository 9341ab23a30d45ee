#include "eval/weights.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "rules/variants.hpp"
#include "util/assert.hpp"
#include "util/checksum.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

// The files in data/weights, put here by the build (cmake/embed.cmake).
extern "C" {
extern const char* const builtin_weights_names[];  // NOLINT(*-avoid-non-const-global-variables)
extern const char* const builtin_weights_texts[];  // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead::eval {

namespace {

constexpr std::string_view title = "crownhead-weights 1";

std::string hex(std::uint64_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(value >> shift) & 15];
    return text;
}

struct Section {
    std::string_view name;
    std::size_t first;
    std::size_t count;
};

std::array<Section, 3> sections(const WeightLayout& layout) {
    return {{{"man", layout.man(0), layout.squares()},
             {"king", layout.king(0), layout.squares()},
             {"home", layout.home(0), layout.home_patterns()}}};
}

void write_row(std::string& text, std::string_view name, std::string_view phase, const Weights& weights,
               const Section& section, bool opening) {
    text += std::string(name) + " " + std::string(phase);
    for (std::size_t i = 0; i < section.count; ++i) {
        const Weight& w = weights.values[section.first + i];
        text += " " + std::to_string(opening ? w.opening : w.ending);
    }
    text += "\n";
}

// Games that have not learnt yet play with the weights of a relative.
struct Relative {
    std::string_view game;
    std::string_view relative;
};
constexpr auto relatives = std::to_array<Relative>({
    {"killer", "international"},
    {"frysk", "frisian"},
    {"portuguese", "spanish"},
    {"antifrisian", "antidraughts"},
    {"anticanadian", "antidraughts"},
    {"antibrazilian", "antidraughts"},
    {"antirussian", "antidraughts"},
    {"antiitalian", "giveaway"},
});

// One line after the other, with its place in the text.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {}

    std::size_t offset() const { return start_; }
    std::size_t next_offset() const { return at_; }
    Result<std::string_view> next(std::string_view expected) {
        start_ = at_;
        const std::size_t end = text_.find('\n', at_);
        if (end == std::string_view::npos)
            return fail("expected " + std::string(expected) + ", found the end of the file", at_);
        at_ = end + 1;
        std::string_view line = text_.substr(start_, end - start_);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }

private:
    std::string_view text_;
    std::size_t start_ = 0;
    std::size_t at_ = 0;
};

Result<void> read_numbers(std::string_view line, std::size_t offset, std::string_view start, std::span<int> out) {
    if (!line.starts_with(start))
        return fail("expected a line '" + std::string(start) + " ...', found '" + excerpt(line) + "'", offset);
    const char* at = line.data() + start.size();
    const char* const end = line.data() + line.size();
    const auto place = [&] { return offset + static_cast<std::size_t>(at - line.data()); };
    for (int& value : out) {
        while (at != end && *at == ' ') ++at;
        const char* const rest = std::find(at, end, ' ');
        const Result<int> weight = parse_number<int>({at, rest}, -largest_weight, largest_weight);
        if (!weight)
            return fail("expected a weight, " + number_range(-largest_weight, largest_weight) + ", found '" +
                            excerpt({at, rest}) + "' (the line has " + std::to_string(out.size()) + " of them)",
                        place());
        value = *weight;
        at = rest;
    }
    while (at != end && *at == ' ') ++at;
    if (at != end) return fail("this line has more than " + std::to_string(out.size()) + " weights", place());
    return {};
}

Result<void> read_pair_of_rows(Lines& lines, std::string_view name, const Section& section, Weights& weights) {
    std::vector<int> row(section.count);
    for (const bool opening : {true, false}) {
        const std::string start = std::string(name) + (opening ? " opening" : " ending");
        const auto line = lines.next("the line '" + start + "'");
        if (!line) return std::unexpected(line.error());
        if (auto read = read_numbers(*line, lines.offset(), start, row); !read) return read;
        for (std::size_t i = 0; i < section.count; ++i) {
            Weight& w = weights.values[section.first + i];
            (opening ? w.opening : w.ending) = row[i];
        }
    }
    return {};
}

}  // namespace

Weights material_only(const Variant& variant, int man, int king) {
    Weights weights{.layout = {variant.size()}, .values = {}};
    weights.values.resize(weights.layout.count());
    weights.values[static_cast<std::size_t>(Term::Men)] = {man, man};
    weights.values[static_cast<std::size_t>(Term::Kings)] = {king, king};
    return weights;
}

Weights first_guess(const Variant& variant) {
    const bool reversed = variant.end.bare == Bare::Wins;
    Weights weights =
        reversed ? material_only(variant, 0, 0) : material_only(variant, 100, kings_fly(variant.move) ? 300 : 150);
    weights.values[static_cast<std::size_t>(Term::SafeSteps)] = {reversed ? 5 : 1, reversed ? 5 : 1};
    if (!reversed) {
        const auto per_row = static_cast<std::size_t>(variant.size() / 2);
        for (std::size_t square = 0; square < weights.layout.squares(); ++square) {
            const int row = static_cast<int>(square / per_row);
            weights.values[weights.layout.man(square)] = {row == 0 ? 6 : row, 3 * row};
        }
        weights.values[static_cast<std::size_t>(Term::Runaways)] = {30, 30};
    }
    return weights;
}

std::string write_weights(const Variant& variant, const Weights& weights) {
    CH_ASSERT(weights.values.size() == weights.layout.count());
    std::string text =
        std::string(title) + "\ngame " + std::string(variant.name) + "\nrules " + hex(fingerprint(variant)) + "\n";
    for (std::size_t i = 0; i < term_count; ++i)
        text += std::string(term_names[i]) + " " + std::to_string(weights.values[i].opening) + " " +
                std::to_string(weights.values[i].ending) + "\n";
    for (const Section& section : sections(weights.layout)) {
        write_row(text, section.name, "opening", weights, section, true);
        write_row(text, section.name, "ending", weights, section, false);
    }
    text += "checksum " + hex(checksum(text)) + "\n";
    return text;
}

Result<Weights> read_weights(const Variant& variant, std::string_view text) {
    Lines lines(text);
    const auto expect = [&](const std::string& wanted, const std::string& otherwise) -> Result<void> {
        const auto line = lines.next("'" + wanted + "'");
        if (!line) return std::unexpected(line.error());
        if (*line != wanted)
            return fail(otherwise + ": expected '" + wanted + "', found '" + excerpt(*line, 40) + "'", lines.offset());
        return {};
    };
    const std::string name(variant.name);
    if (auto ok = expect(std::string(title), "not a weights file of this version"); !ok)
        return std::unexpected(ok.error());
    if (auto ok = expect("game " + name, "these weights are for another game"); !ok) return std::unexpected(ok.error());
    if (auto ok = expect("rules " + hex(fingerprint(variant)), "these weights were made for other rules"); !ok)
        return std::unexpected(ok.error());

    Weights weights{.layout = {variant.size()}, .values = {}};
    weights.values.resize(weights.layout.count());
    for (std::size_t i = 0; i < term_count; ++i) {
        const auto line = lines.next("the line '" + std::string(term_names[i]) + "'");
        if (!line) return std::unexpected(line.error());
        std::array<int, 2> pair{};
        if (auto ok = read_numbers(*line, lines.offset(), std::string(term_names[i]) + " ", pair); !ok)
            return std::unexpected(ok.error());
        weights.values[i] = {pair[0], pair[1]};
    }
    for (const Section& section : sections(weights.layout))
        if (auto ok = read_pair_of_rows(lines, section.name, section, weights); !ok) return std::unexpected(ok.error());
    const std::string sum = "checksum " + hex(checksum(text.substr(0, lines.next_offset())));
    if (auto ok = expect(sum, "the file is damaged"); !ok) return std::unexpected(ok.error());
    if (lines.next_offset() != text.size()) return fail("there is more text after the checksum", lines.next_offset());
    return weights;
}

std::string_view builtin_weights_text(std::string_view game) {
    for (std::size_t i = 0; builtin_weights_names[i] != nullptr; ++i)
        if (game == builtin_weights_names[i]) return builtin_weights_texts[i];
    return {};
}

const Variant* relative_of(const Variant& variant) {
    const auto* const found = std::ranges::find(relatives, variant.name, &Relative::game);
    if (found == relatives.end()) return nullptr;
    return std::ranges::find(variants, found->relative, &Variant::name);
}

Weights builtin_weights(const Variant& variant) {
    const std::string_view text = builtin_weights_text(variant.name);
    if (text.empty()) {
        const Variant* const relative = relative_of(variant);
        if (relative == nullptr) return first_guess(variant);
        const Weights theirs = builtin_weights(*relative);
        if (relative->size() == variant.size()) return theirs;
        Weights weights = material_only(variant, 0, 0);  // squares have no counterpart on another board
        std::copy_n(theirs.values.begin(), term_count, weights.values.begin());
        return weights;
    }
    const auto weights = read_weights(variant, text);
    CH_ASSERT(weights.has_value());  // a test reads every file that comes with the program
    return weights ? *weights : first_guess(variant);
}

}  // namespace crownhead::eval
