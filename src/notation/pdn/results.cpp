#include "notation/pdn/results.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::array<ResultForm, 12> other_results{{
    {"1 1/2 - 1/2", "1 1/2 - 1/2", GameResult::Draw, true},
    {"1/2 - 1 1/2", "1/2 - 1 1/2", GameResult::Draw, true},
    {"1 h - h", "1\u00bd-\u00bd", GameResult::Draw, true},
    {"h - 1 h", "\u00bd-1\u00bd", GameResult::Draw, true},
    {"1+ - 1-", "1+ - 1-", GameResult::Draw, true},
    {"1- - 1+", "1- - 1+", GameResult::Draw, true},
    {"1/2 - 1/2", "1/2-1/2", GameResult::Draw},
    {"h - h", "\u00bd-\u00bd", GameResult::Draw},
    {"0.5 - 0.5", "0.5-0.5", GameResult::Draw},
    {"0,5 - 0,5", "0,5-0,5", GameResult::Draw},
    {"1/2", "1/2", GameResult::Draw},
    {"h", "\u00bd", GameResult::Draw},
}};

bool goes_on(Text& text, std::size_t at) {
    const Symbol next = text.look(at);
    return is_digit(next.as) || is_letter(next.as) || next.as == '-' || next.as == ':' || next.as == '/' ||
           next.as == '+' || next.as == half;
}

// The end of a result of this form at `at`; 0 if there is none.
std::size_t after_form(Text& text, std::size_t at, std::string_view pattern) {
    for (const char wanted : pattern) {
        if (wanted == ' ') {
            at = text.after_spaces(at);
            continue;
        }
        const Symbol symbol = text.look(at);
        if (symbol.length == 0 || symbol.as != (wanted == 'h' ? half : wanted)) return 0;
        at += symbol.length;
    }
    return goes_on(text, at) ? 0 : at;
}

struct Decimal {
    std::size_t end = 0;  // 0: none
    int hundredths = 0;
};

// One digit, a point or comma, one or two digits.
Decimal decimal_at(Text& text, std::size_t at) {
    if (!is_digit(text.look(at).as)) return {};
    const Symbol point = text.look(at + 1);
    if (point.length != 1 || (point.as != '.' && point.as != ',')) return {};
    const std::size_t first = at + 2;
    const std::size_t end = text.after_digits(first);
    if (end == first || end > first + 2) return {};
    const auto digit = [&](std::size_t i) { return i < end ? text.all()[i] - '0' : 0; };
    return {end, 100 * digit(at) + 10 * digit(first) + digit(first + 1)};
}

// Points with decimals that make two together, such as 1.2-0.8: the ResultFormat "Goes".
std::optional<FoundResult> points_at(Text& text, std::size_t at) {
    constexpr int both = 200;
    const Decimal first = decimal_at(text, at);
    if (first.end == 0) return std::nullopt;
    const std::size_t dash = text.after_spaces(first.end);
    if (text.look(dash).as != '-') return std::nullopt;
    const std::size_t start = text.after_spaces(dash + text.look(dash).length);
    const Decimal second = decimal_at(text, start);
    if (second.end == 0 || first.hundredths + second.hundredths != both || goes_on(text, second.end))
        return std::nullopt;
    FoundResult found{.end = second.end, .result = GameResult::Draw, .uneven = first.hundredths != second.hundredths};
    found.token = text.slice(at, first.end);
    found.token += '-';
    found.token += text.slice(start, second.end);
    if (first.hundredths == both) found.result = GameResult::WhiteWins;
    if (second.hundredths == both) found.result = GameResult::BlackWins;
    return found;
}

FoundResult found_form(std::size_t end, const ResultForm& form) {
    return {.end = end, .token = std::string(form.token), .result = form.result, .uneven = form.uneven};
}

}  // namespace

std::optional<FoundResult> other_result_at(Text& text, std::size_t at) {
    for (const ResultForm& form : other_results)
        if (const std::size_t end = after_form(text, at, form.pattern); end != 0) return found_form(end, form);
    return points_at(text, at);
}

std::optional<FoundResult> find_result(std::string_view written) {
    const std::string_view token = trimmed(written);
    if (token.empty()) return std::nullopt;
    Text text(token);
    for (const ResultForm& form : plain_results)
        if (after_form(text, 0, form.pattern) == token.size()) return found_form(token.size(), form);
    for (const ResultForm& form : other_results)
        if (after_form(text, 0, form.pattern) == token.size()) return found_form(token.size(), form);
    std::optional<FoundResult> points = points_at(text, 0);
    if (points && points->end != token.size()) return std::nullopt;
    return points;
}

GameResult parse_result(std::string_view text) {
    const std::optional<FoundResult> found = find_result(text);
    return found ? found->result : GameResult::Unknown;
}

bool is_uneven(std::string_view result) {
    const std::optional<FoundResult> found = find_result(result);
    return found && found->uneven;
}

std::string_view result_token(const Variant& variant, GameResult result) {
    const bool two_points = variant.setup.game_type.starts_with("20,") || variant.setup.game_type.starts_with("27,");
    switch (result) {
        case GameResult::WhiteWins: return two_points ? "2-0" : "1-0";
        case GameResult::BlackWins: return two_points ? "0-2" : "0-1";
        case GameResult::Draw: return two_points ? "1-1" : "1/2-1/2";
        case GameResult::BothLose: return "0-0";
        case GameResult::Unknown: break;
    }
    return "*";
}

GameResult result_of(const Game& game) {
    const GameResult by_tag = parse_result(tag(game, "Result").value_or(""));
    return by_tag != GameResult::Unknown ? by_tag : parse_result(game.result);
}

}  // namespace crownhead::pdn
