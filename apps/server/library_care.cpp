#include "library_care.hpp"

#include <system_error>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "service/backups.hpp"
#include "service/library.hpp"
#include "service/library_queries.hpp"
#include "service/library_schema.hpp"
#include "service/salvage.hpp"
#include "table/table.hpp"
#include "util/folder_lock.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

Result<FolderLock> sole_use(const std::filesystem::path& folder) {
    return FolderLock::take(folder.string(), fmt::format("another crownhead is using {}", folder.string()));
}

Result<void> found_library(const std::filesystem::path& folder) {
    std::error_code error;
    if (std::filesystem::exists(library_file(folder), error)) return {};
    return fail(fmt::format("there is no library in {}", folder.string()));
}

// Each with why it cannot be opened in full, at most so many.
struct DamagedGames {
    std::int64_t games = 0;
    std::int64_t damaged = 0;
    std::vector<std::string> problems{};
};

DamagedGames play_again(SQLite::Database& db, std::size_t most) {
    DamagedGames found;
    LibraryQueries queries(db);
    SQLite::Statement all(db, "SELECT id FROM games WHERE deleted IS NULL");
    while (all.executeStep()) {
        ++found.games;
        const std::string id = all.getColumn(0).getString();
        std::string problem;
        if (const std::optional<StoredGame> game = queries.load(id)) {
            const Result<std::unique_ptr<Table>> table = Table::restore(*game);
            if (!table)
                problem = table.error().message;
            else
                problem = (*table)->damage();
        }
        if (problem.empty()) continue;
        ++found.damaged;
        if (found.problems.size() < most) found.problems.push_back(printable(problem));
    }
    return found;
}

// Away with the library and its log; where to.
Result<std::filesystem::path> put_aside(const std::filesystem::path& folder) {
    const std::filesystem::path file = library_file(folder);
    std::string stamp;
    for (const char c : time_stamp())
        if (c != '-' && c != ':') stamp += c;
    std::filesystem::path kept = file.string() + ".damaged-" + stamp;
    std::error_code error;
    for (int i = 2; std::filesystem::exists(kept, error); ++i)
        kept = fmt::format("{}.damaged-{}-{}", file.string(), stamp, i);
    std::filesystem::rename(file, kept, error);
    if (error) return fail(fmt::format("cannot move {}: {}", file.string(), error.message()));
    std::error_code none;
    std::filesystem::rename(file.string() + "-wal", kept.string() + "-wal", none);
    std::filesystem::remove(file.string() + "-shm", none);
    return kept;
}

Result<std::filesystem::path> replace_library(const std::filesystem::path& folder, const std::filesystem::path& by) {
    Result<std::filesystem::path> kept = put_aside(folder);
    if (!kept) return kept;
    std::error_code error;
    synchronise(by);
    std::filesystem::rename(by, library_file(folder), error);
    synchronise(folder);
    if (error) return fail(fmt::format("cannot write {}: {}", library_file(folder).string(), error.message()));
    return kept;
}

}  // namespace

bool library_is_damaged(const std::filesystem::path& folder) {
    return found_library(folder) && !damage_of(library_file(folder)).empty();
}

Result<LibraryCheck> check_library(const std::filesystem::path& folder) {
    if (const Result<void> there = found_library(folder); !there) return std::unexpected(there.error());
    LibraryCheck check;
    if (const std::string damage = damage_of(library_file(folder)); !damage.empty()) check.problems.push_back(damage);
    try {
        constexpr std::size_t most_named = 100;
        SQLite::Database db(library_file(folder).string(), SQLite::OPEN_READONLY, 2000);
        const int version = db.execAndGet("PRAGMA user_version").getInt();
        if (version != library_version)
            return fail(fmt::format("it has format {}, this program reads format {}: start the server once", version,
                                    library_version));
        DamagedGames played = play_again(db, most_named);
        check.games = played.games;
        check.problems.insert(check.problems.end(), played.problems.begin(), played.problems.end());
        if (played.damaged > std::ssize(played.problems))
            check.problems.push_back(fmt::format("and {} more", played.damaged - std::ssize(played.problems)));
    } catch (const SQLite::Exception& problem) {
        check.problems.push_back(printable(problem.what()));
    }
    return check;
}

Result<LibraryBackup> backup_library(const std::filesystem::path& folder) {
    if (const Result<void> there = found_library(folder); !there) return std::unexpected(there.error());
    const Result<Backup> made = make_backup(folder);
    if (!made) return std::unexpected(made.error());
    return LibraryBackup{.file = made->file, .made = made->made, .bytes = made->bytes};
}

Result<RestorePlan> plan_restore(const std::filesystem::path& folder, const std::filesystem::path& file) {
    RestorePlan plan{.damage = damage_of(library_file(folder)), .backup = file, .made = "an unknown time"};
    if (file.empty()) {
        for (const Backup& backup : list_backups(folder)) {
            if (!damage_of(backup.file).empty()) continue;
            plan.backup = backup.file;
            plan.made = backup.made;
            break;
        }
        if (plan.backup.empty()) return fail(fmt::format("there is no backup in {}", (folder / "backups").string()));
    } else if (const std::string damage = damage_of(file); !damage.empty()) {
        return fail(fmt::format("cannot use {}: {}", file.string(), damage));
    }
    for (const Backup& backup : list_backups(folder))
        if (backup.file == plan.backup) plan.made = backup.made;
    // Damaged or not, what the library has can be compared by what can be read in it.
    const std::filesystem::path readable = library_file(folder).string() + ".readable";
    const Result<Salvaged> saved = salvage(library_file(folder), readable);
    if (!saved) return std::unexpected(saved.error());
    try {
        constexpr int named = 5;
        SQLite::Database db(readable.string(), SQLite::OPEN_READWRITE);
        SQLite::Statement attach(db, "ATTACH ? AS backup");
        attach.bind(1, plan.backup.string());
        attach.exec();
        plan.games = db.execAndGet("SELECT count(*) FROM backup.games WHERE deleted IS NULL").getInt64();
        const std::string newer =
            " FROM main.games AS now LEFT JOIN backup.games AS old ON old.id = now.id WHERE now.deleted IS NULL AND "
            "(now.plies > 0 OR now.result <> '*') AND (old.id IS NULL OR old.version < now.version)";
        plan.missing = db.execAndGet("SELECT count(*)" + newer).getInt64();
        SQLite::Statement some(
            db, "SELECT now.id, now.name" + newer + fmt::format(" ORDER BY now.changed DESC LIMIT {}", named));
        while (some.executeStep()) {
            const std::string name = printable(some.getColumn(1).getString());
            plan.names.push_back(name.empty() ? some.getColumn(0).getString() : name);
        }
    } catch (const SQLite::Exception& problem) {
        std::error_code ignored;
        std::filesystem::remove(readable, ignored);
        return fail(fmt::format("cannot use {}: {}", plan.backup.string(), printable(problem.what())));
    }
    std::error_code ignored;
    std::filesystem::remove(readable, ignored);
    return plan;
}

Result<std::filesystem::path> restore_library(const std::filesystem::path& folder, const RestorePlan& plan) {
    const Result<FolderLock> lock = sole_use(folder);
    if (!lock) return std::unexpected(lock.error());
    const std::filesystem::path copy = library_file(folder).string() + ".new";
    std::error_code error;
    std::filesystem::copy_file(plan.backup, copy, std::filesystem::copy_options::overwrite_existing, error);
    if (error) return fail(fmt::format("cannot copy {}: {}", plan.backup.string(), error.message()));
    return replace_library(folder, copy);
}

Result<LibrarySalvage> salvage_library(const std::filesystem::path& folder) {
    if (const Result<void> there = found_library(folder); !there) return std::unexpected(there.error());
    const Result<FolderLock> lock = sole_use(folder);
    if (!lock) return std::unexpected(lock.error());
    const std::filesystem::path target = library_file(folder).string() + ".new";
    const Result<Salvaged> saved = salvage(library_file(folder), target);
    if (!saved) return std::unexpected(saved.error());
    LibrarySalvage done{.games = saved->games, .moves = saved->moves, .lost = saved->lost};
    try {
        SQLite::Database db(target.string(), SQLite::OPEN_READONLY);
        done.cut = play_again(db, 0).damaged;
    } catch (const SQLite::Exception& problem) {
        return fail(fmt::format("cannot read {}: {}", target.string(), printable(problem.what())));
    }
    Result<std::filesystem::path> kept = replace_library(folder, target);
    if (!kept) return std::unexpected(kept.error());
    done.kept = std::move(*kept);
    return done;
}

}  // namespace crownhead::server
