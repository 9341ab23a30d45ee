// The parameters and the level of play that a program sets over the Hub protocol, read from the lines it sends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "notation/hub_text.hpp"
#include "rules/variants.hpp"
#include "search/limits.hpp"
#include "util/result.hpp"

namespace crownhead::cli::hub {

using hub_text::Argument;
using hub_text::Line;

inline constexpr std::uint64_t highest_hash = 65536;  // megabytes
inline constexpr int highest_threads = 256;

// The game that is meant where nobody says which: international draughts, as everywhere in the Hub world.
const Variant* default_game();
// ... and by the length of a position; nothing if no game has it.
const Variant* default_game(std::size_t length);

struct Parameters {
    const Variant* variant = default_game();
    bool variant_given = false;  // otherwise the size of a position decides
    std::uint64_t hash = 64;     // megabytes
    int threads = 1;
    bool ponder = false;  // whether the GUI should ponder; nothing to us
    std::string egdb{};   // the folder of endgame files; empty: none
};

struct Level {
    SearchLimits limits{};
    bool given = false;
};

Result<const Argument*> required(const Line& line, std::string_view name);
Result<void> set_parameter(Parameters& parameters, const Argument& name, const Argument& value);
// The limits of one line, on top of those given before.
Result<void> add_level(Level& level, const Line& line);

}  // namespace crownhead::cli::hub
