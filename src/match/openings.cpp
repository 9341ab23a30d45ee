#include "match/openings.hpp"

#include <numeric>
#include <string_view>
#include <vector>

#include "notation/move_text.hpp"
#include "util/assert.hpp"
#include "util/random.hpp"

// The files in data/openings, put here by the build (cmake/embed.cmake).
extern "C" {
extern const char* const builtin_openings_names[];  // NOLINT(*-avoid-non-const-global-variables)
extern const char* const builtin_openings_texts[];  // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead {

namespace {

std::vector<std::string_view> ballots(const Variant& variant) {
    std::vector<std::string_view> lines;
    for (std::size_t i = 0; builtin_openings_names[i] != nullptr; ++i) {
        if (variant.name != builtin_openings_names[i]) continue;
        std::string_view text = builtin_openings_texts[i];
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            if (!line.empty() && line.front() != '#') lines.push_back(line);
            text.remove_prefix(std::min(line.size() + 1, text.size()));
        }
    }
    return lines;
}

void play_line(Game& game, std::string_view line) {
    while (!line.empty()) {
        const std::string_view word = line.substr(0, line.find(' '));
        const auto index =
            move_text::read(game.variant(), word, game.legal(), [&](std::size_t i) { return game.paths(i); });
        CH_ASSERT(index.has_value());  // a test plays every opening that comes with the program
        if (!index) return;
        game.play(*index);
        line.remove_prefix(std::min(word.size() + 1, line.size()));
    }
}

int material_balance(const Game& game) {
    int balance = 0;
    for (const Piece piece : game.placement().squares)
        if (piece != Piece::None) balance += (belongs_to(piece, Side::Black) ? 1 : -1) * (is_king(piece) ? 3 : 1);
    return balance;
}

}  // namespace

Result<std::optional<Openings>> read_openings(std::string_view word) {
    if (word == "auto") return std::nullopt;
    if (word == "start") return Openings::Start;
    if (word == "random") return Openings::Random;
    if (word == "ballots") return Openings::Ballots;
    return fail("expected auto, start, random or ballots");
}

bool has_ballots(const Variant& variant) { return !ballots(variant).empty(); }

std::unique_ptr<Game> starting_game(const Variant& variant, const std::optional<Placement>& start) {
    std::unique_ptr<Game> game = new_game(variant);
    if (start) {
        [[maybe_unused]] const Result<void> set = game->set(*start, Strictness::Legal);
        CH_ASSERT(set.has_value());  // a plan is checked
    }
    return game;
}

std::unique_ptr<Game> opening(const Variant& variant, Openings kind, int plies, std::size_t pair, std::uint64_t seed,
                              const std::optional<Placement>& start) {
    std::unique_ptr<Game> game = starting_game(variant, start);
    if (kind == Openings::Start) return game;
    if (kind == Openings::Ballots) {
        const std::vector<std::string_view> lines = ballots(variant);
        if (lines.empty()) return game;
        std::vector<std::size_t> order(lines.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        Random random(seed + pair / lines.size());
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
        play_line(*game, lines[order[pair % lines.size()]]);
        return game;
    }
    std::uint64_t state = seed * 0x9e3779b97f4a7c15ULL + pair;
    Random random(splitmix64(state));
    const int balance = material_balance(*game);
    constexpr int attempts = 1000;  // in the end any opening will do
    for (int attempt = 0; attempt < attempts; ++attempt) {
        game = starting_game(variant, start);
        for (int i = 0; i < plies && !game->outcome(); ++i)
            game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        if (game->outcome()) continue;
        const bool capture = game->legal().front().is_capture();
        if (!capture && material_balance(*game) == balance) break;
    }
    if (game->outcome()) game = starting_game(variant, start);
    return game;
}

}  // namespace crownhead
