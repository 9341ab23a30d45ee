#include "service/backups.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "service/library.hpp"
#include "service/library_schema.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

constexpr std::string_view backup_prefix = "crownhead-";
constexpr std::string_view backup_suffix = ".db";

// crownhead-20261115T100000Z.db, so that names sort as times.
std::string name_of_time(std::string_view stamp) {
    std::string name(backup_prefix);
    for (const char c : stamp)
        if (c != '-' && c != ':') name += c;
    return name + std::string(backup_suffix);
}

std::string time_of_name(std::string_view name) {
    if (!name.starts_with(backup_prefix) || !name.ends_with(backup_suffix)) return "";
    name.remove_prefix(backup_prefix.size());
    name.remove_suffix(backup_suffix.size());
    if (name.size() != 16 || name[8] != 'T' || name[15] != 'Z') return "";
    return fmt::format("{}-{}-{}T{}:{}:{}Z", name.substr(0, 4), name.substr(4, 2), name.substr(6, 2), name.substr(9, 2),
                       name.substr(11, 2), name.substr(13, 2));
}

// False: it was stopped. All of it is of one moment, whatever is written meanwhile.
bool copy_library(const std::string& from, const std::string& to, const std::stop_token& stop) {
    constexpr int pages_at_once = 512;
    SQLite::Database source(from, SQLite::OPEN_READONLY, 2000);
    source.exec("BEGIN");
    source.execAndGet("SELECT count(*) FROM sqlite_master");
    SQLite::Database target(to, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup copy(target, source);
    for (;;) {
        const int state = copy.executeStep(pages_at_once);
        if (state == SQLITE_DONE) return true;
        if (stop.stop_requested()) return false;
        if (state != SQLITE_OK) sqlite3_sleep(10);
    }
}

}  // namespace

void synchronise(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    static_cast<void>(fsync(descriptor));
    ::close(descriptor);
}

std::filesystem::path library_file(const std::filesystem::path& folder) { return folder / "crownhead.db"; }

std::vector<Backup> list_backups(const std::filesystem::path& folder) {
    std::vector<Backup> list;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder / "backups", error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string made = time_of_name(entry->path().filename().string());
        std::error_code unknown;
        const std::uint64_t bytes = entry->file_size(unknown);
        if (!made.empty() && !unknown) list.push_back({.file = entry->path(), .made = made, .bytes = bytes});
    }
    std::ranges::sort(list, std::ranges::greater(), &Backup::made);
    return list;
}

Result<Backup> make_backup(const std::filesystem::path& folder, const std::stop_token& stop) {
    const std::string made = time_stamp();
    const std::filesystem::path file = folder / "backups" / name_of_time(made);
    const std::filesystem::path part = file.string() + ".part";
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error) return fail(fmt::format("cannot make the folder {}: {}", file.parent_path().string(), error.message()));
    std::filesystem::remove(part, error);
    try {
        const bool complete = copy_library(library_file(folder).string(), part.string(), stop);
        if (!complete) {
            std::filesystem::remove(part, error);
            return fail("the backup was stopped");
        }
    } catch (const SQLite::Exception& problem) {
        std::filesystem::remove(part, error);
        return fail(fmt::format("cannot make the backup {}: {}", file.string(), printable(problem.what())));
    }
    synchronise(part);
    std::filesystem::rename(part, file, error);
    if (error) return fail(fmt::format("cannot write {}: {}", file.string(), error.message()));
    synchronise(file.parent_path());
    const std::vector<Backup> all = list_backups(folder);
    for (std::size_t i = kept_backups; i < all.size(); ++i) std::filesystem::remove(all[i].file, error);
    return Backup{.file = file, .made = made, .bytes = std::filesystem::file_size(file, error)};
}

bool backup_is_due(const std::filesystem::path& folder) {
    const std::vector<Backup> all = list_backups(folder);
    if (!all.empty()) {
        std::error_code error;
        const auto written = std::filesystem::last_write_time(all.front().file, error);
        return !error && std::filesystem::file_time_type::clock::now() - written >= std::chrono::hours(24);
    }
    try {
        SQLite::Database db(library_file(folder).string(), SQLite::OPEN_READONLY, 2000);
        return db.execAndGet("SELECT count(*) FROM (SELECT 1 FROM games WHERE plies > 0 LIMIT 1)").getInt() > 0;
    } catch (const SQLite::Exception&) {
        return false;
    }
}

std::string damage_of(const std::filesystem::path& file) {
    try {
        SQLite::Database db(file.string(), SQLite::OPEN_READONLY, 2000);
        if (db.execAndGet("PRAGMA application_id").getInt() != application) return "it belongs to another program";
        const std::string check = db.execAndGet("PRAGMA integrity_check(1)").getString();
        return check == "ok" ? "" : printable(check);
    } catch (const SQLite::Exception& problem) {
        return printable(problem.what());
    }
}

}  // namespace crownhead::server
