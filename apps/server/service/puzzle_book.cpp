#include "service/puzzle_book.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "puzzles/shipped.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/checksum.hpp"
#include "util/random.hpp"
#include "util/read_file.hpp"

namespace crownhead::server {

namespace {

constexpr int last_easy_level = 4;
constexpr int last_medium_level = 7;
constexpr int least_daily_size = 8;  // of the board

void index_ids(GamePuzzles& game) {
    for (std::size_t i = 0; i < game.puzzles.size(); ++i) game.by_id[id_of(*game.variant, game.puzzles[i])] = i;
}

}  // namespace

std::string_view grade_of(const puzzles::Puzzle& puzzle) {
    return grade_names[puzzle.level <= last_easy_level ? 0 : puzzle.level <= last_medium_level ? 1 : 2];
}

std::string KeyedPuzzle::key() const {
    return fmt::format("{}/{}", game->variant->name, id_of(*game->variant, game->puzzles[number]));
}

GamePuzzles PuzzleBook::read(const Variant& variant, bool own) const {
    GamePuzzles game{.variant = &variant};
    const std::filesystem::path path = folder_ / fmt::format("{}.txt", variant.name);
    std::error_code ignored;
    if (own && std::filesystem::exists(path, ignored)) {
        const Result<std::string> text = read_whole_file(path.string());
        Result<puzzles::PuzzleFile> file =
            text ? puzzles::read_puzzles(*text, &variant) : std::unexpected(text.error());
        if (file) {
            game.puzzles = std::move(file->puzzles);
            index_ids(game);
            return game;
        }
        game.problem = fmt::format("{}: {}", path.filename().string(), file.error().message);
    }
    if (Result<puzzles::PuzzleFile> file = puzzles::read_puzzles(puzzles::shipped_text(variant), &variant)) {
        game.puzzles = std::move(file->puzzles);
        index_ids(game);
    }
    return game;
}

std::shared_ptr<const GamePuzzles> PuzzleBook::of(const Variant& variant) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<const GamePuzzles>& known = games_[variant.name];
    if (!known) known = std::make_shared<const GamePuzzles>(read(variant, true));
    return known;
}

std::vector<std::shared_ptr<const GamePuzzles>> PuzzleBook::all() {
    std::vector<std::shared_ptr<const GamePuzzles>> found;
    for (const Variant& variant : variants)
        if (std::shared_ptr<const GamePuzzles> game = of(variant); !game->puzzles.empty() || !game->problem.empty())
            found.push_back(std::move(game));
    return found;
}

std::optional<KeyedPuzzle> PuzzleBook::find(std::string_view key) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const Result<const Variant*> variant = find_variant(key.substr(0, slash));
    if (!variant) return std::nullopt;
    const std::string id(key.substr(slash + 1));
    std::shared_ptr<const GamePuzzles> game = of(**variant);
    auto found = game->by_id.find(id);
    if (found == game->by_id.end()) {  // of the day, where a file of one's own has taken the place
        game = std::make_shared<const GamePuzzles>(read(**variant, false));
        found = game->by_id.find(id);
        if (found == game->by_id.end()) return std::nullopt;
    }
    return KeyedPuzzle{.game = game, .number = found->second};
}

std::optional<KeyedPuzzle> PuzzleBook::of_day(std::string_view day) {
    std::vector<const Variant*> games = puzzles::games_with_puzzles();
    std::erase_if(games, [](const Variant* variant) { return variant->size() < least_daily_size; });
    if (games.empty()) return std::nullopt;
    Random random(checksum(day));
    const Variant& variant = *games[random.below(static_cast<std::uint32_t>(games.size()))];
    std::shared_ptr<const GamePuzzles> game = of(variant);
    std::error_code ignored;
    const bool replaced = std::filesystem::exists(folder_ / fmt::format("{}.txt", variant.name), ignored);
    if (replaced) game = std::make_shared<const GamePuzzles>(read(variant, false));
    if (game->puzzles.empty()) return std::nullopt;
    return KeyedPuzzle{.game = game, .number = random.below(static_cast<std::uint32_t>(game->puzzles.size()))};
}

}  // namespace crownhead::server
