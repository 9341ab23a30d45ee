// Endings as pages ask for them: classes, examples, drills that are won, held and spoiled, and what is kept of them.
#include "service/endings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "rules/variants.hpp"
#include "test_page.hpp"
#include "util/folder_lock.hpp"

namespace crownhead::server {
namespace {

constexpr const char* drill_day = "2026-11-18";

class EndingsTest : public testing::Test {
protected:
    // Small files are there, and no others can be made.
    EndingsTest() {
        EXPECT_TRUE(build_endgames(variant_, {.folder = place(), .pieces = 3, .distances = true}));
        lock_.emplace(std::move(*FolderLock::take(place(), "taken")));
        files_ = std::move(*open_endgames(variant_, place(), std::size_t{1} << 20U));
    }

    std::string place() const { return folder_.path() + "/egdb/english-6"; }
    void open(bool endgames = true) {
        service_.reset();
        service_ = open_service(folder_.path(), 2, endgames);
    }
    static Json classes(TestPage& page) {
        for (;;) {
            Json reply = page.ok({{"do", "endings.classes"}, {"game", "english-6"}});
            if (reply.value("state", "") != "building") return reply;
        }
    }
    static Json drill(TestPage& page, const std::string& key) {
        return page.ok({{"do", "endings.drill"}, {"key", "english-6/" + key}})["drill"];
    }

    // Plays a drill to its end with moves that `choose` takes; the last step.
    template <class F>
    Json play(TestPage& page, const std::string& key, const F& choose) {
        const analysis::DrillKey read = *analysis::read_drill_key(key);
        const Placement position = *analysis::find_drill(variant_, *files_, read, {}).position;
        std::vector<std::size_t> moves;
        for (;;) {
            const auto game = analysis::drill_after(variant_, position, read.goal, moves);
            const std::size_t index = choose(*game);
            Json step = page.ok({{"do", "endings.move"},
                                 {"key", "english-6/" + key},
                                 {"moves", moves},
                                 {"index", index},
                                 {"day", drill_day}});
            if (step.value("end", "") != "open") return step;
            for (const Json& move : step["moves"]) moves.push_back(move.get<std::size_t>());
            EXPECT_EQ(step["line"].size(), step["moves"].size());
            const auto after = analysis::drill_after(variant_, position, read.goal, moves);
            EXPECT_EQ(step["position"]["board"], board_text(after->placement()));
            EXPECT_EQ(step["position"]["legal"].size(), after->legal().size());
        }
    }
    std::size_t best(const Game& game) const { return best_known_moves(*files_, game).front(); }
    std::size_t with_value(const Game& game, Value value) const {
        const auto values = files_->plain_move_values(game);
        return static_cast<std::size_t>(std::ranges::find(values, std::optional(value)) - values.begin());
    }

    const Variant& variant_ = **find_variant("english-6");
    const ScratchFolder folder_;
    std::optional<FolderLock> lock_;
    std::unique_ptr<Endgames> files_;
    std::unique_ptr<Service> service_;
};

TEST_F(EndingsTest, ListsTheClassesWithTheirCounts) {
    open();
    TestPage page(*service_);
    const Json all = classes(page);
    EXPECT_EQ(all["state"], "ready");
    EXPECT_EQ(all["pieces"], 3);
    const std::vector<egdb::ClassInfo> infos = files_->classes();
    ASSERT_EQ(all["classes"].size(), infos.size());
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const Json& listed = all["classes"][i];
        EXPECT_EQ(listed["name"], name_of(infos[i].material));
        EXPECT_EQ(listed["us"]["kings"], infos[i].material.us.kings);
        EXPECT_EQ(listed["them"]["men"], infos[i].material.them.men);
        EXPECT_EQ(listed["win"], infos[i].with(Value::Win));
        EXPECT_EQ(listed["draw"], infos[i].with(Value::Draw));
        EXPECT_EQ(listed["loss"], infos[i].with(Value::Loss));
        EXPECT_EQ(listed["longest"], infos[i].longest->plies);
    }
    const Json one = page.ok({{"do", "endings.class"}, {"game", "english-6"}, {"class", "Km-K"}});
    EXPECT_EQ(one["class"]["name"], "Km-K");
    EXPECT_EQ(one["examples"][0]["kind"], "longest");
    EXPECT_EQ(one["examples"][0]["known"]["plies"], one["class"]["longest"]);
    for (std::size_t i = 1; i < one["examples"].size(); ++i)
        EXPECT_EQ(one["examples"][i]["known"]["value"], one["examples"][i]["kind"]);
    EXPECT_EQ(one["drills"].size(), 6U);
    EXPECT_EQ(one["drills"][0]["next"], 1);
    EXPECT_EQ(page.error({{"do", "endings.class"}, {"game", "english-6"}, {"class", "KKKK-K"}}),
              "unknown: This ending is not in the endgame files. Choose another one.");
    EXPECT_EQ(page.error({{"do", "endings.class"}, {"game", "english-6"}, {"class", "../x"}}),
              "unknown: This ending is not in the endgame files. Choose another one.");
    EXPECT_TRUE(page.error({{"do", "endings.classes"}, {"game", "chess"}}).starts_with("unknown: "));
}

TEST_F(EndingsTest, DrillsAreWonHeldOrSpoiledAndKept) {
    open();
    {
        TestPage page(*service_);
        EXPECT_EQ(classes(page)["state"], "ready");
        const Json first = drill(page, "KK-K/win/easy/1");
        EXPECT_EQ(first["goal"], "win");
        EXPECT_EQ(first["result"], nullptr);
        EXPECT_EQ(first["known"]["value"], "win");
        EXPECT_GT(2 * first["good"].get<std::size_t>(), first["position"]["legal"].size());
        EXPECT_EQ(play(page, "KK-K/win/easy/1", [&](const Game& game) { return best(game); })["end"], "won");

        // A move that spoils it is refuted at once.
        const Json spoiled = play(page, "Km-K/win/hard/1", [&](const Game& game) {
            const auto values = files_->plain_move_values(game);
            for (std::size_t i = 0; i < values.size(); ++i)
                if (values[i] != Value::Win) return i;
            return values.size();
        });
        EXPECT_EQ(spoiled["end"], "spoiled");
        EXPECT_NE(spoiled["known"]["value"], "win");
        EXPECT_EQ(spoiled["better"].size(), 1U);
        EXPECT_GE(spoiled["line"].size(), 2U);
        EXPECT_EQ(spoiled["position"], nullptr);
        EXPECT_EQ(drill(page, "Km-K/win/hard/1")["result"], "failed");
        EXPECT_EQ(play(page, "Km-K/win/hard/1", [&](const Game& game) { return best(game); })["end"], "won");

        EXPECT_EQ(
            play(page, "K-Km/hold/hard/1", [&](const Game& game) { return with_value(game, Value::Draw); })["end"],
            "held");
    }
    open();
    TestPage page(*service_);
    const Json all = classes(page);
    for (const Json& one : all["classes"]) {
        const bool tried = one["name"] == "KK-K" || one["name"] == "Km-K" || one["name"] == "K-Km";
        EXPECT_EQ(one["tried"], tried ? 1 : 0) << one["name"];
        EXPECT_EQ(one["solved"], tried ? 1 : 0) << one["name"];
    }
    EXPECT_EQ(drill(page, "Km-K/win/hard/1")["result"], "solved");
    EXPECT_EQ(drill(page, "KK-K/win/easy/1")["result"], "first");
    const Json one = page.ok({{"do", "endings.class"}, {"game", "english-6"}, {"class", "Km-K"}});
    for (const Json& count : one["drills"])
        EXPECT_EQ(count["next"], count["goal"] == "win" && count["grade"] == "hard" ? 2 : 1);
}

TEST_F(EndingsTest, RefusesWhatIsNoDrill) {
    open();
    TestPage page(*service_);
    EXPECT_EQ(classes(page)["state"], "ready");
    const auto move = [&](const char* key, const Json& moves, int index) {
        return page.error(
            {{"do", "endings.move"}, {"key", key}, {"moves", moves}, {"index", index}, {"day", drill_day}});
    };
    const std::string none = "unknown: This ending is not in the endgame files. Choose another one.";
    EXPECT_EQ(move("english-6/KK-K/win/easy/0", Json::array(), 0), none);
    EXPECT_EQ(move("english-6", Json::array(), 0), none);
    EXPECT_EQ(move("english-6/KKK-K/win/easy/1", Json::array(), 0), none);
    EXPECT_EQ(page.error({{"do", "endings.drill"}, {"key", "english-6/KKK-K/win/easy/1"}}), none);
    EXPECT_TRUE(move("english-6/KK-K/win/easy/1", Json::array(), 500).starts_with("illegal: "));
    EXPECT_TRUE(move("english-6/KK-K/win/easy/1", Json::array({0}), 0).starts_with("illegal: "));  // not one's turn
    EXPECT_TRUE(move("english-6/KK-K/win/easy/1", Json::array({499, 0}), 0).starts_with("illegal: "));
    EXPECT_TRUE(move("english-6/KK-K/win/easy/1", Json::array({-1}), 0).starts_with("bad-request: "));
    EXPECT_TRUE(move("english-6/KK-K/win/easy/1", Json(std::vector<int>(1000, 0)), 0).starts_with("bad-request: "));
    // A kind that the class does not have: nothing is found, and it says how far it looked.
    const Json none_found = page.ok({{"do", "endings.drill"}, {"key", "english-6/m-KK/win/hard/1"}});
    EXPECT_EQ(none_found["drill"], nullptr);
    EXPECT_EQ(none_found["all"], true);
}

TEST_F(EndingsTest, SaysWhyThereAreNoFiles) {
    open(false);
    {
        TestPage page(*service_);
        EXPECT_EQ(classes(page)["state"], "off");
        EXPECT_EQ(page.error({{"do", "endings.drill"}, {"key", "english-6/KK-K/win/easy/1"}}),
                  "refused: The endgame files of this game are not ready yet. Try again in a moment.");
    }
    const std::string damaged = place() + "/Km-K.wdl";
    const auto size = std::filesystem::file_size(damaged);
    std::ofstream(damaged, std::ios::app) << 'x';
    open();
    TestPage page(*service_);
    const Json failed = classes(page);
    EXPECT_EQ(failed["state"], "failed");
    EXPECT_NE(failed["detail"].get<std::string>().find("already"), std::string::npos) << failed.dump();
    EXPECT_TRUE(failed["classes"].empty());
    // The next attempt finds them mended.
    std::filesystem::resize_file(damaged, size);
    EXPECT_EQ(classes(page)["state"], "ready");
}

TEST(DrillPlaces, AreReadAsTheyAreWritten) {
    const auto place = read_drill_place("english-6/KK-K/win/hard/7");
    ASSERT_TRUE(place);
    EXPECT_EQ(place->game, "english-6");
    EXPECT_EQ(place->text(), "english-6/KK-K/win/hard/7");
    for (const char* const text : {"", "/", "KK-K/win/hard/7", "english/x", "english/KK-K/win/hard/7/8"})
        EXPECT_FALSE(read_drill_place(text)) << text;
}

}  // namespace
}  // namespace crownhead::server
