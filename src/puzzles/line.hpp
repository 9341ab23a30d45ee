// Lines of moves: finding them among the legal ones, writing and reading them as text.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead::puzzles {

// The legal move with the same effect.
std::optional<std::size_t> find_move(const Game& game, const AnyMove& mv);

// A game that begins with this position; an error if it cannot arise in play or is over.
Result<std::unique_ptr<Game>> game_at(const Variant& variant, const Placement& position);

// "11-15 18x11 8x15", by numbers.
std::string line_text(const Game& game, const std::vector<AnyMove>& line);
Result<std::vector<AnyMove>> read_line(const Game& game, std::string_view text);

}  // namespace crownhead::puzzles
