// The service as pages see it: every request, several pages at once, thinking that is cancelled, games that come back.
#include "service/service.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>

#include "rules/variants.hpp"
#include "runtime/endgames.hpp"
#include "server/test_page.hpp"
#include "util/folder_lock.hpp"
#include "util/random.hpp"
#include "util/read_file.hpp"

namespace crownhead::server {
namespace {

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
    page.sync();
    const Json hello = page.frames().at(0);
    EXPECT_EQ(hello["event"], "hello");
    EXPECT_EQ(hello["protocol"], 2);
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
    EXPECT_EQ(game("suicide-6")["sides"], "players");
    EXPECT_EQ(game("english")["sides"], "colours");
    EXPECT_EQ(game("english")["reversed"], false);
    EXPECT_TRUE(game("suicide-6")["solved"]);
    EXPECT_EQ(game("english")["solved"], false);
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
        page.sync();
        const Json reply = page.frames().back();
        EXPECT_TRUE(reply["re"].is_null()) << frame;
        EXPECT_EQ(reply["error"]["code"], "bad-request") << frame;
    }
    EXPECT_EQ(page.error({{"do", "dance"}}), "bad-request: There is no request \"dance\".");
    EXPECT_EQ(page.error({{"do", 7}}), "bad-request: The field \"do\" must be a text.");
    EXPECT_EQ(page.error(Json::object()), "bad-request: The field \"do\" is missing.");
    const std::string filler(70'000, 'x');
    EXPECT_EQ(page.error({{"do", "check"}, {"game", "mini"}, {"board", "e"}, {"turn", "black"}, {"filler", filler}}),
              "bad-request: There is no field \"filler\" in this request.");
}

TEST_F(ServiceTest, PlaysAgainstAPerson) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    Json table = page.table(id);
    EXPECT_EQ(table["state"], "waiting");
    EXPECT_EQ(table["turn"], "black");
    EXPECT_EQ(table["node"], 0);
    EXPECT_EQ(table["legal"].size(), 7);
    EXPECT_EQ(table["start"]["standard"], true);
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
    EXPECT_EQ(words(refusal["error"]["message"]), "You must capture: 15x22");
    EXPECT_TRUE(TestPage::said(page.table(id), "referee", "You must capture: 15x22"));
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
    EXPECT_EQ(page.error(request), "bad-request: The field \"index\" or \"text\" is missing.");
    EXPECT_EQ(page.error(with("index", 7)), "illegal: There is no such move.");
    EXPECT_EQ(page.error(with("index", -1)),
              "bad-request: The field \"index\" must be a whole number from 0 to 1000000.");
    EXPECT_EQ(page.error(with("index", "0")),
              "bad-request: The field \"index\" must be a whole number from 0 to 1000000.");
    EXPECT_EQ(page.error(with("text", "11-99")).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error(with("text", "quack")).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error(with("text", std::string(300, '1'))),
              "bad-request: The field \"text\" must be at most 200 bytes long.");
    EXPECT_EQ(page.error({{"do", "move"}, {"table", id}, {"node", 5}, {"index", 0}}).substr(0, 8), "unknown:");
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
    EXPECT_EQ(error({{"game", "englisch"}}), "unknown: There is no game called \"englisch\".");
    EXPECT_EQ(error({{"game", 8}}), "bad-request: The field \"game\" must be a text.");
    EXPECT_EQ(error({{"black", "human"}}), "bad-request: The field \"black\" must be an object.");
    EXPECT_EQ(error({{"black", {{"kind", "cat"}}}}),
              "bad-request: The field \"black.kind\" must be human or computer.");
    EXPECT_EQ(error({{"white", nullptr}}), "bad-request: The field \"white\" is missing.");
    const std::vector<std::pair<std::string, std::string>> players{
        {"hub:cmd=touch /tmp/x", "\"hub\" starts another program, which a page may not do."},
        {"engine:hash=4096", "\"hash\" of \"engine\" cannot be chosen here: many games share this machine."},
        {"engine:seconds=1000", "\"seconds\" of \"engine\" cannot be \"1000\" here; it can be "},
        {"minimax:seconds=0", "\"seconds\" of \"minimax\" cannot be \"0\" here; it can be > 0, ≤ 15."},
        {"minimax:depth=x", "\"depth\" of \"minimax\" cannot be \"x\" here; it can be "},
        {"engine:colour=red", "\"engine\" has no option \"colour\"."},
        {"engine:", "\"engine:\" cannot play here."},
        {"mini-ab", "\"mini-ab\" does not play this game."},
        {"nobody", "There is no player called \"nobody\"."}};
    for (const auto& [player, why] : players)
        EXPECT_TRUE(error({{"white", computer(player)}}).starts_with("bad-request: " + why))
            << error({{"white", computer(player)}});
    EXPECT_EQ(error({{"fen", "rubbish"}}),
              "illegal: The FEN is wrong at character 1: the side to move is missing, W or B.");
    EXPECT_EQ(error({{"fen", "B:W21,21:B1"}}), "illegal: The FEN is wrong at character 7: a square is given twice.");
    EXPECT_EQ(error({{"fen", "B:W1:B32"}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"clock", {{"seconds", 0}}}}),
              "bad-request: The field \"clock.seconds\" must be a number from 1 to 86400.");
    EXPECT_EQ(error({{"name", "two\nlines"}}), "bad-request: The field \"name\" must be one line of text.");
    EXPECT_EQ(error({{"name", std::string(101, 'x')}}),
              "bad-request: The field \"name\" must be at most 100 characters long.");
}

TEST_F(ServiceTest, TheComputerAnswers) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("engine:level=3"));
    page.move(id, "11-15");
    const Json table = page.until_ply(id, 2);
    EXPECT_EQ(table["state"], "waiting");
    EXPECT_TRUE(table["thinking"].is_null());
    EXPECT_TRUE(table["nodes"][1]["remark"].is_object());
    EXPECT_TRUE(TestPage::said(table, "computer", words(table["nodes"][1]["remark"])));
    // The page saw it thinking.
    page.until_event([](const Json& e) { return e["event"] == "table" && e["set"].value("state", "") == "thinking"; });
}

TEST_F(ServiceTest, TheComputerBegins) {
    TestPage page(*service_);
    const std::string id = page.make("english", computer("random"), human);
    EXPECT_EQ(page.until_ply(id, 1)["turn"], "white");
}

TEST_F(ServiceTest, ThinkingIsReportedAndCancelled) {
    service_.reset();
    service_ = open_service(folder_.path(), 1);
    TestPage page(*service_);
    for (const std::string player : {"engine:seconds=50", "alphabeta:depth=20"}) {
        const std::string id = page.make("international", human, computer(player), {{"fen", "B:W31-50:B1-20"}});
        page.move(id, std::size_t{0});
        EXPECT_EQ(words(page.move(id, std::size_t{0})["error"]["message"]), "It is the computer's turn.");
        const Json news = page.until_event([&](const Json& e) { return e["event"] == "thinking" && e["table"] == id; });
        EXPECT_EQ(news["table"], id);
        EXPECT_EQ(news["side"], "white");
        EXPECT_GT(news["depth"], 0);
        EXPECT_GT(news["nodes"], 0);
        EXPECT_TRUE(news["score"].is_object());
        ASSERT_FALSE(news["line"].empty());
        // What it expects begins with the opponent's reply.
        Json reply = news["line"];
        reply.erase(0);
        EXPECT_EQ(news["expects"], reply);
        EXPECT_EQ(news.contains("prunings"), player.starts_with("alphabeta"));
        // A page that comes later sees that it thinks.
        TestPage other(*service_);
        const Json seen = other.ok({{"do", "open"}, {"table", id}})["table"];
        EXPECT_EQ(seen["state"], "thinking");
        EXPECT_EQ(seen["thinking"]["side"], "white");
        page.ok({{"do", "undo"}, {"table", id}});
        EXPECT_EQ(page.table(id)["node"], 0);
        EXPECT_EQ(page.table(id)["state"], "waiting");
        // The only worker is free again for another game.
        const std::string next = page.make("english", computer("random"), human);
        page.until_ply(next, 1);
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
    EXPECT_EQ(page.error({{"do", "undo"}, {"table", id}}), "refused: There is no move to undo.");
    EXPECT_EQ(page.error({{"do", "redo"}, {"table", id}}), "refused: There is no move to redo.");
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
    const auto from = [&](int node, const std::string& text) {
        return Json{{"do", "move"}, {"table", id}, {"node", node}, {"text", text}, {"variation", true}};
    };
    page.ok(from(1, "22-18"));
    Json table = page.table(id);
    EXPECT_EQ(table["nodes"].size(), 3);
    EXPECT_EQ(table["nodes"][2]["parent"], 1);
    EXPECT_EQ(table["node"], 3);
    // The same move again is the same node.
    page.ok(from(1, "23-19"));
    EXPECT_EQ(page.table(id)["node"], 2);
    EXPECT_EQ(page.table(id)["nodes"].size(), 3);
    EXPECT_EQ(page.error(from(9, "23-19")).substr(0, 8), "unknown:");
    const std::string pdn = page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}})["text"];
    EXPECT_NE(pdn.find("(1... 22-18)"), std::string::npos) << pdn;
    // And they come back from the text.
    const Json copy = page.ok({{"do", "import"}, {"text", pdn}})["table"];
    EXPECT_EQ(copy["nodes"].size(), 3);
    EXPECT_EQ(TestPage::line_of(copy), "11-15 23-19");
}

TEST_F(ServiceTest, LookingBackIsPrivate) {
    TestPage page(*service_);
    TestPage other(*service_);
    const std::string id = page.make("english", human, computer("random"));
    page.move(id, "11-15");
    const Json before = page.until_ply(id, 2);
    other.ok({{"do", "open"}, {"table", id}});
    const Json view = page.ok({{"do", "view"}, {"table", id}, {"node", 1}});
    EXPECT_EQ(view["node"], 1);
    EXPECT_EQ(view["turn"], "white");
    EXPECT_EQ(view["board"], before["nodes"][0]["board"]);
    EXPECT_EQ(view["legal"].size(), 7);
    EXPECT_TRUE(view["outcome"].is_null());
    EXPECT_EQ(page.ok({{"do", "view"}, {"table", id}, {"node", 0}})["board"], before["start"]["board"]);
    EXPECT_EQ(page.error({{"do", "view"}, {"table", id}, {"node", 9}}).substr(0, 8), "unknown:");
    // Nothing has changed for anybody, and a page that comes later sees the game where it stands.
    EXPECT_EQ(page.table(id), before);
    EXPECT_EQ(other.ok({{"do", "open"}, {"table", id}})["table"], before);
    // The computer plays on from there when it is asked to.
    page.ok({{"do", "play"}, {"table", id}, {"node", 1}});
    page.until(id, [](const Json& table) { return table["nodes"].size() >= 2 && TestPage::ply_of(table) == 2; });
    EXPECT_EQ(page.error({{"do", "play"}, {"table", id}, {"node", 77}}).substr(0, 8), "unknown:");
}

TEST_F(ServiceTest, ComputersPlayEachOther) {
    TestPage page(*service_);
    const std::string id = page.make("english-6", computer("random"), computer("edge"));
    EXPECT_EQ(page.table(id)["state"], "paused");
    EXPECT_EQ(page.table(id)["running"], false);
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
    // A paused game has nothing under way: neither a move nor one that comes later.
    EXPECT_TRUE(paused["thinking"].is_null());
    EXPECT_EQ(page.table(id)["node"], paused["node"]);
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(TestPage::ply_of(page.table(id)), TestPage::ply_of(paused) - 1);
    page.ok({{"do", "play"}, {"table", id}, {"delay", 0}});
    const Json over = page.until_state(id, "over");
    EXPECT_FALSE(over["outcome"].is_null());
    EXPECT_TRUE(TestPage::said(over, "referee", words(over["outcome"]["message"])));
    EXPECT_EQ(page.error({{"do", "play"}, {"table", id}}).substr(0, 8), "refused:");
    EXPECT_EQ(page.error({{"do", "play"}, {"table", id}, {"delay", -1}}).substr(0, 12), "bad-request:");
}

TEST_F(ServiceTest, ResigningAndGoingOn) {
    TestPage page(*service_);
    const std::string id = page.make("suicide", human, computer("random"));
    EXPECT_EQ(page.error({{"do", "resign"}, {"table", id}, {"side", "white"}}).substr(0, 8), "refused:");
    EXPECT_EQ(page.error({{"do", "resign"}, {"table", id}, {"side", "green"}}),
              "bad-request: The field \"side\" must be black or white.");
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    Json table = page.table(id);
    EXPECT_EQ(table["state"], "over");
    EXPECT_EQ(table["outcome"]["winner"], "white");
    EXPECT_EQ(table["outcome"]["reason"], "resigned");
    EXPECT_EQ(words(table["outcome"]["message"], *find_variant("suicide")), "player 1 resigns and loses");
    EXPECT_EQ(table["legal"].size(), 0);
    EXPECT_EQ(words(page.move(id, "11-15")["error"]["message"]), "The game is over.");
    EXPECT_EQ(page.error({{"do", "hint"}, {"table", id}, {"node", 0}}).substr(0, 8), "refused:");
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
    const Json hint = page.ok({{"do", "hint"}, {"table", id}, {"node", 0}});
    EXPECT_EQ(hint["index"], 0);
    EXPECT_EQ(hint["text"], page.table(id)["legal"][0]["text"]);
    EXPECT_EQ(hint["node"], 0);
    page.until(id, [](const Json& table) { return table["hints"] == 1; });
    // One that comes too late.
    const std::string slow = page.make("international", human, human);
    const int number = page.send({{"do", "hint"}, {"table", slow}, {"node", 0}});
    EXPECT_EQ(page.error({{"do", "hint"}, {"table", slow}, {"node", 0}}), "refused: A hint is on its way.");
    page.move(slow, std::size_t{0});
    EXPECT_EQ(words(page.answer(number)["error"]["message"]), "The position has changed.");
}

// Whatever does not end by itself: the page hears of it, the operator too, and both can go on.
TEST_F(ThreadsServiceTest, JobsThatOverrunAreStopped) {
    service_.reset();
    service_ = *Service::open(
        {.data = folder_.path(), .endgames = false, .version = "test", .deadline = [](std::string_view kind) {
             return kind == "move" || kind == "hint" ? 0.05 : 1e9;
         }});
    TestPage page(*service_);
    const std::string id = page.make("international", human, human);
    for (int i = 0; i < 4; ++i)  // more than a page may have at once
        EXPECT_EQ(page.error({{"do", "hint"}, {"table", id}, {"node", 0}}),
                  "failed: This took too long and was stopped.");
    const std::string slow = page.make("international", human, computer("engine:seconds=60"));
    const Json table = page.until(slow, [](const Json& now) { return now["state"] == "paused"; });
    EXPECT_EQ(table["log"].back()["message"]["code"], "forfeit.overran");
    const std::string figures = service_->metrics();
    EXPECT_NE(figures.find("crownhead_job_overruns{kind=\"hint\"} 4\n"), std::string::npos) << figures;
    EXPECT_NE(figures.find("crownhead_job_overruns{kind=\"move\"} 1\n"), std::string::npos) << figures;
    const Result<std::string> log = read_whole_file(folder_.path() + "/crownhead.log");
    ASSERT_TRUE(log);
    EXPECT_NE(log->find(" warning a job overran its time: hint, "), std::string::npos) << *log;
}

TEST_F(ServiceTest, EndgameTablesAreBuiltInTheBackground) {
    service_.reset();
    // Few of English checkers are there, and no others can be made.
    const std::string english = folder_.path() + "/egdb/english";
    ASSERT_TRUE(build_endgames(list::english, {.folder = english, .pieces = 2}));
    const FolderLock lock = std::move(*FolderLock::take(english, "taken"));
    service_ = open_service(folder_.path(), 2, true);
    TestPage page(*service_);
    // Whoever asks before they are there gets them later.
    const std::string id = page.make("breakthrough", human, human, {{"fen", "B:W20:B32,33"}});
    page.ok({{"do", "exact"}, {"table", id}, {"node", 0}});
    const Json exact = page.until_exact(id, 0);
    EXPECT_EQ(exact["known"]["value"], "win");
    EXPECT_TRUE(exact["known"]["plies"].is_number());
    ASSERT_EQ(exact["moves"].size(), page.table(id)["legal"].size());
    for (const Json& move : exact["moves"]) EXPECT_TRUE(move.is_object()) << move;
    // One with too many pieces is not known.
    const std::string full = page.make("english", human, human);
    page.ok({{"do", "exact"}, {"table", full}, {"node", 0}});
    const Json unknown =
        page.until_event([&](const Json& event) { return event["event"] == "exact" && event["table"] == full; });
    EXPECT_EQ(unknown["state"], "unknown");
    EXPECT_TRUE(unknown["known"].is_null());
    EXPECT_TRUE(unknown["moves"][0].is_null());
}

TEST_F(ServiceTest, EndgamesThatCannotBeMadeAreNoHarm) {
    service_.reset();
    std::ofstream(folder_.path() + "/egdb") << "a file where the folder should be";
    service_ = open_service(folder_.path(), 2, true);
    TestPage page(*service_);
    const std::string id = page.make("mini", human, human, {{"fen", "B:W18:B1,6"}});
    page.until(id, [](const Json& table) {
        return !table["log"].empty() && table["log"].back()["message"]["code"] == "log.no-endgames";
    });
    page.move(id, std::size_t{0});
}

// On 6x6: Black's man on 6 is lost if White takes the opposition, and gets a king otherwise.
constexpr const char* small_position = "W:WK17,14:B2,6";

TEST_F(ServiceTest, ExactValuesAreForThePagesThatShowThem) {
    TestPage page(*service_);
    TestPage other(*service_);
    const std::string id = page.make("english-6", human, human, {{"fen", small_position}});
    other.ok({{"do", "open"}, {"table", id}});
    EXPECT_EQ(page.table(id)["exactShown"], 0);
    page.ok({{"do", "exact"}, {"table", id}, {"node", 0}});
    const Json first = page.until_exact(id, 0);
    page.until_event([](const Json& event) { return event["event"] == "exact" && event["state"] == "working"; });
    // The position is worth what its best move is worth.
    const auto has = [&](const char* value) {
        return std::ranges::any_of(first["moves"], [&](const Json& move) { return move["value"] == value; });
    };
    ASSERT_EQ(first["moves"].size(), page.table(id)["legal"].size());
    EXPECT_EQ(first["known"]["value"], has("win") ? "win" : has("draw") ? "draw" : "loss");
    // It counts while the game is on, for all to see, once for each position.
    EXPECT_EQ(page.table(id)["exactShown"], 1);
    page.ok({{"do", "exact"}, {"table", id}, {"node", 0}});
    EXPECT_EQ(page.table(id)["exactShown"], 1);
    other.sync();
    EXPECT_EQ(other.table(id)["exactShown"], 1);
    // Only the page that asked gets them.
    EXPECT_TRUE(other.exact(id, 0).is_null());
    // After a move it is worth as much to the other side.
    const std::string played = first["moves"][0]["value"];
    page.move(id, std::size_t{0});
    page.ok({{"do", "exact"}, {"table", id}, {"node", 1}});
    const Json second = page.until_exact(id, 1);
    EXPECT_EQ(second["known"]["value"], played == "win" ? "loss" : played == "loss" ? "win" : "draw");
    EXPECT_EQ(page.table(id)["exactShown"], 2);
    page.ok({{"do", "exact"}, {"table", id}, {"node", nullptr}});
    EXPECT_EQ(page.error({{"do", "exact"}, {"table", id}, {"node", 12}}).substr(0, 8), "unknown:");
    EXPECT_EQ(page.error({{"do", "exact"}, {"table", "zzzzzzzzzz"}, {"node", 0}}).substr(0, 8), "unknown:");
    // After the end they are free, and the last position has none.
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    page.ok({{"do", "exact"}, {"table", id}, {"node", 1}});
    page.until_event([](const Json& event) {
        return event["event"] == "exact" && event["node"] == 1 && event["state"] == "unknown";
    });
    EXPECT_EQ(page.table(id)["exactShown"], 2);
}

TEST_F(ServiceTest, PerfectPlaySitsDownToSolvedGames) {
    TestPage page(*service_);
    const Json perfect = computer("perfect");
    const auto start = [&](const std::string& game, const Json& black) {
        return Json{{"do", "new"}, {"game", game}, {"black", black}, {"white", human}};
    };
    EXPECT_EQ(page.error(start("english", perfect)), "bad-request: \"perfect\" does not play this game.");
    EXPECT_EQ(page.error(start("english-6", computer("perfect:egdb=/"))),
              "bad-request: \"egdb\" of \"perfect\" cannot be chosen here: many games share this machine.");
    EXPECT_TRUE(page.error(start("english-6", computer("perfect:nodes=5000001")))
                    .starts_with("bad-request: \"nodes\" of \"perfect\" cannot be \"5000001\" here; it can be "));
    const std::string large = page.make("english", human, human);
    EXPECT_EQ(page.error({{"do", "players"}, {"table", large}, {"white", perfect}}),
              "bad-request: \"perfect\" does not play this game.");
    const std::string id = page.make("english-6", human, perfect, {{"fen", small_position}});
    const Json table = page.until_ply(id, 1);
    EXPECT_TRUE(table["nodes"][0]["text"] == "14-12" || table["nodes"][0]["text"] == "17-13") << table["nodes"][0];
    Json plan{{"games", {"english"}}, {"players", {"perfect", "random"}}, {"count", 2}};
    EXPECT_EQ(page.error({{"do", "lab.start"}, {"plan", plan}}), "illegal: \"perfect\" does not play this game.");
}

// While it is asked about the whole board, without endgames below.
TEST_F(ServiceTest, ATableThatHasMovedOnIsNotWaitedFor) {
    {
        TestPage page(*service_);
        const std::string id = page.make("english-6", human, human);
        page.ok({{"do", "exact"}, {"table", id}, {"node", 0}});
        page.move(id, std::size_t{0});
        page.ok({{"do", "undo"}, {"table", id}});
        page.ok({{"do", "review"}, {"table", id}});
    }
    // It does not wait for the answer, which would take minutes: the test itself would be ended.
    service_.reset();
    service_ = open_service(folder_.path());
}

TEST_F(ServiceTest, AGameIsReviewed) {
    TestPage page(*service_);
    const auto with = [&](const std::string& id) { return Json{{"do", "review"}, {"table", id}}; };
    const std::string id = page.make("english-6", human, human, {{"fen", small_position}});
    EXPECT_EQ(page.error(with(id)), "refused: No move has been played.");
    EXPECT_EQ(page.error({{"do", "stop-review"}, {"table", id}}), "refused: The game is not being reviewed.");
    // Each side makes the worst of its moves.
    std::vector<Json> before;
    constexpr std::size_t plies = 4;
    for (std::size_t ply = 0; ply < plies; ++ply) {
        page.ok({{"do", "exact"}, {"table", id}, {"node", ply}});
        Json known = page.until_exact(id, static_cast<int>(ply));
        const auto rank = [](const Json& value) { return value == "win" ? 2 : value == "draw" ? 1 : 0; };
        std::size_t worst = 0;
        for (std::size_t i = 0; i < known["moves"].size(); ++i)
            if (rank(known["moves"][i]["value"]) < rank(known["moves"][worst]["value"])) worst = i;
        known["legal"] = page.table(id)["legal"];
        before.push_back(known);
        ASSERT_TRUE(page.move(id, worst).contains("ok"));
    }
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
        EXPECT_EQ(move["before"]["known"], before[ply]["known"]);
        Json better = Json::array();
        for (std::size_t i = 0; i < before[ply]["legal"].size(); ++i) {
            const Json& legal = before[ply]["legal"][i];
            const Json& known = before[ply]["moves"][i];
            if (legal["text"] == text) {
                EXPECT_EQ(move["after"]["known"], known);
            }
            if (known["value"] == move["before"]["known"]["value"]) better.push_back(legal["text"]);
        }
        const bool gave_away = move["before"]["known"]["value"] != move["after"]["known"]["value"];
        turned += gave_away ? 1 : 0;
        Json named = move["better"];
        std::sort(named.begin(), named.end());
        std::sort(better.begin(), better.end());
        EXPECT_EQ(named, gave_away ? better : Json::array());
        EXPECT_EQ(move["glyph"] != "none", gave_away);
    }
    EXPECT_GT(turned, 0U);
    // Every move of the moments has a value, and those that hold are those that keep it.
    EXPECT_EQ(review["moments"].size(), std::min<std::size_t>(turned, 3));
    for (const Json& moment : review["moments"]) {
        const std::size_t ply = moment["node"].get<std::size_t>() - 1;
        ASSERT_EQ(moment["moves"].size(), before[ply]["legal"].size());
        for (const Json& one : moment["moves"]) {
            EXPECT_EQ(one["holds"], one["value"]["known"]["value"] == before[ply]["known"]["value"]);
            EXPECT_EQ(one["line"][0]["text"], one["text"]);
        }
    }
    // It is kept with the game.
    TestPage other(*service_);
    EXPECT_EQ(other.ok({{"do", "open"}, {"table", id}})["table"]["review"], review);
    // Of two people at two pages, none is helped before the end.
    EXPECT_EQ(other.error(with(id)), "refused: You are watching this game.");
    const Json invitation = page.ok({{"do", "invite"}, {"table", id}, {"side", "white"}});
    other.ok({{"do", "open"}, {"table", id}, {"seats", {invitation["secret"]}}});
    EXPECT_EQ(page.error(with(id)), "refused: Not before the end of the game.");
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    page.ok(with(id));
}

// Any game, by estimates where nothing is known; it is there again when the game is opened by a new program.
TEST_F(ServiceTest, EveryGameCanBeReviewedAndTheReviewIsKept) {
    std::string id;
    Json review;
    {
        TestPage page(*service_);
        id = page.make("english", human, human, {{"fen", "B:W26,30,K22:B1,5,K14"}});
        for (int ply = 0; ply < 3; ++ply) ASSERT_TRUE(page.move(id, std::size_t{0}).contains("ok"));
        page.ok({{"do", "review"}, {"table", id}});
        review = page.until(
            id, [](const Json& t) { return t["review"].is_object() && t["review"]["state"] == "done"; })["review"];
        ASSERT_EQ(review["moves"].size(), 3U);
        for (const Json& move : review["moves"]) {
            for (const char* const when : {"before", "after"}) {
                const Json& value = move[when];
                EXPECT_EQ(value["known"].is_null(), value["source"] == "engine");
                EXPECT_EQ(value["score"].is_null(), value["source"] != "engine");
            }
        }
        EXPECT_EQ(review["done"], review["total"]);
    }
    service_.reset();
    service_ = open_service(folder_.path());
    {
        TestPage page(*service_);
        EXPECT_EQ(page.ok({{"do", "open"}, {"table", id}})["table"]["review"], review);
        EXPECT_NE(review["made"], "");
        // Nothing better is known: it stays.
        page.ok({{"do", "sit"}, {"table", id}});
        page.ok({{"do", "review"}, {"table", id}, {"improve", true}});
        EXPECT_EQ(page.table(id)["review"], review);
    }
    // One by a program that knew less is made again when that is asked for.
    service_.reset();
    SQLite::Database(folder_.path() + "/crownhead.db", SQLite::OPEN_READWRITE)
        .exec("UPDATE reviews SET review = json_set(review, '$.made', '', '$.sources.nodes', 10)");
    service_ = open_service(folder_.path());
    TestPage page(*service_);
    const Json older = page.ok({{"do", "open"}, {"table", id}})["table"]["review"];
    EXPECT_EQ(older["made"], "");
    page.ok({{"do", "sit"}, {"table", id}});
    // If that is stopped, the older one is still there.
    const Json improve{{"do", "review"}, {"table", id}, {"improve", true}};
    page.ok(improve);
    EXPECT_EQ(page.table(id)["review"]["state"], "working");
    page.ok({{"do", "stop-review"}, {"table", id}});
    EXPECT_EQ(page.table(id)["review"], older);
    page.ok(improve);
    const Json better = page.until(
        id, [](const Json& t) { return t["review"]["state"] == "done" && t["review"]["made"] != ""; })["review"];
    EXPECT_EQ(better["moves"].size(), 3U);
    EXPECT_EQ(better["sources"], review["sources"]);
}

TEST_F(ServiceTest, AReviewIsStopped) {
    TestPage page(*service_);
    const std::string id = page.make("english-6", human, human);
    for (int ply = 0; ply < 3; ++ply) page.move(id, std::size_t{0});
    const Json request{{"do", "review"}, {"table", id}};
    page.ok(request);
    EXPECT_EQ(page.table(id)["review"]["state"], "working");
    EXPECT_EQ(page.error(request), "refused: The game is being reviewed already.");
    page.ok({{"do", "stop-review"}, {"table", id}});
    EXPECT_EQ(page.table(id)["review"]["state"], "stopped");
    // As often as one likes: a review that was stopped is no job any more.
    for (int i = 0; i < 5; ++i) {
        page.ok(request);
        page.ok({{"do", "stop-review"}, {"table", id}});
    }
    page.ok(request);  // leaving stops it
}

// The program does not wait for what is being built, which would take minutes.
TEST_F(ServiceTest, BuildingEndgamesEndsWithTheProgram) {
    service_.reset();
    service_ = open_service(folder_.path(), 2, true);
    {
        TestPage page(*service_);
        page.make("english", human, human);
    }
    service_.reset();
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
    EXPECT_EQ(page.error({{"do", "rematch"}, {"table", id}, {"swap", 1}}),
              "bad-request: The field \"swap\" must be true or false.");
    page.ok({{"do", "rename"}, {"table", id}, {"name", "morning"}});
    EXPECT_EQ(page.table(id)["name"], "morning");
}

TEST_F(ServiceTest, APassIsPlayedByTheReferee) {
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
    EXPECT_TRUE(TestPage::said(table, "referee", "player 1 cannot move and passes."));
    // A page that comes back hears it again.
    page.ok({{"do", "close"}, {"table", id}});
    EXPECT_TRUE(TestPage::said(page.ok({{"do", "open"}, {"table", id}})["table"], "referee",
                               "player 1 cannot move and passes."));
    page.ok({{"do", "sit"}, {"table", id}});
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(page.table(id)["node"], 0);
}

TEST_F(ServiceTest, ACaptureMayBeOptional) {
    TestPage page(*service_);
    const std::string id = page.make("kingme", human, human);
    page.move(id, "11-15");
    page.move(id, "22-18");
    const Json table = page.table(id);
    EXPECT_EQ(table["capture"], false);
    EXPECT_TRUE(std::ranges::any_of(table["legal"], [](const Json& m) { return m["text"] == "15x22"; }));
    EXPECT_TRUE(page.move(id, "12-16").contains("ok"));
}

// With a clock that the test moves; table_test.cpp has the rules.
class ServiceClockTest : public testing::Test {
protected:
    ScratchFolder folder_;
    std::shared_ptr<HandClock> time_ = std::make_shared<HandClock>();
    std::unique_ptr<Service> service_ =
        *Service::open({.data = folder_.path(), .endgames = false, .version = "test", .time = time_});
};

TEST_F(ServiceClockTest, ClocksRunOut) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human, {{"clock", {{"seconds", 4}, {"increment", 10}}}});
    Json clock = page.table(id)["clock"];
    EXPECT_EQ(clock["running"], "black");
    EXPECT_EQ(clock["left"]["white"], 4.0);
    time_->pass(3);
    page.move(id, "11-15");
    clock = page.table(id)["clock"];
    EXPECT_EQ(clock["running"], "white");
    EXPECT_EQ(clock["left"]["black"], 11.0);
    time_->pass(3.9);
    page.sync();
    EXPECT_EQ(page.table(id)["state"], "waiting");
    time_->pass(0.2);
    const Json over = page.until_state(id, "over");
    EXPECT_EQ(over["outcome"]["reason"], "time");
    EXPECT_EQ(over["outcome"]["winner"], "black");
    EXPECT_EQ(over["clock"]["left"]["white"], 0.0);
    EXPECT_TRUE(over["clock"]["running"].is_null());
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(page.table(id)["state"], "waiting");
    EXPECT_EQ(page.table(id)["clock"]["left"]["white"], 4.0);
}

// Time that passes so that people can follow is nobody's thinking, and looking back gives no time back.
TEST_F(ServiceClockTest, ClocksAreFair) {
    TestPage page(*service_);
    const std::string id = page.make("english", computer("random"), computer("random"), {{"clock", {{"seconds", 3}}}});
    page.ok({{"do", "play"}, {"table", id}, {"delay", 700}});
    for (int ply = 1; ply <= 10; ++ply) {
        const Json table = page.until_ply(id, ply);
        EXPECT_TRUE(table["thinking"].is_null());
        EXPECT_EQ(table["clock"]["left"]["black"], 3.0);
        EXPECT_EQ(table["clock"]["left"]["white"], 3.0);
        if (ply < 10) time_->pass(0.7);
    }
    page.ok({{"do", "pause"}, {"table", id}});
    EXPECT_TRUE(page.table(id)["outcome"].is_null());

    const std::string own = page.make("english", human, human, {{"clock", {{"seconds", 60}}}});
    time_->pass(2);
    page.move(own, std::size_t{0});
    page.move(own, std::size_t{0});
    EXPECT_EQ(page.table(own)["clock"]["left"]["black"], 58.0);
    time_->pass(1);
    page.ok({{"do", "view"}, {"table", own}, {"node", 0}});
    page.ok({{"do", "move"}, {"table", own}, {"node", 0}, {"index", 1}, {"variation", true}});
    EXPECT_EQ(page.table(own)["clock"]["left"]["black"], 57.0);
}

TEST_F(ServiceTest, TwoPagesSeeTheSame) {
    TestPage one(*service_);
    TestPage two(*service_);
    const std::string id = one.make("english", human, computer("random"));
    two.open_as(one, id);
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
    EXPECT_EQ(two.open_as(one, id)["table"], mirrored);
    // A page whose position is old is told so.
    EXPECT_EQ(one.error({{"do", "move"}, {"table", id}, {"node", 0}, {"index", 0}}),
              "refused: The position has changed.");
}

TEST_F(ServiceTest, WatchingIsNotPlaying) {
    TestPage owner(*service_);
    TestPage guest(*service_);
    const std::string id = owner.make("english", human, computer("random"));
    EXPECT_EQ(guest.ok({{"do", "open"}, {"table", id}})["you"], Json::array());
    EXPECT_EQ(guest.ok({{"do", "open"}, {"table", id}, {"seats", {"wrong", ""}}})["you"], Json::array());
    const Json table{{"table", id}};
    for (const Json& request : std::initializer_list<Json>{
             {{"do", "move"}, {"node", 0}, {"index", 0}},
             {{"do", "undo"}},
             {{"do", "redo"}},
             {{"do", "play"}},
             {{"do", "pause"}},
             {{"do", "step"}},
             {{"do", "resign"}, {"side", "black"}},
             {{"do", "offer-draw"}, {"side", "black"}},
             {{"do", "hint"}, {"node", 0}},
             {{"do", "players"}, {"black", computer("random")}},
             {{"do", "review"}},
             {{"do", "rematch"}},
             {{"do", "invite"}, {"side", "black"}},
             {{"do", "reclaim"}, {"side", "black"}},
         }) {
        Json whole = request;
        whole.update(table);
        EXPECT_EQ(guest.error(whole), "refused: You are watching this game.") << whole;
    }
    EXPECT_EQ(guest.error({{"do", "sit"}, {"table", id}}), "refused: Another page plays this side.");
    EXPECT_EQ(owner.table(id)["nodes"].size(), 0);
    // It sees everything all the same.
    owner.move(id, std::size_t{0});
    guest.until_ply(id, 2);
}

TEST_F(ServiceTest, ALinkCarriesASeat) {
    TestPage owner(*service_);
    TestPage guest(*service_);
    const Json made = owner.ok({{"do", "new"}, {"game", "english"}, {"black", human}, {"white", human}});
    const std::string id = made["table"]["id"];
    EXPECT_EQ(made["you"], Json({"black", "white"}));
    EXPECT_EQ(owner.table(id)["seats"]["white"], Json({{"shared", false}, {"present", true}}));
    const Json invitation = owner.ok({{"do", "invite"}, {"table", id}, {"side", "white"}});
    EXPECT_EQ(invitation["you"], Json({"black"}));
    EXPECT_EQ(owner.table(id)["seats"]["white"], Json({{"shared", true}, {"present", false}}));
    // The secret that the owner had is worth nothing now.
    EXPECT_EQ(owner.open_as(owner, id)["you"], Json({"black"}));
    const Json seats = Json::array({invitation["secret"]});
    EXPECT_EQ(guest.ok({{"do", "open"}, {"table", id}, {"seats", seats}})["you"], Json({"white"}));
    owner.until(id, [](const Json& table) { return table["seats"]["white"]["present"] == true; });
    // Each moves and resigns for itself alone.
    EXPECT_EQ(words(guest.move(id, "11-15")["error"]["message"]), "It is not your turn.");
    ASSERT_TRUE(owner.move(id, "11-15").contains("ok"));
    guest.until_ply(id, 1);
    EXPECT_EQ(words(owner.move(id, "22-18")["error"]["message"]), "It is not your turn.");
    EXPECT_EQ(guest.error({{"do", "resign"}, {"table", id}, {"side", "black"}}), "refused: You do not play Black.");
    EXPECT_EQ(guest.error({{"do", "offer-draw"}, {"table", id}, {"side", "black"}}), "refused: You do not play Black.");
    EXPECT_EQ(guest.error({{"do", "players"}, {"table", id}, {"black", computer("random")}}),
              "refused: You do not play Black.");
    EXPECT_EQ(guest.error({{"do", "hint"}, {"table", id}, {"node", 0}}).substr(0, 8), "refused:");
    EXPECT_EQ(guest.error({{"do", "invite"}, {"table", id}, {"side", "black"}}), "refused: You do not play Black.");
    // Nobody leaves the line while the game is on.
    ASSERT_TRUE(guest.move(id, "22-18").contains("ok"));
    owner.until_ply(id, 2);
    const Json variation{{"do", "move"}, {"table", id}, {"node", 0}, {"text", "12-16"}, {"variation", true}};
    EXPECT_EQ(owner.error(variation), "refused: You are playing with another person; first finish the game.");
    // A page that comes back with its secret has its seat again, also after a restart.
    guest.ok({{"do", "close"}, {"table", id}});
    EXPECT_EQ(guest.ok({{"do", "open"}, {"table", id}, {"seats", seats}})["you"], Json({"white"}));
    // Who has resigned may change their mind; afterwards both may try things out.
    guest.ok({{"do", "resign"}, {"table", id}, {"side", "white"}});
    EXPECT_EQ(owner.error({{"do", "undo"}, {"table", id}}).substr(0, 8), "refused:");
    guest.ok({{"do", "undo"}, {"table", id}});
    guest.ok({{"do", "resign"}, {"table", id}, {"side", "white"}});
    owner.ok(variation);
}

// A table of two people: the page of Black, and one that was invited to play White.
struct SharedTable {
    SharedTable(TestPage& owner, TestPage& guest, const Json& more = Json::object())
        : id(owner.make("english", human, human, more)) {
        secret = owner.ok({{"do", "invite"}, {"table", id}, {"side", "white"}})["secret"];
        guest.ok({{"do", "open"}, {"table", id}, {"seats", Json::array({secret})}});
    }
    Json ask(std::string_view what, std::string_view side) const {
        return {{"do", what}, {"table", id}, {"side", side}};
    }

    std::string id;
    std::string secret;
};

TEST_F(ServiceTest, AMoveIsTakenBackIfBothAgree) {
    TestPage owner(*service_);
    TestPage guest(*service_);
    TestPage watcher(*service_);
    const SharedTable shared(owner, guest);
    const std::string& id = shared.id;
    watcher.ok({{"do", "open"}, {"table", id}});
    const std::string consent = "refused: You are playing with another person: ask for the move back.";
    EXPECT_EQ(owner.error(shared.ask("ask-take-back", "black")), "refused: There is no move to undo.");
    owner.move(id, "11-15");
    guest.until_ply(id, 1);
    EXPECT_EQ(owner.error({{"do", "undo"}, {"table", id}}), consent);
    EXPECT_EQ(guest.error({{"do", "undo"}, {"table", id}}), consent);
    EXPECT_EQ(guest.error(shared.ask("ask-take-back", "black")), "refused: You do not play Black.");
    EXPECT_EQ(watcher.error(shared.ask("ask-take-back", "black")).substr(0, 8), "refused:");
    EXPECT_EQ(owner.ok(shared.ask("ask-take-back", "black"))["accepted"], false);
    guest.until(id, [](const Json& table) { return table["takeBack"] == "black"; });
    EXPECT_EQ(watcher.error(shared.ask("decline", "white")).substr(0, 8), "refused:");
    guest.ok(shared.ask("decline", "white"));
    owner.until(id, [](const Json& table) { return table["takeBack"].is_null(); });
    EXPECT_EQ(owner.table(id)["log"].back()["message"]["code"], "log.offer-declined");
    // After the answer, both moves go.
    ASSERT_TRUE(guest.move(id, "22-18").contains("ok"));
    owner.until_ply(id, 2);
    owner.ok(shared.ask("ask-take-back", "black"));
    EXPECT_EQ(guest.ok(shared.ask("ask-take-back", "white"))["accepted"], true);
    owner.until(id, [](const Json& table) { return table["node"] == 0; });
    EXPECT_TRUE(owner.table(id)["takeBack"].is_null());
    // A move is an answer too.
    owner.move(id, "12-16");
    guest.until(id, [](const Json& table) { return table["turn"] == "white"; });
    owner.ok(shared.ask("ask-take-back", "black"));
    guest.until(id, [](const Json& table) { return table["takeBack"] == "black"; });
    ASSERT_TRUE(guest.move(id, "24-20").contains("ok"));
    owner.until(id, [](const Json& table) { return table["turn"] == "black"; });
    EXPECT_TRUE(owner.table(id)["takeBack"].is_null());
    // Who plays alone asks nobody.
    const std::string alone = owner.make("english", human, human);
    owner.move(alone, "11-15");
    EXPECT_EQ(owner.ok({{"do", "ask-take-back"}, {"table", alone}, {"side", "black"}})["accepted"], true);
}

TEST_F(ServiceTest, BothGoToTheRematch) {
    TestPage owner(*service_);
    TestPage guest(*service_);
    TestPage watcher(*service_);
    const SharedTable shared(owner, guest);
    watcher.ok({{"do", "open"}, {"table", shared.id}});
    owner.ok(shared.ask("resign", "black"));
    const Json first = owner.ok({{"do", "rematch"}, {"table", shared.id}, {"swap", true}});
    EXPECT_EQ(first["you"], Json({"white"}));
    EXPECT_FALSE(first["secrets"].contains("black"));
    const std::string next = first["table"]["id"];
    guest.until(shared.id, [&](const Json& table) { return table["rematch"] == next; });
    EXPECT_EQ(watcher.error({{"do", "rematch"}, {"table", shared.id}}).substr(0, 8), "refused:");
    const Json second = guest.ok({{"do", "rematch"}, {"table", shared.id}});
    EXPECT_EQ(second["table"]["id"], next);
    EXPECT_EQ(second["you"], Json({"black"}));
    guest.move(next, "11-15");
    owner.until_ply(next, 1);
}

TEST_F(ServiceTest, ClocksWaitForWhoWasInvited) {
    TestPage owner(*service_);
    TestPage guest(*service_);
    const std::string id = owner.make("english", human, human, {{"clock", {{"seconds", 60}}}});
    EXPECT_EQ(owner.table(id)["clock"]["running"], "black");
    const Json secret = owner.ok({{"do", "invite"}, {"table", id}, {"side", "white"}})["secret"];
    owner.until(id, [](const Json& table) { return table["clock"]["running"].is_null(); });
    guest.ok({{"do", "open"}, {"table", id}, {"seats", Json::array({secret})}});
    owner.until(id, [](const Json& table) { return table["clock"]["running"] == "black"; });
    // From the first move on they go on without.
    owner.move(id, "11-15");
    guest.until_ply(id, 1);
    guest.ok({{"do", "close"}, {"table", id}});
    owner.until(id, [](const Json& table) { return table["seats"]["white"]["present"] == false; });
    EXPECT_EQ(owner.table(id)["clock"]["running"], "white");
}

TEST_F(ServiceTest, SeatsSurviveARestart) {
    std::string id;
    Json secrets;
    {
        TestPage page(*service_);
        const Json made = page.ok({{"do", "new"}, {"game", "english"}, {"black", human}, {"white", human}});
        id = made["table"]["id"];
        secrets = made["secrets"];
        page.move(id, std::size_t{0});
    }
    reopen();
    TestPage page(*service_);
    const Json opened = page.ok({{"do", "open"}, {"table", id}, {"seats", {secrets["black"]}}});
    EXPECT_EQ(opened["you"], Json({"black"}));
    EXPECT_EQ(opened["secrets"], Json::object());  // whoever has them need not be given them
    // No secret is ever in what others see.
    TestPage other(*service_);
    const std::string seen = other.ok({{"do", "open"}, {"table", id}}).dump();
    for (const auto& [side, secret] : secrets.items())
        EXPECT_EQ(seen.find(secret.get<std::string>()), std::string::npos) << side;
}

TEST_F(ServiceTest, AFreeTableCanBeSatDownAt) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    page.move(id, std::size_t{0});
    page.ok({{"do", "close"}, {"table", id}});
    // As after the browser has lost its storage.
    EXPECT_EQ(page.ok({{"do", "open"}, {"table", id}})["you"], Json::array());
    const Json sat = page.ok({{"do", "sit"}, {"table", id}});
    EXPECT_EQ(sat["you"], Json({"black", "white"}));
    EXPECT_EQ(sat["secrets"], page.secrets(id));
    ASSERT_TRUE(page.move(id, std::size_t{0}).contains("ok"));
    // Not at one that was shared.
    page.ok({{"do", "invite"}, {"table", id}, {"side", "white"}});
    page.ok({{"do", "close"}, {"table", id}});
    TestPage stranger(*service_);
    EXPECT_EQ(stranger.ok({{"do", "open"}, {"table", id}})["you"], Json::array());
    EXPECT_EQ(stranger.error({{"do", "sit"}, {"table", id}}), "refused: Another page plays this side.");
}

TEST_F(ServiceTest, AnInvitationIsTakenBack) {
    TestPage owner(*service_);
    TestPage guest(*service_);
    const std::string id = owner.make("english", human, human);
    const Json invitation = owner.ok({{"do", "invite"}, {"table", id}, {"side", "white"}});
    const Json seats = Json::array({invitation["secret"]});
    guest.ok({{"do", "open"}, {"table", id}, {"seats", seats}});
    EXPECT_EQ(owner.error({{"do", "reclaim"}, {"table", id}, {"side", "white"}}),
              "refused: Another page plays this side.");
    guest.ok({{"do", "close"}, {"table", id}});
    const Json back = owner.ok({{"do", "reclaim"}, {"table", id}, {"side", "white"}});
    EXPECT_EQ(back["you"], Json({"black", "white"}));
    EXPECT_EQ(guest.ok({{"do", "open"}, {"table", id}, {"seats", seats}})["you"], Json::array());
    // Whoever else had the seat hears that it is gone.
    TestPage second(*service_);
    second.ok({{"do", "open"}, {"table", id}, {"seats", {back["secrets"]["white"]}}});
    owner.ok({{"do", "invite"}, {"table", id}, {"side", "white"}});
    EXPECT_EQ(second.until_event([](const Json& event) { return event["event"] == "you"; })["you"], Json::array());
}

TEST_F(ServiceTest, ABadFenSaysWhere) {
    TestPage page(*service_);
    const auto error = [&](const std::string& fen) {
        return page.ask(
            {{"do", "new"}, {"game", "english"}, {"black", human}, {"white", human}, {"fen", fen}})["error"];
    };
    const Json unreadable = error("B:W21,99:B1");
    EXPECT_EQ(unreadable["code"], "illegal");
    EXPECT_EQ(unreadable["message"]["code"], "refusal.fen");
    EXPECT_EQ(unreadable["message"]["params"]["offset"], 7);
    EXPECT_EQ(unreadable["message"]["params"]["fen"], "square");
    EXPECT_EQ(error("B:W21:B32")["message"]["code"], "refusal.position-far-row");
    EXPECT_EQ(error("B:W21:B32")["message"]["params"]["square"], 32);
    EXPECT_EQ(error("B:WK1-13:B14")["message"]["code"], "refusal.position-too-many");
}

// Requests of one page are answered in their order, whoever works on them.
TEST_F(ServiceTest, AnswersKeepTheirOrder) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    page.ok({{"do", "close"}, {"table", id}});
    std::vector<int> asked;
    for (int i = 0; i < 20; ++i) {
        asked.push_back(page.send({{"do", "open"}, {"table", id}, {"seats", {page.secrets(id)["black"]}}}));
        asked.push_back(page.send({{"do", "check"}, {"game", "mini"}, {"board", "e"}, {"turn", "black"}}));
        asked.push_back(page.send({{"do", "library"}}));
        asked.push_back(page.send({{"do", "close"}, {"table", id}}));
    }
    page.sync();
    std::vector<int> answered;
    for (const Json& frame : page.frames())
        if (frame.contains("re") && frame["re"] >= asked.front()) answered.push_back(frame["re"]);
    EXPECT_EQ(answered, asked);
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
    EXPECT_EQ(error({{"board", "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"}}), "illegal: There is no piece on the board.");
    EXPECT_EQ(error({{"board", "b"}}), "bad-request: The board has 1 square instead of 32.");
    EXPECT_EQ(error({{"board", "xbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"}}).substr(0, 12), "bad-request:");
    EXPECT_EQ(error({{"game", "go"}}).substr(0, 8), "unknown:");
    EXPECT_EQ(error({{"turn", 1}}), "bad-request: The field \"turn\" must be a text.");
}

TEST_F(ServiceTest, TellsThePositionAfterSomeMoves) {
    TestPage page(*service_);
    const Json start = page.ok({{"do", "position"}, {"game", "english"}});
    EXPECT_EQ(start["fen"], "B:W21-32:B1-12");
    EXPECT_EQ(start["legal"].size(), 7U);
    EXPECT_EQ(start["capture"], false);
    EXPECT_EQ(start["line"], Json::array());
    const Json request{{"do", "position"}, {"game", "english"}, {"fen", "B:W18:B15"}};
    const Json one = page.ok(request);
    ASSERT_EQ(one["legal"].size(), 1U);
    EXPECT_EQ(one["capture"], true);
    EXPECT_EQ(one["outcome"], nullptr);
    Json played = request;
    played["moves"] = {0};
    const Json after = page.ok(played);
    EXPECT_EQ(after["line"][0]["text"], "15x22");
    EXPECT_EQ(after["line"][0]["board"], after["board"]);
    EXPECT_EQ(after["legal"].size(), 0U);
    EXPECT_EQ(after["outcome"]["winner"], "black");
    played["moves"] = {0, 0};  // the game is over
    EXPECT_EQ(page.error(played).substr(0, 8), "illegal:");
    played["moves"] = {1};
    EXPECT_EQ(page.error(played).substr(0, 8), "illegal:");
    played["moves"] = {-1};
    EXPECT_EQ(page.error(played).substr(0, 12), "bad-request:");
    played["moves"] = {0};
    played["fen"] = "B:W18:B18";
    EXPECT_EQ(page.error(played).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error({{"do", "position"}, {"game", "go"}}).substr(0, 8), "unknown:");
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
    EXPECT_EQ(page.error({{"do", "read"}, {"text", ""}}), "illegal: The text is empty.");
    EXPECT_EQ(page.error({{"do", "read"}, {"text", "\xc3\xa9\xc3\xa8 ((("}}).substr(0, 8), "illegal:");
    const std::string id = page.ok({{"do", "import"}, {"text", pdn}})["table"]["id"];
    EXPECT_EQ(page.table(id)["white"], Json({{"kind", "human"}, {"name", "Anna"}}));
    EXPECT_EQ(page.ok({{"do", "library"}, {"player", "ben"}})["games"][0]["black"]["name"], "Ben");
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

// Files of other people: which game it is follows from the moves, and draws that nobody claimed do not end a record.
TEST_F(ServiceTest, RecordsGoOnWhereNobodyClaimedADraw) {
    const std::string text =
        "[FEN \"B:WK32,30:BK1,12\"]\n1. 1-6 32-27 2. 6-1 27-32 3. 1-6 32-27 4. 6-1 27-32 5. 1-6 32-27 6. 12-16 *\n";
    std::string id;
    {
        TestPage page(*service_);
        const Json read = page.ok({{"do", "read"}, {"text", text}});
        EXPECT_EQ(read["recognised"]["game"], "english");
        EXPECT_EQ(read["recognised"]["explained"], 1);
        EXPECT_LT(read["recognised"]["confidence"], 1);
        EXPECT_EQ(read["games"][0]["moves"], 11);
        EXPECT_EQ(read["games"][0]["error"], Json(nullptr));
        EXPECT_EQ(read["games"][0]["notes"][0]["code"], "note.draw-not-claimed");
        EXPECT_EQ(read["games"][0]["notes"][0]["params"]["count"], 8);
        const Json chosen = page.ok({{"do", "read"}, {"text", text}, {"game", "suicide"}});
        EXPECT_EQ(chosen["recognised"], Json(nullptr));
        EXPECT_EQ(chosen["games"][0]["game"], "suicide");
        const Json table = page.ok({{"do", "import"}, {"text", text}})["table"];
        id = table["id"];
        EXPECT_EQ(TestPage::line_of(table), "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27 12-16");
        EXPECT_TRUE(table["outcome"].is_null());
        page.ok({{"do", "undo"}, {"table", id}});
        page.ok({{"do", "redo"}, {"table", id}});
    }
    reopen();
    TestPage page(*service_);
    EXPECT_EQ(TestPage::line_of(page.ok({{"do", "open"}, {"table", id}})["table"]),
              "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27 12-16");
    const std::string out = page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}})["text"];
    EXPECT_NE(out.find("12-16"), std::string::npos);
}

// A game that was resigned or agreed drawn: the moves do not show it.
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
            EXPECT_EQ(words(table["outcome"]["message"]), text);
        }
        reopen();
        TestPage page(*service_);
        EXPECT_EQ(page.ok({{"do", "library"}, {"result", result}})["total"], 1);
        EXPECT_EQ(words(page.ok({{"do", "open"}, {"table", id}})["table"]["outcome"]["message"]), text);
        page.ok({{"do", "sit"}, {"table", id}});
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
    // A game without a move is not listed.
    page.make("english", human, human);
    const std::string first = page.make("english", human, computer("edge"), {{"name", "100% fun"}});
    page.move(first, std::size_t{0});
    page.until_ply(first, 2);
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
              "bad-request: The field \"from\" must be a date such as 2026-11-15.");
    EXPECT_EQ(page.error({{"do", "library"}, {"limit", 1000}}),
              "bad-request: The field \"limit\" must be a whole number from 1 to 200.");
    const Json entry = page.ok({{"do", "library"}, {"game", "english"}})["games"][0];
    EXPECT_EQ(entry["black"], human);
    EXPECT_EQ(entry["white"], computer("edge"));
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

TEST_F(ServiceTest, RenamingAndDeletingNeedASeat) {
    TestPage owner(*service_);
    TestPage other(*service_);
    const Json made = owner.ok({{"do", "new"}, {"game", "english"}, {"black", human}, {"white", human}});
    const std::string id = made["table"]["id"];
    owner.move(id, std::size_t{0});
    const Json rename{{"do", "rename"}, {"table", id}, {"name", "mine"}};
    const Json remove{{"do", "delete"}, {"table", id}};
    const auto with = [](Json request, const Json& secret) {
        request["seats"] = Json::array({secret});
        return request;
    };
    const std::string watching = other.error(rename);
    EXPECT_EQ(watching.substr(0, 8), "refused:");
    EXPECT_EQ(other.error(remove), watching);
    other.ok({{"do", "open"}, {"table", id}});
    EXPECT_EQ(other.error(rename), watching);
    owner.ok(rename);
    // A seat that was given away still counts when nobody is at the table.
    const Json invited = owner.ok({{"do", "invite"}, {"table", id}, {"side", "white"}});
    for (TestPage* const page : {&owner, &other}) page->ok({{"do", "close"}, {"table", id}});
    EXPECT_EQ(other.error(rename), watching);
    EXPECT_EQ(other.error(remove), watching);
    EXPECT_EQ(other.error(with(remove, "wrong")), watching);
    other.ok(with(rename, invited["secret"]));
    owner.ok(with(rename, made["secrets"]["black"]));
    owner.ok(with(remove, made["secrets"]["black"]));
    // Nobody shared this one, and nobody is there: it is everybody's.
    const std::string free = owner.make("english", human, human);
    owner.move(free, std::size_t{0});
    EXPECT_EQ(other.error({{"do", "delete"}, {"table", free}}), watching);
    owner.ok({{"do", "close"}, {"table", free}});
    other.ok({{"do", "rename"}, {"table", free}, {"name", "found"}});
    other.ok({{"do", "delete"}, {"table", free}});
}

TEST_F(ServiceTest, TakingBackDoesNotMakeAGameUnfinished) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human, {{"fen", "B:W18:B15"}});
    page.move(id, std::size_t{0});
    ASSERT_EQ(page.table(id)["state"], "over");
    page.ok({{"do", "undo"}, {"table", id}});
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
    page.ok({{"do", "delete"}, {"table", id}});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 0);
    page.move(id, std::size_t{0});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 1);
    page.ok({{"do", "close"}, {"table", id}});
    EXPECT_EQ(page.ok({{"do", "open"}, {"table", id}})["table"]["nodes"].size(), 2);
}

// One page cannot keep the request workers busy for everybody.
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
    page.ok({{"do", "sit"}, {"table", id}});
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
    // The same game again is the same table, and it is not in the list until it is played on.
    EXPECT_EQ(page.ok({{"do", "lab.game"}, {"run", id}, {"cell", 0}, {"number", 5}})["table"]["id"], table["id"]);
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 0);
    page.ok({{"do", "view"}, {"table", table["id"]}, {"node", 3}});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 0);
    page.ok({{"do", "move"}, {"table", table["id"]}, {"node", 3}, {"index", 0}, {"variation", true}});
    EXPECT_EQ(page.ok({{"do", "library"}})["total"], 1);
    EXPECT_EQ(page.ok({{"do", "lab.list"}})["runs"].size(), 1);
    for (const char* const name :
         {"games.pdn", "games.log", "games.csv", "results.csv", "results.json", "report.html"}) {
        const Result<std::string> file = service_->run_file(id, name);
        ASSERT_TRUE(file) << name << ": " << file.error().message;
        EXPECT_GT(file->size(), 50) << name;
        // The page of the web build, with the run and its games in it.
        if (name == std::string_view("report.html")) {
            EXPECT_TRUE(file->starts_with("<!doctype html>"));
            EXPECT_NE(file->find(R"(<script id="run" type="application/json">{)"), std::string::npos);
            EXPECT_NE(file->find(R"("replays":[{"cell":0,"number":0,)"), std::string::npos);
        }
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
        // The answer and an event say at once that it runs.
        const std::size_t seen = page.event_count();
        EXPECT_EQ(page.ok({{"do", "lab.resume"}, {"run", id}})["run"]["state"], "running");
        const Json resumed = page.until_event([](const Json& e) { return e["event"] == "run"; }, seen);
        EXPECT_EQ(resumed["run"]["state"], "running");
        page.until_event([&](const Json& e) { return e["event"] == "run" && e["run"]["done"] > done; });
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
    EXPECT_EQ(error({{"games", Json::array()}}), "illegal: Choose a game.");
    EXPECT_EQ(error({{"games", {"chess"}}}), "illegal: There is no game called \"chess\".");
    EXPECT_EQ(error({{"players", {"random"}}}), "illegal: A run needs two players.");
    EXPECT_EQ(error({{"players", {"random", "hub:cmd=x"}}}),
              "illegal: \"hub\" starts another program, which a page may not do.");
    EXPECT_TRUE(error({{"players", {"random", "engine:depth=40"}}})
                    .starts_with("illegal: In a run every move of \"engine\" needs a limit, at most "))
        << error({{"players", {"random", "engine:depth=40"}}});
    EXPECT_EQ(error({{"games", {"english-6", "english-6"}}}), "illegal: The game \"english-6\" is given twice.");
    EXPECT_EQ(error({{"players", "random"}}),
              "bad-request: The field \"plan.players\" must be a list of at most 16 texts.");
    EXPECT_EQ(error({{"count", 0}}), "bad-request: The field \"plan.count\" must be a whole number from 1 to 100000.");
    EXPECT_EQ(error({{"count", 1.5}}),
              "bad-request: The field \"plan.count\" must be a whole number from 1 to 100000.");
    EXPECT_EQ(error({{"games", {"english", "suicide"}}, {"count", 100000}}).substr(0, 8), "illegal:");
    EXPECT_EQ(error({{"pairing", "knockout"}}),
              "illegal: \"knockout\" is not possible for pairing; possible: round-robin, gauntlet.");
    EXPECT_EQ(error({{"openings", "closed"}}),
              "illegal: \"closed\" is not possible for openings; possible: auto, start, random, ballots.");
    EXPECT_EQ(error({{"name", "a\nplayer hub:cmd=x"}}),
              "bad-request: The field \"plan.name\" must be one line of text.");
    EXPECT_EQ(error({{"players", {"random", "random\nplayer hub:cmd=x"}}}).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error({{"do", "lab.start"}}), "bad-request: The field \"plan\" is missing.");
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
    EXPECT_EQ(page.error({{"do", "hint"}, {"table", id}, {"node", 0}}).substr(0, 9), "too-many:");
    page.ok({{"do", "lab.stop"}, {"run", runs[0]}});
    page.until_event([&](const Json& e) {
        return e["event"] == "run" && e["run"]["id"] == runs[0] && e["run"]["state"] == "stopped";
    });
    page.ok({{"do", "hint"}, {"table", id}, {"node", 0}});
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
            page.open_as(host, shared);
            const std::string own = page.make("mini", human, computer(p % 2 == 0 ? "engine:level=2" : "random"));
            for (int i = 0; i < 15; ++i) {
                for (const std::string& id : {shared, own}) {
                    const Json table = page.table(id);
                    const auto count = static_cast<std::uint32_t>(table["legal"].size());
                    if (count > 0)
                        page.ask(
                            {{"do", "move"}, {"table", id}, {"node", table["node"]}, {"index", random.below(count)}});
                    if (random.below(4) == 0) page.ask({{"do", "undo"}, {"table", id}});
                    if (random.below(8) == 0) page.ask({{"do", "view"}, {"table", id}, {"node", random.below(5)}});
                }
                if (i == 7) page.ok({{"do", "library"}});
                if (i == 9) page.ok({{"do", "close"}, {"table", own}});
                if (i == 9) page.open_as(page, own);
            }
        });
    for (std::thread& thread : threads) thread.join();
    const Json run = host.ok(
        {{"do", "lab.start"}, {"plan", {{"games", {"mini"}}, {"players", {"random", "edge"}}, {"count", 50}}}})["run"];
    host.until_event([](const Json& e) { return e["event"] == "run" && e["run"]["state"] == "complete"; });
    host.ok({{"do", "pause"}, {"table", shared}});
    // What the events made of the table is what the program has.
    const Json mirrored = host.table(shared);
    EXPECT_EQ(host.open_as(host, shared)["table"], mirrored);
    EXPECT_EQ(run["planned"], 50);
}

}  // namespace
}  // namespace crownhead::server
