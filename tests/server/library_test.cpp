// The file of all games: what is kept, older files, files that are damaged or of another program.
#include "service/library.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/test_page.hpp"
#include "service/library_schema.hpp"
#include "table/table.hpp"

namespace crownhead::server {
namespace {

class LibraryTest : public testing::Test {
protected:
    ScratchFolder folder_;

    std::unique_ptr<Library> open() const {
        Result<std::unique_ptr<Library>> library = Library::open(folder_.path());
        EXPECT_TRUE(library) << (library ? "" : library.error().message);
        return library ? std::move(*library) : nullptr;
    }
    std::string error() const {
        const Result<std::unique_ptr<Library>> library = Library::open(folder_.path());
        return library ? "" : library.error().message;
    }
    std::string file() const { return folder_.path() + "/crownhead.db"; }
    std::string content() const {
        std::ifstream in(file(), std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        return text.str();
    }
};

using GameIds = std::vector<std::string>;

// The games of a search that has one page, in the order of their ids.
GameIds ids_found(Library& library, const LibraryRequest& request) {
    GameIds ids;
    const Result<LibraryPage> page = library.search(request);
    EXPECT_TRUE(page) << page.error().message;
    if (!page) return ids;
    for (const LibraryEntry& entry : page->games) ids.push_back(entry.id);
    EXPECT_EQ(page->total, std::ssize(ids));
    EXPECT_FALSE(page->more);
    EXPECT_EQ(page->next, "");
    std::ranges::sort(ids);
    return ids;
}

StoredGame sample(const std::string& id) {
    return {.id = id,
            .name = "a name",
            .game = "english",
            .created = "2026-11-15T10:00:00Z",
            .changed = time_stamp(),
            .black = {.player = "edge"},
            .white = {.name = "Anna"},
            .keys = {SeatKey{.secret = "one"}, SeatKey{.secret = "two", .shared = true}},
            .fen = "",
            .node = 2,
            .result = "*",
            .plies = 2,
            .version = 9,
            .hints = 3,
            .exact_shown = 4,
            .running = true,
            .delay = 70,
            .clock = ClockSetting{.seconds = 300, .increment = 2},
            .left = {299.5, 280.25},
            .notes = R"({"start":"a {note}","moves":[]})",
            .ends = {{.node = 1, .winner = Side::White, .reason = "resigned"}, {.node = 2, .reason = "agreed"}},
            .moves = {{.id = 1, .parent = 0, .move = "11-15", .remark = "so", .left = {1, 2}},
                      {.id = 2, .parent = 1, .move = "22-18", .remark = "", .left = {3, 4}}},
            .review = R"({"format":1})"};
}

TEST_F(LibraryTest, KeepsEverything) {
    const StoredGame game = sample("aaaaaaaaaa");
    ASSERT_TRUE(open()->save(game));
    const std::unique_ptr<Library> library = open();
    const auto loaded = library->load(game.id);
    ASSERT_TRUE(loaded);
    ASSERT_TRUE(loaded->has_value());
    EXPECT_EQ(**loaded, game);
    EXPECT_FALSE(library->load("bbbbbbbbbb")->has_value());
    // Later only what is new comes.
    StoredGame more = game;
    more.moves = {{.id = 3, .parent = 1, .move = "23-19"}};
    more.node = 3;
    more.ends.clear();
    ASSERT_TRUE(library->save(more));
    const auto again = library->load(game.id);
    EXPECT_EQ((*again)->moves.size(), 3);
    EXPECT_TRUE((*again)->ends.empty());
    // A review stays until there is another one.
    StoredGame newer = game;
    newer.moves.clear();
    newer.review.clear();
    ASSERT_TRUE(library->save(newer));
    EXPECT_EQ((*library->load(game.id))->review, game.review);
    newer.review = "{}";
    ASSERT_TRUE(library->save(newer));
    EXPECT_EQ((*library->load(game.id))->review, "{}");
    // A move that is there already is a mistake of ours, and changes nothing.
    more.name = "other";
    EXPECT_FALSE(library->save(more));
    EXPECT_EQ((*library->load(game.id))->name, "a name");
}

TEST_F(LibraryTest, ReadsFilesOfVersion1) {
    {
        SQLite::Database db(file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        // As the first version made them.
        db.exec(
            "CREATE TABLE games (id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, black TEXT NOT NULL, "
            "  white TEXT NOT NULL, fen TEXT NOT NULL, node INTEGER NOT NULL, result TEXT NOT NULL, plies INTEGER NOT "
            "NULL, version INTEGER NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL, deleted TEXT) WITHOUT ROWID;"
            "CREATE INDEX games_changed ON games (changed);"
            "CREATE TABLE moves (table_id TEXT NOT NULL, id INTEGER NOT NULL, parent INTEGER NOT NULL, move TEXT NOT "
            "NULL, remark TEXT NOT NULL, PRIMARY KEY (table_id, id)) WITHOUT ROWID;"
            "INSERT INTO games VALUES ('aaaaaaaaaa', 'old', 'english', '', 'random', '', 1, '*', 1, 4, "
            "'2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', NULL);"
            "INSERT INTO moves VALUES ('aaaaaaaaaa', 1, 0, '11-15', '');"
            "PRAGMA application_id = 1131563108; PRAGMA user_version = 1");
    }
    const std::unique_ptr<Library> library = open();
    ASSERT_NE(library, nullptr);
    const auto loaded = library->load("aaaaaaaaaa");
    ASSERT_TRUE(loaded) << loaded.error().message;
    ASSERT_TRUE(loaded->has_value());
    EXPECT_EQ((*loaded)->name, "old");
    EXPECT_EQ((*loaded)->moves.size(), 1);
    EXPECT_EQ((*loaded)->delay, 400);
    EXPECT_FALSE((*loaded)->clock);
    for (const SeatKey& key : (*loaded)->keys) EXPECT_EQ(key, SeatKey{});  // no seats yet: sit gives them
    ASSERT_TRUE(Table::restore(**loaded));
    ASSERT_TRUE(library->save(sample("bbbbbbbbbb")));
    SQLite::Database db(file());
    EXPECT_EQ(db.execAndGet("PRAGMA user_version").getInt(), library_version);
}

// A file as the program of each version left it is brought up to date, with its games.
TEST_F(LibraryTest, ReadsFilesOfEveryVersion) {
    for (int version = 1; version < library_version; ++version) {
        std::filesystem::remove(file());
        {
            SQLite::Database db(file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
            for (int step = 0; step < version; ++step) db.exec(std::string(migrations[static_cast<std::size_t>(step)]));
            db.exec(
                "INSERT INTO games (id, name, game, black, white, fen, node, result, plies, version, created, changed) "
                "VALUES ('aaaaaaaaaa', 'The old one', 'english', '', 'random', '', 1, '*', 1, 4, "
                "'2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'), ('bbbbbbbbbb', 'Second', 'english', '', '', '', 0, "
                "'1-0', 0, 4, '2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z');"
                "INSERT INTO moves (table_id, id, parent, move, remark) VALUES ('aaaaaaaaaa', 1, 0, '11-15', '');");
            // From version 5 on a program gave each game its number in the index of words.
            if (version >= 5) db.exec("UPDATE games SET doc = CASE id WHEN 'aaaaaaaaaa' THEN 1 ELSE 2 END");
            db.exec("PRAGMA application_id = 1131563108; PRAGMA user_version = " + std::to_string(version));
        }
        const std::unique_ptr<Library> library = open();
        ASSERT_NE(library, nullptr) << version;
        const auto loaded = library->load("aaaaaaaaaa");
        ASSERT_TRUE(loaded && loaded->has_value()) << version;
        EXPECT_TRUE(Table::restore(**loaded));
        EXPECT_EQ(library->search({.text = "old one"})->total, 1) << version;
        EXPECT_EQ(library->search({.game = "english"})->total, 2) << version;
        ASSERT_TRUE(library->save(sample("cccccccccc")));
        EXPECT_EQ(library->search({})->games.front().id, "cccccccccc");
        EXPECT_EQ(library->search({.text = "a name"})->games.front().id, "cccccccccc");
    }
}

TEST_F(LibraryTest, FindsWords) {
    const std::unique_ptr<Library> library = open();
    const auto put = [&](const std::string& id, const std::string& name, const std::string& white) {
        StoredGame game = sample(id);
        game.name = name;
        game.white.name = white;
        ASSERT_TRUE(library->save(game));
    };
    put("aaaaaaaaaa", "Grüße \"aus\" Köln", "Zoë");
    put("bbbbbbbbbb", "x", "Ben O'Neil");
    put("cccccccccc", "100%", "ben");
    const auto found = [&](const LibraryRequest& request) { return ids_found(*library, request); };
    EXPECT_EQ(found({.text = "grüße"}), GameIds{"aaaaaaaaaa"});
    EXPECT_EQ(found({.text = "\"AUS\""}), GameIds{"aaaaaaaaaa"});
    EXPECT_EQ(found({.text = "zoë"}), GameIds{"aaaaaaaaaa"});
    EXPECT_EQ(found({.text = "o'n"}), GameIds{"bbbbbbbbbb"});
    EXPECT_EQ(found({.player = "BEN"}), (GameIds{"bbbbbbbbbb", "cccccccccc"}));
    EXPECT_EQ(found({.player = "100"}), GameIds{});  // a name, not a player
    EXPECT_EQ(found({.player = "ben", .text = "100"}), GameIds{"cccccccccc"});
    EXPECT_EQ(found({.player = "ben", .text = "0%"}), GameIds{"cccccccccc"});  // two characters are in no index
    EXPECT_EQ(found({.text = "x"}), GameIds{"bbbbbbbbbb"});
    EXPECT_EQ(found({.text = "bbbbbbbbbb"}), GameIds{"bbbbbbbbbb"});
    EXPECT_EQ(found({.game = "mini", .text = "ben"}), GameIds{});
    EXPECT_EQ(found({.text = "AND OR NOT ( * ^ :"}), GameIds{});
    EXPECT_EQ(found({.text = "edge"}).size(), 3);
    ASSERT_TRUE(library->rename("aaaaaaaaaa", "other").value());
    EXPECT_EQ(found({.text = "grüße"}), GameIds{});
    EXPECT_EQ(found({.text = "other"}), GameIds{"aaaaaaaaaa"});
    ASSERT_TRUE(library->remove("aaaaaaaaaa").value());
    EXPECT_EQ(found({.text = "other"}), GameIds{});
    ASSERT_TRUE(library->restore("aaaaaaaaaa").value());
    EXPECT_EQ(found({.text = "other"}), GameIds{"aaaaaaaaaa"});
}

// Pages have names for computer players, and say which ones are meant.
TEST_F(LibraryTest, ComputersAreFoundByTheNamesThatPagesGiveThem) {
    const std::unique_ptr<Library> library = open();
    const auto put = [&](const std::string& id, const std::string& player, const std::string& name) {
        StoredGame game = sample(id);
        game.name = "one of three";
        game.white = {.player = player, .name = name};
        ASSERT_TRUE(library->save(game));
    };
    put("aaaaaaaaaa", "engine:level=1", "");
    put("bbbbbbbbbb", "engine:level=10", "");
    put("cccccccccc", "", "Balsac");
    const auto found = [&](const LibraryRequest& request) { return ids_found(*library, request); };
    const std::vector<std::string> balsa{"engine:level=1"};
    EXPECT_EQ(found({.player = "balsa"}), GameIds{"cccccccccc"});
    EXPECT_EQ(found({.player = "balsa", .computers = balsa}), (GameIds{"aaaaaaaaaa", "cccccccccc"}));
    EXPECT_EQ(found({.text = "balsa", .computers = balsa}), (GameIds{"aaaaaaaaaa", "cccccccccc"}));
    EXPECT_EQ(found({.player = "ba", .computers = balsa}), (GameIds{"aaaaaaaaaa", "cccccccccc"}));  // in no index
    EXPECT_EQ(found({.player = "balsa", .text = "three", .computers = balsa}), (GameIds{"aaaaaaaaaa", "cccccccccc"}));
    EXPECT_EQ(found({.player = "balsa", .text = "four", .computers = balsa}), GameIds{});
    EXPECT_EQ(found({.text = "balsa", .computers = {"engine:level=10", "\"\" OR x"}}),
              (GameIds{"bbbbbbbbbb", "cccccccccc"}));
    EXPECT_EQ(found({.text = "engine"}), (GameIds{"aaaaaaaaaa", "bbbbbbbbbb"}));
    ASSERT_TRUE(library->remove("aaaaaaaaaa").value());
    EXPECT_EQ(found({.player = "balsa", .computers = balsa, .deleted = true}), GameIds{"aaaaaaaaaa"});
}

// Every game once, whatever is asked for, also where a search does not look at all games at once.
TEST_F(LibraryTest, PagesFollowEachOther) {
    const std::unique_ptr<Library> library = open();
    constexpr int games = 12'000;
    ASSERT_TRUE(library->begin_group());
    for (int i = 0; i < games; ++i) {
        StoredGame game = sample(fmt::format("g{:09}", i));
        game.moves.clear();
        game.ends.clear();
        game.changed = fmt::format("2026-01-01T00:{:02}:{:02}Z", i % 3600 / 60, i % 60);
        game.name = i % 1000 == 7 ? "needle" : i % 2 == 0 ? "even ones" : "odd ones";
        game.result = i == 5 ? "1-0" : "*";
        ASSERT_TRUE(library->save(game));
    }
    ASSERT_TRUE(library->end_group());
    const auto all = [&](LibraryRequest request) {
        std::set<std::string> ids;
        std::string last = "~";
        for (int pages = 0; pages < 1000; ++pages) {
            const Result<LibraryPage> page = library->search(request);
            EXPECT_TRUE(page) << page.error().message;
            if (!page) break;
            EXPECT_LE(std::ssize(page->games), request.limit);
            for (const LibraryEntry& entry : page->games) {
                const std::string place = entry.changed + " " + entry.id;
                EXPECT_LT(place, last);
                last = place;
                ids.insert(entry.id);
            }
            request.after = page->next;
            if (page->next.empty()) break;
        }
        return ids.size();
    };
    EXPECT_EQ(all({.limit = 200}), games);
    EXPECT_EQ(all({.text = "needle", .limit = 5}), games / 1000);
    EXPECT_EQ(all({.text = "even", .limit = 200}), games / 2);  // too many for the index of words
    EXPECT_EQ(all({.game = "english", .limit = 200}), games);
    EXPECT_EQ(all({.result = "1-0"}), 1);  // none among those that are looked at first
    EXPECT_EQ(all({.game = "english", .result = "1-0"}), 1);
    EXPECT_TRUE(library->search({})->more);
    EXPECT_EQ(library->search({.text = "needle", .limit = 5})->total, games / 1000);
}

TEST_F(LibraryTest, ReadersSeeWhatIsSavedAndDoNotWait) {
    const std::unique_ptr<Library> library = open();
    ASSERT_TRUE(library->save(sample("aaaaaaaaaa")));
    const Result<std::unique_ptr<LibraryReader>> reader = library->reader();
    ASSERT_TRUE(reader) << reader.error().message;
    ASSERT_TRUE(library->begin_group());
    ASSERT_TRUE(library->save(sample("bbbbbbbbbb")));
    EXPECT_EQ((*reader)->search({})->total, 1);
    EXPECT_FALSE((*reader)->load("bbbbbbbbbb")->has_value());
    // One that fails takes no other with it.
    EXPECT_FALSE(library->save(sample("aaaaaaaaaa")));
    ASSERT_TRUE(library->end_group());
    EXPECT_EQ((*reader)->search({})->total, 2);
    EXPECT_EQ(**(*reader)->load("bbbbbbbbbb"), **library->load("bbbbbbbbbb"));
}

TEST_F(LibraryTest, RefusesAndKeepsWhatItCannotRead) {
    std::ofstream(file(), std::ios::binary) << std::string(8192, 'x');
    const std::string garbage = content();
    EXPECT_NE(error().find("left as it is"), std::string::npos) << error();
    EXPECT_EQ(content(), garbage);

    std::filesystem::remove(file());
    SQLite::Database(file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE notes (text TEXT)");
    EXPECT_NE(error().find("it belongs to another program"), std::string::npos) << error();

    std::filesystem::remove(file());
    open();
    SQLite::Database(file(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    EXPECT_NE(error().find("newer version"), std::string::npos) << error();
}

TEST_F(LibraryTest, NoticesDamage) {
    {
        const std::unique_ptr<Library> library = open();
        for (int i = 0; i < 200; ++i) {
            StoredGame game = sample("aaaaaaa" + std::to_string(100 + i));
            ASSERT_TRUE(library->save(game));
        }
    }
    std::string bytes = content();
    ASSERT_GT(bytes.size(), 40'000);
    for (std::size_t i = 16'384; i < 28'672; ++i) bytes[i] = static_cast<char>(i * 7);
    std::ofstream(file(), std::ios::binary) << bytes;
    const std::string message = error();
    EXPECT_NE(message.find("left as it is"), std::string::npos) << message;
    EXPECT_EQ(content(), bytes);
}

TEST_F(LibraryTest, DeletedGamesGoAfterAMonth) {
    ASSERT_TRUE(open()->save(sample("aaaaaaaaaa")));
    ASSERT_TRUE(open()->save(sample("bbbbbbbbbb")));
    ASSERT_TRUE(open()->remove("aaaaaaaaaa").value());
    ASSERT_TRUE(open()->remove("bbbbbbbbbb").value());
    SQLite::Database(file(), SQLite::OPEN_READWRITE)
        .exec("UPDATE games SET deleted = '2020-01-01T00:00:00Z' WHERE id = 'aaaaaaaaaa'");
    const std::unique_ptr<Library> library = open();
    EXPECT_FALSE(library->restore("aaaaaaaaaa").value());
    EXPECT_TRUE(library->restore("bbbbbbbbbb").value());
    SQLite::Database db(file());
    EXPECT_EQ(db.execAndGet("SELECT count(*) FROM moves WHERE table_id = 'aaaaaaaaaa'").getInt(), 0);
    EXPECT_EQ(db.execAndGet("SELECT count(*) FROM ends WHERE table_id = 'bbbbbbbbbb'").getInt(), 2);
}

TEST_F(LibraryTest, SaysWhatIsWrongWithTheFolder) {
    std::ofstream(folder_.path() + "/file") << "x";
    const Result<std::unique_ptr<Library>> library = Library::open(folder_.path() + "/file/below");
    ASSERT_FALSE(library);
    EXPECT_NE(library.error().message.find("cannot make the folder"), std::string::npos);
}

}  // namespace
}  // namespace crownhead::server
