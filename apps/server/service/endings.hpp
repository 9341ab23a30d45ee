// Endings: the classes of the endgame files as pages see them, with examples, and drills with the verdict on a move. Nothing here is
// kept but the positions of drills that were found; the requests record what became of them.
#pragma once

#include <cstddef>
#include <expected>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "analysis/endgame_drill.hpp"
#include "protocol/json.hpp"
#include "protocol/refusal.hpp"
#include "runtime/endgames.hpp"
#include "service/training.hpp"

namespace crownhead::server {

// A game with its endgame files.
struct EndingGame {
    const Variant* variant = nullptr;
    std::shared_ptr<const Endgames> endgames{};
};

// "english/KK-K/win/hard/7": the game, and the drill.
struct DrillPlace {
    std::string game{};
    analysis::DrillKey drill{};

    std::string text() const { return game + "/" + text_of(drill); }
};
std::optional<DrillPlace> read_drill_place(std::string_view text);

// The positions of drills, found once: finding one takes up to some thousand looks into the files. Only the last ones are kept. For
// several threads.
class DrillBook {
public:
    analysis::FoundPosition find(const EndingGame& game, const analysis::DrillKey& key, const std::stop_token& stop);

private:
    using Kept = std::pair<std::string, analysis::FoundPosition>;
    std::mutex mutex_;
    std::list<Kept> kept_;  // guarded by the mutex; the newest first
};

// EndingClass[] of protocol.json.
Json classes_json(const Endgames& endgames, const DrillResults& results);

// The answer to `endings.class`; a refusal if the files do not have it.
std::expected<Json, Refusal> class_json(const EndingGame& game, std::string_view name, const DrillResults& results,
                                        const std::stop_token& stop);

// The answer to `endings.drill`.
Json drill_json(const EndingGame& game, const analysis::DrillKey& key, const analysis::FoundPosition& found,
                const DrillResults& results);

// A move of a drill: DrillStep of protocol.json, and whether it is solved; nothing while it goes on.
struct DrillVerdict {
    std::optional<bool> right{};
    Json json{};
};
std::expected<DrillVerdict, Refusal> move_in_drill(const EndingGame& game, const analysis::DrillKey& key,
                                                   const Placement& position, const std::vector<std::size_t>& moves,
                                                   std::size_t index, const std::stop_token& stop);

}  // namespace crownhead::server
