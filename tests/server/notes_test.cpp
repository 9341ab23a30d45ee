// Notes on moves, variations beside the game, and that both outlast the program and a PDN.
#include <algorithm>

#include "server/test_page.hpp"

namespace crownhead::server {
namespace {

class NotesTest : public testing::Test {
protected:
    ScratchFolder folder_;
    std::unique_ptr<Service> service_ = open_service(folder_.path());

    static int add(TestPage& page, const std::string& id, int node, const std::string& text) {
        return page.ok({{"do", "add-move"}, {"table", id}, {"node", node}, {"text", text}})["node"];
    }
    static Json note(const Json& table, int node) {
        for (const Json& one : table["notes"]["moves"])
            if (one["node"] == node) return one;
        return {};
    }
    static std::string pdn(TestPage& page, const std::string& id) {
        const std::string text = page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}})["text"];
        return text.substr(text.find("\n\n") + 2);
    }
};

TEST_F(NotesTest, MovesBesideTheGameLeaveItAlone) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, computer("random"));
    page.move(id, "11-15");
    const Json before = page.until_ply(id, 2);
    const int node = before["node"];
    EXPECT_EQ(add(page, id, 0, "9-14"), node + 1);
    EXPECT_EQ(add(page, id, node + 1, "22-18"), node + 2);
    EXPECT_EQ(add(page, id, 0, "9-14"), node + 1);  // it is there already
    EXPECT_EQ(add(page, id, 0, "11-15"), 1);
    const Json after = page.table(id);
    EXPECT_EQ(after["node"], node);
    EXPECT_EQ(after["state"], "waiting");
    EXPECT_EQ(after["nodes"].size(), node + 2);
    EXPECT_EQ(page.error({{"do", "add-move"}, {"table", id}, {"node", 0}, {"text", "1-32"}}).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error({{"do", "add-move"}, {"table", id}, {"node", 0}, {"index", 99}}).substr(0, 8), "illegal:");
    EXPECT_EQ(page.error({{"do", "add-move"}, {"table", id}, {"node", 77}, {"index", 0}}).substr(0, 8), "unknown:");
    // Redo still goes where the game went.
    page.ok({{"do", "undo"}, {"table", id}});
    EXPECT_EQ(page.table(id)["node"], 0);
    add(page, id, 0, "10-15");
    page.ok({{"do", "redo"}, {"table", id}});
    EXPECT_EQ(page.table(id)["node"], node);
}

TEST_F(NotesTest, CommentsAndGlyphsAreKept) {
    std::string id;
    {
        TestPage page(*service_);
        id = page.make("english", human, human);
        page.move(id, "11-15");
        page.move(id, "23-19");
        page.ok({{"do", "annotate"}, {"table", id}, {"node", 1}, {"comment", " The {best}\nmove. "}, {"nags", {1}}});
        page.ok({{"do", "annotate"}, {"table", id}, {"node", 0}, {"comment", "From the start."}});
        const int other = add(page, id, 1, "22-18");
        page.ok({{"do", "annotate"}, {"table", id}, {"node", other}, {"nags", {6}}});
        page.ok({{"do", "annotate"}, {"table", id}, {"node", other}, {"comment", "Sharper."}});
        const Json table = page.table(id);
        EXPECT_EQ(note(table, 1)["comment"], "The (best) move.");
        EXPECT_EQ(note(table, 1)["nags"], Json({1}));
        EXPECT_EQ(note(table, other)["nags"], Json({6}));
        EXPECT_EQ(table["notes"]["start"], "From the start.");
        EXPECT_EQ(pdn(page, id),
                  "{From the start.} 1. 11-15! {The (best) move.} 1... 23-19 (1... 22-18?!\n{Sharper.}) *\n");
    }
    service_.reset();
    service_ = open_service(folder_.path());
    TestPage page(*service_);
    const Json table = page.ok({{"do", "open"}, {"table", id}})["table"];
    EXPECT_EQ(note(table, 1)["comment"], "The (best) move.");
    EXPECT_EQ(note(table, 3)["nags"], Json({6}));
    EXPECT_EQ(table["notes"]["start"], "From the start.");
    // There and back again.
    const std::string text = page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}})["text"];
    const std::string copy = page.ok({{"do", "import"}, {"text", text}})["table"]["id"];
    EXPECT_EQ(page.table(copy)["notes"], table["notes"]);
    EXPECT_EQ(pdn(page, copy), pdn(page, id));
    // Notes go when they are empty.
    page.ok({{"do", "annotate"}, {"table", copy}, {"node", 1}, {"comment", ""}, {"nags", Json::array()}});
    EXPECT_TRUE(note(page.table(copy), 1).is_null());
}

TEST_F(NotesTest, VariationsArePutFirstTakenOutAndBroughtBack) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    const int first = add(page, id, 0, "11-15");
    const int second = add(page, id, 0, "9-14");
    const int below = add(page, id, second, "22-18");
    EXPECT_EQ(pdn(page, id), "1. 11-15 (1. 9-14 22-18) *\n");
    page.ok({{"do", "promote"}, {"table", id}, {"node", second}});
    EXPECT_EQ(pdn(page, id), "1. 9-14 (1. 11-15) 1... 22-18 *\n");
    page.ok({{"do", "take-out"}, {"table", id}, {"node", second}});
    EXPECT_EQ(pdn(page, id), "1. 11-15 *\n");
    EXPECT_EQ(note(page.table(id), second)["gone"], true);
    EXPECT_EQ(page.error({{"do", "view"}, {"table", id}, {"node", below}}).substr(0, 8), "unknown:");
    EXPECT_EQ(page.error({{"do", "annotate"}, {"table", id}, {"node", below}, {"comment", "x"}}).substr(0, 8),
              "unknown:");
    // It stays out, and can still be brought back.
    page.ok({{"do", "close"}, {"table", id}});
    page.open_as(page, id);
    EXPECT_EQ(pdn(page, id), "1. 11-15 *\n");
    page.ok({{"do", "bring-back"}, {"table", id}, {"node", second}});
    EXPECT_EQ(pdn(page, id), "1. 9-14 (1. 11-15) 1... 22-18 *\n");
    EXPECT_EQ(page.error({{"do", "bring-back"}, {"table", id}, {"node", second}}).substr(0, 8), "unknown:");
    page.ok({{"do", "promote"}, {"table", id}, {"node", first}});
    EXPECT_EQ(pdn(page, id), "1. 11-15 (1. 9-14 22-18) *\n");
}

TEST_F(NotesTest, MovesOfAGameThatIsOverStay) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    page.move(id, "11-15");
    page.move(id, "23-19");
    // As long as it is not over, the page's own game may be changed.
    page.ok({{"do", "take-out"}, {"table", id}, {"node", 2}});
    EXPECT_EQ(page.table(id)["node"], 1);
    page.move(id, "22-18");
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    const std::string stays = "refused: These moves were played: they stay. Variations can be changed.";
    EXPECT_EQ(page.error({{"do", "take-out"}, {"table", id}, {"node", 1}}), stays);
    const int other = add(page, id, 0, "9-14");
    EXPECT_EQ(page.error({{"do", "promote"}, {"table", id}, {"node", other}}), stays);
    // What follows after the end is looked at, and is no part of the game.
    EXPECT_TRUE(page.ok({{"do", "view"}, {"table", id}, {"node", 3}})["legal"].empty());
    EXPECT_FALSE(page.ok({{"do", "view"}, {"table", id}, {"node", 3}, {"beyond", true}})["legal"].empty());
    add(page, id, 3, "15x22");
    EXPECT_EQ(page.table(id)["state"], "over");
    const std::string text = pdn(page, id);
    EXPECT_EQ(text, "1. 11-15 (1. 9-14) 1... 22-18 (1... 22-18 2. 15x22) 1-0\n");
    const std::string whole = page.ok({{"do", "export"}, {"table", id}, {"format", "pdn"}})["text"];
    const std::string copy = page.ok({{"do", "import"}, {"text", whole}})["table"]["id"];
    EXPECT_EQ(page.table(copy)["state"], "over");
    EXPECT_EQ(pdn(page, copy), text);
}

TEST_F(NotesTest, AreNotForThoseWhoWatch) {
    TestPage page(*service_);
    TestPage other(*service_);
    const std::string id = page.make("english", human, human);
    other.ok({{"do", "open"}, {"table", id}});
    for (const char* const what : {"promote", "take-out", "bring-back", "annotate"})
        EXPECT_EQ(other.error({{"do", what}, {"table", id}, {"node", 0}}).substr(0, 8), "refused:") << what;
    EXPECT_EQ(other.error({{"do", "add-move"}, {"table", id}, {"node", 0}, {"index", 0}}).substr(0, 8), "refused:");
    EXPECT_EQ(page.error({{"do", "annotate"}, {"table", id}, {"node", 0}, {"nags", {0}}}).substr(0, 12),
              "bad-request:");
    EXPECT_EQ(
        page.error({{"do", "annotate"}, {"table", id}, {"node", 0}, {"comment", std::string(3000, 'x')}}).substr(0, 12),
        "bad-request:");
}

}  // namespace
}  // namespace crownhead::server
