#include "table/texts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "notation/course_log.hpp"
#include "notation/fen.hpp"
#include "util/parse.hpp"
#include "util/source.hpp"

namespace crownhead::server {

namespace {

std::string_view without_mark(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";  // some editors begin files with it
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

bool looks_like_fen(std::string_view text) {
    return text.size() > 2 && text.find('\n') == std::string_view::npos && text[1] == ':' &&
           (lower(text[0]) == 'w' || lower(text[0]) == 'b');
}

bool looks_like_log(std::string_view text) {
    const std::string_view line = trimmed(text.substr(0, text.find('\n')));
    return !line.empty() && line.size() <= 2 && is_digit(line.front()) && is_digit(line.back());
}

std::string result_of(const GameRecord& record) {
    if (!record.finished) return "*";
    if (record.both_lost) return "0-0";
    if (!record.winner) return "1/2-1/2";
    return *record.winner == Side::White ? "1-0" : "0-1";
}

Refusal unreadable(const Error& error) { return illegal({"refusal.text", {{"detail", error.message}}}, error.message); }

Message message_of(const RecordNote& note) {
    const auto ply = static_cast<int>(note.ply);
    switch (note.kind) {
        case RecordNote::Kind::DrawNotClaimed: return {"note.draw-not-claimed", {{"count", ply}}};
        case RecordNote::Kind::PathNotCertain:
            return {"note.path-not-certain", {{"count", ply}, {"detail", note.text}}};
        case RecordNote::Kind::CannotArise: break;
    }
    return {"note.cannot-arise"};
}

using Read = std::expected<ReadText, Refusal>;

Read read_fen(std::string_view text, const Variant* variant) {
    if (variant == nullptr) {
        pdn::Game game;
        game.tags.push_back({"FEN", std::string(text)});
        variant = pdn::guessed_variant(game);
    }
    if (variant == nullptr) return std::unexpected(illegal({"refusal.fen-which-game"}));
    const std::expected<std::unique_ptr<Game>, Refusal> game = game_from(std::string(variant->name), std::string(text));
    if (!game) return std::unexpected(game.error());
    ReadText read{.kind = "fen"};
    read.games.push_back({.record = from_game(**game)});
    read.games.front().result = result_of(read.games.front().record);
    return read;
}

Read read_log(std::string_view text, const Variant* variant, std::size_t most) {
    ReadText read{.kind = "log"};
    course_log::Reader reader(text);
    while (read.games.size() < most) {
        const Result<std::optional<course_log::LogGame>> log = reader.next();
        if (!log) {
            if (read.games.empty()) return std::unexpected(unreadable(log.error()));
            break;
        }
        if (!*log) break;
        // A log names its board and not its game; those of the course are suicide checkers.
        const Variant* played = variant;
        if (played == nullptr || played->size() != (*log)->size) {
            const std::string name = fmt::format("suicide-{}", (*log)->size);
            const Result<const Variant*> found = find_variant(name);
            if (!found) return std::unexpected(illegal({"refusal.no-such-game", {{"name", name}}}));
            played = *found;
        }
        const Result<GameRecord> record = from_log(**log, *played);
        ReadGame game{.record = record ? *record : GameRecord{.variant = played, .start = new_game(*played)->start()}};
        if (!record) game.error = record.error();
        game.result = result_of(game.record);
        read.games.push_back(std::move(game));
    }
    if (read.games.empty()) return std::unexpected(illegal({"refusal.no-game-in-text"}));
    return read;
}

Read read_pdn(std::string_view text, const Variant* variant, std::size_t most) {
    ReadText read{.kind = "pdn"};
    GameReader games(variant);
    constexpr int most_errors = 100;
    const auto each_game = [&](auto&& take) {
        pdn::Reader reader(text_source(text));
        for (int errors = 0; errors < most_errors;) {
            Result<std::optional<pdn::Game>> next = reader.next();
            if (next && !*next) return;
            if (!take(next)) ++errors;
            if (read.games.size() == most) return;
        }
    };
    each_game([&](const Result<std::optional<pdn::Game>>& next) {
        if (next) games.look_at(**next);
        return next.has_value();
    });
    read.recognised = games.recognised();
    std::optional<Error> first_error;
    each_game([&](Result<std::optional<pdn::Game>>& next) {
        Replay replayed = next ? games.read(**next) : Replay{.error = next.error()};
        if (replayed.record.variant == nullptr) {
            if (!first_error) first_error = replayed.error;
            return false;
        }
        ReadGame game{.record = std::move(replayed.record), .source = std::move(*next)};
        game.error = replayed.error;
        game.result = result_of(game.record);
        read.games.push_back(std::move(game));
        return true;
    });
    if (!read.games.empty()) return read;
    if (first_error) return std::unexpected(unreadable(*first_error));
    return std::unexpected(illegal({"refusal.no-game-in-text"}));
}

std::string unfinished_log(const GameRecord& record) {
    std::string text = fmt::format("{}\n", record.variant->size());
    Side player = record.start.turn;
    for (const AnyMove& mv : record.moves) {
        text += course_log::move_line(player, mv) + '\n';
        player = !player;
    }
    return text;
}

}  // namespace

std::expected<ReadText, Refusal> read_text(std::string_view text, std::string_view game, std::size_t most) {
    const Variant* variant = nullptr;
    if (!game.empty()) {
        const Result<const Variant*> found = find_variant(game);
        if (!found) return std::unexpected(unknown({"refusal.no-such-game", {{"name", excerpt(game)}}}));
        variant = *found;
    }
    const std::string_view content = trimmed(without_mark(text));
    if (content.empty()) return std::unexpected(illegal({"refusal.text-empty"}));
    if (looks_like_fen(content)) return read_fen(content, variant);
    if (looks_like_log(content)) return read_log(content, variant, most);
    return read_pdn(content, variant, most);
}

// Control characters are blanks, and it is as long as a name may be.
std::string as_name(std::string_view value) {
    if (value == "?" || value == "-") return "";
    std::string text(value);
    std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    if (text.size() <= largest_name) return text;
    std::size_t end = largest_name;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80) --end;  // not within a character
    return text.substr(0, end);
}

std::expected<std::unique_ptr<Table>, Refusal> table_from(const ReadGame& game, Table::Setting setting) {
    setting.name = as_name(tag(game.record, "Event"));
    setting.black.name = as_name(tag(game.record, "Black"));
    setting.white.name = as_name(tag(game.record, "White"));
    if (game.record.moves.size() >= most_nodes) return std::unexpected(too_many({"refusal.too-many-nodes"}));
    auto table = std::make_unique<Table>(std::move(setting), *game_at_end(game.record));
    if (game.source)
        if (const Table::Done added = table->add_notes(*game.source); !added) return std::unexpected(added.error());
    if (game.record.finished && !game.record.both_lost && !table->end()) table->keep_result(game.record.winner);
    if (game.source)
        table->keep_recording({.tags = game.source->tags,
                               .token = game.source->result,
                               .result = result_text(table->line_end().end),
                               .first_ply = game.source->first_ply});
    return table;
}

Json read_json(const ReadText& read) {
    Json games = Json::array();
    for (const ReadGame& game : read.games) {
        const Variant& v = *game.record.variant;
        const Placement end = game_at_end(game.record)->placement();
        Json notes = Json::array();
        for (const RecordNote& note : game.record.notes) notes.push_back(Json(message_json(message_of(note))));
        games.push_back({{"game", v.name},
                         {"fen", fen::write(v, game.record.start, v.setup.notation)},
                         {"board", board_text(end)},
                         {"turn", colour(end.turn)},
                         {"moves", game.record.moves.size()},
                         {"white", tag(game.record, "White")},
                         {"black", tag(game.record, "Black")},
                         {"result", game.result},
                         {"notes", std::move(notes)},
                         {"error", game.error ? Json(message_json(unreadable(*game.error).message)) : Json(nullptr)}});
    }
    Json recognised;
    if (read.recognised)
        recognised = {{"game", read.recognised->variant->name},
                      {"confidence", read.recognised->confidence},
                      {"games", read.recognised->games},
                      {"explained", read.recognised->explained},
                      {"next", read.recognised->next == nullptr ? Json(nullptr) : Json(read.recognised->next->name)}};
    return {{"kind", read.kind}, {"games", std::move(games)}, {"recognised", std::move(recognised)}};
}

std::expected<std::string, Refusal> export_text(const Table& table, int node, std::string_view format) {
    const Variant& v = table.variant();
    if (format == "pdn") return pdn::write(table.to_pdn());
    const std::unique_ptr<Game> game = table.tree().game_at(node);
    if (format == "fen") return fen::write(v, game->placement(), v.setup.notation) + "\n";
    if (format == "svg") return board_svg(v, game->placement());
    GameRecord record = from_game(*game);
    const std::optional<TableEnd> end = table.end_of(*game, node);
    if (!end) return unfinished_log(record);
    record.finished = true;
    record.winner = end->winner;
    const Result<course_log::LogGame> log = to_log(record);
    if (!log)
        return std::unexpected(illegal({"refusal.export", {{"detail", log.error().message}}}, log.error().message));
    return course_log::write(*log);
}

std::string board_svg(const Variant& v, const Placement& placement) {
    constexpr int square = 40;  // user units
    const int side = v.size() * square;
    std::string svg =
        fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" width="{0}" height="{0}">
<rect width="{0}" height="{0}" fill="#efe3cb"/>
)",
                    side);
    std::string pieces;
    for (int n = 1; n <= v.squares(); ++n) {
        const Cell cell = cell_of_number(v.setup, v.size(), n);
        const int x = cell.column * square;
        const int y = cell.row * square;
        svg += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="#7d9a7e"/>)", x, y, square, square);
        svg += fmt::format(R"(<text x="{}" y="{}" font-size="9" font-family="sans-serif" fill="#2c3b2d">{}</text>)",
                           x + 2, y + 10, n);
        svg += '\n';
        const Piece piece = placement.at(n);
        if (piece == Piece::None) continue;
        const bool black = belongs_to(piece, Side::Black);
        const std::string_view fill = black ? "#2b2b2b" : "#fbf7ef";
        const std::string_view line = black ? "#8a8a8a" : "#4a4a4a";
        const int cx = x + square / 2;
        const int cy = y + square / 2;
        pieces += fmt::format(R"(<circle cx="{}" cy="{}" r="15" fill="{}" stroke="{}" stroke-width="1.5"/>)", cx, cy,
                              fill, line);
        if (is_king(piece))
            pieces += fmt::format(
                R"svg(<path transform="translate({} {})" d="M-9 6L-9 -5L-4 0L0 -7L4 0L9 -5L9 6Z" fill="#d9a521" stroke="{}"/>)svg",
                cx, cy, line);
        else
            pieces += fmt::format(R"(<circle cx="{}" cy="{}" r="9" fill="none" stroke="{}"/>)", cx, cy, line);
        pieces += '\n';
    }
    return svg + pieces + "</svg>\n";
}

}  // namespace crownhead::server
