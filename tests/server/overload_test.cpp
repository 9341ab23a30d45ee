// What one page asks is not felt by others: positions and texts are worked on apart from the threads that receive and without
// a lock, what waits is bounded, and what takes too long is stopped. Work is counted in processor time and by its order.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/variants.hpp"
#include "runtime/endgames.hpp"
#include "server/test_page.hpp"
#include "support/cpu_time.hpp"
#include "util/folder_lock.hpp"

namespace crownhead::server {
namespace {

// Within the budget of captures, but not by much (tests/game/capture_work_test.cpp).
constexpr const char* costly = "W:WK26,K45:BK4,K8-13,K17,K18,K22,K24,K27,K28,K30,K31,K33,K35,K39,K42,K48";
constexpr const char* immense = "W:WK34:BK4,K8,K9,K10,K11,K13,K17,K22,K24,K27,K28,K29,K30,K31,K33,K35,K39,K42,K46,K48";

std::string many_games() {
    std::string text;
    while (text.size() < 60'000)
        text += "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10 *\n\n";
    return text;
}

class ThreadsOverload : public testing::Test {
protected:
    ScratchFolder folder_;
    std::unique_ptr<Service> service_ = open_service(folder_.path());
};

std::vector<Json> costly_requests(const std::string& table) {
    std::vector<Json> all{{{"do", "read"}, {"text", many_games()}, {"game", ""}},
                          {{"do", "import"}, {"text", many_games()}, {"number", 0}, {"game", ""}},
                          {{"do", "export"}, {"table", ""}, {"game", "frisian"}, {"fen", costly}, {"format", "svg"}},
                          {{"do", "view"}, {"table", table}, {"node", 0}},
                          {{"do", "export"}, {"table", table}, {"format", "pdn"}},
                          {{"do", "rematch"}, {"table", table}}};
    for (const char* const fen : {costly, immense})
        all.push_back({{"do", "new"}, {"game", "frisian"}, {"fen", fen}, {"black", human}, {"white", human}});
    return all;
}

TEST_F(ThreadsOverload, ThreadsThatReceiveDoNotWork) {
    TestPage page(*service_);
    const std::string id = page.make("frisian", human, human, {{"fen", costly}});
    const CpuTimer all = CpuTimer::of_process();
    double receiving = 0;
    std::vector<int> numbers;
    for (Json& request : costly_requests(id)) {
        const CpuTimer mine = CpuTimer::of_thread();
        numbers.push_back(page.send(std::move(request)));
        receiving += mine.seconds();
    }
    for (const int number : numbers) page.answer(number);
    EXPECT_LT(receiving, all.seconds() / 3);
}

TEST_F(ThreadsOverload, OthersAreAnsweredMeanwhile) {
    TestPage attacker(*service_);
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    std::vector<int> numbers;
    for (int i = 0; i < 8; ++i)
        numbers.push_back(
            attacker.send({{"do", "new"}, {"game", "frisian"}, {"fen", immense}, {"black", human}, {"white", human}}));
    page.move(id, "11-15");
    page.ok({{"do", "view"}, {"table", id}, {"node", 1}});  // by a worker as well, in its turn
    EXPECT_FALSE(attacker.is_answered(numbers.back()));
    for (const int number : numbers) EXPECT_EQ(attacker.answer(number)["error"]["code"], "illegal");
}

TEST_F(ThreadsOverload, WhatWaitsIsBounded) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    for (int i = 0; i < 4; ++i)
        page.send({{"do", "new"}, {"game", "frisian"}, {"fen", immense}, {"black", human}, {"white", human}});
    std::vector<int> numbers;
    numbers.reserve(300);
    for (int i = 0; i < 300; ++i) numbers.push_back(page.send({{"do", "view"}, {"table", id}, {"node", 0}}));
    int refused = 0;
    for (const int number : numbers) refused += page.answer(number)["error"]["code"] == "too-many" ? 1 : 0;
    EXPECT_GT(refused, 0);
    EXPECT_LT(refused, 150);
    page.move(id, "11-15");
}

TEST_F(ThreadsOverload, ValuesThatOverrunAreStopped) {
    service_.reset();
    service_ = *Service::open(
        {.data = folder_.path(), .endgames = false, .version = "test", .deadline = [](std::string_view kind) {
             return kind == "value" ? 0.02 : 1e9;
         }});
    TestPage page(*service_);
    const std::string id = page.make("international-6", human, human);
    page.ok({{"do", "exact"}, {"table", id}, {"node", 0}});
    const Json exact =
        page.until_event([](const Json& event) { return event["event"] == "exact" && event["state"] == "unknown"; });
    EXPECT_TRUE(exact["known"].is_null());
    const std::string figures = service_->metrics();
    EXPECT_EQ(figures.find("crownhead_job_overruns{kind=\"value\"} 0\n"), std::string::npos) << figures;
    page.move(id, std::size_t{0});  // all goes on
}

TEST_F(ThreadsOverload, ReviewsThatOverrunAreStopped) {
    service_.reset();
    service_ = *Service::open(
        {.data = folder_.path(), .endgames = false, .version = "test", .deadline = [](std::string_view kind) {
             return kind == "review" ? 0.0 : 1e9;
         }});
    TestPage page(*service_);
    const std::string id = page.make("international", human, human);
    for (int i = 0; i < 6; ++i) page.move(id, std::size_t{0});
    for (int i = 0; i < 4; ++i) {  // more than a page may have at once
        page.ok({{"do", "review"}, {"table", id}});
        page.until(
            id, [](const Json& table) { return !table["review"].is_null() && table["review"]["state"] == "stopped"; });
    }
    const std::string figures = service_->metrics();
    EXPECT_EQ(figures.find("crownhead_job_overruns{kind=\"review\"} 0\n"), std::string::npos) << figures;
    page.move(id, std::size_t{0});
}

// They are dropped although both tables are open, and opened again when they are needed.
TEST_F(ThreadsOverload, EndgamesAreDroppedAndOpenedAgain) {
    service_.reset();
    // Small ones are there, and no others can be made.
    std::vector<FolderLock> locks;
    for (const Variant* const variant : {&list::mini, *find_variant("english-6")}) {
        const std::string place = folder_.path() + "/egdb/" + std::string(variant->name);
        ASSERT_TRUE(build_endgames(*variant, {.folder = place, .pieces = 3}));
        locks.push_back(std::move(*FolderLock::take(place, "taken")));
    }
    service_ = *Service::open({.data = folder_.path(), .endgames = true, .endgame_bytes = 1, .version = "test"});
    TestPage page(*service_);
    const auto figure = [&](const std::string& name) {
        const std::string figures = "\n" + service_->metrics();
        const std::size_t at = figures.find("\ncrownhead_" + name + " ");
        return at == std::string::npos ? 0 : std::stoi(figures.substr(at + name.size() + 12));
    };
    const auto built = [&] { return figure("job_count{kind=\"endgames\"}"); };
    const std::string mini = page.make("mini", human, human, {{"fen", "B:W18:B1,6"}});
    page.make("english-6", human, human, {{"fen", "B:WK16:BK1,K2"}});
    while (built() < 2) page.sync();
    EXPECT_EQ(figure("endgame_sets"), 1);
    page.ok({{"do", "exact"}, {"table", mini}, {"node", 0}});
    while (built() < 3) page.sync();
    EXPECT_EQ(figure("endgame_sets"), 1);
}

}  // namespace
}  // namespace crownhead::server
