// A game that stands at a given position.
#pragma once

#include <memory>
#include <string_view>

#include <gtest/gtest.h>

#include "notation/fen.hpp"
#include "runtime/game.hpp"

namespace crownhead {

inline std::unique_ptr<Game> game_at(const Variant& v, std::string_view text) {
    auto game = new_game(v);
    const auto placement = fen::read(v, text);
    EXPECT_TRUE(placement.has_value()) << text;
    EXPECT_TRUE(placement && game->set(*placement, Strictness::Legal)) << text;
    return game;
}

}  // namespace crownhead
