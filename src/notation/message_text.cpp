#include "notation/message_text.hpp"

#include <cstddef>
#include <cstdint>
#include <variant>

#include <fmt/format.h>

#include "notation/square_text.hpp"

// The English sentences, which cmake/embed.cmake includes.
extern "C" {
extern const char* const builtin_messages_texts[];  // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead::message_text {

namespace {

std::string side_text(std::string_view side, const Variant* v) {
    const bool black = side == "black";
    const bool players = v != nullptr && v->setup.names == SideNames::Players;
    const std::string_view code =
        players ? (black ? "side.player-1" : "side.player-2") : (black ? "side.black" : "side.white");
    return std::string(sentence(code).value_or(side));
}

std::string value_text(const MessageParam& param, const Variant* v) {
    if (const auto* const whole = std::get_if<std::int64_t>(&param.value)) {
        const bool square = param.name == "square" && v != nullptr && *whole >= 1 && *whole <= v->squares();
        return square ? square_text::write(*v, static_cast<int>(*whole), v->setup.notation) : std::to_string(*whole);
    }
    if (const auto* const number = std::get_if<double>(&param.value))
        return param.name == "score" ? fmt::format("{:+.2f}", *number) : fmt::format("{:g}", *number);
    const std::string& word = std::get<std::string>(param.value);
    if (param.name == "side") return side_text(word, v);
    if (const auto found = sentence(fmt::format("{}.{}", param.name, word))) return std::string(*found);
    return word;
}

std::string with_value(std::string_view text, std::string_view value) {
    std::string result;
    for (const char c : text) {
        if (c == '#')
            result += value;
        else
            result += c;
    }
    return result;
}

// What stands between braces: `name`, `name:one|many` or `name?a=..|b=..|else`.
std::string placeholder(std::string_view inside, const Message& message, const Variant* v) {
    const std::size_t sign = inside.find_first_of(":?");
    const std::string_view name = inside.substr(0, sign);
    const MessageValue* const value = message.find(name);
    if (value == nullptr) return fmt::format("{{{}}}", name);
    const MessageParam param{name, *value};
    if (sign == std::string_view::npos) return value_text(param, v);
    const bool plural = inside[sign] == ':';
    const std::string shown = value_text(param, v);
    const auto* const word = std::get_if<std::string>(value);
    const std::string_view key = word != nullptr ? std::string_view(*word) : std::string_view(shown);
    std::string_view rest = inside.substr(sign + 1);
    for (bool first = true;; first = false) {
        const std::size_t bar = rest.find('|');
        const std::string_view branch = rest.substr(0, bar);
        if (bar == std::string_view::npos) return with_value(branch, shown);
        if (plural && first && key == "1") return with_value(branch, shown);
        const std::size_t equals = branch.find('=');
        if (!plural && branch.substr(0, equals) == key && equals != std::string_view::npos)
            return with_value(branch.substr(equals + 1), shown);
        rest.remove_prefix(bar + 1);
    }
}

}  // namespace

std::optional<std::string_view> sentence(std::string_view code) {
    const std::string_view text = builtin_messages_texts[0];
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        const std::string_view line = text.substr(at, end - at);
        if (line.starts_with(code) && line.substr(code.size()).starts_with(" = ")) return line.substr(code.size() + 3);
        if (end == std::string_view::npos) break;
        at = end + 1;
    }
    return std::nullopt;
}

std::string write(const Message& message, const Variant* v) {
    const std::optional<std::string_view> found = sentence(message.code);
    if (!found) return std::string(message.code);
    std::string text;
    for (std::size_t at = 0; at < found->size();) {
        const std::size_t open = found->find('{', at);
        text += found->substr(at, open - at);
        if (open == std::string_view::npos) break;
        const std::size_t close = found->find('}', open);
        if (close == std::string_view::npos) break;
        text += placeholder(found->substr(open + 1, close - open - 1), message, v);
        at = close + 1;
    }
    return text;
}

std::string write_sentence(const Message& message, const Variant* v) {
    std::string text = write(message, v);
    if (text.empty()) return text;
    if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
    if (std::string_view(".!?").find(text.back()) == std::string_view::npos) text += '.';
    return text;
}

}  // namespace crownhead::message_text
