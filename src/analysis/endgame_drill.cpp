#include "analysis/endgame_drill.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "util/checksum.hpp"
#include "util/numbers.hpp"
#include "util/random.hpp"

namespace crownhead::analysis {

namespace {

constexpr std::uint64_t most_looked_at = 20'000;  // positions of a class, for one drill
constexpr std::uint64_t looked_together = 16;     // looked at together: they are in the same block of the file
constexpr int shortest_win = 5;                   // plies, where there are longer ones
constexpr int too_short = 50;                     // wins that were found, before one of them is taken
constexpr std::ptrdiff_t most_repetitions = 3;

// A goal's value for the side that has to reach it.
constexpr Value wanted_value(DrillGoal goal) { return goal == DrillGoal::Win ? Value::Win : Value::Draw; }

enum class Look : std::uint8_t { No, Perhaps, Yes };  // Perhaps: if nothing better comes

// Looks at positions of a class, some here and some there, in an order that follows from the seed.
FoundPosition look_through(const Variant& variant, const Endgames& endgames, const egdb::ClassInfo& info,
                           std::uint64_t seed, const std::stop_token& stop, const std::function<Look(Game&)>& look) {
    FoundPosition found;
    const std::uint64_t total = info.positions();
    if (total == 0) return {.all = true};
    Random random(seed);
    const Side turn = random.below(2) == 0 ? Side::Black : Side::White;
    found.all = total <= most_looked_at;
    const std::uint64_t most = std::min(total, most_looked_at);
    const std::unique_ptr<Game> game = new_game(variant);
    std::uint64_t number = random.next() % total;
    std::optional<Placement> second;
    int seconds = 0;
    while (found.looked < most && !stop.stop_requested()) {
        Placement placement = endgames.position(info.material, number, turn);
        ++found.looked;
        number = !found.all && found.looked % looked_together == 0 ? random.next() % total : (number + 1) % total;
        if (!game->set(placement, Strictness::Legal) || game->outcome()) continue;
        const Look answer = look(*game);
        if (answer == Look::No) continue;
        if (answer == Look::Perhaps && ++seconds < too_short) {
            if (!second) second = std::move(placement);
            continue;
        }
        found.position = answer == Look::Yes || !second ? std::move(placement) : std::move(*second);
        return found;
    }
    found.all = found.all && found.looked == total;
    found.position = std::move(second);
    return found;
}

bool is_quiet(const Game& game) {
    return std::ranges::none_of(game.legal(), [](const AnyMove& mv) { return mv.is_capture() || mv.is_pass(); });
}

// How many of the moves keep this value; nothing where the files do not know one of them.
std::optional<Answers> moves_with(const Endgames& endgames, const Game& game, Value value) {
    const std::vector<std::optional<Value>> values = endgames.plain_move_values(game);
    if (std::ranges::any_of(values, [](const auto& one) { return !one.has_value(); })) return std::nullopt;
    return Answers{.good = static_cast<std::size_t>(std::ranges::count(values, std::optional(value))),
                   .all = values.size()};
}

bool wins_at_once(Game& game) {
    for (std::size_t i = 0; i < game.legal().size(); ++i) {
        const Side side = game.turn();
        game.play(i);
        const std::optional<Outcome> outcome = game.outcome();
        game.undo();
        if (outcome && outcome->winner == side) return true;
    }
    return false;
}

Look suits(Game& game, const Endgames& endgames, const DrillKey& key) {
    const Value wanted = wanted_value(key.goal);
    if (game.legal().size() < 2 || !is_quiet(game) || endgames.value(game) != wanted) return Look::No;
    const std::optional<Answers> moves = moves_with(endgames, game, wanted);
    if (!moves || grade_of(*moves) != key.grade) return Look::No;
    if (key.goal == DrillGoal::Hold) return moves->can_err() ? Look::Yes : Look::No;
    const std::optional<ExactValue> exact = endgames.exact_value(game);
    if (exact && exact->plies) return *exact->plies < shortest_win ? Look::Perhaps : Look::Yes;
    return wins_at_once(game) ? Look::Perhaps : Look::Yes;
}

std::vector<std::uint64_t> keys_of(const Game& game) {
    std::vector<std::uint64_t> keys;
    const std::unique_ptr<Game> earlier = game.clone();
    do keys.push_back(earlier->key());
    while (earlier->undo());
    return keys;
}

// The answers to a move that was played in this game.
Answers answers_in(const Endgames& endgames, const Game& game) {
    const std::optional<Value> value = endgames.value(game);
    if (game.legal().empty() || !value) return {};
    return moves_with(endgames, game, *value).value_or(Answers{});
}

// A draw that the files do not know of does not end a win.
std::optional<Outcome> end_of(Game& game, DrillGoal goal) {
    if (goal == DrillGoal::Win) game.play_on();
    return game.outcome();
}

DrillEnd end_by(const Outcome& outcome, Side side, DrillGoal goal) {
    const Value value = value_of(outcome, side);
    if (goal == DrillGoal::Hold) return value == Value::Loss ? DrillEnd::Spoiled : DrillEnd::Held;
    return value == Value::Win ? DrillEnd::Won : DrillEnd::Spoiled;
}

// After a move of either side.
DrillEnd state_of(Game& game, Side side, DrillGoal goal) {
    if (const std::optional<Outcome> outcome = end_of(game, goal)) return end_by(*outcome, side, goal);
    const std::vector<std::uint64_t> keys = keys_of(game);
    if (std::ranges::count(keys, keys.front()) >= most_repetitions)
        return goal == DrillGoal::Win ? DrillEnd::Repeated : DrillEnd::Held;
    const std::size_t own_moves = game.played().size() / 2 + (game.turn() == side ? 0 : 1);
    if (goal == DrillGoal::Hold && own_moves >= held_moves) return DrillEnd::Held;
    if (goal == DrillGoal::Win && own_moves >= most_drill_moves) return DrillEnd::TooLong;
    return DrillEnd::Open;
}

}  // namespace

DrillGrade grade_of(const Answers& moves) {
    if (moves.good == 1 && moves.can_err()) return DrillGrade::Hard;
    return 2 * moves.good > moves.all ? DrillGrade::Easy : DrillGrade::Medium;
}

std::string text_of(const DrillKey& key) {
    return name_of(key.material) + "/" + std::string(name(key.goal)) + "/" + std::string(name(key.grade)) + "/" +
           std::to_string(key.number);
}

std::optional<DrillKey> read_drill_key(std::string_view text) {
    const std::string_view whole = text;
    std::array<std::string_view, 4> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t slash = text.find('/');
        if ((slash == std::string_view::npos) != (i + 1 == parts.size())) return std::nullopt;
        parts[i] = text.substr(0, slash);
        text.remove_prefix(std::min(parts[i].size() + 1, text.size()));
    }
    const std::optional<egdb::Material> material = egdb::read_material(parts[0]);
    const auto* const goal = std::ranges::find(drill_goals, parts[1]);
    const auto* const grade = std::ranges::find(drill_grades, parts[2]);
    const Result<std::uint32_t> number = parse_number<std::uint32_t>(parts[3]);
    if (!material || goal == drill_goals.end() || grade == drill_grades.end() || !number || *number == 0 ||
        *number > most_drills)
        return std::nullopt;
    const DrillKey key{.material = *material,
                       .goal = static_cast<DrillGoal>(goal - drill_goals.begin()),
                       .grade = static_cast<DrillGrade>(grade - drill_grades.begin()),
                       .number = *number};
    if (text_of(key) != whole) return std::nullopt;  // there is one way to write it: "7", not "07"
    return key;
}

FoundPosition find_drill(const Variant& variant, const Endgames& endgames, const DrillKey& key,
                         const std::stop_token& stop) {
    const std::optional<egdb::ClassInfo> info = class_of(endgames, key.material);
    if (!info) return {.all = true};
    if (info->with(wanted_value(key.goal)) == 0) return {.looked = info->positions(), .all = true};
    return look_through(variant, endgames, *info, checksum(text_of(key)), stop,
                        [&](Game& game) { return suits(game, endgames, key); });
}

FoundPosition find_example(const Variant& variant, const Endgames& endgames, const egdb::ClassInfo& info, Value value,
                           const std::stop_token& stop) {
    if (info.with(value) == 0) return {.looked = info.positions(), .all = true};
    return look_through(variant, endgames, info, checksum(name_of(info.material)), stop, [&](Game& game) {
        return is_quiet(game) && endgames.value(game) == value ? Look::Yes : Look::No;
    });
}

std::optional<std::size_t> hardest_move(const Endgames& endgames, const Game& game) {
    const std::vector<std::size_t> candidates = best_known_moves(endgames, game);
    if (candidates.empty()) return std::nullopt;
    const std::vector<std::uint64_t> before = keys_of(game);
    struct Tried {
        std::size_t index = 0;
        Answers answers{};
        bool repeats = false;
    };
    std::optional<Tried> best;
    const std::unique_ptr<Game> next = game.clone();
    for (const std::size_t index : candidates) {
        next->play(index);
        next->play_on();
        const Tried tried{.index = index,
                          .answers = answers_in(endgames, *next),
                          .repeats = std::ranges::find(before, next->key()) != before.end()};
        next->undo();
        const bool better = !best || harder(tried.answers, best->answers) ||
                            (!harder(best->answers, tried.answers) && best->repeats && !tried.repeats);
        if (better) best = tried;
    }
    return best->index;
}

std::unique_ptr<Game> drill_after(const Variant& variant, const Placement& position, DrillGoal goal,
                                  std::span<const std::size_t> moves) {
    std::unique_ptr<Game> game = new_game(variant);
    if (!game->set(position, Strictness::Legal)) return nullptr;
    for (const std::size_t index : moves) {
        if (end_of(*game, goal) || index >= game->legal().size()) return nullptr;
        game->play(index);
    }
    return end_of(*game, goal) ? nullptr : std::move(game);
}

std::optional<DrillTurn> play_drill(Game& game, const Endgames& endgames, DrillGoal goal, std::size_t index) {
    const std::vector<std::optional<Value>> values = endgames.plain_move_values(game);
    if (index >= values.size() || std::ranges::any_of(values, [](const auto& one) { return !one.has_value(); }))
        return std::nullopt;
    const auto keeps = [&](Value value) {
        return value == Value::Win || (goal == DrillGoal::Hold && value == Value::Draw);
    };
    DrillTurn turn{.value = *values[index]};
    if (!keeps(turn.value)) {
        turn.end = DrillEnd::Spoiled;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (keeps(*values[i])) turn.better.push_back(i);
        return turn;
    }
    const Side side = game.turn();
    game.play(index);
    turn.end = state_of(game, side, goal);
    while (turn.end == DrillEnd::Open) {
        const bool own = game.turn() == side;
        if (own && !game.legal().front().is_pass()) break;
        const std::optional<std::size_t> reply = own ? 0 : hardest_move(endgames, game);
        if (!reply) return std::nullopt;
        game.play(*reply);
        turn.replies.push_back(*reply);
        turn.end = state_of(game, side, goal);
    }
    return turn;
}

}  // namespace crownhead::analysis
