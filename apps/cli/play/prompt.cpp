#include "play/prompt.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <vector>

#include "common.hpp"
#include "notation/message_text.hpp"
#include "notation/outcome_text.hpp"
#include "play/drawing.hpp"
#include "players/catalogue.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

constexpr std::size_t longest_line = 65536;

// One line of standard input. Nothing at its end, and for something so long that it is no typing.
std::optional<std::string> read_line() {
    std::string line;
    for (int c = std::getchar(); c != '\n'; c = std::getchar()) {
        if (c == EOF && line.empty()) return std::nullopt;
        if (c == EOF) break;
        if (line.size() == longest_line) return std::nullopt;
        line += static_cast<char>(c);
    }
    return line;
}

std::string ask_or_leave(std::string_view prompt) {
    const std::optional<std::string> answer = ask(prompt);
    if (!answer || lowered(*answer) == "quit" || lowered(*answer) == "q") throw Leave();
    return *answer;
}

// A number from 1 to `highest`.
std::optional<std::size_t> as_number(std::string_view text, std::size_t highest) {
    Cursor in(text);
    const Result<int> number = in.number();
    if (!number || !in.at_end() || *number < 1 || static_cast<std::size_t>(*number) > highest) return std::nullopt;
    return static_cast<std::size_t>(*number);
}

std::string_view strategy_help(const Strategy& strategy) {
    return message_text::sentence(fmt::format("strategy.{}", strategy.name)).value_or("");
}

}  // namespace

std::string lowered(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

std::optional<std::string> ask(std::string_view prompt) {
    write_out(prompt);
    flush_out();
    const std::optional<std::string> line = read_line();
    if (!line) {
        write_out("\n");
        return std::nullopt;
    }
    const std::string answer(trimmed(*line));
    if (!in_is_terminal()) print("{}\n", excerpt(answer, 200));
    return answer;
}

std::optional<Sides> read_sides(const Variant& v, std::string_view text) {
    const std::string word = lowered(text);
    const auto only = [](Side side) { return Sides{.black = side == Side::Black, .white = side == Side::White}; };
    if (word == "black" || word == "b") return only(Side::Black);
    if (word == "white" || word == "w") return only(Side::White);
    if (word == "1") return only(v.setup.first);
    if (word == "2") return only(!v.setup.first);
    if (word == "both") return Sides{.black = true, .white = true};
    if (word == "none" || word == "watch") return Sides{};
    return std::nullopt;
}

std::string ask_game() {
    print("Which game?\n\n");
    for (std::size_t i = 0; i < variants.size(); ++i)
        print("{:4}  {:13}  {:5}  {}\n", i + 1, variants[i].name, board_name(variants[i]), variants[i].title);
    write_out("\n");
    for (;;) {
        const std::string answer = ask_or_leave(fmt::format("Number or name (Enter: {}): ", variants.front().name));
        if (answer.empty()) return std::string(variants.front().name);
        if (is_digit(answer.front())) {
            if (const auto number = as_number(answer, variants.size())) return std::string(variants[*number - 1].name);
            print("There is no game {}: expected 1..{} or a name.\n", excerpt(answer), variants.size());
            continue;
        }
        const Result<const Variant*> found = find_variant(lowered(answer));
        if (found) return std::string((*found)->name);
        print("{}\n", found.error().message);
    }
}

Sides ask_sides(const Variant& v, Side turn) {
    print("Which side do you play?\n\n");
    for (const int i : {1, 2}) {
        const Side side = i == 1 ? v.setup.first : !v.setup.first;
        print("   {}     {} ({}, {}){}\n", i, side_name(v, side), symbol(side), side == Side::Black ? "top" : "bottom",
              side == turn ? ", moves first" : "");
    }
    print("   both  two people here\n   none  watch the computer play itself\n\n");
    for (;;) {
        const std::string answer = ask_or_leave("Side (Enter: 1): ");
        if (const auto sides = read_sides(v, answer.empty() ? "1" : answer)) return *sides;
        print("'{}' is no side: expected 1, 2, both or none.\n", excerpt(answer));
    }
}

std::string ask_opponent(const Game& game) {
    std::vector<const Strategy*> all(strategies().begin(), strategies().end());
    std::erase_if(all, [&](const Strategy* one) { return !one->plays(game.variant()); });
    print("Who plays against you?\n\n");
    for (std::size_t i = 0; i < all.size(); ++i)
        print("{:4}  {:10}  {}\n", i + 1, all[i]->name, strategy_help(*all[i]));
    write_out("\n");
    for (;;) {
        std::string answer = ask_or_leave(fmt::format("Number or name (Enter: {}): ", all.front()->name));
        if (answer.empty()) return std::string(all.front()->name);
        if (const auto number = as_number(answer, all.size())) answer = all[*number - 1]->name;
        const Result<std::unique_ptr<Player>> player = make_player(answer, 0);
        if (!player) {
            print("{}.\n", player.error().message);
            continue;
        }
        const auto ready = (*player)->begin(game, {});
        if (ready) return answer;
        print("{}\n", message_text::write_sentence(ready.error(), game.variant()));
    }
}

}  // namespace crownhead::cli
