// The service as pages see it: every request, several pages at once, thinking that is cancelled, games that come back.
#include "server/service.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <thread>

#include "server/test_page.hpp"
#include "util/random.hpp"

namespace crownhead::server {
namespace {

using std::chrono::milliseconds;

class ServiceTest : public testing::Test {
protected:
    ScratchFolder folder_;
    std::unique_ptr<Service> service_ = open_service(folder_.path());

    void reopen() {
        service_.reset();
        service_ = open_service(folder_.path());
    }
};
using ThreadsServiceTest = ServiceTest;

TEST_F(ServiceTest, SaysHello) {
    TestPage page(*service_);
    const Json hello = page.frames().at(0);
    EXPECT_EQ(hello["event"], "hello");
    EXPECT_EQ(hello["protocol"], 1);
    EXPECT_EQ(hello["program"], "crownhead test");
    EXPECT_EQ(hello["limits"]["tables"], 50);
    EXPECT_EQ(hello["limits"]["message"], 65536);
    const auto game = [&](std::string_view name) -> Json {
        for (const Json& candidate : hello["games"])
            if (candidate["name"] == name) return candidate;
        return {};
    };
    EXPECT_EQ(game("suicide-6")["size"], 6);
    EXPECT_TRUE(game("suicide-6")["reversed"]);
    EXPECT_EQ(game("suicide-6")["sides"]["black"], "player 1");
    EXPECT_FALSE(game("english")["reversed"]);
    EXPECT_TRUE(game("suicide-6")["solved"]);
    EXPECT_FALSE(game("english")["solved"]);
    EXPECT_EQ(game("english")["begins"], "black");
    EXPECT_EQ(game("english")["cells"].size(), 32);
    EXPECT_EQ(game("english")["cells"][0], Json({0, 1}));
    EXPECT_EQ(game("english")["start"], "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
    EXPECT_TRUE(game("english")["names"].is_null());
    EXPECT_EQ(game("russian")["notation"], "algebraic");
    EXPECT_EQ(game("russian")["names"][0], "b8");
    EXPECT_GE(game("english")["rules"].size(), 5);
    for (const Json& strategy : hello["strategies"]) EXPECT_NE(strategy["name"], "hub");
    EXPECT_EQ(hello["strategies"].size(), 9);
}

TEST_F(ServiceTest, AnswersWhatIsNoRequest) {
    TestPage page(*service_);
    for (const char* const frame : {"", "{", "[]", "7", "\"x\"", "{}", "{\"do\":\"new\"}",
                                    "{\"id\":\"7\",\"do\":\"new\"}", "\xff\xfe", "{\"id\":null}"}) {
        page.send_raw(frame);
        const Json reply = page.frames().back();
        EXPECT_TRUE(reply["re"].is_null()) << frame;
        EXPECT_EQ(reply["error"]["code"], "bad-request") << frame;
    }
    EXPECT_EQ(page.error({{"do", "dance"}}), "bad-request: There is no request 'dance'.");
    EXPECT_EQ(page.error({{"do", 7}}), "bad-request: do must be a text");
    EXPECT_EQ(page.error(Json::object()), "bad-request: do is missing");
    const std::string filler(70'000, 'x');
    EXPECT_EQ(page.error({{"do", "lab.list"}, {"filler", filler}}),
              "bad-request: The frame is too long: at most 65536 bytes.");
}

TEST_F(ServiceTest, PlaysAgainstAPerson) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    Json table = page.table(id);
    EXPECT_EQ(table["state"], "waiting");
    EXPECT_EQ(table["turn"], "black");
    EXPECT_EQ(table["node"], 0);
    EXPECT_EQ(table["legal"].size(), 7);
    EXPECT_EQ(table["start"]["usual"], true);
    EXPECT_EQ(table["start"]["fen"], "B:W21-32:B1-12");
    EXPECT_TRUE(table["outcome"].is_null());
    EXPECT_TRUE(table["clock"].is_null());
    EXPECT_EQ(page.move(id, "11-15")["ok"], Json::object());
    EXPECT_EQ(page.move(id, "22-18")["ok"], Json::object());
    table = page.table(id);
    EXPECT_EQ(TestPage::line_of(table), "11-15 22-18");
    EXPECT_TRUE(table["capture"]);
    EXPECT_EQ(table["legal"][0]["text"], "15x22");
    EXPECT_EQ(table["legal"][0]["hops"], Json({{22, 18, 0}}));
    EXPECT_EQ(table["legal"][0]["paths"], Json({{15, 22}}));
    const Json refusal = page.move(id, "12-16");
    EXPECT_EQ(refusal["error"]["code"], "illegal");
    EXPECT_EQ(refusal["error"]["message"], "You must capture: 15x22");
    EXPECT_TRUE(TestPage::said(page.table(id), "judge", "You must capture: 15x22"));
    page.move(id, "15 22");
    EXPECT_EQ(TestPage::line_of(page.table(id)), "11-15 22-18 15x22");
    // The answer comes before the event that it caused.
    const std::vector<Json> frames = page.frames();
    const auto event = std::ranges::find_if(frames, [](const Json& f) { return f.contains("add"); });
    ASSERT_NE(event, frames.begin());
    EXPECT_TRUE((event - 1)->contains("ok"));
}

TEST_F(ServiceTest, RefusesMoves) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("random"));
    const Json request{{"do", "move"}, {"table", id}, {"node", 0}};
    const auto with = [&](const char* name, const Json& value) {
        Json changed = request;
        changed[name] = value;
        return changed;
    };
    EXPECT_EQ(page.error(request), "bad-request: index or text is missing");
    EXPECT_EQ(page.error(with("index", 7)), "illegal: There is no such move.");
    EXPECT_EQ(page.error(with("index", -1)), "bad-request: index must be a whole number from 0 to 1000000");
    EXPECT_EQ(page.error(with("index", "0")), "bad-request: index must be a whole number from 0 to 1000000");
    EXPECT_EQ(page.error(with("text", "11-99")).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error(with("text", "quack")).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error(with("text", std::string(300, '1'))), "bad-request: text is too long: at most 200 bytes");
    EXPECT_EQ(page.error({{"do", "move"}, {"table", id}, {"node", 5}, {"index", 0}}).substr(0, 8), "refused:");
    EXPECT_EQ(page.error({{"do", "move"}, {"table", "zzzzzzzzzz"}, {"node", 0}, {"index", 0}}).substr(0, 8),
              "unknown:");
    EXPECT_EQ(page.error({{"do", "move"}, {"table", "../../etc/"}, {"node", 0}, {"index", 0}}).substr(0, 8),
              "unknown:");
    // Nothing was changed.
    EXPECT_EQ(page.table(id)["nodes"].size(), 0);
    TestPage other(*service_);
    EXPECT_EQ(other.error(with("index", 0)), "unknown: This table is not open here.");
}

TEST_F(ServiceTest, NewGamesAreChecked) {
    TestPage page(*service_);
    const auto error = [&](const Json& changes) {
        Json request{{"do", "new"}, {"game", "english"}, {"black", human}, {"white", human}};
        request.update(changes);
        return page.error(request);
    };
    EXPECT_EQ(error({{"game", "englisch"}}), "unknown: unknown game 'englisch'; did you mean 'english'?");
    EXPECT_EQ(error({{"game", 8}}), "bad-request: game must be a text");
    EXPECT_EQ(error({{"black", "human"}}), "bad-request: black must be an object");
    EXPECT_EQ(error({{"black", {{"kind", "cat"}}}}), "bad-request: black.kind must be human or computer");
    EXPECT_EQ(error({{"white", nullptr}}), "bad-request: white is missing");
    EXPECT_EQ(error({{"white", computer("hub:cmd=touch /tmp/x")}}),
              "bad-request: white: hub starts another program, which a page may not do");
    EXPECT_EQ(error({{"white", computer("engine:hash=4096")}}),
              "bad-request: white: hash cannot be chosen here: many games share this machine");
    EXPECT_EQ(error({{"white", computer("engine:seconds=1000")}}),
              "bad-request: white: seconds must be at most 60 here");
    EXPECT_EQ(error({{"white", computer("minimax:seconds=0")}}),
              "bad-request: white: seconds must be more than 0 and at most 15 here");
    EXPECT_EQ(error({{"white", computer("nobody")}}).substr(0, 43), "bad-request: white: there is no player 'nob");
    EXPECT_EQ(error({{"fen", "rubbish"}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"fen", "B:W1:B32"}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"clock", {{"seconds", 0}}}}), "bad-request: clock.seconds must be a number from 1 to 86400");
    EXPECT_EQ(error({{"name", "two\nlines"}}), "bad-request: name must be one line of text");
    EXPECT_EQ(error({{"name", std::string(101, 'x')}}), "bad-request: name is too long: at most 100 characters");
}

TEST_F(ServiceTest, TheComputerAnswers) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("engine:level=3"));
    page.move(id, "11-15");
    const Json table = page.until_ply(id, 2);
    EXPECT_EQ(table["state"], "waiting");
    EXPECT_TRUE(table["thinking"].is_null());
    EXPECT_NE(table["nodes"][1]["remark"], "");
    EXPECT_TRUE(TestPage::said(table, "computer", table["nodes"][1]["remark"]));
    // Somebody saw it thinking.
    page.until_event([](const Json& e) { return e["event"] == "table" && e["set"].value("state", "") == "thinking"; });
}

TEST_F(ServiceTest, TheComputerBegins) {
    TestPage page(*service_);
    const std::string id = page.make("english", computer("random"), human);
    EXPECT_EQ(page.until_ply(id, 1)["turn"], "white");
}

TEST_F(ServiceTest, ThinkingIsToldAndCancelledAtOnce) {
    service_.reset();
    service_ = open_service(folder_.path(), 1);
    TestPage page(*service_);
    for (const std::string player : {"engine:seconds=50", "alphabeta:depth=20"}) {
        const std::string id = page.make("international", human, computer(player), {{"fen", "B:W31-50:B1-20"}});
        page.move(id, std::size_t{0});
        EXPECT_EQ(page.move(id, std::size_t{0})["error"]["message"], "It is the computer's turn.");
        const Json news = page.until_event([&](const Json& e) { return e["event"] == "thinking" && e["table"] == id; });
        EXPECT_EQ(news["table"], id);
        EXPECT_EQ(news["side"], "white");
        EXPECT_GT(news["depth"], 0);
        EXPECT_GT(news["nodes"], 0);
        EXPECT_NE(news["score"], "");
        EXPECT_NE(news["line"], "");
        EXPECT_EQ(news.contains("prunings"), player.starts_with("alphabeta"));
        // A page that comes later sees that it thinks.
        TestPage other(*service_);
        const Json seen = other.ok({{"do", "open"}, {"table", id}})["table"];
        EXPECT_EQ(seen["state"], "thinking");
        EXPECT_EQ(seen["thinking"]["side"], "white");
        const auto start = std::chrono::steady_clock::now();
        page.ok({{"do", "undo"}, {"table", id}});
        EXPECT_EQ(page.table(id)["node"], 0);
        EXPECT_EQ(page.table(id)["state"], "waiting");
        // The only worker is free again for another game.
        const std::string next = page.make("english", computer("random"), human);
        page.until_ply(next, 1);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
    }
}

TEST_F(ServiceTest, LeavingCancelsAndComingBackGoesOn) {
    std::string id;
    {
        TestPage page(*service_);
        id = page.make("english", human, computer("engine:level=3"));
        page.move(id, "11-15");
    }
    TestPage page(*service_);
    EXPECT_EQ(page.ok({{"do", "open"}, {"table", id}})["table"]["id"], id);
    page.until_ply(id, 2);
    page.ok({{"do", "close"}, {"table", id}});
    EXPECT_EQ(page.error({{"do", "close"}, {"table", id}}), "unknown: This table is not open here.");
    EXPECT_EQ(page.error({{"do", "undo"}, {"table", id}}), "unknown: This table is not open here.");
}

TEST_F(ServiceTest, UndoTakesBackAPair) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("random"));
    EXPECT_EQ(page.error({{"do", "undo"}, {"table", id}}), "refused: There is nothing to take back.");
    EXPECT_EQ(page.error({{"do", "redo"}, {"table", id}}), "refused: Nothing was taken back.");
    page.move(id, "11-15");
    page.until_ply(id, 2);
    page.move(id, std::size_t{0});
    const Json before = page.until_ply(id, 4);
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(TestPage::ply_of(page.table(id)), 2);
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(TestPage::ply_of(page.table(id)), 0);
    page.ok({{"do", "redo"}, {"table", id}});
    EXPECT_EQ(TestPage::ply_of(page.table(id)), 2);
    page.ok({{"do", "redo"}, {"table", id}});
    EXPECT_EQ(TestPage::line_of(page.table(id)), TestPage::line_of(before));
    EXPECT_EQ(page.table(id)["board"], before["board"]);
}

TEST_F(ServiceTest, VariationsAreKept) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    page.move(id, "11-15");
    page.move(id, "23-19");
    page.ok({{"do", "go"}, {"table", id}, {"node", 1}});
    page.move(id, "22-18");
    Json table = page.table(id);
    EXPECT_EQ(table["nodes"].size(), 3);
    EXPECT_EQ(table["nodes"][2]["parent"], 1);
    EXPECT_EQ(table["node"], 3);
    // The same move again is the same node.
    page.ok({{"do", "go"}, {"table", id}, {"node", 1}});
    page.move(id, "23-19");
    EXPECT_EQ(page.table(id)["node"], 2);
    EXPECT_EQ(page.table(id)["nodes"].size(), 3);
    EXPECT_EQ(page.error({{"do", "go"}, {"table", id}, {"node", 9}}).substr(0, 8), "unknown:");
    const std::string pdn = page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}})["text"];
    EXPECT_NE(pdn.find("(1... 22-18)"), std::string::npos) << pdn;
    // And they come back from the text.
    const Json copy = page.ok({{"do", "import"}, {"text", pdn}})["table"];
    EXPECT_EQ(copy["nodes"].size(), 3);
    EXPECT_EQ(TestPage::line_of(copy), "11-15 23-19");
}

TEST_F(ServiceTest, LookingBackDoesNotMakeTheComputerMove) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("random"));
    page.move(id, "11-15");
    page.until_ply(id, 2);
    page.ok({{"do", "go"}, {"table", id}, {"node", 1}});
    EXPECT_EQ(page.table(id)["state"], "paused");
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_EQ(page.table(id)["node"], 1);
    page.ok({{"do", "play"}, {"table", id}});
    page.until_ply(id, 2);
}

TEST_F(ServiceTest, ComputersPlayEachOther) {
    TestPage page(*service_);
    const std::string id = page.make("english-6", computer("random"), computer("edge"));
    EXPECT_EQ(page.table(id)["state"], "paused");
    EXPECT_FALSE(page.table(id)["running"]);
    page.ok({{"do", "step"}, {"table", id}});
    page.until_ply(id, 1);
    EXPECT_EQ(page.table(id)["state"], "paused");
    page.ok({{"do", "step"}, {"table", id}});
    page.until_ply(id, 2);
    page.ok({{"do", "play"}, {"table", id}, {"delay", 20}});
    EXPECT_TRUE(page.table(id)["running"]);
    EXPECT_EQ(page.table(id)["delay"], 20);
    page.until(id, [](const Json& table) { return TestPage::ply_of(table) >= 5; });
    page.ok({{"do", "pause"}, {"table", id}});
    const Json paused = page.table(id);
    EXPECT_EQ(paused["state"], "paused");
    std::this_thread::sleep_for(milliseconds(150));
    EXPECT_EQ(page.table(id)["node"], paused["node"]);
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(TestPage::ply_of(page.table(id)), TestPage::ply_of(paused) - 1);
    page.ok({{"do", "play"}, {"table", id}, {"delay", 0}});
    const Json over = page.until_state(id, "over");
    EXPECT_FALSE(over["outcome"].is_null());
    EXPECT_TRUE(TestPage::said(over, "judge", over["outcome"]["text"].get<std::string>().substr(1)));
    EXPECT_EQ(page.error({{"do", "play"}, {"table", id}}).substr(0, 8), "refused:");
    EXPECT_EQ(page.error({{"do", "play"}, {"table", id}, {"delay", -1}}).substr(0, 12), "bad-request:");
}

TEST_F(ServiceTest, ResigningAndGoingOn) {
    TestPage page(*service_);
    const std::string id = page.make("suicide", human, computer("random"));
    EXPECT_EQ(page.error({{"do", "resign"}, {"table", id}, {"side", "white"}}).substr(0, 8), "refused:");
    EXPECT_EQ(page.error({{"do", "resign"}, {"table", id}, {"side", "green"}}),
              "bad-request: side must be black or white");
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    Json table = page.table(id);
    EXPECT_EQ(table["state"], "over");
    EXPECT_EQ(table["outcome"]["winner"], "white");
    EXPECT_EQ(table["outcome"]["reason"], "resigned");
    EXPECT_EQ(table["outcome"]["text"], "player 1 resigns and loses");
    EXPECT_EQ(table["legal"].size(), 0);
    EXPECT_EQ(page.move(id, "11-15")["error"]["message"], "The game is over: player 1 resigns and loses.");
    EXPECT_EQ(page.error({{"do", "hint"}, {"table", id}}).substr(0, 8), "refused:");
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(page.table(id)["state"], "waiting");
    EXPECT_EQ(page.table(id)["legal"].size(), 7);
}

TEST_F(ServiceTest, TwoPeopleAgreeOnADraw) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    EXPECT_EQ(page.ok({{"do", "offer-draw"}, {"table", id}, {"side", "black"}})["accepted"], false);
    EXPECT_EQ(page.table(id)["offer"], "black");
    // A move withdraws it.
    page.move(id, "11-15");
    EXPECT_TRUE(page.table(id)["offer"].is_null());
    EXPECT_EQ(page.ok({{"do", "offer-draw"}, {"table", id}, {"side", "white"}})["accepted"], false);
    EXPECT_EQ(page.ok({{"do", "offer-draw"}, {"table", id}, {"side", "black"}})["accepted"], true);
    EXPECT_EQ(page.table(id)["outcome"]["reason"], "agreed");
    EXPECT_TRUE(page.table(id)["outcome"]["winner"].is_null());
    EXPECT_EQ(page.error({{"do", "offer-draw"}, {"table", id}, {"side", "black"}}).substr(0, 8), "refused:");
}

TEST_F(ServiceTest, TheComputerAnswersADrawOfferByItsScore) {
    TestPage page(*service_);
    // White has two kings more, or two less.
    const std::string winning = page.make("english", human, computer("random"), {{"fen", "B:WK30,K31,K32:BK1"}});
    EXPECT_EQ(page.ok({{"do", "offer-draw"}, {"table", winning}, {"side", "black"}})["accepted"], false);
    const std::string losing = page.make("english", human, computer("random"), {{"fen", "B:WK30:BK1,K2,K3"}});
    EXPECT_EQ(page.ok({{"do", "offer-draw"}, {"table", losing}, {"side", "black"}})["accepted"], true);
    EXPECT_EQ(page.until_state(losing, "over")["outcome"]["reason"], "agreed");
    EXPECT_EQ(page.error({{"do", "offer-draw"}, {"table", winning}, {"side", "white"}}).substr(0, 8), "refused:");
}

TEST_F(ServiceTest, Hints) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("random"), {{"fen", "B:W18,25,32:B14,1"}});
    const Json hint = page.ok({{"do", "hint"}, {"table", id}});
    EXPECT_EQ(hint["index"], 0);
    EXPECT_EQ(hint["text"], page.table(id)["legal"][0]["text"]);
    EXPECT_NE(hint["remark"], "");
    page.until(id, [](const Json& table) { return table["hints"] == 1; });
    // One that comes too late.
    const std::string slow = page.make("international", human, human);
    const int number = page.send({{"do", "hint"}, {"table", slow}});
    EXPECT_EQ(page.error({{"do", "hint"}, {"table", slow}}), "refused: A hint is on its way.");
    page.move(slow, std::size_t{0});
    EXPECT_EQ(page.answer(number)["error"]["message"], "The position has changed.");
}

TEST_F(ServiceTest, EndgamesAreLearntInTheBackground) {
    service_.reset();
    service_ = open_service(folder_.path(), 2, true);
    TestPage page(*service_);
    const std::string fen = "B:W18:B1,6";
    const std::string id = page.make("mini", human, human, {{"fen", fen}});
    page.until(id, [](const Json& table) { return !table["known"].is_null(); });
    const Json table = page.table(id);
    EXPECT_EQ(table["known"]["value"], "win");
    EXPECT_TRUE(table["known"]["plies"].is_number());
    for (const Json& move : table["legal"]) EXPECT_TRUE(move["known"].is_object()) << move;
    // The next table knows at once, and one with too many pieces does not.
    const std::string next = page.make("mini", human, human, {{"fen", fen}});
    EXPECT_EQ(page.table(next)["known"], table["known"]);
    const std::string full = page.make("mini", human, human);
    EXPECT_TRUE(page.table(full)["known"].is_null());
    EXPECT_TRUE(page.table(full)["legal"][0]["known"].is_null());
}

TEST_F(ServiceTest, EndgamesThatCannotBeMadeAreNoHarm) {
    service_.reset();
    std::ofstream(folder_.path() + "/egdb") << "a file where the folder should be";
    service_ = open_service(folder_.path(), 2, true);
    TestPage page(*service_);
    const std::string id = page.make("mini", human, human, {{"fen", "B:W18:B1,6"}});
    page.until(id, [](const Json& table) {
        return !table["log"].empty() &&
               table["log"].back()["text"].get<std::string>().starts_with("Nothing is known of endgames: ");
    });
    page.move(id, std::size_t{0});
}

// On 6x6: Black's man on 6 is lost if White takes the opposition, and gets a king otherwise.
constexpr const char* small_position = "W:WK17,14:B2,6";

bool all_known(const Json& table) {
    return !table["known"].is_null() &&
           std::ranges::all_of(table["legal"], [](const Json& move) { return move["known"].is_object(); });
}

TEST_F(ServiceTest, ExactValuesAreForWhoeverWantsThem) {
    TestPage page(*service_);
    const std::string id = page.make("english-6", human, human, {{"fen", small_position}});
    EXPECT_TRUE(page.table(id)["known"].is_null());
    EXPECT_TRUE(page.table(id)["exact"].is_null());
    page.ok({{"do", "exact"}, {"table", id}, {"on", true}});
    const Json first = page.until(id, all_known);
    EXPECT_TRUE(first["exact"].is_null());
    EXPECT_TRUE(page.until_event([](const Json& event) {
                        return event["event"] == "table" && event["set"].value("exact", "") == "working";
                    })
                    .is_object());
    // The position is worth what its best move is worth.
    const auto has = [](const Json& table, const char* value) {
        return std::ranges::any_of(table["legal"], [&](const Json& move) { return move["known"]["value"] == value; });
    };
    EXPECT_EQ(first["known"]["value"], has(first, "win") ? "win" : has(first, "draw") ? "draw" : "loss");
    // After a move it is worth as much to the other side.
    const std::string played = first["legal"][0]["known"]["value"];
    page.move(id, std::size_t{0});
    const Json second = page.until(id, [](const Json& table) { return table["node"] == 1 && all_known(table); });
    EXPECT_EQ(second["known"]["value"], played == "win" ? "loss" : played == "loss" ? "win" : "draw");
    // It is not asked again about what it has seen, nor after somebody has lost interest.
    page.ok({{"do", "go"}, {"table", id}, {"node", 0}});
    EXPECT_TRUE(all_known(page.table(id)));
    page.ok({{"do", "exact"}, {"table", id}, {"on", false}});
    page.move(id, std::size_t{1});
    EXPECT_TRUE(page.table(id)["exact"].is_null());
    // Only where it can be told, and not after the end.
    const std::string large = page.make("english", human, human);
    page.ok({{"do", "exact"}, {"table", large}, {"on", true}});
    EXPECT_TRUE(page.table(large)["exact"].is_null());
    page.ok({{"do", "exact"}, {"table", id}, {"on", true}});
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    EXPECT_TRUE(page.table(id)["exact"].is_null());
    EXPECT_TRUE(page.table(id)["known"].is_null());
    EXPECT_EQ(page.error({{"do", "exact"}, {"table", "zzzzzzzzzz"}, {"on", true}}).substr(0, 8), "unknown:");
}

TEST_F(ServiceTest, PerfectPlaySitsDownToSolvedGames) {
    TestPage page(*service_);
    const Json perfect = computer("perfect");
    const auto start = [&](const std::string& game, const Json& black) {
        return Json{{"do", "new"}, {"game", game}, {"black", black}, {"white", human}};
    };
    EXPECT_EQ(page.error(start("english", perfect)), "bad-request: black: nobody knows perfect play in english");
    EXPECT_EQ(page.error(start("english-6", computer("perfect:egdb=/"))).substr(0, 24), "bad-request: black: egdb");
    EXPECT_EQ(page.error(start("english-6", computer("perfect:nodes=5000001"))),
              "bad-request: black: nodes must be at most 5000000 here");
    const std::string large = page.make("english", human, human);
    EXPECT_EQ(page.error({{"do", "players"}, {"table", large}, {"white", perfect}}),
              "bad-request: white: nobody knows perfect play in english");
    const std::string id = page.make("english-6", human, perfect, {{"fen", small_position}});
    const Json table = page.until_ply(id, 1);
    EXPECT_TRUE(table["nodes"][0]["text"] == "14-12" || table["nodes"][0]["text"] == "17-13") << table["nodes"][0];
    Json plan{{"games", {"english"}}, {"players", {"perfect", "random"}}, {"count", 2}};
    EXPECT_EQ(page.error({{"do", "lab.start"}, {"plan", plan}}),
              "illegal: perfect: nobody knows perfect play in english");
}

// What is worked out about a game does not make it newer.
TEST_F(ServiceTest, ExactValuesAreNotSaved) {
    TestPage page(*service_);
    const std::string id = page.make("english-6", human, human, {{"fen", small_position}});
    page.ok({{"do", "delete"}, {"table", id}});
    page.ok({{"do", "exact"}, {"table", id}, {"on", true}});
    page.until(id, all_known);
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 0);
}

// While it is asked about the whole board, without endgames below.
TEST_F(ServiceTest, ATableThatHasMovedOnIsNotWaitedFor) {
    {
        TestPage page(*service_);
        const std::string id = page.make("english-6", human, human);
        page.ok({{"do", "exact"}, {"table", id}, {"on", true}});
        page.move(id, std::size_t{0});
        page.ok({{"do", "undo"}, {"table", id}});
        page.ok({{"do", "review"}, {"table", id}});
    }
    const auto start = std::chrono::steady_clock::now();
    service_.reset();
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    service_ = open_service(folder_.path());
}

TEST_F(ServiceTest, AGameIsGoneThrough) {
    TestPage page(*service_);
    const auto with = [&](const std::string& id) { return Json{{"do", "review"}, {"table", id}}; };
    EXPECT_EQ(page.error(with(page.make("english", human, human))),
              "refused: The exact values of this game are not known.");
    const std::string id = page.make("english-6", human, human, {{"fen", small_position}});
    EXPECT_EQ(page.error(with(id)), "refused: No move has been played.");
    EXPECT_EQ(page.error({{"do", "stop-review"}, {"table", id}}), "refused: The game is not being gone through.");
    // Each side makes the worst of its moves.
    page.ok({{"do", "exact"}, {"table", id}, {"on", true}});
    std::vector<Json> before;
    constexpr std::size_t plies = 4;
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const Json table =
            page.until(id, [&](const Json& t) { return TestPage::ply_of(t) == static_cast<int>(ply) && all_known(t); });
        const auto rank = [](const Json& known) {
            return known["value"] == "win" ? 2 : known["value"] == "draw" ? 1 : 0;
        };
        std::size_t worst = 0;
        for (std::size_t i = 0; i < table["legal"].size(); ++i)
            if (rank(table["legal"][i]["known"]) < rank(table["legal"][worst]["known"])) worst = i;
        before.push_back(table);
        ASSERT_TRUE(page.move(id, worst).contains("ok"));
    }
    page.ok({{"do", "go"}, {"table", id}, {"node", 1}});  // looking back, the whole game is meant
    page.ok(with(id));
    const Json done =
        page.until(id, [](const Json& t) { return t["review"].is_object() && t["review"]["state"] == "done"; });
    const Json& review = done["review"];
    EXPECT_EQ(review["last"], plies);
    EXPECT_EQ(review["of"], plies);
    ASSERT_EQ(review["moves"].size(), plies);
    std::size_t turned = 0;
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const Json& move = review["moves"][ply];
        const std::string text = done["nodes"][ply]["text"];
        EXPECT_EQ(move["node"], ply + 1);
        EXPECT_EQ(move["before"], before[ply]["known"]);
        Json better = Json::array();
        for (const Json& legal : before[ply]["legal"]) {
            if (legal["text"] == text) {
                EXPECT_EQ(move["after"], legal["known"]);
            }
            if (legal["known"]["value"] == move["before"]["value"]) better.push_back(legal["text"]);
        }
        const bool gave_away = move["before"]["value"] != move["after"]["value"];
        turned += gave_away ? 1 : 0;
        EXPECT_EQ(move["better"], gave_away ? better : Json::array());
    }
    EXPECT_GT(turned, 0U);
    // It stays with the table as long as somebody has it open.
    TestPage other(*service_);
    EXPECT_EQ(other.ok({{"do", "open"}, {"table", id}})["table"]["review"], review);
    // Of two people at two pages, none is helped before the end.
    EXPECT_EQ(page.error(with(id)), "refused: Not before the end of the game.");
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    page.ok(with(id));
}

TEST_F(ServiceTest, GoingThroughAGameIsStopped) {
    TestPage page(*service_);
    const std::string id = page.make("english-6", human, human);
    for (int ply = 0; ply < 3; ++ply) page.move(id, std::size_t{0});
    const Json request{{"do", "review"}, {"table", id}};
    page.ok(request);
    EXPECT_EQ(page.table(id)["review"]["state"], "working");
    EXPECT_EQ(page.error(request), "refused: The game is being gone through already.");
    page.ok({{"do", "stop-review"}, {"table", id}});
    EXPECT_EQ(page.table(id)["review"]["state"], "stopped");
    // As often as one likes: a review that was stopped is no job any more.
    for (int i = 0; i < 5; ++i) {
        page.ok(request);
        page.ok({{"do", "stop-review"}, {"table", id}});
    }
    page.ok(request);  // left alone: whoever leaves stops it
}

// Whoever ends the program does not wait for what is being built.
TEST_F(ServiceTest, BuildingEndgamesEndsWithTheProgram) {
    service_.reset();
    service_ = open_service(folder_.path(), 2, true);
    {
        TestPage page(*service_);
        page.make("english", human, human);
    }
    const auto start = std::chrono::steady_clock::now();
    service_.reset();
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    service_ = open_service(folder_.path());
}

TEST_F(ServiceTest, PlayersChangeAndRematch) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("random"), {{"name", "evening"}});
    page.ok({{"do", "players"}, {"table", id}, {"black", computer("edge")}, {"white", human}});
    page.until_ply(id, 1);  // the computer begins now
    EXPECT_EQ(page.table(id)["white"], human);
    EXPECT_EQ(page.error({{"do", "players"}, {"table", id}, {"white", computer("hub:cmd=x")}}).substr(0, 12),
              "bad-request:");
    const Json again = page.ok({{"do", "rematch"}, {"table", id}, {"swap", true}})["table"];
    EXPECT_NE(again["id"], id);
    EXPECT_EQ(again["black"], human);
    EXPECT_EQ(again["white"], computer("edge"));
    EXPECT_EQ(again["name"], "evening");
    EXPECT_EQ(again["nodes"].size(), 0);
    EXPECT_EQ(page.error({{"do", "rematch"}, {"table", id}, {"swap", 1}}), "bad-request: swap must be true or false");
    page.ok({{"do", "rename"}, {"table", id}, {"name", "morning"}});
    EXPECT_EQ(page.table(id)["name"], "morning");
}

TEST_F(ServiceTest, APassIsPlayedByTheJudge) {
    TestPage page(*service_);
    // Black's man has arrived, White's has two steps to go: after White's move Black cannot move.
    const std::string id = page.make("mini", human, human, {{"fen", "W:W13:B16"}});
    const Json start = page.table(id);
    ASSERT_FALSE(start["legal"].empty());
    page.move(id, std::size_t{0});
    const Json table = page.table(id);
    ASSERT_EQ(table["nodes"].size(), 2) << table.dump();
    EXPECT_EQ(table["nodes"][1]["text"], "pass");
    EXPECT_EQ(table["nodes"][1]["from"], 0);
    EXPECT_EQ(table["turn"], "white");
    EXPECT_TRUE(TestPage::said(table, "judge", "Player 1 cannot move and passes."));
    // Who comes back hears it again.
    page.ok({{"do", "close"}, {"table", id}});
    EXPECT_TRUE(
        TestPage::said(page.ok({{"do", "open"}, {"table", id}})["table"], "judge", "Player 1 cannot move and passes."));
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(page.table(id)["node"], 0);
}

TEST_F(ServiceTest, ACaptureMayBeOptional) {
    TestPage page(*service_);
    const std::string id = page.make("kingme", human, human);
    page.move(id, "11-15");
    page.move(id, "22-18");
    const Json table = page.table(id);
    EXPECT_FALSE(table["capture"]);
    EXPECT_TRUE(std::ranges::any_of(table["legal"], [](const Json& m) { return m["text"] == "15x22"; }));
    EXPECT_TRUE(page.move(id, "12-16").contains("ok"));
}

TEST_F(ServiceTest, ClocksRunOut) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human, {{"clock", {{"seconds", 1}, {"increment", 0.5}}}});
    Json clock = page.table(id)["clock"];
    EXPECT_EQ(clock["running"], "black");
    EXPECT_EQ(clock["left"]["white"], 1.0);
    page.move(id, "11-15");
    clock = page.table(id)["clock"];
    EXPECT_EQ(clock["running"], "white");
    EXPECT_GT(clock["left"]["black"], 1.0);
    const Json over = page.until_state(id, "over");
    EXPECT_EQ(over["outcome"]["reason"], "time");
    EXPECT_EQ(over["outcome"]["winner"], "black");
    EXPECT_EQ(over["clock"]["left"]["white"], 0.0);
    EXPECT_TRUE(over["clock"]["running"].is_null());
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(page.table(id)["state"], "waiting");
    EXPECT_GT(page.table(id)["clock"]["left"]["white"], 0.9);
}

// Time that passes so that people can follow is nobody's thinking, and looking back gives no time back.
TEST_F(ServiceTest, ClocksAreFair) {
    TestPage page(*service_);
    const std::string id = page.make("english", computer("random"), computer("random"), {{"clock", {{"seconds", 1}}}});
    page.ok({{"do", "play"}, {"table", id}, {"delay", 300}});
    page.until_ply(id, 12);
    page.ok({{"do", "pause"}, {"table", id}});
    EXPECT_TRUE(page.table(id)["outcome"].is_null());
    EXPECT_GT(page.table(id)["clock"]["left"]["black"], 0.3);

    const std::string own = page.make("english", human, human, {{"clock", {{"seconds", 60}}}});
    page.move(own, std::size_t{0});
    page.move(own, std::size_t{0});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    page.ok({{"do", "go"}, {"table", own}, {"node", 0}});
    EXPECT_LT(page.table(own)["clock"]["left"]["black"], 59.8);
}

TEST_F(ServiceTest, TwoPagesSeeTheSame) {
    TestPage one(*service_);
    TestPage two(*service_);
    const std::string id = one.make("english", human, computer("random"));
    two.ok({{"do", "open"}, {"table", id}});
    one.move(id, "11-15");
    two.until_ply(id, 2);
    one.until_ply(id, 2);
    EXPECT_EQ(one.table(id), two.table(id));
    two.move(id, std::size_t{0});
    one.until_ply(id, 4);
    two.until_ply(id, 4);
    one.ok({{"do", "undo"}, {"table", id}});
    two.until_ply(id, 2);
    EXPECT_EQ(one.table(id), two.table(id));
    // What the events made of it is what the program has.
    const Json mirrored = two.table(id);
    EXPECT_EQ(two.ok({{"do", "open"}, {"table", id}})["table"], mirrored);
    // A page whose position is old is told so.
    EXPECT_EQ(one.error({{"do", "move"}, {"table", id}, {"node", 0}, {"index", 0}}),
              "refused: The game has moved on; this is not its position.");
}

TEST_F(ServiceTest, ChecksPositions) {
    TestPage page(*service_);
    const Json request{
        {"do", "check"}, {"game", "english"}, {"board", "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"}, {"turn", "black"}};
    const Json checked = page.ok(request);
    EXPECT_EQ(checked["fen"], "B:W21-32:B1-12");
    EXPECT_EQ(checked["legal"], 7);
    const auto error = [&](const Json& changes) {
        Json changed = request;
        changed.update(changes);
        return page.error(changed);
    };
    EXPECT_EQ(error({{"board", "wbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"board", "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"}}), "illegal: there is no piece on the board");
    EXPECT_EQ(error({{"board", "b"}}), "bad-request: english has 32 squares, not 1");
    EXPECT_EQ(error({{"board", "xbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"}}).substr(0, 12), "bad-request:");
    EXPECT_EQ(error({{"game", "go"}}).substr(0, 8), "unknown:");
    EXPECT_EQ(error({{"turn", 1}}), "bad-request: turn must be a text");
}

TEST_F(ServiceTest, ReadsAndWritesTexts) {
    TestPage page(*service_);
    const Json fen = page.ok({{"do", "read"}, {"text", "B:W21-32:B1-12"}, {"game", "suicide"}});
    EXPECT_EQ(fen["kind"], "fen");
    EXPECT_EQ(fen["games"][0]["game"], "suicide");
    EXPECT_EQ(page.ok({{"do", "read"}, {"text", "W:W31-50:B1-20"}})["games"][0]["game"], "international");
    const std::string pdn =
        "[White \"Anna\"]\n[Black \"Ben\"]\n[GameType \"21\"]\n[Result \"*\"]\n1. 11-15 23-19 2. 8-11 *\n\n"
        "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 *\n";
    const Json read = page.ok({{"do", "read"}, {"text", pdn}});
    EXPECT_EQ(read["kind"], "pdn");
    ASSERT_EQ(read["games"].size(), 2);
    EXPECT_EQ(read["games"][0]["white"], "Anna");
    EXPECT_EQ(read["games"][0]["moves"], 3);
    EXPECT_EQ(read["games"][1]["game"], "international");
    EXPECT_EQ(read["games"][0]["turn"], "white");  // where the moves lead
    EXPECT_EQ(read["games"][0]["board"].get<std::string>().substr(0, 16), "bbbbbbbebbbbeebe");
    const Json table = page.ok({{"do", "import"}, {"text", pdn}, {"number", 1}})["table"];
    EXPECT_EQ(table["game"], "international");
    EXPECT_EQ(TestPage::line_of(table), "32-28 19-23 28x19");
    EXPECT_EQ(page.error({{"do", "import"}, {"text", pdn}, {"number", 2}}),
              "unknown: There is no such game in the text.");
    EXPECT_EQ(page.error({{"do", "import"}, {"text", "1. 11-16 11-15 *"}, {"game", "english"}}).substr(0, 8),
              "illegal:");
    EXPECT_EQ(page.error({{"do", "read"}, {"text", ""}}), "illegal: the text is empty");
    EXPECT_EQ(page.error({{"do", "read"}, {"text", "\xc3\xa9\xc3\xa8 ((("}}).substr(0, 8), "illegal:");
    const std::string id = page.ok({{"do", "import"}, {"text", pdn}})["table"]["id"];
    EXPECT_EQ(page.table(id)["white"], Json({{"kind", "human"}, {"name", "Anna"}}));
    EXPECT_EQ(page.ok({{"do", "library"}, {"player", "ben"}})["games"][0]["black"], "Ben");
    const Json out = page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}});
    EXPECT_NE(out["text"].get<std::string>().find("11-15 23-19"), std::string::npos);
    EXPECT_NE(out["text"].get<std::string>().find("[White \"Anna\"]"), std::string::npos);
    EXPECT_EQ(out["name"], "english-" + id + ".pdn");
    EXPECT_EQ(page.ok({{"do", "export"}, {"table", id}, {"format", "fen"}})["text"],
              page.table(id)["fen"].get<std::string>() + "\n");
    const std::string log = page.ok({{"do", "export"}, {"table", id}, {"format", "log"}})["text"];
    EXPECT_TRUE(log.starts_with("8\np1 11x15\n") || log.starts_with("8\np1 11")) << log;
    const std::string svg = page.ok({{"do", "export"}, {"table", id}, {"format", "svg"}})["text"];
    EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
    EXPECT_EQ(page.error({{"do", "export"}, {"table", id}, {"format", "exe"}}).substr(0, 12), "bad-request:");
    // A position that no table has.
    const Json position{{"do", "export"}, {"game", "english"}, {"fen", "W:W30:BK3"}, {"format", "pdn"}};
    EXPECT_NE(page.ok(position)["text"].get<std::string>().find("W:W30:BK3"), std::string::npos);
    EXPECT_EQ(page.ok(position)["name"], "english-position.pdn");
    EXPECT_EQ(page.error({{"do", "export"}, {"game", "english"}, {"fen", "W:W99:B1"}, {"format", "pdn"}}).substr(0, 8),
              "illegal:");
    // A text may be longer than other frames.
    std::string long_pdn = "{" + std::string(200'000, 'x') + "} 1. 11-15 *";
    EXPECT_EQ(page.ok({{"do", "read"}, {"text", long_pdn}, {"game", "english"}})["games"].size(), 1);
    EXPECT_EQ(page.error({{"do", "read"}, {"text", std::string(1'100'000, 'x')}}).substr(0, 12), "bad-request:");
}

// Somebody resigned, or they agreed on a draw: the moves do not show it.
TEST_F(ServiceTest, TheResultOfARecordIsKept) {
    for (const auto& [result, winner, text] : {std::tuple{"1-0", Json("white"), "White wins, as it was recorded"},
                                               std::tuple{"1/2-1/2", Json(nullptr), "a draw, as it was recorded"}}) {
        std::string id;
        {
            TestPage page(*service_);
            const Json table = page.ok({{"do", "import"},
                                        {"game", "english"},
                                        {"text", "[GameType \"21\"]\n1. 11-15 23-19 " + std::string(result)}})["table"];
            id = table["id"];
            EXPECT_EQ(table["outcome"]["reason"], "recorded");
            EXPECT_EQ(table["outcome"]["winner"], winner);
            EXPECT_EQ(table["outcome"]["text"], text);
        }
        reopen();
        TestPage page(*service_);
        EXPECT_EQ(page.ok({{"do", "library"}, {"result", result}})["total"], 1);
        EXPECT_EQ(page.ok({{"do", "open"}, {"table", id}})["table"]["outcome"]["text"], text);
        page.ok({{"do", "undo"}, {"table", id}});  // they may go on all the same
        EXPECT_TRUE(page.table(id)["outcome"].is_null());
    }
}

TEST_F(ServiceTest, AFinishedGameGoesThroughALog) {
    TestPage page(*service_);
    const std::string id = page.make("suicide-6", computer("random"), computer("random"));
    page.ok({{"do", "play"}, {"table", id}, {"delay", 0}});
    const Json over = page.until_state(id, "over");
    const std::string log = page.ok({{"do", "export"}, {"table", id}, {"format", "log"}})["text"];
    const Json read = page.ok({{"do", "read"}, {"text", log}});
    EXPECT_EQ(read["kind"], "log");
    EXPECT_EQ(read["games"][0]["game"], "suicide-6");
    const Json copy = page.ok({{"do", "import"}, {"text", log}})["table"];
    EXPECT_EQ(copy["board"], over["board"]);
    EXPECT_EQ(copy["outcome"], over["outcome"]);
}

TEST_F(ServiceTest, TheLibrary) {
    TestPage page(*service_);
    const std::string first = page.make("english", human, computer("edge"), {{"name", "100% fun"}});
    const std::string second = page.make("mini", human, human);
    page.ok({{"do", "resign"}, {"table", second}, {"side", "black"}});
    const auto found = [&](Json request) {
        request["do"] = "library";
        const Json page_of = page.ok(std::move(request));
        std::set<std::string> ids;
        for (const Json& game : page_of["games"]) ids.insert(game["id"]);
        EXPECT_EQ(page_of["total"], ids.size());
        return ids;
    };
    using Ids = std::set<std::string>;
    EXPECT_EQ(found({}), (Ids{first, second}));
    EXPECT_EQ(found({{"game", "mini"}}), Ids{second});
    EXPECT_EQ(found({{"player", "EDGE"}}), Ids{first});
    EXPECT_EQ(found({{"result", "1-0"}}), Ids{second});
    EXPECT_EQ(found({{"text", "0% f"}}), Ids{first});
    EXPECT_EQ(found({{"text", "%u"}}), Ids{});
    EXPECT_EQ(found({{"from", "2020-01-01"}, {"to", "2099-01-01"}}), (Ids{first, second}));
    EXPECT_EQ(found({{"to", "2020-01-01"}}), Ids{});
    EXPECT_EQ(found({{"text", "'; DROP TABLE games; --"}}), Ids{});
    EXPECT_EQ(page.error({{"do", "library"}, {"from", "yesterday"}}),
              "bad-request: from must be a date such as 2026-11-15");
    EXPECT_EQ(page.error({{"do", "library"}, {"limit", 1000}}),
              "bad-request: limit must be a whole number from 1 to 200");
    const Json entry = page.ok({{"do", "library"}, {"game", "english"}})["games"][0];
    EXPECT_EQ(entry["black"], "human");
    EXPECT_EQ(entry["white"], "edge");
    EXPECT_EQ(entry["result"], "*");
    EXPECT_EQ(page.ok({{"do", "library"}, {"limit", 1}})["games"].size(), 1);
    EXPECT_EQ(page.ok({{"do", "library"}, {"limit", 1}, {"offset", 2}})["games"].size(), 0);
    page.ok({{"do", "close"}, {"table", second}});
    page.ok({{"do", "rename"}, {"table", second}, {"name", "renamed"}});
    EXPECT_EQ(found({{"text", "renamed"}}), Ids{second});
    page.ok({{"do", "delete"}, {"table", second}});
    EXPECT_EQ(found({}), Ids{first});
    EXPECT_EQ(page.error({{"do", "delete"}, {"table", second}}), "unknown: There is no such game.");
    EXPECT_EQ(page.error({{"do", "open"}, {"table", second}}), "unknown: There is no such game.");
    EXPECT_EQ(page.error({{"do", "export"}, {"table", second}, {"format", "pdn"}}), "unknown: There is no such game.");
    page.ok({{"do", "undelete"}, {"table", second}});
    EXPECT_EQ(page.error({{"do", "undelete"}, {"table", second}}).substr(0, 8), "unknown:");
    EXPECT_EQ(page.ok({{"do", "open"}, {"table", second}})["table"]["name"], "renamed");
    EXPECT_EQ(page.error({{"do", "rename"}, {"table", "zzzzzzzzzz"}, {"name", "x"}}),
              "unknown: There is no such game.");
}

TEST_F(ServiceTest, LookingBackDoesNotMakeAGameUnfinished) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human, {{"fen", "B:W18:B15"}});
    page.move(id, std::size_t{0});
    ASSERT_EQ(page.table(id)["state"], "over");
    page.ok({{"do", "go"}, {"table", id}, {"node", 0}});
    const Json entry = page.ok({{"do", "library"}})["games"][0];
    EXPECT_EQ(entry["result"], "0-1");
    EXPECT_EQ(entry["plies"], 1);
    EXPECT_NE(page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}})["text"].get<std::string>().find(
                  "[Result \"0-1\"]"),
              std::string::npos);
    EXPECT_EQ(page.ok({{"do", "library"}, {"player", "human"}})["total"], 1);
    EXPECT_EQ(page.ok({{"do", "library"}, {"player", "engine"}})["total"], 0);
}

TEST_F(ServiceTest, ADeletedGameThatIsPlayedOnComesBack) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    page.ok({{"do", "delete"}, {"table", id}});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 0);
    page.move(id, std::size_t{0});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 1);
    page.ok({{"do", "close"}, {"table", id}});
    EXPECT_EQ(page.ok({{"do", "open"}, {"table", id}})["table"]["nodes"].size(), 1);
}

// One page cannot keep the desk busy for everybody.
TEST_F(ServiceTest, LongTextsWaitInLine) {
    TestPage page(*service_);
    std::string text;
    for (int i = 0; i < 7000; ++i) text += "1. 11-15 *\n";
    const auto import = [&](int number) {
        return Json{{"do", "import"}, {"text", text}, {"game", "english"}, {"number", number}};
    };
    std::vector<int> numbers;
    for (int i = 0; i < 30; ++i) numbers.push_back(page.send(import(7000)));  // there is none, after a long search
    std::map<std::string, int> codes;
    for (const int number : numbers) ++codes[page.answer(number)["error"]["code"].get<std::string>()];
    EXPECT_GE(codes["unknown"], 8);
    EXPECT_GT(codes["too-many"], 0);
    EXPECT_EQ(page.ok(import(3))["table"]["nodes"].size(), 1);  // and then there is room again
}

TEST_F(ServiceTest, FiftyTablesAtMost) {
    TestPage page(*service_);
    std::string first;
    for (int i = 0; i < 50; ++i) {
        const std::string id = page.make("mini", human, human);
        if (i == 0) first = id;
    }
    EXPECT_EQ(page.error({{"do", "new"}, {"game", "mini"}, {"black", human}, {"white", human}}).substr(0, 9),
              "too-many:");
    EXPECT_EQ(page.error({{"do", "import"}, {"text", "B:W21-32:B1-12"}, {"game", "english"}}).substr(0, 9),
              "too-many:");
    EXPECT_EQ(page.error({{"do", "rematch"}, {"table", first}}).substr(0, 9), "too-many:");
    page.ok({{"do", "open"}, {"table", first}});  // it is open
    page.ok({{"do", "close"}, {"table", first}});
    page.make("mini", human, human);
    EXPECT_EQ(page.error({{"do", "open"}, {"table", first}}).substr(0, 9), "too-many:");
}

TEST_F(ServiceTest, GamesComeBackAfterARestart) {
    Json before;
    std::string id;
    {
        TestPage page(*service_);
        id = page.make("kingme", human, computer("steps"), {{"name", "back"}, {"clock", {{"seconds", 500}}}});
        page.move(id, std::size_t{1});
        page.until_ply(id, 2);
        page.move(id, std::size_t{2});
        page.until_ply(id, 4);
        page.ok({{"do", "undo"}, {"table", id}});
        page.move(id, std::size_t{0});
        page.until_ply(id, 4);
        page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
        before = page.table(id);
    }
    reopen();
    TestPage page(*service_);
    const Json after = page.ok({{"do", "open"}, {"table", id}})["table"];
    for (const char* const name : {"id", "name", "game", "created", "black", "white", "start", "nodes", "node", "board",
                                   "turn", "fen", "legal", "outcome", "state", "hints"})
        EXPECT_EQ(after[name], before[name]) << name;
    EXPECT_GE(after["version"], before["version"]);
    page.ok({{"do", "undo"}, {"table", id}});
    page.move(id, std::size_t{0});
    page.until(id, [&](const Json& table) { return table["nodes"].size() > before["nodes"].size(); });
}

// What was answered is on disk, whatever happens to the program then.
TEST_F(ServiceTest, NoMoveIsLostWhenTheProgramIsKilled) {
    service_.reset();
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const std::unique_ptr<Service> service = open_service(folder_.path());
        TestPage page(*service);
        const std::string id = page.make("english", human, human);
        Random random(7);
        for (int i = 0; i < 30; ++i) {
            const Json table = page.table(id);
            if (table["legal"].empty()) break;
            page.move(id, random.below(static_cast<std::uint32_t>(table["legal"].size())));
        }
        const std::string told = id + page.table(id)["board"].get<std::string>();
        [[maybe_unused]] const ssize_t written = write(ends[1], told.data(), told.size());
        kill(getpid(), SIGKILL);
        _exit(1);
    }
    close(ends[1]);
    std::string told(200, '\0');
    ssize_t count = 0;
    for (ssize_t got = 0;
         (got = read(ends[0], told.data() + count, told.size() - static_cast<std::size_t>(count))) > 0;)
        count += got;
    told.resize(static_cast<std::size_t>(count));
    close(ends[0]);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    ASSERT_GT(told.size(), 10);
    service_ = open_service(folder_.path());
    TestPage page(*service_);
    const Json table = page.ok({{"do", "open"}, {"table", told.substr(0, 10)}})["table"];
    EXPECT_EQ(table["board"], told.substr(10));
    EXPECT_GE(table["nodes"].size(), 20);
}

TEST_F(ServiceTest, OneProgramToAFolder) {
    const Result<std::unique_ptr<Service>> second = Service::open({.data = folder_.path()});
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another crownhead is using"), std::string::npos) << second.error().message;
}

TEST_F(ServiceTest, ALaboratoryRun) {
    TestPage page(*service_);
    const Json plan{
        {"name", "small"}, {"games", {"english-6"}}, {"players", {"random", "edge"}}, {"count", 20}, {"seed", 3}};
    const Json run = page.ok({{"do", "lab.start"}, {"plan", plan}})["run"];
    const std::string id = run["id"];
    EXPECT_EQ(run["name"], "small");
    EXPECT_EQ(run["planned"], 20);
    const Json end =
        page.until_event([](const Json& e) { return e["event"] == "run" && e["run"]["state"] == "complete"; })["run"];
    EXPECT_EQ(end["done"], 20);
    const Json cell = end["cells"][0];
    EXPECT_EQ(cell["won"].get<int>() + cell["drawn"].get<int>() + cell["lost"].get<int>(), 20);
    EXPECT_EQ(cell["score"].size(), 3);
    EXPECT_EQ(cell["first_begins"].size(), 3);
    EXPECT_GT(cell["plies"], 1.0);
    EXPECT_EQ(end["players"], Json({"random", "edge"}));
    const Json games = page.ok({{"do", "lab.games"}, {"run", id}, {"cell", 0}, {"offset", 5}, {"limit", 10}});
    EXPECT_EQ(games["total"], 20);
    ASSERT_EQ(games["games"].size(), 10);
    EXPECT_EQ(games["games"][0]["number"], 5);
    EXPECT_EQ(games["games"][0]["black"], "edge");  // odd numbers: the first player has White
    const Json table = page.ok({{"do", "lab.game"}, {"run", id}, {"cell", 0}, {"number", 5}})["table"];
    EXPECT_EQ(table["nodes"].size(), games["games"][0]["plies"]);
    EXPECT_EQ(table["game"], "english-6");
    EXPECT_EQ(table["black"]["name"], "edge");
    // The same game again is the same table, and it is not in the list until somebody plays on in it.
    EXPECT_EQ(page.ok({{"do", "lab.game"}, {"run", id}, {"cell", 0}, {"number", 5}})["table"]["id"], table["id"]);
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 0);
    page.ok({{"do", "go"}, {"table", table["id"]}, {"node", 3}});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 0);
    const Json there = page.table(table["id"]);
    page.move(table["id"], std::size_t{0});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 1);
    EXPECT_EQ(page.ok({{"do", "lab.list"}})["runs"].size(), 1);
    for (const char* const name : {"games.pdn", "games.csv", "results.csv", "results.json", "report.html"}) {
        const Result<std::string> file = service_->run_file(id, name);
        ASSERT_TRUE(file) << name << ": " << file.error().message;
        EXPECT_GT(file->size(), 50) << name;
    }
    EXPECT_FALSE(service_->run_file(id, "journal.tsv"));
    EXPECT_FALSE(service_->run_file(id, "../../crownhead.db"));
    EXPECT_FALSE(service_->run_file("../" + id, "games.pdn"));
    EXPECT_EQ(page.error({{"do", "lab.resume"}, {"run", id}}), "refused: This run is complete.");
    EXPECT_EQ(page.error({{"do", "lab.stop"}, {"run", id}}), "refused: This run is not running.");
    EXPECT_EQ(page.error({{"do", "lab.game"}, {"run", id}, {"cell", 0}, {"number", 500}}).substr(0, 8), "unknown:");
    EXPECT_EQ(page.error({{"do", "lab.games"}, {"run", id}, {"cell", 1}}).substr(0, 8), "unknown:");
    page.ok({{"do", "lab.delete"}, {"run", id}});
    EXPECT_EQ(page.error({{"do", "lab.open"}, {"run", id}}), "unknown: There is no such run.");
    EXPECT_EQ(page.ok({{"do", "lab.list"}})["runs"].size(), 0);
}

TEST_F(ServiceTest, RunsAreStoppedAndGoOn) {
    std::string id;
    const Json plan{
        {"games", {"english", "suicide"}}, {"players", {"random", "alphabeta:depth=3"}}, {"count", 3000}, {"seed", 1}};
    std::uint64_t done = 0;
    {
        TestPage page(*service_);
        id = page.ok({{"do", "lab.start"}, {"plan", plan}})["run"]["id"];
        page.until_event([](const Json& e) { return e["event"] == "run" && e["run"]["done"] >= 1; });
        EXPECT_EQ(page.error({{"do", "lab.resume"}, {"run", id}}).substr(0, 8), "refused:");
        EXPECT_EQ(page.error({{"do", "lab.delete"}, {"run", id}}), "refused: Stop the run first.");
        page.ok({{"do", "lab.stop"}, {"run", id}});
        const Json stopped = page.until_event(
            [](const Json& e) { return e["event"] == "run" && e["run"]["state"] == "stopped"; })["run"];
        done = stopped["done"];
        EXPECT_LT(done, 6000);
        page.ok({{"do", "lab.resume"}, {"run", id}});
        page.until_event([&](const Json& e) { return e["event"] == "run" && e["run"]["done"] > done; });
        // At most five a second.
    }
    reopen();  // while it is running
    TestPage page(*service_);
    const Json run = page.ok({{"do", "lab.list"}})["runs"][0];
    EXPECT_EQ(run["id"], id);
    EXPECT_EQ(run["state"], "stopped");
    EXPECT_GT(run["done"], done);
    EXPECT_EQ(page.ok({{"do", "lab.open"}, {"run", id}})["run"]["done"], run["done"]);
    page.ok({{"do", "lab.resume"}, {"run", id}});
    page.until_event([&](const Json& e) { return e["event"] == "run" && e["run"]["done"] > run["done"]; });
    page.ok({{"do", "lab.stop"}, {"run", id}});
}

TEST_F(ServiceTest, RunsAreChecked) {
    TestPage page(*service_);
    const auto error = [&](const Json& changes) {
        Json plan{{"games", {"english-6"}}, {"players", {"random", "edge"}}, {"count", 10}};
        plan.update(changes);
        return page.error({{"do", "lab.start"}, {"plan", plan}});
    };
    EXPECT_EQ(error({{"games", Json::array()}}), "illegal: no game is given");
    EXPECT_EQ(error({{"games", {"chess"}}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"players", {"random"}}}), "illegal: a match needs at least two players");
    EXPECT_EQ(error({{"players", {"random", "hub:cmd=x"}}}),
              "illegal: hub:cmd=x: hub starts another program, which a page may not do");
    EXPECT_EQ(error({{"players", {"random", "engine:depth=40"}}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"players", "random"}}), "bad-request: plan.players must be a list of at most 16 texts");
    EXPECT_EQ(error({{"count", 0}}), "bad-request: plan.count must be a whole number from 1 to 100000");
    EXPECT_EQ(error({{"count", 1.5}}), "bad-request: plan.count must be a whole number from 1 to 100000");
    EXPECT_EQ(error({{"games", {"english", "suicide"}}, {"count", 100000}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"pairing", "knockout"}}), "illegal: pairing must be round-robin or gauntlet");
    EXPECT_EQ(error({{"openings", "closed"}}), "illegal: openings must be auto, start, random or ballots");
    EXPECT_EQ(error({{"name", "a\nplayer hub:cmd=x"}}), "bad-request: plan.name must be one line of text");
    EXPECT_EQ(error({{"players", {"random", "random\nplayer hub:cmd=x"}}}).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error({{"do", "lab.start"}}), "bad-request: plan is missing");
    EXPECT_EQ(page.error({{"do", "lab.open"}, {"run", "../runs"}}).substr(0, 8), "unknown:");
    EXPECT_EQ(page.ok({{"do", "lab.list"}})["runs"].size(), 0);
}

TEST_F(ServiceTest, FourJobsAtMost) {
    TestPage page(*service_);
    const Json plan{{"games", {"english"}}, {"players", {"alphabeta:depth=6", "alphabeta:depth=5"}}, {"count", 1000}};
    std::vector<std::string> runs;
    for (int i = 0; i < 4; ++i) runs.push_back(page.ok({{"do", "lab.start"}, {"plan", plan}})["run"]["id"]);
    EXPECT_EQ(page.error({{"do", "lab.start"}, {"plan", plan}}).substr(0, 9), "too-many:");
    const std::string id = page.make("english", human, human);
    EXPECT_EQ(page.error({{"do", "hint"}, {"table", id}}).substr(0, 9), "too-many:");
    page.ok({{"do", "lab.stop"}, {"run", runs[0]}});
    page.until_event([&](const Json& e) {
        return e["event"] == "run" && e["run"]["id"] == runs[0] && e["run"]["state"] == "stopped";
    });
    page.ok({{"do", "hint"}, {"table", id}});
}

// Many clients, each in its own thread, several on the same tables; run under the thread sanitizer.
TEST_F(ThreadsServiceTest, ManyPagesAtOnce) {
    constexpr int pages = 6;
    TestPage host(*service_);
    const std::string shared = host.make("english", human, computer("random"));
    std::vector<std::thread> threads;
    for (int p = 0; p < pages; ++p)
        threads.emplace_back([&, p] {
            TestPage page(*service_);
            Random random(static_cast<std::uint64_t>(p));
            page.ok({{"do", "open"}, {"table", shared}});
            const std::string own = page.make("mini", human, computer(p % 2 == 0 ? "engine:level=2" : "random"));
            for (int i = 0; i < 15; ++i) {
                for (const std::string& id : {shared, own}) {
                    const Json table = page.table(id);
                    const auto count = static_cast<std::uint32_t>(table["legal"].size());
                    if (count > 0)
                        page.ask(
                            {{"do", "move"}, {"table", id}, {"node", table["node"]}, {"index", random.below(count)}});
                    if (random.below(4) == 0) page.ask({{"do", "undo"}, {"table", id}});
                    if (random.below(8) == 0) page.ask({{"do", "go"}, {"table", id}, {"node", random.below(5)}});
                }
                if (i == 7) page.ok({{"do", "library"}});
                if (i == 9) page.ok({{"do", "close"}, {"table", own}});
                if (i == 9) page.ok({{"do", "open"}, {"table", own}});
            }
        });
    for (std::thread& thread : threads) thread.join();
    const Json run = host.ok(
        {{"do", "lab.start"}, {"plan", {{"games", {"mini"}}, {"players", {"random", "edge"}}, {"count", 50}}}})["run"];
    host.until_event([](const Json& e) { return e["event"] == "run" && e["run"]["state"] == "complete"; });
    const Json mirrored = host.table(shared);
    host.ok({{"do", "pause"}, {"table", shared}});
}

}  // namespace
}  // namespace crownhead::server
