#include "service/library_changes.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace crownhead::server {

bool LibraryChanges::update(const char* text, const std::string& id, const std::string& value) {
    SQLite::Statement change(db_, text);
    change.bind(1, id);
    change.bind(2, value);
    return change.exec() > 0;
}

bool LibraryChanges::remove(const std::string& id) {
    return update("UPDATE games SET deleted = ?2 WHERE id = ?1 AND deleted IS NULL", id, time_stamp());
}

bool LibraryChanges::restore(const std::string& id) {
    // The second value is not needed, but then all of them are alike.
    return update("UPDATE games SET deleted = NULL WHERE id = ?1 AND deleted IS NOT NULL AND ?2 = ''", id, "");
}

bool LibraryChanges::rename(const std::string& id, const std::string& name) {
    return update("UPDATE games SET name = ?2 WHERE id = ?1 AND deleted IS NULL", id, name);
}

bool LibraryChanges::move_to(const std::string& id, const std::string& folder) {
    return update(
        "UPDATE games SET folder = ?2 WHERE id = ?1 AND deleted IS NULL AND (?2 = '' OR ?2 IN (SELECT id FROM "
        "folders))",
        id, folder);
}

bool LibraryChanges::set_label(const std::string& id, const std::string& label, bool on) {
    SQLite::Statement known(db_, "SELECT 1 FROM games WHERE id = ? AND deleted IS NULL");
    known.bind(1, id);
    if (!known.executeStep()) return false;
    update(on ? "INSERT OR IGNORE INTO labels (table_id, label, added) VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', "
                "'now'))"
              : "DELETE FROM labels WHERE table_id = ?1 AND label = ?2",
           id, label);
    return true;
}

bool LibraryChanges::put_folder(const Folder& folder) {
    return update("INSERT INTO folders (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                  folder.id, folder.name);
}

// Its games stay. They keep the name of a folder that is no more, until the program begins anew, so that this takes no time.
bool LibraryChanges::remove_folder(const std::string& id) {
    return update("DELETE FROM folders WHERE id = ?1 AND ?2 = ''", id, "");
}

void LibraryChanges::purge() {
    constexpr auto kept = std::chrono::hours(24 * 30);
    erase(
        "SELECT id FROM games WHERE deleted IS NOT NULL AND deleted < ?1 "
        "UNION SELECT id FROM games WHERE (origin <> '' OR (plies = 0 AND result = '*')) AND changed < ?1",
        time_stamp(std::chrono::system_clock::now() - kept));
}

std::int64_t LibraryChanges::erase_deleted(std::int64_t most) {
    return erase(
        fmt::format("SELECT id FROM games WHERE deleted IS NOT NULL AND ?1 = '' ORDER BY deleted LIMIT {}", most), "");
}

std::int64_t LibraryChanges::erase(const std::string& which, const std::string& limit) {
    SQLite::Transaction transaction(db_);
    db_.exec("CREATE TEMP TABLE IF NOT EXISTS gone (id TEXT PRIMARY KEY)");
    SQLite::Statement find(db_, "INSERT INTO gone " + which);
    find.bind(1, limit);
    const int count = find.exec();
    if (count > 0)
        db_.exec(
            "UPDATE counters SET value = max(value, (SELECT coalesce(max(doc), 0) FROM games)) WHERE name = 'last doc';"
            "UPDATE counters SET value = value + (SELECT count(*) FROM gone) WHERE name = 'dead docs';"
            "DELETE FROM moves WHERE table_id IN gone; DELETE FROM ends WHERE table_id IN gone; "
            "DELETE FROM reviews WHERE table_id IN gone; DELETE FROM labels WHERE table_id IN gone; "
            "DELETE FROM mistakes WHERE table_id IN gone; "
            "DELETE FROM games WHERE id IN gone; DELETE FROM gone");
    transaction.commit();
    return count;
}

SQLite::Statement& LibraryChanges::mark_statement() {
    if (!mark_)
        mark_ = std::make_unique<SQLite::Statement>(db_, "INSERT OR IGNORE INTO marks (mark, doc) VALUES (?, ?)");
    return *mark_;
}

void LibraryChanges::add_marks(std::int64_t doc, std::vector<std::int64_t> marks) {
    // In their order they find their places in the index faster.
    std::ranges::sort(marks);
    const auto twice = std::ranges::unique(marks);
    marks.erase(twice.begin(), twice.end());
    SQLite::Statement& add = mark_statement();
    for (const std::int64_t mark : marks) {
        if (mark == 0) continue;
        add.reset();
        add.bind(1, mark);
        add.bind(2, doc);
        add.exec();
    }
    add.reset();
}

void LibraryChanges::set_marked(const std::string& id, std::vector<std::int64_t> marks) {
    SQLite::Statement doc(db_, "UPDATE games SET marked = 1 WHERE id = ? RETURNING doc");
    doc.bind(1, id);
    if (!doc.executeStep()) return;
    const std::int64_t number = doc.getColumn(0).getInt64();
    doc.reset();
    add_marks(number, std::move(marks));
}

void LibraryChanges::sweep() {
    constexpr int few = 1000;
    SQLite::Transaction transaction(db_);
    db_.exec("UPDATE games SET folder = '' WHERE folder <> '' AND folder NOT IN (SELECT id FROM folders)");
    const std::int64_t dead = db_.execAndGet("SELECT value FROM counters WHERE name = 'dead docs'").getInt64();
    if (dead > few && dead > db_.execAndGet("SELECT count(*) FROM games").getInt64() / 10)
        db_.exec(
            "DELETE FROM marks WHERE doc NOT IN (SELECT doc FROM games); "
            "UPDATE counters SET value = 0 WHERE name = 'dead docs'");
    transaction.commit();
}

}  // namespace crownhead::server
