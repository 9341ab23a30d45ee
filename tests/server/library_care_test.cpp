// Backups, and what is saved of libraries that are damaged.
#include "library_care.hpp"

#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/test_page.hpp"
#include "service/backups.hpp"
#include "service/library.hpp"
#include "service/salvage.hpp"
#include "table/table.hpp"

namespace crownhead::server {
namespace {

// Games with moves that are legal, so that they can be opened.
StoredGame played(int number, int moves, const std::string& remark = "") {
    const Result<std::unique_ptr<Game>> start = new_game("english");
    Table table({.id = fmt::format("game{:06}", number), .name = fmt::format("Game {}", number)}, **start);
    for (int i = 0; i < moves && !table.end(); ++i) {
        const std::size_t count = table.game().legal().size();
        EXPECT_TRUE(table.play(static_cast<std::size_t>(number + i) % count, std::nullopt, 0));
    }
    StoredGame stored = table.stored(0);
    stored.created = "2026-01-01T00:00:00Z";
    stored.changed = fmt::format("2026-01-01T00:{:02}:{:02}Z", number / 60 % 60, number % 60);
    for (StoredMove& move : stored.moves) move.remark = remark;
    stored.recording = fmt::format(R"({{"tags":[["Event","Game {}"]]}})", number);
    stored.review = fmt::format(R"({{"format":1,"number":{}}})", number);
    return stored;
}

class LibraryCareTest : public testing::Test {
protected:
    ScratchFolder folder_;

    std::string file() const { return folder_.path() + "/crownhead.db"; }
    static std::string content(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        return text.str();
    }
    static void write(const std::string& path, const std::string& bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
    }
    std::unique_ptr<Library> open() const {
        Result<std::unique_ptr<Library>> library = Library::open(folder_.path());
        EXPECT_TRUE(library) << (library ? "" : library.error().message);
        return library ? std::move(*library) : nullptr;
    }
    void fill(int games, int moves) const {
        const std::unique_ptr<Library> library = open();
        ASSERT_TRUE(library->begin_group());
        for (int i = 0; i < games; ++i) ASSERT_TRUE(library->save(played(i, moves)));
        ASSERT_TRUE(library->end_group());
    }
};

TEST_F(LibraryCareTest, BacksUpWhileMovesAreWritten) {
    fill(300, 20);
    std::atomic<bool> stop = false;
    std::thread writer([&] {
        const std::unique_ptr<Library> library = open();
        for (int i = 1000; !stop && i < 3000; ++i) EXPECT_TRUE(library->save(played(i, 2)));
    });
    for (int i = 0; i < 3; ++i) {
        const Result<Backup> backup = make_backup(folder_.path());
        ASSERT_TRUE(backup) << backup.error().message;
        EXPECT_GT(backup->bytes, 100'000);
        EXPECT_EQ(damage_of(backup->file), "");
        SQLite::Database db(backup->file.string());
        EXPECT_GE(db.execAndGet("SELECT count(*) FROM games").getInt(), 300);
    }
    stop = true;
    writer.join();
    EXPECT_FALSE(backup_is_due(folder_.path()));
    const Result<LibraryCheck> check = check_library(folder_.path());
    ASSERT_TRUE(check) << check.error().message;
    EXPECT_TRUE(check->problems.empty());
    EXPECT_GE(check->games, 300);
}

TEST_F(LibraryCareTest, KeepsSevenBackups) {
    fill(3, 3);
    EXPECT_TRUE(backup_is_due(folder_.path()));
    std::filesystem::create_directories(folder_.path() + "/backups");
    for (int i = 1; i <= 9; ++i) {
        const std::string old = folder_.path() + fmt::format("/backups/crownhead-2025010{}T000000Z.db", i);
        write(old, "old");
        std::filesystem::last_write_time(old, std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
    }
    write(folder_.path() + "/backups/notes.txt", "mine");
    EXPECT_TRUE(backup_is_due(folder_.path()));
    ASSERT_TRUE(make_backup(folder_.path()));
    const std::vector<Backup> all = list_backups(folder_.path());
    ASSERT_EQ(all.size(), kept_backups);
    EXPECT_EQ(all.back().made, "2025-01-04T00:00:00Z");
    EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/backups/notes.txt"));
    EXPECT_FALSE(backup_is_due(folder_.path()));
    // Nothing is left of one that is stopped.
    std::stop_source stopped;
    stopped.request_stop();
    fill(0, 0);
    const Result<Backup> none = make_backup(folder_.path(), stopped.get_token());
    EXPECT_TRUE(none || none.error().message == "the backup was stopped");
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() + "/backups"))
        EXPECT_NE(entry.path().extension(), ".part");
}

TEST_F(LibraryCareTest, MakesABackupBeforeAnOlderFileIsChanged) {
    fill(3, 3);
    {
        SQLite::Database db(file(), SQLite::OPEN_READWRITE);
        db.exec(
            "DROP TRIGGER games_text_added; DROP TRIGGER games_text_changed; DROP TRIGGER games_text_removed; "
            "DROP TABLE games_text; DROP INDEX games_doc; DROP INDEX games_listed; DROP INDEX games_of_kind; "
            "DROP INDEX games_deleted; DROP INDEX games_empty; DROP INDEX games_in_folder; DROP INDEX games_unmarked; "
            "DROP TABLE folders; DROP TABLE labels; DROP TABLE marks; DROP TABLE counters; "
            "ALTER TABLE games DROP COLUMN recording; ALTER TABLE games DROP COLUMN folder; "
            "ALTER TABLE games DROP COLUMN marked; ALTER TABLE games DROP COLUMN doc; "
            "ALTER TABLE games DROP COLUMN notes; "
            "CREATE INDEX games_changed ON games (changed); DROP TABLE reviews; DROP TABLE puzzles; "
            "DROP TABLE mistakes; DROP TABLE drills; PRAGMA user_version = 4");
    }
    EXPECT_EQ(open()->search({})->total, 3);
    const std::vector<Backup> all = list_backups(folder_.path());
    ASSERT_EQ(all.size(), 1);
    SQLite::Database db(all.front().file.string());
    EXPECT_EQ(db.execAndGet("PRAGMA user_version").getInt(), 4);
    EXPECT_EQ(db.execAndGet("SELECT count(*) FROM games").getInt(), 3);
}

TEST_F(LibraryCareTest, RestoresABackupAndSaysWhatIsMissing) {
    fill(20, 4);
    ASSERT_TRUE(backup_library(folder_.path()));
    {
        const std::unique_ptr<Library> library = open();
        StoredGame other = played(50, 3);
        other.name = "new \x1b[31m one";
        ASSERT_TRUE(library->save(other));
    }
    EXPECT_FALSE(library_is_damaged(folder_.path()));
    std::string bytes = content(file());
    for (std::size_t i = 0; i < 100; ++i) bytes[i] = 'x';  // where a file says what it is
    write(file(), bytes);
    EXPECT_TRUE(library_is_damaged(folder_.path()));
    EXPECT_FALSE(Library::open(folder_.path()));
    const Result<RestorePlan> plan = plan_restore(folder_.path(), "");
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_FALSE(plan->damage.empty());
    EXPECT_EQ(plan->games, 20);
    EXPECT_EQ(plan->missing, 1);
    EXPECT_EQ(plan->names, std::vector<std::string>{"new ?[31m one"});
    const Result<std::filesystem::path> kept = restore_library(folder_.path(), *plan);
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(content(kept->string()), bytes);
    EXPECT_EQ(open()->search({})->total, 20);
    // Not under a running server.
    const std::unique_ptr<Library> in_use = open();
    EXPECT_FALSE(restore_library(folder_.path(), *plan));
    EXPECT_FALSE(salvage_library(folder_.path()));
}

TEST_F(LibraryCareTest, OpensAGameUpToADamagedMove) {
    fill(2, 6);
    SQLite::Database(file(), SQLite::OPEN_READWRITE)
        .exec("UPDATE moves SET move = x'1b5b33316d00ff' WHERE table_id = 'game000001' AND id = 4");
    const Result<LibraryCheck> check = check_library(folder_.path());
    ASSERT_TRUE(check);
    ASSERT_EQ(check->problems.size(), 1);
    EXPECT_NE(check->problems[0].find("game000001 can be read up to move 3"), std::string::npos) << check->problems[0];
    EXPECT_EQ(check->problems[0].find('\x1b'), std::string::npos);
    const std::unique_ptr<Library> library = open();
    const Result<std::unique_ptr<Table>> table = Table::restore(**library->load("game000001"));
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ((*table)->tree().nodes().size(), 4);
    EXPECT_EQ((*table)->log().back().message->code, "log.damaged");
    // Played on, it takes the place of what was damaged.
    ASSERT_TRUE((*table)->play(0, std::nullopt, 0));
    ASSERT_TRUE(library->save((*table)->stored(3)));
    const Result<std::unique_ptr<Table>> again = Table::restore(**library->load("game000001"));
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->damage(), "");
    EXPECT_EQ((*again)->tree().nodes().size(), 5);
}

TEST_F(LibraryCareTest, SalvagesWhatIsInTheLogToo) {
    fill(50, 5);
    const std::unique_ptr<Library> library = open();
    ASSERT_TRUE(library->save(played(60, 8, std::string(9000, 'r'))));  // over several pages
    StoredGame renamed = played(3, 5);
    renamed.moves.clear();
    renamed.name = "renamed";
    renamed.version += 1;
    ASSERT_TRUE(library->save(renamed));
    ASSERT_TRUE(library->put_folder({"folder0001", "Kept games"}));
    ASSERT_TRUE(library->move_to("game000003", "folder0001"));
    ASSERT_TRUE(library->set_label("game000003", "endgame", true));
    const Result<Salvaged> saved = salvage(file(), folder_.path() + "/saved.db");
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(saved->games, 51);
    EXPECT_EQ(saved->lost, 0);
    SQLite::Database db(folder_.path() + "/saved.db");
    EXPECT_EQ(db.execAndGet("SELECT name FROM games WHERE id = 'game000003'").getString(), "renamed");
    EXPECT_EQ(
        db.execAndGet("SELECT count(*) FROM moves WHERE table_id = 'game000060' AND length(remark) = 9000").getInt(),
        8);
    EXPECT_EQ(db.execAndGet("PRAGMA integrity_check").getString(), "ok");
    EXPECT_EQ(db.execAndGet("SELECT count(*) FROM reviews").getInt(), 51);
    EXPECT_EQ(db.execAndGet("SELECT review FROM reviews WHERE table_id = 'game000003'").getString(),
              R"({"format":1,"number":3})");
    EXPECT_EQ(db.execAndGet("SELECT name FROM folders WHERE id = 'folder0001'").getString(), "Kept games");
    EXPECT_EQ(db.execAndGet("SELECT label FROM labels WHERE table_id = 'game000003'").getString(), "endgame");
    EXPECT_EQ(db.execAndGet("SELECT folder FROM games WHERE id = 'game000003'").getString(), "folder0001");
    // Their positions are looked for again when the server begins.
    EXPECT_EQ(db.execAndGet("SELECT count(*) FROM games WHERE marked = 0").getInt(), 51);
}

// Every game of which no page was touched is saved, move by move.
void damage_and_salvage(int rounds) {
    const ScratchFolder folder;
    const std::string file = folder.path() + "/crownhead.db";
    std::map<std::string, StoredGame> games;
    {
        const Result<std::unique_ptr<Library>> library = Library::open(folder.path());
        ASSERT_TRUE(library);
        ASSERT_TRUE((*library)->begin_group());
        for (int i = 0; i < 120; ++i) {
            const StoredGame game = played(i, 5 + i % 20);
            games[game.id] = game;
            ASSERT_TRUE((*library)->save(game));
        }
        ASSERT_TRUE((*library)->end_group());
    }
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const std::string whole = text.str();
    constexpr std::size_t page = 4096;
    const std::size_t pages = whole.size() / page;
    ASSERT_GT(pages, 20);
    std::map<std::string, std::set<std::size_t>> at;  // the pages that a game is on
    for (const auto& [id, game] : games)
        for (std::size_t found = whole.find(id); found != std::string::npos; found = whole.find(id, found + 1))
            at[id].insert(found / page);

    std::mt19937_64 random(11);
    std::size_t readable = 0;
    std::size_t more = 0;
    for (int round = 0; round < rounds; ++round) {
        std::string bytes = whole;
        std::set<std::size_t> touched;
        const auto change = [&](std::size_t place, char value) {
            bytes[place] = value;
            touched.insert(place / page);
        };
        switch (random() % 4) {
            case 0:  // a few bits
                for (int i = 0; i < 8; ++i) {
                    const std::size_t place = random() % bytes.size();
                    change(place, static_cast<char>(static_cast<unsigned char>(bytes[place]) ^ (1U << random() % 8)));
                }
                break;
            case 1:  // some pages are gone
                for (int i = 0; i < 5; ++i) {
                    const std::size_t gone = random() % pages;
                    for (std::size_t k = 0; k < page; ++k) change(gone * page + k, '\0');
                }
                break;
            case 2:  // one has other bytes, and the first one too
                for (const std::size_t other : {std::size_t{0}, random() % pages})
                    for (std::size_t k = 0; k < page; ++k) change(other * page + k, static_cast<char>(random()));
                break;
            default:  // the end is missing
                bytes.resize(bytes.size() - random() % (bytes.size() / 2));
                for (std::size_t gone = bytes.size() / page; gone < pages; ++gone) touched.insert(gone);
        }
        const std::string damaged = folder.path() + "/damaged.db";
        const std::string target = folder.path() + "/target/crownhead.db";
        std::filesystem::create_directories(folder.path() + "/target");
        std::ofstream(damaged, std::ios::binary) << bytes;
        const Result<Salvaged> saved = salvage(damaged, target);
        ASSERT_TRUE(saved) << saved.error().message;
        const Result<std::unique_ptr<Library>> library = Library::open(folder.path() + "/target");
        ASSERT_TRUE(library) << library.error().message;
        for (const auto& [id, game] : games) {
            // A bit may turn one name of a game into another: then there is a row of it where it had none.
            const auto named = [&](std::size_t p) {
                return p * page < bytes.size() && bytes.substr(p * page, page).contains(id);
            };
            const bool untouched = std::ranges::none_of(at[id], [&](std::size_t p) { return touched.contains(p); }) &&
                                   std::ranges::none_of(touched, named);
            const auto found = (*library)->load(id);
            ASSERT_TRUE(found) << found.error().message;
            if (untouched) {
                ++readable;
                ASSERT_TRUE(found->has_value()) << id << " in round " << round;
                ASSERT_EQ(**found, game) << id << " in round " << round;
            } else if (*found) {
                ++more;
                ASSERT_TRUE(Table::restore(**found)) << id;  // up to what is damaged
            }
        }
    }
    EXPECT_GT(readable, static_cast<std::size_t>(rounds) * 20);
    EXPECT_GT(more, 0);
}

TEST(LibrarySalvage, SavesEveryReadableGame) {
#ifdef CROWNHEAD_SANITIZED
    damage_and_salvage(8);
#else
    damage_and_salvage(30);
#endif
}

TEST(LongLibrarySalvage, SavesEveryReadableGameOf300Libraries) {
#ifdef CROWNHEAD_SANITIZED
    damage_and_salvage(10);
#else
    damage_and_salvage(300);
#endif
}

}  // namespace
}  // namespace crownhead::server
