#include "service/library.hpp"

#include <array>
#include <chrono>
#include <ctime>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "service/library_schema.hpp"
#include "util/folder_lock.hpp"

namespace crownhead::server {

namespace {

std::string stamp(std::chrono::system_clock::time_point when) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                       utc.tm_hour, utc.tm_min, utc.tm_sec);
}

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

std::string word_of(std::optional<Side> winner) {
    if (!winner) return "";
    return *winner == Side::Black ? "black" : "white";
}

class SqliteLibrary final : public Library {
public:
    SqliteLibrary(FolderLock lock, const std::string& path)
        : lock_(std::move(lock)), db_(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 2000) {}

    // Throws what SQLite says.
    Result<void> prepare() {
        const int version = db_.execAndGet("PRAGMA user_version").getInt();
        const bool empty = db_.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
        if (!empty && db_.execAndGet("PRAGMA application_id").getInt() != application)
            return fail("it belongs to another program");
        if (version > library_version)
            return fail(fmt::format("it was made by a newer version of this program (format {}, known here: up to {})",
                                    version, library_version));
        if (const std::string check = db_.execAndGet("PRAGMA quick_check(1)").getString(); check != "ok")
            return fail(fmt::format("it is damaged ({})", check));
        // Without a power cut nothing is lost; with one, at most the last moments.
        db_.exec("PRAGMA journal_mode = WAL");
        db_.exec("PRAGMA synchronous = NORMAL");
        if (version < library_version) {
            SQLite::Transaction transaction(db_);
            for (int step = version; step < library_version; ++step)
                db_.exec(std::string(migrations[static_cast<std::size_t>(step)]));
            db_.exec(fmt::format("PRAGMA application_id = {}", application));
            db_.exec(fmt::format("PRAGMA user_version = {}", library_version));
            transaction.commit();
        }
        purge();
        return {};
    }

    Result<void> save(const StoredGame& game) override {
        return guarded([&]() -> Result<void> {
            SQLite::Transaction transaction(db_);
            SQLite::Statement& put = statement(
                put_,
                "INSERT INTO games (id, name, game, black, white, fen, node, result, plies, version, created, changed, "
                "  hints, running, delay, clock_seconds, clock_increment, left_black, left_white, origin, "
                "  black_name, white_name, black_secret, white_secret, black_shared, white_shared, exact_shown) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, black = excluded.black, white = excluded.white, "
                "  node = excluded.node, result = excluded.result, plies = excluded.plies, version = excluded.version, "
                "  changed = excluded.changed, hints = excluded.hints, running = excluded.running, "
                "  delay = excluded.delay, left_black = excluded.left_black, left_white = excluded.left_white, "
                "  origin = excluded.origin, black_name = excluded.black_name, white_name = excluded.white_name, "
                "  black_secret = excluded.black_secret, white_secret = excluded.white_secret, "
                "  black_shared = excluded.black_shared, white_shared = excluded.white_shared, "
                "  exact_shown = excluded.exact_shown");
            int at = 0;
            for (const std::string* const text :
                 {&game.id, &game.name, &game.game, &game.black.player, &game.white.player, &game.fen})
                put.bind(++at, *text);
            put.bind(++at, game.node);
            put.bind(++at, game.result);
            put.bind(++at, game.plies);
            put.bind(++at, game.version);
            put.bind(++at, game.created);
            put.bind(++at, game.changed);
            put.bind(++at, game.hints);
            put.bind(++at, game.running ? 1 : 0);
            put.bind(++at, game.delay);
            if (game.clock) {
                put.bind(++at, game.clock->seconds);
                put.bind(++at, game.clock->increment);
            } else {
                put.bind(++at);
                put.bind(++at);
            }
            put.bind(++at, game.left[0]);
            put.bind(++at, game.left[1]);
            put.bind(++at, game.origin);
            put.bind(++at, game.black.name);
            put.bind(++at, game.white.name);
            for (const SeatKey& key : game.keys) put.bind(++at, key.secret);
            for (const SeatKey& key : game.keys) put.bind(++at, key.shared ? 1 : 0);
            put.bind(++at, game.exact_shown);
            put.exec();

            // A deleted game that is played on comes back.
            if (!game.moves.empty()) {
                SQLite::Statement& wanted =
                    statement(wanted_, "UPDATE games SET deleted = NULL WHERE id = ? AND deleted IS NOT NULL");
                wanted.bind(1, game.id);
                wanted.exec();
            }

            SQLite::Statement& add =
                statement(add_,
                          "INSERT INTO moves (table_id, id, parent, move, remark, left_black, left_white) "
                          "VALUES (?, ?, ?, ?, ?, ?, ?)");
            for (const StoredMove& move : game.moves) {
                add.reset();
                add.bind(1, game.id);
                add.bind(2, move.id);
                add.bind(3, move.parent);
                add.bind(4, move.move);
                add.bind(5, move.remark);
                add.bind(6, move.left[0]);
                add.bind(7, move.left[1]);
                add.exec();
            }

            SQLite::Statement& clear = statement(clear_ends_, "DELETE FROM ends WHERE table_id = ?");
            clear.bind(1, game.id);
            clear.exec();
            SQLite::Statement& end =
                statement(add_end_, "INSERT INTO ends (table_id, node, winner, reason) VALUES (?, ?, ?, ?)");
            for (const StoredEnd& ended : game.ends) {
                end.reset();
                end.bind(1, game.id);
                end.bind(2, ended.node);
                end.bind(3, word_of(ended.winner));
                end.bind(4, ended.reason);
                end.exec();
            }
            transaction.commit();
            return {};
        });
    }

    Result<std::optional<StoredGame>> load(const std::string& id) override {
        return guarded([&]() -> Result<std::optional<StoredGame>> {
            SQLite::Statement get(db_,
                                  "SELECT name, game, created, changed, black, white, black_name, white_name, fen, "
                                  "origin, node, result, plies, version, hints, "
                                  "  running, delay, clock_seconds, clock_increment, left_black, left_white, "
                                  "  black_secret, white_secret, black_shared, white_shared, exact_shown "
                                  "FROM games WHERE id = ? AND deleted IS NULL");
            get.bind(1, id);
            if (!get.executeStep()) return std::optional<StoredGame>();
            StoredGame game{.id = id};
            int at = 0;
            for (std::string* const text :
                 {&game.name, &game.game, &game.created, &game.changed, &game.black.player, &game.white.player,
                  &game.black.name, &game.white.name, &game.fen, &game.origin})
                *text = get.getColumn(at++).getString();
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
            game.exact_shown = get.getColumn(at).getInt();
            SQLite::Statement moves(
                db_,
                "SELECT id, parent, move, remark, left_black, left_white FROM moves WHERE table_id = ? ORDER BY id");
            moves.bind(1, id);
            while (moves.executeStep())
                game.moves.push_back({.id = moves.getColumn(0).getInt(),
                                      .parent = moves.getColumn(1).getInt(),
                                      .move = moves.getColumn(2).getString(),
                                      .remark = moves.getColumn(3).getString(),
                                      .left = {moves.getColumn(4).getDouble(), moves.getColumn(5).getDouble()}});
            SQLite::Statement ends(db_, "SELECT node, winner, reason FROM ends WHERE table_id = ? ORDER BY node");
            ends.bind(1, id);
            while (ends.executeStep())
                game.ends.push_back({.node = ends.getColumn(0).getInt(),
                                     .winner = winner_of(ends.getColumn(1).getString()),
                                     .reason = ends.getColumn(2).getString()});
            return game;
        });
    }

    Result<std::optional<std::string>> find_origin(const std::string& origin) override {
        return guarded([&]() -> Result<std::optional<std::string>> {
            SQLite::Statement get(db_, "SELECT id FROM games WHERE origin = ? AND deleted IS NULL");
            get.bind(1, origin);
            if (!get.executeStep()) return std::optional<std::string>();
            return get.getColumn(0).getString();
        });
    }

    Result<LibraryPage> search(const LibraryRequest& request) override {
        return guarded([&]() -> Result<LibraryPage> {
            std::string where = " FROM games WHERE deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*')";
            std::vector<std::string> values;
            const auto add = [&](std::string_view condition, std::string value) {
                where += condition;
                values.push_back(std::move(value));
            };
            const auto number = [&] { return values.size() + 1; };
            if (!request.game.empty()) add(fmt::format(" AND game = ?{}", number()), request.game);
            if (!request.result.empty()) add(fmt::format(" AND result = ?{}", number()), request.result);
            if (request.player == "human") {
                where += " AND (black = '' OR white = '')";
            } else if (!request.player.empty())
                add(fmt::format(" AND {}", any_like({"black", "white", "black_name", "white_name"}, number())),
                    like(request.player));
            if (!request.text.empty())
                add(fmt::format(
                        " AND {}",
                        any_like({"name", "game", "black", "white", "black_name", "white_name", "id"}, number())),
                    like(request.text));
            if (!request.from.empty()) add(fmt::format(" AND changed >= ?{}", number()), request.from);
            // All of the last day.
            if (!request.to.empty()) add(fmt::format(" AND changed < ?{}", number()), request.to + "U");
            LibraryPage page;
            SQLite::Statement count(db_, "SELECT count(*)" + where);
            SQLite::Statement get(
                db_, "SELECT id, name, game, black, white, black_name, white_name, result, plies, created, changed" +
                         where +
                         fmt::format(" ORDER BY changed DESC, id LIMIT {} OFFSET {}", request.limit, request.offset));
            for (std::size_t i = 0; i < values.size(); ++i) {
                count.bind(static_cast<int>(i + 1), values[i]);
                get.bind(static_cast<int>(i + 1), values[i]);
            }
            count.executeStep();
            page.total = count.getColumn(0).getInt64();
            while (get.executeStep())
                page.games.push_back({.id = get.getColumn(0).getString(),
                                      .name = get.getColumn(1).getString(),
                                      .game = get.getColumn(2).getString(),
                                      .black = {get.getColumn(3).getString(), get.getColumn(5).getString()},
                                      .white = {get.getColumn(4).getString(), get.getColumn(6).getString()},
                                      .result = get.getColumn(7).getString(),
                                      .plies = get.getColumn(8).getInt(),
                                      .created = get.getColumn(9).getString(),
                                      .changed = get.getColumn(10).getString()});
            return page;
        });
    }

    Result<bool> remove(const std::string& id) override {
        if (Result<void> purged = guarded([&]() -> Result<void> {
                purge();
                return {};
            });
            !purged)
            return std::unexpected(purged.error());
        return update("UPDATE games SET deleted = ?2 WHERE id = ?1 AND deleted IS NULL", id, time_stamp());
    }

    Result<bool> restore(const std::string& id) override {
        // The second value is not needed, but then all three are alike.
        return update("UPDATE games SET deleted = NULL WHERE id = ?1 AND deleted IS NOT NULL AND ?2 = ''", id, "");
    }

    Result<bool> rename(const std::string& id, const std::string& name) override {
        return update("UPDATE games SET name = ?2 WHERE id = ?1 AND deleted IS NULL", id, name);
    }

private:
    // Exceptions of SQLite become errors.
    template <class F>
    auto guarded(F work) -> decltype(work()) {
        try {
            return work();
        } catch (const SQLite::Exception& problem) {
            return fail(fmt::format("the library cannot be used: {}", problem.what()));
        }
    }

    SQLite::Statement& statement(std::unique_ptr<SQLite::Statement>& kept, const char* text) {
        if (!kept) kept = std::make_unique<SQLite::Statement>(db_, text);
        kept->reset();
        return *kept;
    }

    Result<bool> update(const char* text, const std::string& id, const std::string& value) {
        return guarded([&]() -> Result<bool> {
            SQLite::Statement change(db_, text);
            change.bind(1, id);
            change.bind(2, value);
            return change.exec() > 0;
        });
    }

    // Games that were deleted 30 days ago, those without a move, and those of runs that were only opened.
    void purge() {
        const std::string limit = stamp(std::chrono::system_clock::now() - std::chrono::hours(24 * 30));
        SQLite::Transaction transaction(db_);
        db_.exec("CREATE TEMP TABLE IF NOT EXISTS gone (id TEXT PRIMARY KEY)");
        SQLite::Statement find(db_,
                               "INSERT INTO gone SELECT id FROM games WHERE (deleted IS NOT NULL AND deleted < ?1) OR "
                               "((origin <> '' OR (plies = 0 AND result = '*')) AND changed < ?1)");
        find.bind(1, limit);
        find.exec();
        db_.exec(
            "DELETE FROM moves WHERE table_id IN gone; DELETE FROM ends WHERE table_id IN gone; "
            "DELETE FROM games WHERE id IN gone; DELETE FROM gone");
        transaction.commit();
    }

    FolderLock lock_;
    SQLite::Database db_;
    std::unique_ptr<SQLite::Statement> put_;
    std::unique_ptr<SQLite::Statement> wanted_;
    std::unique_ptr<SQLite::Statement> add_;
    std::unique_ptr<SQLite::Statement> clear_ends_;
    std::unique_ptr<SQLite::Statement> add_end_;
};

}  // namespace

Result<std::unique_ptr<Library>> Library::open(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return fail(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
    Result<FolderLock> lock =
        FolderLock::take(folder.string(), fmt::format("another crownhead is using {}", folder.string()));
    if (!lock) return std::unexpected(lock.error());
    const std::string path = (folder / "crownhead.db").string();
    const auto refuse = [&](std::string_view why) {
        return fail(
            fmt::format("cannot use {}: {}; it was left as it is. Move it away to begin a new library", path, why));
    };
    try {
        auto library = std::make_unique<SqliteLibrary>(std::move(*lock), path);
        if (const Result<void> prepared = library->prepare(); !prepared) return refuse(prepared.error().message);
        return library;
    } catch (const SQLite::Exception& problem) {
        return refuse(problem.what());
    }
}

std::string time_stamp() { return stamp(std::chrono::system_clock::now()); }

}  // namespace crownhead::server
