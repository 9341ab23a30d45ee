// Endgame drills: positions of a class that are to be won against the best defence, or held; how hard they are; the opponent's
// choice; and the verdict on each move. All of it by the endgame files, and the same for the same number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "egdb/tasks.hpp"
#include "game/placement.hpp"
#include "game/value.hpp"
#include "runtime/endgames.hpp"
#include "runtime/game.hpp"

namespace crownhead::analysis {

enum class DrillGoal : std::uint8_t { Win, Hold };
// Easy: more than half of the moves keep the value. Hard: one move does. Medium: what is between.
enum class DrillGrade : std::uint8_t { Easy, Medium, Hard };

inline constexpr std::array<std::string_view, 2> drill_goals{"win", "hold"};
inline constexpr std::array<std::string_view, 3> drill_grades{"easy", "medium", "hard"};
constexpr std::string_view name(DrillGoal goal) { return drill_goals[static_cast<std::size_t>(goal)]; }
constexpr std::string_view name(DrillGrade grade) { return drill_grades[static_cast<std::size_t>(grade)]; }

DrillGrade grade_of(const Answers& moves);

inline constexpr std::size_t held_moves = 10;         // so many moves of one's own, and a draw is held
inline constexpr std::size_t most_drill_moves = 100;  // of one's own, to win

// One drill of a game: "KK-K/win/hard/7".
struct DrillKey {
    egdb::Material material;
    DrillGoal goal = DrillGoal::Win;
    DrillGrade grade = DrillGrade::Easy;
    std::uint32_t number = 1;

    friend bool operator==(const DrillKey&, const DrillKey&) = default;
};
inline constexpr std::uint32_t most_drills = 1'000'000;  // of one class, goal and grade
std::string text_of(const DrillKey& key);
std::optional<DrillKey> read_drill_key(std::string_view text);

// The position that was found, after so many were looked at. A class that is not too large is looked through to the end.
struct FoundPosition {
    std::optional<Placement> position{};
    std::uint64_t looked = 0;
    bool all = false;  // every position of the class
};

// In a drill the side to move has at least two moves and no capture, and something is to be spoiled when a draw is held. Wins are
// at least five plies long where there are such, and distances are known.
FoundPosition find_drill(const Variant& variant, const Endgames& endgames, const DrillKey& key,
                         const std::stop_token& stop);

// A position of the class with this value, without a capture, to be looked at; always the same one.
FoundPosition find_example(const Variant& variant, const Endgames& endgames, const egdb::ClassInfo& info, Value value,
                           const std::stop_token& stop);

// The move that is hardest to answer among those that keep the value (of lost positions: those that resist longest, where distances
// are known): the one after which the largest share of the answers give something away. Nothing where the files do not decide.
std::optional<std::size_t> hardest_move(const Endgames& endgames, const Game& game);

enum class DrillEnd : std::uint8_t {
    Open,      // it goes on
    Won,       // the game is over
    Held,      // for so many moves, or the game is a draw
    Spoiled,   // the move gave the win or the draw away
    Repeated,  // the same position for the third time, which is no win
    TooLong,   // still won after so many moves
};

struct DrillTurn {
    DrillEnd end = DrillEnd::Open;
    Value value = Value::Unknown;        // that the move left, for the side that made it
    std::vector<std::size_t> better{};   // if it was spoiled: the moves that would have kept the value
    std::vector<std::size_t> replies{};  // unless it was spoiled: what was played after the move; forced passes, too

    bool failed() const { return end == DrillEnd::Spoiled || end == DrillEnd::Repeated || end == DrillEnd::TooLong; }
};

// The game of a drill after these moves of both sides, each by its index; null where one of them is not legal or the game is over.
std::unique_ptr<Game> drill_after(const Variant& variant, const Placement& position, DrillGoal goal,
                                  std::span<const std::size_t> moves);

// The legal move with this index, and what the opponent does then, both played in the game, unless the move spoils it. The game has all
// moves of the drill; draws by a count of moves do not end a win, as the files do not count. Nothing where the files cannot be read.
std::optional<DrillTurn> play_drill(Game& game, const Endgames& endgames, DrillGoal goal, std::size_t index);

}  // namespace crownhead::analysis
