// What the server says of itself to those who watch it: that all is well, or what is wrong.
#include "service/health.hpp"

#include <algorithm>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "server/test_page.hpp"

namespace crownhead::server {
namespace {

using Sentences = std::vector<std::string>;

TEST(Health, NamesEachTrouble) {
    const Condition well{.disk_bytes = 100, .descriptors = 10, .descriptor_limit = 100};
    const HealthBounds bounds{.disk_bytes = 100, .descriptors = 20, .storage_seconds = 5};
    EXPECT_EQ(troubles(well, bounds), Sentences{});
    const auto with = [&](auto change) {
        Condition condition = well;
        change(condition);
        const Sentences all = troubles(condition, bounds);
        return all.size() == 1 ? all.front() : std::to_string(all.size());
    };
    EXPECT_EQ(with([](Condition& c) { c.disk_bytes = 99; }), "the disk is nearly full: 0 MB are left");
    EXPECT_EQ(with([](Condition& c) { c.writable = false; }), "the data folder cannot be written");
    EXPECT_EQ(with([](Condition& c) { c.storage_wait = 6; }), "the storage is stuck: a change has waited 6 s");
    EXPECT_EQ(with([](Condition& c) { c.unsaved = 2; }), "games that could not be saved: 2");
    EXPECT_EQ(with([](Condition& c) { c.overrunning = 3; }), "jobs that overran their time and go on: 3");
    EXPECT_EQ(with([](Condition& c) { c.descriptors = 81; }), "descriptors are nearly used up: 81 of 100");
    EXPECT_EQ(with([](Condition& c) { c.descriptors = 80; }), "0");
}

TEST(Health, LooksAtTheSystem) {
    const ScratchFolder folder;
    Condition condition;
    look_at_system(folder.path(), condition);
    EXPECT_TRUE(condition.writable);
    EXPECT_GT(condition.disk_bytes, 0U);
    EXPECT_GT(condition.descriptors, 2U);
    EXPECT_GT(condition.descriptor_limit, condition.descriptors);
    look_at_system(folder.path() + "/none", condition);
    EXPECT_FALSE(condition.writable);
}

// Another program at the same file.
class Disturber {
public:
    explicit Disturber(const std::string& folder) {
        EXPECT_EQ(sqlite3_open((folder + "/crownhead.db").c_str(), &db_), SQLITE_OK);
    }
    Disturber(const Disturber&) = delete;
    Disturber& operator=(const Disturber&) = delete;
    ~Disturber() { sqlite3_close(db_); }

    void run(const char* statements) {
        char* error = nullptr;
        EXPECT_EQ(sqlite3_exec(db_, statements, nullptr, nullptr, &error), SQLITE_OK) << error;
        sqlite3_free(error);
    }

private:
    sqlite3* db_ = nullptr;
};

class ThreadsHealth : public testing::Test {
protected:
    std::unique_ptr<Service> open(const HealthBounds& bounds, JobLog::Deadline deadline = job_deadline) const {
        return *Service::open(
            {.data = folder_.path(), .endgames = false, .version = "test", .deadline = deadline, .health = bounds});
    }
    static void wait_for(Service& service, std::string_view begin) {
        const auto says = [&] {
            const Sentences all = service.troubles();
            if (begin.empty()) return all.empty();
            return std::ranges::any_of(all, [&](const std::string& one) { return one.starts_with(begin); });
        };
        const auto end = std::chrono::steady_clock::now() + TestPage::patience;
        while (!says()) {
            ASSERT_LT(std::chrono::steady_clock::now(), end) << testing::PrintToString(service.troubles());
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    ScratchFolder folder_;
    HealthBounds generous_{.disk_bytes = 0, .descriptors = 0, .storage_seconds = 600};
};

TEST_F(ThreadsHealth, AllIsWell) { EXPECT_EQ(open(generous_)->troubles(), Sentences{}); }

TEST_F(ThreadsHealth, AFullDiskAndTheLastDescriptorsAreNamed) {
    const std::unique_ptr<Service> service =
        open({.disk_bytes = ~std::uint64_t{0}, .descriptors = ~std::size_t{0} / 2, .storage_seconds = 600});
    const Sentences all = service->troubles();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_TRUE(all[0].starts_with("the disk is nearly full")) << all[0];
    EXPECT_TRUE(all[1].starts_with("descriptors are nearly used up")) << all[1];
}

TEST_F(ThreadsHealth, GamesThatCannotBeSavedAreNamed) {
    const std::unique_ptr<Service> service = open(generous_);
    TestPage page(*service);
    const std::string id = page.make("english", human, human);
    Disturber disturber(folder_.path());
    disturber.run("CREATE TRIGGER refuse BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'no'); END");
    page.move(id, "11-15");
    wait_for(*service, "games that could not be saved: 1");
    EXPECT_TRUE(TestPage::said(page.until(id, [](const Json& table) { return !table["log"].empty(); }), "referee",
                               "The game could not be saved."));
    disturber.run("DROP TRIGGER refuse");
    EXPECT_TRUE(page.move(id, "22-18").contains("ok"));
    wait_for(*service, "");
}

TEST_F(ThreadsHealth, AStorageThatWaitsIsNamed) {
    const std::unique_ptr<Service> service = open({.disk_bytes = 0, .descriptors = 0, .storage_seconds = 0});
    TestPage page(*service);
    const std::string id = page.make("english", human, human);
    Disturber disturber(folder_.path());
    disturber.run("BEGIN IMMEDIATE");
    const int number = page.send({{"do", "move"}, {"table", id}, {"node", 0}, {"text", "11-15"}});
    wait_for(*service, "the storage is stuck");
    disturber.run("ROLLBACK");
    page.answer(number);
    wait_for(*service, "");
}

TEST_F(ThreadsHealth, AJobThatGoesOnAfterItsTimeIsNamed) {
    JobLog log({}, {}, [](std::string_view) { return 0.0; });
    EXPECT_EQ(log.overrunning(), 0U);
    const std::uint64_t job = log.begin({.kind = "hint"}, 0);
    while (log.overrunning() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    log.end(job);
    EXPECT_EQ(log.overrunning(), 0U);
}

}  // namespace
}  // namespace crownhead::server
