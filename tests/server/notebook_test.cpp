// The library as a notebook: files of games in and out, the bin, folders, tags, and searches by position and material.
#include <fstream>
#include <sstream>

#include "server/test_page.hpp"
#include "service/game_import.hpp"
#include "service/library.hpp"
#include "service/library_schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

namespace crownhead::server {
namespace {

constexpr std::string_view three_games =
    "[Event \"One\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Date \"1998.05.??\"]\n[Result \"1-0\"]\n[GameType \"21\"]\n\n"
    "1. 11-15 {[%clk 0:10:00]} 23-19 2. 8-11! 22-17 (2... 24-20 {better}) 1-0\n\n"
    "[Event \"Two\"]\n[White \"Clara\"]\n[Black \"Dirk\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n"
    "1. 11-15 23-19 2. 8-11 22-18 3. 15x22 25x18 *\n\n"
    "[Event \"Three\"]\n[White \"Eva\"]\n[Black \"Frits\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n\n"
    "1. 9-14 22-18 2. 1-32 0-1\n";

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : bytes) {
        bits = bits << 8U | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6) text += digits[bits >> static_cast<unsigned>(count - 6) & 63U];
    }
    if (count > 0) text += digits[bits << static_cast<unsigned>(6 - count) & 63U];
    while (text.size() % 4 != 0) text += '=';
    return text;
}

class NotebookTest : public testing::Test {
protected:
    ScratchFolder folder_;
    std::unique_ptr<Service> service_ = open_service(folder_.path());

    // Sends a file in pieces and waits for its last event.
    static Json import(TestPage& page, std::string_view text, Json more = Json::object()) {
        more["do"] = "import.start";
        more["size"] = text.size();
        const std::string job = page.ok(std::move(more))["job"];
        for (std::size_t at = 0; at <= text.size();) {
            const std::string_view piece = text.substr(at, 100);
            at += 100;
            page.ok({{"do", "import.data"}, {"job", job}, {"data", base64(piece)}, {"last", at > text.size()}});
        }
        return page.until_event([&](const Json& frame) {
            return frame["event"] == "import" && frame["job"] == job && frame["state"] != "working";
        });
    }
    static Json find(TestPage& page, Json search) {
        search["do"] = "library";
        Json names = Json::array();
        const Json found = page.ok(std::move(search));
        for (const Json& game : found["games"]) names.push_back(game["name"]);
        return names;
    }
    static std::string id_of(TestPage& page, const std::string& name) {
        return page.ok({{"do", "library"}, {"text", name}})["games"][0]["id"];
    }
};

TEST_F(NotebookTest, AFileComesInAndWhatIsRefusedIsNamed) {
    TestPage page(*service_);
    const Json ended = import(page, three_games);
    EXPECT_EQ(ended["state"], "done");
    EXPECT_EQ(ended["kept"], 2);
    EXPECT_EQ(ended["refused"], 1);
    EXPECT_EQ(ended["share"], 1);
    const Json refused = page.ok({{"do", "import.refused"}, {"job", ended["job"]}});
    ASSERT_EQ(refused["refused"].size(), 1);
    EXPECT_EQ(refused["refused"][0]["game"], 3);
    EXPECT_EQ(refused["refused"][0]["line"], 24);
    EXPECT_NE(refused["refused"][0]["reason"].get<std::string>().find("1-32"), std::string::npos);
    // In the order of the file, with its dates.
    EXPECT_EQ(find(page, {}), Json({"One", "Two"}));
    EXPECT_EQ(page.ok({{"do", "library"}})["games"][0]["date"], "1998.05.??");
    // A second time nothing is new.
    const Json again = import(page, three_games);
    EXPECT_EQ(again["kept"], 0);
    EXPECT_EQ(again["known"], 2);
    // And out again, as they were.
    const Json out = page.ok({{"do", "library.export"}});
    EXPECT_EQ(out["games"], 2);
    const std::string_view first_two = three_games.substr(0, three_games.find("\n[Event \"Three\""));
    Json expected = Json::array();
    for (const std::string_view text : {std::string_view(out["text"].get_ref<const std::string&>()), first_two}) {
        const Result<std::vector<pdn::Game>> parsed = pdn::read(text);
        ASSERT_TRUE(parsed);
        std::string all;
        for (const pdn::Game& game : *parsed) all += pdn::write(game);
        expected.push_back(all);
    }
    EXPECT_EQ(expected[0], expected[1]);
    const Json one = page.ok({{"do", "library.export"}, {"tables", {id_of(page, "Two")}}});
    EXPECT_EQ(one["games"], 1);
    EXPECT_NE(one["text"].get<std::string>().find("Clara"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/imports/" + ended["job"].get<std::string>() + ".pdn"));
}

TEST_F(NotebookTest, AnImportCanBeStoppedAndIsForItsPageAlone) {
    TestPage page(*service_);
    TestPage other(*service_);
    const std::string job = page.ok({{"do", "import.start"}, {"size", 1000}})["job"];
    EXPECT_EQ(page.error({{"do", "import.start"}, {"size", 10}}), "refused: A file is being imported already.");
    EXPECT_EQ(other.error({{"do", "import.stop"}, {"job", job}}), "unknown: This import has ended.");
    EXPECT_EQ(other.error({{"do", "import.data"}, {"job", job}, {"data", ""}}), "unknown: This import has ended.");
    page.ok({{"do", "import.data"}, {"job", job}, {"data", base64("[Event \"x\"]")}});
    page.ok({{"do", "import.stop"}, {"job", job}});
    EXPECT_EQ(page.error({{"do", "import.data"}, {"job", job}, {"data", ""}}), "unknown: This import has ended.");
    // Fewer or more bytes than were said, or no base64: it ends.
    const std::string second = page.ok({{"do", "import.start"}, {"size", 3}})["job"];
    EXPECT_EQ(page.error({{"do", "import.data"}, {"job", second}, {"data", base64("four")}}).substr(0, 12),
              "bad-request:");
    const std::string third = page.ok({{"do", "import.start"}, {"size", 3}})["job"];
    EXPECT_EQ(page.error({{"do", "import.data"}, {"job", third}, {"data", "?"}}).substr(0, 12), "bad-request:");
    EXPECT_EQ(page.error({{"do", "import.start"}, {"size", std::uint64_t{1} << 39}}).substr(0, 8), "refused:");
    const Json empty = import(page, "nothing of a game");
    EXPECT_EQ(empty["state"], "done");
    EXPECT_EQ(empty["kept"], 0);
    EXPECT_EQ(empty["refused"], 1);
}

TEST_F(NotebookTest, GamesAreFoundByPositionAndMaterial) {
    TestPage page(*service_);
    import(page, three_games);
    const std::string id = id_of(page, "One");
    page.ok({{"do", "open"}, {"table", id}});
    const auto at = [&](int node) {
        const Json view = page.ok({{"do", "view"}, {"table", id}, {"node", node}});
        return Json{{"board", view["board"]}, {"turn", view["turn"]}};
    };
    EXPECT_EQ(find(page, {{"position", at(3)}}), Json({"One", "Two"}));
    EXPECT_EQ(find(page, {{"position", at(4)}}), Json({"One"}));
    EXPECT_EQ(find(page, {{"position", at(5)}}), Json({"One"}));  // of a variation
    EXPECT_EQ(find(page, {{"position", at(4)}, {"text", "Two"}}), Json::array());
    EXPECT_EQ(find(page, {{"position", at(3)}, {"player", "Clara"}}), Json({"Two"}));
    EXPECT_EQ(find(page, {{"position", at(3)}, {"game", "russian"}}), Json::array());
    const auto material = [](int black, int white) {
        return Json{{"blackMen", black}, {"blackKings", 0}, {"whiteMen", white}, {"whiteKings", 0}};
    };
    EXPECT_EQ(find(page, {{"material", material(12, 12)}}), Json({"One", "Two"}));
    EXPECT_EQ(find(page, {{"material", material(11, 11)}}), Json({"Two"}));
    EXPECT_EQ(find(page, {{"material", material(11, 11)}, {"position", at(4)}}), Json::array());
    // With colours changed it is found only where that is wanted.
    Json turned = at(4);
    std::string board = turned["board"];
    std::ranges::reverse(board);
    for (char& c : board) c = c == 'b' ? 'w' : c == 'w' ? 'b' : c;
    turned["board"] = board;
    turned["turn"] = turned["turn"] == "black" ? "white" : "black";
    EXPECT_EQ(find(page, {{"position", turned}}), Json::array());
    turned["swapped"] = true;
    EXPECT_EQ(find(page, {{"position", turned}}), Json({"One"}));
    // A game that is played here is found at once.
    const std::string played = page.make("english", human, human, {{"name", "Mine"}});
    for (const char* const move : {"11-15", "23-19", "8-11"}) page.move(played, move);
    EXPECT_EQ(find(page, {{"position", at(3)}})[0], "Mine");
}

// Games that an older program has kept come into the index by themselves.
TEST_F(NotebookTest, OlderGamesAreFoundToo) {
    {
        TestPage page(*service_);
        import(page, three_games);
    }
    service_.reset();
    {
        SQLite::Database db(folder_.path() + "/crownhead.db", SQLite::OPEN_READWRITE);
        db.exec("DELETE FROM marks; UPDATE games SET marked = 0");
    }
    service_ = open_service(folder_.path());
    TestPage page(*service_);
    const Json material{{"blackMen", 11}, {"blackKings", 0}, {"whiteMen", 11}, {"whiteKings", 0}};
    while (find(page, {{"material", material}}).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(find(page, {{"material", material}}), Json({"Two"}));
}

TEST_F(NotebookTest, DeletedGamesLieInTheBin) {
    TestPage page(*service_);
    import(page, three_games);
    const Json both{id_of(page, "One"), id_of(page, "Two")};
    EXPECT_EQ(page.ok({{"do", "library.change"}, {"tables", both}, {"change", "delete"}})["done"], 2);
    EXPECT_EQ(find(page, {}), Json::array());
    EXPECT_EQ(find(page, {{"deleted", true}}).size(), 2);
    EXPECT_FALSE(page.ok({{"do", "library"}, {"deleted", true}})["games"][0]["deleted"].is_null());
    EXPECT_EQ(page.ok({{"do", "library.change"}, {"tables", {both[0]}}, {"change", "restore"}})["done"], 1);
    EXPECT_EQ(find(page, {}), Json({"One"}));
    EXPECT_EQ(page.ok({{"do", "bin.empty"}})["erased"], 1);
    EXPECT_EQ(find(page, {{"deleted", true}}), Json::array());
    EXPECT_EQ(page.ok({{"do", "library.change"}, {"tables", {both[1]}}, {"change", "restore"}})["done"], 0);
    // The number of a game that is gone is not used for another: its positions are not that game's.
    EXPECT_EQ(import(page, "[GameType \"21\"]\n[Event \"New\"]\n\n1. 9-14 *\n")["kept"], 1);
    const Json material{{"blackMen", 11}, {"blackKings", 0}, {"whiteMen", 11}, {"whiteKings", 0}};
    EXPECT_EQ(find(page, {{"material", material}}), Json::array());
    // Another's game is not deleted.
    const std::string shared = page.make("english", human, human);
    page.move(shared, "11-15");
    page.ok({{"do", "invite"}, {"table", shared}, {"side", "white"}});
    TestPage other(*service_);
    const Json answer = other.ok({{"do", "library.change"}, {"tables", {shared}}, {"change", "delete"}});
    EXPECT_EQ(answer["done"], 0);
    EXPECT_EQ(answer["refused"], 1);
}

TEST_F(NotebookTest, FoldersAndTags) {
    {
        TestPage page(*service_);
        const std::string folder = page.ok({{"do", "folder.put"}, {"name", "Club"}})["folder"];
        import(page, three_games, {{"folder", folder}});
        const std::string one = id_of(page, "One");
        const std::string two = id_of(page, "Two");
        EXPECT_EQ(find(page, {{"folder", folder}}), Json({"One", "Two"}));
        EXPECT_EQ(page.ok({{"do", "library.change"}, {"tables", {two}}, {"change", "folder"}, {"value", ""}})["done"],
                  1);
        EXPECT_EQ(find(page, {{"folder", folder}}), Json({"One"}));
        EXPECT_EQ(
            page.ok(
                {{"do", "library.change"}, {"tables", {two}}, {"change", "folder"}, {"value", "nofolder00"}})["done"],
            0);
        const Json tag{{"do", "library.change"}, {"tables", {one, two}}, {"change", "label"}, {"value", "sharp"}};
        EXPECT_EQ(page.ok(tag)["done"], 2);
        EXPECT_EQ(page.ok(tag)["done"], 2);
        page.ok({{"do", "library.change"}, {"tables", {two}}, {"change", "label"}, {"value", "draw"}});
        EXPECT_EQ(find(page, {{"label", "sharp"}}), Json({"One", "Two"}));
        EXPECT_EQ(find(page, {{"label", "sharp"}, {"folder", folder}}), Json({"One"}));
        EXPECT_EQ(find(page, {{"label", "nothing"}}), Json::array());
        EXPECT_EQ(page.ok({{"do", "library"}, {"label", "draw"}})["games"][0]["labels"], Json({"draw", "sharp"}));
        page.ok({{"do", "library.change"}, {"tables", {two}}, {"change", "unlabel"}, {"value", "sharp"}});
        EXPECT_EQ(find(page, {{"label", "sharp"}}), Json({"One"}));
        page.ok({{"do", "folder.put"}, {"folder", folder}, {"name", "Old club"}});
        const Json names = page.ok({{"do", "folders"}});
        EXPECT_EQ(names["folders"], Json::array({{{"id", folder}, {"name", "Old club"}}}));
        EXPECT_EQ(names["labels"], Json({"draw", "sharp"}));
        page.ok({{"do", "folder.delete"}, {"folder", folder}});
        EXPECT_EQ(page.error({{"do", "folder.delete"}, {"folder", folder}}), "unknown: There is no such folder.");
        EXPECT_EQ(page.error({{"do", "folder.put"}, {"folder", folder}, {"name", "x"}}),
                  "unknown: There is no such folder.");
        EXPECT_EQ(find(page, {}), Json({"One", "Two"}));  // the games stay
    }
    service_.reset();
    service_ = open_service(folder_.path());
    TestPage later(*service_);
    EXPECT_EQ(later.ok({{"do", "library"}, {"text", "One"}})["games"][0]["folder"], "");
    EXPECT_EQ(find(later, {{"label", "draw"}}), Json({"Two"}));
}

}  // namespace
}  // namespace crownhead::server
