// The engine as a player: at full strength, or at one of ten levels for people.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "players/catalogue.hpp"
#include "players/player.hpp"
#include "runtime/engine.hpp"
#include "util/result.hpp"

namespace crownhead {

// What makes a level weak: it looks less far ahead, and takes any move whose score is within `spread` of the best one, in
// hundredths. The lowest two do not even see that a piece can be retaken.
struct Level {
    int depth = 0;   // plies; 0: as far as the time allows
    int spread = 0;  // 0: always the best move
    bool sees_recaptures = true;
};

inline constexpr int highest_level = 10;
inline constexpr std::array<Level, highest_level> levels{{{.depth = 2, .spread = 80, .sees_recaptures = false},
                                                          {.depth = 2, .spread = 40, .sees_recaptures = false},
                                                          {.depth = 2, .spread = 35},
                                                          {.depth = 3, .spread = 25},
                                                          {.depth = 4, .spread = 20},
                                                          {.depth = 5, .spread = 15},
                                                          {.depth = 6, .spread = 10},
                                                          {.depth = 8, .spread = 8},
                                                          {.depth = 11, .spread = 5},
                                                          {}}};

// The engine that a level below the highest plays with.
EngineOptions level_engine(int level);
// How such a level looks at a position, with an engine of its own, and the moves among which it then draws lots.
Analysis level_analysis(Engine& engine, const Game& game, int level, const std::stop_token& stop,
                        const Engine::OnDepth& on_depth = {});
std::span<const AnalysedLine> level_choices(const Analysis& analysis, int level);

// With options that have been checked.
Result<std::unique_ptr<Player>> engine_player(const PlayerOptions& given, std::uint64_t seed);

}  // namespace crownhead
