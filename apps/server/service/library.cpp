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
#include <sqlite3.h>

#include "service/backups.hpp"
#include "service/library_changes.hpp"
#include "service/library_queries.hpp"
#include "service/library_schema.hpp"
#include "util/folder_lock.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

constexpr int busy_milliseconds = 2000;

std::string word_of(std::optional<Side> winner) {
    if (!winner) return "";
    return *winner == Side::Black ? "black" : "white";
}

// Exceptions of SQLite become errors.
template <class F>
auto guarded_by_sqlite(F work) -> decltype(work()) {
    try {
        return work();
    } catch (const SQLite::Exception& problem) {
        return fail(fmt::format("the library cannot be used: {}", printable(problem.what())));
    }
}

// One game that fails leaves the others of its group alone. Outside of a group it is a transaction.
class Savepoint {
public:
    explicit Savepoint(SQLite::Database& db) : db_(db) { db_.exec("SAVEPOINT game"); }
    Savepoint(const Savepoint&) = delete;
    Savepoint& operator=(const Savepoint&) = delete;
    ~Savepoint() {
        if (!released_) static_cast<void>(db_.tryExec("ROLLBACK TO game; RELEASE game"));
    }
    void release() {
        db_.exec("RELEASE game");
        released_ = true;
    }

private:
    SQLite::Database& db_;
    bool released_ = false;
};

template <class F>
Result<void> done_by(F work) {
    return guarded_by_sqlite([&]() -> Result<void> {
        work();
        return {};
    });
}

// What is read, of a reader and of the library itself.
template <class Base>
class SqliteReading : public Base {
public:
    SqliteReading(const std::string& path, int flags) : db_(path, flags, busy_milliseconds) {}

    Result<std::optional<StoredGame>> load(const std::string& id) override {
        return guarded_by_sqlite([&]() -> Result<std::optional<StoredGame>> { return queries_.load(id); });
    }
    Result<std::optional<std::string>> find_origin(const std::string& origin) override {
        return guarded_by_sqlite([&]() -> Result<std::optional<std::string>> { return queries_.find_origin(origin); });
    }
    Result<LibraryPage> search(const LibraryRequest& request) override {
        return guarded_by_sqlite([&]() -> Result<LibraryPage> { return queries_.search(request); });
    }
    Result<std::vector<Folder>> folders() override {
        return guarded_by_sqlite([&]() -> Result<std::vector<Folder>> { return queries_.folders(); });
    }
    Result<std::vector<std::string>> labels() override {
        return guarded_by_sqlite([&]() -> Result<std::vector<std::string>> { return queries_.labels(); });
    }
    Result<std::optional<std::string>> find_mark(std::int64_t mark) override {
        return guarded_by_sqlite([&]() -> Result<std::optional<std::string>> { return queries_.find_mark(mark); });
    }
    Result<std::vector<std::string>> unmarked(std::int64_t most) override {
        return guarded_by_sqlite([&]() -> Result<std::vector<std::string>> { return queries_.unmarked(most); });
    }
    Result<PuzzleProgress> puzzle_progress() override {
        return guarded_by_sqlite([&]() -> Result<PuzzleProgress> { return training_.puzzle_progress(); });
    }
    Result<std::vector<StoredMistake>> mistakes() override {
        return guarded_by_sqlite([&]() -> Result<std::vector<StoredMistake>> { return training_.mistakes(); });
    }
    Result<DrillResults> drill_results(const std::string& game) override {
        return guarded_by_sqlite([&]() -> Result<DrillResults> { return training_.drill_results(game); });
    }

protected:
    SQLite::Database db_;
    LibraryQueries queries_{db_};
    TrainingRecords training_{db_};
};

class SqliteReader final : public SqliteReading<LibraryReader> {
public:
    explicit SqliteReader(const std::string& path) : SqliteReading(path, SQLite::OPEN_READONLY) {}
};

class SqliteLibrary final : public SqliteReading<Library> {
public:
    SqliteLibrary(FolderLock lock, const std::string& path)
        : SqliteReading(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE), lock_(std::move(lock)), path_(path) {}

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
            return fail(fmt::format("it is damaged ({})", printable(check)));
        if (!empty && version < library_version)
            if (const Result<Backup> kept = make_backup(std::filesystem::path(path_).parent_path()); !kept)
                return fail(kept.error().message);
        // What was committed is on the disk, also after a power cut.
        db_.exec("PRAGMA journal_mode = WAL");
        db_.exec("PRAGMA synchronous = FULL");
        db_.exec("PRAGMA cache_size = -32768");  // 32 MiB: marks go to places all over their index
        if (version < library_version) {
            SQLite::Transaction transaction(db_);
            for (int step = version; step < library_version; ++step)
                db_.exec(std::string(migrations[static_cast<std::size_t>(step)]));
            db_.exec(fmt::format("PRAGMA application_id = {}", application));
            db_.exec(fmt::format("PRAGMA user_version = {}", library_version));
            transaction.commit();
        }
        changes_.purge();
        changes_.sweep();
        return {};
    }

    Result<void> save(const StoredGame& game) override {
        return guarded_by_sqlite([&]() -> Result<void> {
            // After an error of the disk SQLite may have taken back the whole group.
            if (in_group_ && sqlite3_get_autocommit(db_.getHandle()) != 0)
                return fail("the library cannot be used: the games before this one could not be written");
            Savepoint savepoint(db_);
            SQLite::Statement& put = statement(
                put_,
                "INSERT INTO games (id, name, game, black, white, fen, node, result, plies, version, created, changed, "
                "  hints, running, delay, clock_seconds, clock_increment, left_black, left_white, origin, "
                "  black_name, white_name, black_secret, white_secret, black_shared, white_shared, exact_shown, "
                "  notes, recording, folder, marked, doc) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, "
                "  max((SELECT coalesce(max(doc), 0) FROM games), "
                "      (SELECT value FROM counters WHERE name = 'last doc')) + 1) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, black = excluded.black, white = excluded.white, "
                "  node = excluded.node, result = excluded.result, plies = excluded.plies, version = excluded.version, "
                "  changed = excluded.changed, hints = excluded.hints, running = excluded.running, "
                "  delay = excluded.delay, left_black = excluded.left_black, left_white = excluded.left_white, "
                "  origin = excluded.origin, black_name = excluded.black_name, white_name = excluded.white_name, "
                "  black_secret = excluded.black_secret, white_secret = excluded.white_secret, "
                "  black_shared = excluded.black_shared, white_shared = excluded.white_shared, "
                "  exact_shown = excluded.exact_shown, notes = excluded.notes RETURNING doc");
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
            put.bind(++at, game.notes);
            put.bind(++at, game.recording);
            put.bind(++at, game.folder);
            put.executeStep();
            const std::int64_t doc = put.getColumn(0).getInt64();
            put.executeStep();  // to its end

            // A deleted game that is played on comes back.
            if (!game.moves.empty()) {
                SQLite::Statement& wanted =
                    statement(wanted_, "UPDATE games SET deleted = NULL WHERE id = ? AND deleted IS NOT NULL");
                wanted.bind(1, game.id);
                wanted.exec();
            }

            if (game.replaces_damaged && !game.moves.empty()) {
                SQLite::Statement damaged(db_, "DELETE FROM moves WHERE table_id = ? AND id >= ?");
                damaged.bind(1, game.id);
                damaged.bind(2, game.moves.front().id);
                damaged.exec();
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
            if (!game.moves.empty() || game.marks.all[2] != 0) changes_.add_marks(doc, marks_of(game));
            if (!game.review.empty()) {
                SQLite::Statement& review =
                    statement(put_review_, "INSERT OR REPLACE INTO reviews (table_id, review) VALUES (?, ?)");
                review.bind(1, game.id);
                review.bind(2, game.review);
                review.exec();
            }
            savepoint.release();
            return {};
        });
    }

    Result<void> begin_group() override {
        return guarded_by_sqlite([&]() -> Result<void> {
            db_.exec("BEGIN IMMEDIATE");
            in_group_ = true;
            return {};
        });
    }

    Result<void> end_group() override {
        in_group_ = false;
        Result<void> ended = guarded_by_sqlite([&]() -> Result<void> {
            db_.exec("COMMIT");
            return {};
        });
        if (!ended) static_cast<void>(db_.tryExec("ROLLBACK"));
        return ended;
    }

    Result<std::unique_ptr<LibraryReader>> reader() override {
        return guarded_by_sqlite(
            [&]() -> Result<std::unique_ptr<LibraryReader>> { return std::make_unique<SqliteReader>(path_); });
    }

    Result<void> record_puzzle(const std::string& key, bool right, const std::string& day) override {
        return done_by([&] { training_.record_puzzle(key, right, day); });
    }
    Result<void> put_mistakes(const std::vector<StoredMistake>& mistakes) override {
        return done_by([&] { training_.put_mistakes(mistakes); });
    }
    Result<void> record_mistake(const std::string& table, int node, bool right, const std::string& day) override {
        return done_by([&] { training_.record_mistake(table, node, right, day); });
    }
    Result<void> record_drill(const std::string& key, bool right, const std::string& day) override {
        return done_by([&] { training_.record_drill(key, right, day); });
    }

    Result<bool> remove(const std::string& id) override {
        return changed([&] {
            if (!in_group_) changes_.purge();
            return changes_.remove(id);
        });
    }
    Result<bool> restore(const std::string& id) override {
        return changed([&] { return changes_.restore(id); });
    }
    Result<bool> rename(const std::string& id, const std::string& name) override {
        return changed([&] { return changes_.rename(id, name); });
    }
    Result<bool> move_to(const std::string& id, const std::string& folder) override {
        return changed([&] { return changes_.move_to(id, folder); });
    }
    Result<bool> set_label(const std::string& id, const std::string& label, bool on) override {
        return changed([&] { return changes_.set_label(id, label, on); });
    }
    Result<std::int64_t> erase_deleted(std::int64_t most) override {
        return guarded_by_sqlite([&]() -> Result<std::int64_t> { return changes_.erase_deleted(most); });
    }
    Result<void> put_folder(const Folder& folder) override {
        return guarded_by_sqlite([&]() -> Result<void> {
            changes_.put_folder(folder);
            return {};
        });
    }
    Result<bool> remove_folder(const std::string& id) override {
        return changed([&] { return changes_.remove_folder(id); });
    }
    Result<void> set_marked(const std::string& id, std::vector<std::int64_t> marks) override {
        return guarded_by_sqlite([&]() -> Result<void> {
            Savepoint savepoint(db_);
            changes_.set_marked(id, std::move(marks));
            savepoint.release();
            return {};
        });
    }

private:
    SQLite::Statement& statement(std::unique_ptr<SQLite::Statement>& kept, const char* text) {
        if (!kept) kept = std::make_unique<SQLite::Statement>(db_, text);
        // Where it failed the last time, it would say so once more; that was told then.
        static_cast<void>(kept->tryReset());
        return *kept;
    }

    template <class F>
    static Result<bool> changed(F work) {
        return guarded_by_sqlite([&]() -> Result<bool> { return work(); });
    }

    FolderLock lock_;
    std::string path_;
    LibraryChanges changes_{db_};
    bool in_group_ = false;
    std::unique_ptr<SQLite::Statement> put_;
    std::unique_ptr<SQLite::Statement> put_review_;
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
    const std::string path = library_file(folder).string();
    const auto refuse = [&](std::string_view why) {
        return fail(fmt::format(
            "cannot use {}: {}; it was left as it is. `crownhead library restore` takes a backup, `crownhead library "
            "salvage` what can be read; move it away to begin a new library",
            path, why));
    };
    try {
        auto library = std::make_unique<SqliteLibrary>(std::move(*lock), path);
        if (const Result<void> prepared = library->prepare(); !prepared) return refuse(prepared.error().message);
        return library;
    } catch (const SQLite::Exception& problem) {
        return refuse(printable(problem.what()));
    }
}

std::string time_stamp(std::chrono::system_clock::time_point when) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                       utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace crownhead::server
