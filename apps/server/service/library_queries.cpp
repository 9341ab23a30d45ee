#include "service/library_queries.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "util/printable.hpp"

namespace crownhead::server {

namespace {

constexpr int looked_at = 5000;        // games of a search that goes through the newest ones
constexpr int most_counted = 1000;     // of those that are found
constexpr int most_candidates = 1000;  // games with the words of a search that are fetched at once

// The condition of the indexes in library_schema.hpp, word by word.
constexpr std::string_view listed_games = "deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*')";
constexpr std::string_view listed_columns =
    "changed, id, game, result, plies, created, name, black, white, black_name, white_name";

// A text of the user as a pattern that finds it anywhere.
std::string like(std::string_view text) {
    std::string pattern = "%";
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + '%';
}

// That one of these columns is like the value with this number.
std::string any_like(std::initializer_list<std::string_view> columns, std::size_t number) {
    std::string condition;
    for (const std::string_view column : columns)
        condition += fmt::format("{}{} LIKE ?{} ESCAPE '\\'", condition.empty() ? "(" : " OR ", column, number);
    return condition + ")";
}

std::optional<Side> winner_of(const std::string& word) {
    if (word == "black") return Side::Black;
    if (word == "white") return Side::White;
    return std::nullopt;
}

// Words as a phrase of the full-text index; fewer than three characters are not in it.
std::string phrase(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

bool is_indexed(std::string_view text) {
    // The bytes that begin a character.
    return std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }) >= 3;
}

bool asks_for_player(const LibraryRequest& request) { return !request.player.empty() && request.player != "human"; }

// Where a page ended: the time and the name of its last game.
std::pair<std::string, std::string> read_place(const std::string& after) {
    const std::size_t at = after.find(' ');
    if (at == std::string::npos) return {after, ""};
    return {after.substr(0, at), after.substr(at + 1)};
}

// Conditions and the values of their parameters ?1, ?2, ...
struct Where {
    std::string text{};
    std::vector<std::string> values{};

    std::string value(std::string value) {
        values.push_back(std::move(value));
        return fmt::format("?{}", values.size());
    }
    void add_after(const std::string& place) {
        const auto [time, id] = read_place(place);
        const std::string changed = value(time);
        text += fmt::format(" AND (changed, id) < ({}, {})", changed, value(id));
    }
    void bind(SQLite::Statement& statement) const {
        for (std::size_t i = 0; i < values.size(); ++i) statement.bind(static_cast<int>(i + 1), values[i]);
    }
};

void add_dates(Where& where, const LibraryRequest& request) {
    if (!request.from.empty()) where.text += " AND changed >= " + where.value(request.from);
    // All of the last day.
    if (!request.to.empty()) where.text += " AND changed < " + where.value(request.to + "U");
}

void add_choices(Where& where, const LibraryRequest& request) {
    if (!request.game.empty()) where.text += " AND game = " + where.value(request.game);
    if (!request.result.empty()) where.text += " AND result = " + where.value(request.result);
    if (request.player == "human") where.text += " AND (black = '' OR white = '')";
}

void add_words(Where& where, const LibraryRequest& request) {
    if (asks_for_player(request)) {
        where.value(like(request.player));
        where.text += " AND " + any_like({"black", "white", "black_name", "white_name"}, where.values.size());
    }
    if (!request.text.empty()) {
        where.value(like(request.text));
        where.text += " AND " + any_like({"name", "game", "black", "white", "black_name", "white_name", "id"},
                                         where.values.size());
    }
}

LibraryEntry entry_of(SQLite::Statement& get) {
    return {.id = get.getColumn(1).getString(),
            .name = printable(get.getColumn(6).getString()),
            .game = printable(get.getColumn(2).getString()),
            .black = {printable(get.getColumn(7).getString()), printable(get.getColumn(9).getString())},
            .white = {printable(get.getColumn(8).getString()), printable(get.getColumn(10).getString())},
            .result = printable(get.getColumn(3).getString()),
            .plies = get.getColumn(4).getInt(),
            .created = printable(get.getColumn(5).getString()),
            .changed = printable(get.getColumn(0).getString())};
}

std::string place_of(const LibraryEntry& entry) { return entry.changed + " " + entry.id; }

// The page that was asked for, and how many there are from `after` on.
LibraryPage collect(SQLite::Statement& get, const LibraryRequest& request) {
    LibraryPage page;
    bool full = false;
    while (get.executeStep()) {
        if (++page.total <= request.offset) continue;
        full = std::ssize(page.games) == request.limit;
        if (!full) page.games.push_back(entry_of(get));
        if (full && page.total > std::max<std::int64_t>(most_counted, request.offset)) {
            page.total = std::max<std::int64_t>(most_counted, request.offset);
            page.more = true;
            break;
        }
    }
    if (full) page.next = place_of(page.games.back());
    return page;
}

}  // namespace

std::optional<StoredGame> LibraryQueries::load(const std::string& id) {
    SQLite::Statement get(db_,
                          "SELECT name, game, created, changed, black, white, black_name, white_name, fen, "
                          "origin, node, result, plies, version, hints, "
                          "  running, delay, clock_seconds, clock_increment, left_black, left_white, "
                          "  black_secret, white_secret, black_shared, white_shared, exact_shown, notes "
                          "FROM games WHERE id = ? AND deleted IS NULL");
    get.bind(1, id);
    if (!get.executeStep()) return std::nullopt;
    StoredGame game{.id = id};
    int at = 0;
    for (std::string* const text : {&game.name, &game.game, &game.created, &game.changed, &game.black.player,
                                    &game.white.player, &game.black.name, &game.white.name, &game.fen, &game.origin})
        *text = printable(get.getColumn(at++).getString());
    game.node = get.getColumn(at++).getInt();
    game.result = get.getColumn(at++).getString();
    game.plies = get.getColumn(at++).getInt();
    game.version = get.getColumn(at++).getInt64();
    game.hints = get.getColumn(at++).getInt();
    game.running = get.getColumn(at++).getInt() != 0;
    game.delay = get.getColumn(at++).getInt();
    if (!get.isColumnNull(at))
        game.clock = {.seconds = get.getColumn(at).getDouble(), .increment = get.getColumn(at + 1).getDouble()};
    game.left = {get.getColumn(at + 2).getDouble(), get.getColumn(at + 3).getDouble()};
    at += 4;
    for (SeatKey& key : game.keys) key.secret = get.getColumn(at++).getString();
    for (SeatKey& key : game.keys) key.shared = get.getColumn(at++).getInt() != 0;
    game.exact_shown = get.getColumn(at++).getInt();
    game.notes = printable(get.getColumn(at).getString());
    SQLite::Statement moves(
        db_, "SELECT id, parent, move, remark, left_black, left_white FROM moves WHERE table_id = ? ORDER BY id");
    moves.bind(1, id);
    while (moves.executeStep())
        game.moves.push_back({.id = moves.getColumn(0).getInt(),
                              .parent = moves.getColumn(1).getInt(),
                              .move = moves.getColumn(2).getString(),
                              .remark = printable(moves.getColumn(3).getString()),
                              .left = {moves.getColumn(4).getDouble(), moves.getColumn(5).getDouble()}});
    SQLite::Statement ends(db_, "SELECT node, winner, reason FROM ends WHERE table_id = ? ORDER BY node");
    ends.bind(1, id);
    while (ends.executeStep())
        game.ends.push_back({.node = ends.getColumn(0).getInt(),
                             .winner = winner_of(ends.getColumn(1).getString()),
                             .reason = ends.getColumn(2).getString()});
    SQLite::Statement review(db_, "SELECT review FROM reviews WHERE table_id = ?");
    review.bind(1, id);
    if (review.executeStep()) game.review = printable(review.getColumn(0).getString());
    return game;
}

std::optional<std::string> LibraryQueries::find_origin(const std::string& origin) {
    SQLite::Statement get(db_, "SELECT id FROM games WHERE origin <> '' AND origin = ? AND deleted IS NULL");
    get.bind(1, origin);
    if (!get.executeStep()) return std::nullopt;
    return get.getColumn(0).getString();
}

LibraryPage LibraryQueries::search(const LibraryRequest& request) {
    if (std::optional<LibraryPage> found = search_words(request)) return std::move(*found);
    return search_newest(request);
}

// By the full-text index, if it knows the words and only few games have them.
std::optional<LibraryPage> LibraryQueries::search_words(const LibraryRequest& request) {
    std::string match;
    if (is_indexed(request.text)) match = phrase(request.text);
    if (asks_for_player(request) && is_indexed(request.player)) {
        if (!match.empty()) match += " AND ";
        match += "{black white black_name white_name} : " + phrase(request.player);
    }
    if (match.empty()) return std::nullopt;
    SQLite::Statement probe(db_, "SELECT rowid FROM games_text WHERE games_text MATCH ?1 LIMIT ?2");
    probe.bind(1, match);
    probe.bind(2, most_candidates + 1);
    std::string docs;
    int candidates = 0;
    while (probe.executeStep()) {
        docs += fmt::format("{}{}", docs.empty() ? "" : ",", probe.getColumn(0).getInt64());
        ++candidates;
    }
    if (candidates > most_candidates) return std::nullopt;

    Where where;
    // Also a game whose name on the page's address was asked for.
    const std::string by_id =
        asks_for_player(request) ? ""
                                 : fmt::format(" UNION SELECT doc FROM games WHERE id = {}", where.value(request.text));
    add_dates(where, request);
    add_choices(where, request);
    if (!is_indexed(request.text) || (asks_for_player(request) && !is_indexed(request.player)))
        add_words(where, request);
    if (!request.after.empty()) where.add_after(request.after);
    SQLite::Statement get(
        db_, fmt::format("SELECT {} FROM games WHERE doc IN (SELECT doc FROM games WHERE doc IN ({}){}) AND {}{} "
                         "ORDER BY changed DESC, id DESC",
                         listed_columns, docs, by_id, listed_games, where.text));
    where.bind(get);
    return collect(get, request);
}

// From the newest one back, until enough games were looked at.
LibraryPage LibraryQueries::search_newest(const LibraryRequest& request) {
    const bool of_kind = !request.game.empty();
    Where where;
    add_dates(where, request);
    if (of_kind) where.text += " AND game = " + where.value(request.game);
    if (!request.after.empty()) where.add_after(request.after);
    const std::string window = fmt::format("FROM games INDEXED BY {} WHERE {}{} ORDER BY changed DESC, id DESC",
                                           of_kind ? "games_of_kind" : "games_listed", listed_games, where.text);
    // The place of the last game that is looked at, if there are more.
    SQLite::Statement last(db_, fmt::format("SELECT changed || ' ' || id {} LIMIT 1 OFFSET {}", window, looked_at - 1));
    where.bind(last);
    const std::string end = last.executeStep() ? last.getColumn(0).getString() : std::string();

    where.text.clear();
    add_choices(where, request);
    add_words(where, request);
    SQLite::Statement get(db_, fmt::format("SELECT {0} FROM (SELECT {0} {1} LIMIT {2}) WHERE 1{3}", listed_columns,
                                           window, looked_at, where.text));
    where.bind(get);
    LibraryPage page = collect(get, request);
    page.more = page.more || !end.empty();
    if (page.next.empty()) page.next = end;
    return page;
}

}  // namespace crownhead::server
