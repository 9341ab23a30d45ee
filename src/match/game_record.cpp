#include "match/game_record.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "match/game_reader.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead {

namespace {

// Those that to_pdn makes itself.
constexpr std::array<std::string_view, 5> own_tags{"Result", "GameType", "Game", "SetUp", "FEN"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> unknown_tags{{
    {"Event", "?"},
    {"Site", "?"},
    {"Date", "????.??.??"},
    {"Round", "?"},
    {"White", "?"},
    {"Black", "?"},
}};

bool is_own(const pdn::Tag& tag) { return std::ranges::find(own_tags, tag.name) != own_tags.end(); }

std::optional<std::size_t> find_move(const Game& game, const AnyMove& mv) {
    const std::span<const AnyMove> legal = game.legal();
    const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
    if (found == legal.end()) return std::nullopt;
    return static_cast<std::size_t>(found - legal.begin());
}

pdn::GameResult result_of(const GameRecord& record) {
    if (!record.finished) return pdn::GameResult::Unknown;
    if (record.both_lost) return pdn::GameResult::BothLose;
    if (!record.winner) return pdn::GameResult::Draw;
    return *record.winner == Side::White ? pdn::GameResult::WhiteWins : pdn::GameResult::BlackWins;
}

void set_outcome(GameRecord& record, const Outcome& outcome) {
    record.finished = true;
    record.both_lost = false;
    record.winner = outcome.winner;
}

std::string after_end(const AnyMove& mv, const Variant& variant, const Outcome& outcome) {
    return fmt::format("{} after the end of the game: {}", course_log::move_text(mv),
                       outcome_text::describe(variant, outcome));
}

Placement start_with(const Variant& variant, Side first) {
    Placement start = new_game(variant)->start();
    start.turn = first;
    return start;
}

// Plays the moves in the way that they say, and puts them in the record.
Result<std::unique_ptr<Game>> play_moves(const Variant& variant, const Placement& start, std::span<const AnyMove> moves,
                                         GameRecord& record) {
    std::unique_ptr<Game> game = new_game(variant);
    if (start != game->start())
        if (const Result<void> done = game->set(start, Strictness::Legal); !done) return fail(done.error().message);
    record = {.variant = &variant, .start = game->start()};
    record.moves.assign(moves.begin(), moves.end());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (const std::optional<Outcome> outcome = game->outcome())
            return fail(after_end(moves[i], variant, *outcome), i);
        const std::optional<std::size_t> index = find_path(*game, moves[i]);
        if (!index)
            return fail(
                fmt::format("{} is not legal here in {}", course_log::move_line(game->turn(), moves[i]), variant.name),
                i);
        record.moves[i].promotes = game->legal()[*index].promotes;
        game->play(*index);
    }
    if (const std::optional<Outcome> outcome = game->outcome()) set_outcome(record, *outcome);
    return game;
}

int player_number(Side side) { return side == Side::Black ? 1 : 2; }

}  // namespace

std::string_view tag(const GameRecord& record, std::string_view name) {
    const auto found = std::ranges::find(record.tags, name, &pdn::Tag::name);
    return found == record.tags.end() ? std::string_view() : found->value;
}

void set_tag(GameRecord& record, std::string_view name, std::string_view value) {
    const auto found = std::ranges::find(record.tags, name, &pdn::Tag::name);
    if (found != record.tags.end())
        found->value = value;
    else
        record.tags.push_back({std::string(name), std::string(value)});
}

GameRecord from_game(const Game& game) {
    GameRecord record{.variant = &game.variant(), .start = game.start()};
    record.moves.assign(game.played().begin(), game.played().end());
    if (const std::optional<Outcome> outcome = game.outcome()) set_outcome(record, *outcome);
    return record;
}

Result<GameRecord> from_moves(const Variant& variant, Side first, std::span<const AnyMove> moves) {
    return from_moves(variant, start_with(variant, first), moves);
}

Result<GameRecord> from_moves(const Variant& variant, const Placement& start, std::span<const AnyMove> moves) {
    GameRecord record;
    Result<std::unique_ptr<Game>> game = play_moves(variant, start, moves, record);
    if (!game) return std::unexpected(std::move(game.error()));
    return record;
}

std::unique_ptr<Game> game_at_start(const GameRecord& record) {
    std::unique_ptr<Game> game = new_game(*record.variant);
    if (game->start() == record.start) return game;
    [[maybe_unused]] const Result<void> done = game->set(record.start, Strictness::Anything);
    CH_ASSERT(done.has_value());
    return game;
}

std::unique_ptr<Game> game_at_end(const GameRecord& record) {
    std::unique_ptr<Game> game = game_at_start(record);
    for (const AnyMove& mv : record.moves) {
        game->play_on();
        const std::optional<std::size_t> index = find_move(*game, mv);
        CH_ASSERT(index.has_value());
        if (!index) break;
        game->play(*index);
    }
    return game;
}

pdn::Game to_pdn(const GameRecord& record) {
    const Variant& v = *record.variant;
    const std::unique_ptr<Game> game = game_at_start(record);
    pdn::Game out;
    out.result = pdn::result_token(v, result_of(record));
    for (const auto& [name, unknown] : unknown_tags) {
        const std::string_view value = tag(record, name);
        out.tags.push_back({std::string(name), std::string(value.empty() ? unknown : value)});
    }
    out.tags.push_back({"Result", out.result});
    if (!v.setup.game_type.empty()) out.tags.push_back({"GameType", std::string(v.setup.game_type)});
    out.tags.push_back({"Game", std::string(v.name)});
    if (record.start != new_game(v)->start()) {
        out.tags.push_back({"SetUp", "1"});
        out.tags.push_back({"FEN", fen::write(v, record.start, v.setup.notation)});
    }
    for (const pdn::Tag& other : record.tags) {
        const auto listed = [&](const auto& known) { return known.first == other.name; };
        if (!is_own(other) && std::ranges::none_of(unknown_tags, listed)) out.tags.push_back(other);
    }
    out.first_ply = record.start.turn == v.setup.first ? 0 : 1;
    for (const AnyMove& mv : record.moves) {
        game->play_on();
        const std::optional<std::size_t> index = find_move(*game, mv);
        CH_ASSERT(index.has_value());
        if (!index) break;
        out.moves.push_back({.text = move_text::write(v, game->legal(), *index, v.setup.notation)});
        game->play(*index);
    }
    if (out.moves.empty()) out.first_ply = 0;
    return out;
}

Replay replay(const pdn::Game& game, const Variant* fallback) {
    GameReader reader(fallback);
    reader.look_at(game);
    return reader.read(game);
}

Result<GameRecord> from_pdn(const pdn::Game& game, const Variant* fallback) {
    Replay result = replay(game, fallback);
    if (result.error) return std::unexpected(std::move(*result.error));
    return std::move(result.record);
}

Result<course_log::LogGame> to_log(const GameRecord& record) {
    const Variant& v = *record.variant;
    if (!record.finished) return fail("an unfinished game cannot be put in a course log");
    if (record.both_lost) return fail("a game that both have lost cannot be put in a course log");
    Placement standard = new_game(v)->start();
    standard.turn = record.start.turn;
    if (record.start != standard) return fail("a game from another start position cannot be put in a course log");
    if (record.moves.empty() && record.start.turn != v.setup.first)
        return fail("a game without moves cannot say in a course log who begins");
    const std::unique_ptr<Game> end = game_at_end(record);
    const std::optional<Outcome> outcome = end->outcome();
    if (!outcome || outcome->winner != record.winner)
        return fail("the game did not end by the rules; a course log cannot say that");
    course_log::LogGame log{.size = v.size(), .winner = record.winner};
    Side player = record.start.turn;
    for (const AnyMove& mv : record.moves) {
        log.moves.push_back({.player = player, .move = mv});
        log.moves.back().move.promotes = false;
        player = !player;
    }
    const Placement last = end->placement();
    log.left1 = last.pieces(Side::Black);
    log.left2 = last.pieces(Side::White);
    return log;
}

Result<GameRecord> from_log(const course_log::LogGame& log, const Variant& variant) {
    const auto wrong = [](std::size_t line, std::string_view message) {
        return fail(fmt::format("line {}: {}", line, message));
    };
    if (log.size != variant.size())
        return wrong(log.line, fmt::format("{} is not played on {}x{}", variant.name, log.size, log.size));
    const Side first = log.moves.empty() ? variant.setup.first : log.moves.front().player;  // the player named first
    std::vector<AnyMove> moves;
    moves.reserve(log.moves.size());
    Side turn = first;
    for (const course_log::LogMove& mv : log.moves) {
        if (mv.player != turn) break;
        moves.push_back(mv.move);
        turn = !turn;
    }
    GameRecord record;
    const Result<std::unique_ptr<Game>> game = play_moves(variant, start_with(variant, first), moves, record);
    if (!game) return wrong(log.moves[game.error().offset].line, game.error().message);
    const std::optional<Outcome> outcome = (*game)->outcome();
    if (moves.size() < log.moves.size()) {
        const course_log::LogMove& next = log.moves[moves.size()];
        if (outcome) return wrong(next.line, after_end(next.move, variant, *outcome));
        return wrong(next.line, fmt::format("{}: it is the turn of player {}",
                                            course_log::move_line(next.player, next.move), player_number(turn)));
    }
    const Placement last = (*game)->placement();
    for (const Side side : {Side::Black, Side::White}) {
        const int said = side == Side::Black ? log.left1 : log.left2;
        if (said != last.pieces(side))
            return wrong(
                log.result_line - (side == Side::Black ? 2 : 1),
                fmt::format("tp{0} {1}, but player {0} has {2} left", player_number(side), said, last.pieces(side)));
    }
    if (!outcome) return wrong(log.result_line, "the game is not over");
    if (outcome->winner != log.winner)
        return wrong(log.result_line,
                     fmt::format("the result is wrong: {}", outcome_text::describe(variant, *outcome)));
    return record;
}

}  // namespace crownhead
