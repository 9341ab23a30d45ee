#include "service/library_queries.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "protocol/json.hpp"
#include "table/marks.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

constexpr int looked_at = 5000;        // games of a search that goes through the newest ones
constexpr int most_counted = 1000;     // of those that are found
constexpr int most_candidates = 1000;  // games with the words of a search that are fetched at once

// The condition of the indexes in library_schema.hpp, word by word.
constexpr std::string_view listed_games = "deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*')";
constexpr std::string_view listed_columns =
    "changed, id, game, result, plies, created, name, black, white, black_name, white_name, doc, deleted";

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

// Words as a phrase of the full-text index; fewer than three characters are not in it.
std::string phrase(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

// The same, or a computer player.
std::string any_phrase(std::string_view text, const std::vector<std::string>& computers) {
    std::string any = "(" + phrase(text);
    for (const std::string& computer : computers) any += " OR " + phrase(computer);
    return any + ")";
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
    void add_after(const std::string& place, std::string_view column = "changed") {
        const auto [time, id] = read_place(place);
        const std::string last = value(time);
        text += fmt::format(" AND ({}, id) < ({}, {})", column, last, value(id));
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

// Words in one of these columns, or a computer player that they mean.
void add_like(Where& where, const std::string& words, std::initializer_list<std::string_view> columns,
              const std::vector<std::string>& computers) {
    where.value(like(words));
    std::string condition = any_like(columns, where.values.size());
    for (const std::string& computer : computers)
        condition += fmt::format(" OR {} IN (black, white)", where.value(computer));
    where.text += " AND (" + condition + ")";
}

// The computer players that a search means by its words: by the player, else by the text.
const std::vector<std::string>& computers_of(const LibraryRequest& request, bool player) {
    static const std::vector<std::string> none;
    return player == asks_for_player(request) ? request.computers : none;
}

void add_words(Where& where, const LibraryRequest& request) {
    if (asks_for_player(request))
        add_like(where, request.player, {"black", "white", "black_name", "white_name"}, computers_of(request, true));
    if (!request.text.empty())
        add_like(where, request.text, {"name", "game", "black", "white", "black_name", "white_name", "id"},
                 computers_of(request, false));
}

// The marks of which a game is to have one, for each thing that is asked for.
std::vector<std::string> wanted_marks(const LibraryRequest& request) {
    std::vector<std::string> wanted;
    if (const auto& position = request.position) {
        wanted.push_back(fmt::format("{}", position_mark(position->board, position->turn)));
        if (position->swapped)
            wanted.back() += fmt::format(",{}", position_mark(turned_round(position->board), !position->turn));
    }
    if (request.material) wanted.push_back(fmt::format("{}", material_mark(*request.material)));
    return wanted;
}

// `games`: as the query calls them.
void add_marks(Where& where, const LibraryRequest& request, std::string_view games) {
    for (const std::string& marks : wanted_marks(request))
        where.text +=
            fmt::format(" AND EXISTS (SELECT 1 FROM marks WHERE mark IN ({}) AND marks.doc = {}.doc)", marks, games);
    if (!request.label.empty())
        where.text += fmt::format(" AND EXISTS (SELECT 1 FROM labels WHERE label = {} AND table_id = {}.id)",
                                  where.value(request.label), games);
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
            .changed = printable(get.getColumn(0).getString()),
            .deleted = printable(get.getColumn(12).getString())};
}

std::string place_of(const LibraryEntry& entry) {
    return (entry.deleted.empty() ? entry.changed : entry.deleted) + " " + entry.id;
}

// The date in the tags of a game that was read.
std::string date_of(const std::string& recording) {
    const Json json = Json::parse(recording, nullptr, false);
    if (!json.is_object()) return "";
    const auto tags = json.find("tags");
    if (tags == json.end() || !tags->is_array()) return "";
    for (const Json& tag : *tags)
        if (tag.is_array() && tag.size() == 2 && tag[0] == "Date" && tag[1].is_string())
            return printable(tag[1].get_ref<const std::string&>(), 40);
    return "";
}

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

std::optional<std::string> LibraryQueries::find_origin(const std::string& origin) {
    SQLite::Statement get(db_, "SELECT id FROM games WHERE origin <> '' AND origin = ? AND deleted IS NULL");
    get.bind(1, origin);
    if (!get.executeStep()) return std::nullopt;
    return get.getColumn(0).getString();
}

std::vector<Folder> LibraryQueries::folders() {
    std::vector<Folder> all;
    SQLite::Statement get(db_, "SELECT id, name FROM folders ORDER BY name COLLATE NOCASE, id");
    while (get.executeStep())
        all.push_back({printable(get.getColumn(0).getString()), printable(get.getColumn(1).getString())});
    return all;
}

// One after the other by the index: there may be many games with each.
std::vector<std::string> LibraryQueries::labels() {
    constexpr std::size_t most = 200;
    std::vector<std::string> all;
    SQLite::Statement next(db_, "SELECT min(label) FROM labels WHERE label > ?");
    std::string last;
    while (all.size() < most) {
        next.reset();
        next.bind(1, last);
        if (!next.executeStep() || next.isColumnNull(0)) break;
        last = next.getColumn(0).getString();
        all.push_back(printable(last));
    }
    return all;
}

std::optional<std::string> LibraryQueries::find_mark(std::int64_t mark) {
    SQLite::Statement get(
        db_,
        "SELECT id FROM games WHERE doc IN (SELECT doc FROM marks WHERE mark = ?) AND deleted IS NULL "
        "LIMIT 1");
    get.bind(1, mark);
    if (!get.executeStep()) return std::nullopt;
    return get.getColumn(0).getString();
}

std::vector<std::string> LibraryQueries::unmarked(std::int64_t most) {
    std::vector<std::string> all;
    SQLite::Statement get(db_, "SELECT id FROM games WHERE marked = 0 LIMIT ?");
    get.bind(1, most);
    while (get.executeStep()) all.push_back(get.getColumn(0).getString());
    return all;
}

LibraryPage LibraryQueries::search(const LibraryRequest& request) {
    LibraryPage page;
    if (request.deleted)
        page = search_deleted(request);
    else if (const std::optional<Docs> docs = rare_docs(request))
        page = search_docs(request, *docs);
    else
        page = search_newest(request);
    add_details(page);
    return page;
}

// The numbers of all games that can be meant, where an index knows them and they are few.
std::optional<LibraryQueries::Docs> LibraryQueries::rare_docs(const LibraryRequest& request) {
    const auto few = [&](const std::string& text, const std::string& value) -> std::optional<std::string> {
        SQLite::Statement probe(db_, fmt::format("{} LIMIT {}", text, most_candidates + 1));
        if (!value.empty()) probe.bind(1, value);
        std::string docs;
        int candidates = 0;
        for (; probe.executeStep(); ++candidates)
            docs += fmt::format("{}{}", docs.empty() ? "" : ",", probe.getColumn(0).getInt64());
        if (candidates > most_candidates) return std::nullopt;
        return docs;
    };
    for (const std::string& marks : wanted_marks(request))
        if (auto docs = few(fmt::format("SELECT DISTINCT doc FROM marks WHERE mark IN ({})", marks), ""))
            return Docs{.list = *docs};
    if (!request.label.empty()) {
        auto docs = few(fmt::format("SELECT doc FROM games WHERE id IN (SELECT table_id FROM labels WHERE label = ?1 "
                                    "LIMIT {})",
                                    most_candidates + 1),
                        request.label);
        if (docs) return Docs{.list = *docs};
    }
    std::string match;
    if (is_indexed(request.text)) match = any_phrase(request.text, computers_of(request, false));
    if (asks_for_player(request) && is_indexed(request.player)) {
        if (!match.empty()) match += " AND ";
        match += "{black white black_name white_name} : " + any_phrase(request.player, computers_of(request, true));
    }
    if (match.empty()) return std::nullopt;
    auto docs = few("SELECT rowid FROM games_text WHERE games_text MATCH ?1", match);
    // Also a game whose name on the page's address was asked for.
    if (docs && is_id(request.text)) {
        SQLite::Statement named(db_, "SELECT doc FROM games WHERE id = ?");
        named.bind(1, request.text);
        if (named.executeStep()) *docs += fmt::format("{}{}", docs->empty() ? "" : ",", named.getColumn(0).getInt64());
    }
    if (!docs) return std::nullopt;
    // The index finds level=1 in level=10.
    const bool all = request.computers.empty() && (request.text.empty() || is_indexed(request.text)) &&
                     (!asks_for_player(request) || is_indexed(request.player));
    return Docs{.list = *docs, .have_words = all};
}

LibraryPage LibraryQueries::search_docs(const LibraryRequest& request, const Docs& docs) {
    Where where;
    add_dates(where, request);
    add_choices(where, request);
    if (!docs.have_words) add_words(where, request);
    add_marks(where, request, "games");
    if (!request.folder.empty()) where.text += " AND folder = " + where.value(request.folder);
    if (!request.after.empty()) where.add_after(request.after);
    SQLite::Statement get(db_, fmt::format("SELECT {} FROM games WHERE doc IN ({}) AND {}{} "
                                           "ORDER BY changed DESC, id DESC",
                                           listed_columns, docs.list, listed_games, where.text));
    where.bind(get);
    return collect(get, request);
}

// From the newest one back, until enough games were looked at.
LibraryPage LibraryQueries::search_newest(const LibraryRequest& request) {
    const bool of_kind = !request.game.empty();
    const bool in_folder = !request.folder.empty();
    Where where;
    add_dates(where, request);
    if (in_folder) where.text += " AND folder <> '' AND folder = " + where.value(request.folder);
    if (of_kind) where.text += " AND game = " + where.value(request.game);
    if (!request.after.empty()) where.add_after(request.after);
    const std::string window = fmt::format("FROM games INDEXED BY {} WHERE {}{} ORDER BY changed DESC, id DESC",
                                           in_folder ? "games_in_folder"
                                           : of_kind ? "games_of_kind"
                                                     : "games_listed",
                                           listed_games, where.text);
    // The place of the last game that is looked at, if there are more.
    SQLite::Statement last(db_, fmt::format("SELECT changed || ' ' || id {} LIMIT 1 OFFSET {}", window, looked_at - 1));
    where.bind(last);
    const std::string end = last.executeStep() ? last.getColumn(0).getString() : std::string();

    where.text.clear();
    add_choices(where, request);
    add_words(where, request);
    add_marks(where, request, "seen");
    SQLite::Statement get(db_, fmt::format("SELECT {0} FROM (SELECT {0} {1} LIMIT {2}) AS seen WHERE 1{3}",
                                           listed_columns, window, looked_at, where.text));
    where.bind(get);
    LibraryPage page = collect(get, request);
    page.more = page.more || !end.empty();
    if (page.next.empty()) page.next = end;
    return page;
}

// The bin, what was deleted last first.
LibraryPage LibraryQueries::search_deleted(const LibraryRequest& request) {
    Where where;
    add_choices(where, request);
    add_words(where, request);
    if (!request.after.empty()) where.add_after(request.after, "deleted");
    SQLite::Statement get(db_, fmt::format("SELECT {} FROM games WHERE deleted IS NOT NULL AND origin = '' AND "
                                           "(plies > 0 OR result <> '*'){} ORDER BY deleted DESC, id DESC LIMIT {}",
                                           listed_columns, where.text, request.offset + looked_at));
    where.bind(get);
    return collect(get, request);
}

// What is not in the indexes, of the few games that are shown.
void LibraryQueries::add_details(LibraryPage& page) {
    SQLite::Statement get(db_, "SELECT folder, recording FROM games WHERE id = ?");
    SQLite::Statement labels(db_, "SELECT label FROM labels WHERE table_id = ? ORDER BY label");
    for (LibraryEntry& entry : page.games) {
        get.reset();
        get.bind(1, entry.id);
        if (get.executeStep()) {
            entry.folder = printable(get.getColumn(0).getString());
            entry.date = date_of(get.getColumn(1).getString());
        }
        labels.reset();
        labels.bind(1, entry.id);
        while (labels.executeStep()) entry.labels.push_back(printable(labels.getColumn(0).getString()));
    }
}

}  // namespace crownhead::server
